-- Puzzles of each theme by rating: the search for a rare theme reads no others. ../sqlite has the same.
CREATE INDEX puzzles_push_out_in_1 ON puzzles (mode, band, shuffle) WHERE themes & 1 <> 0;
CREATE INDEX puzzles_push_out_in_2 ON puzzles (mode, band, shuffle) WHERE themes & 2 <> 0;
CREATE INDEX puzzles_push_out_in_3 ON puzzles (mode, band, shuffle) WHERE themes & 4 <> 0;
CREATE INDEX puzzles_win ON puzzles (mode, band, shuffle) WHERE themes & 8 <> 0;
CREATE INDEX puzzles_defence ON puzzles (mode, band, shuffle) WHERE themes & 16 <> 0;
CREATE INDEX puzzles_escape ON puzzles (mode, band, shuffle) WHERE themes & 32 <> 0;
CREATE INDEX puzzles_double_threat ON puzzles (mode, band, shuffle) WHERE themes & 64 <> 0;
CREATE INDEX puzzles_quiet ON puzzles (mode, band, shuffle) WHERE themes & 128 <> 0;
CREATE INDEX puzzles_side_step ON puzzles (mode, band, shuffle) WHERE themes & 256 <> 0;
CREATE INDEX puzzles_sumito_3_to_2 ON puzzles (mode, band, shuffle) WHERE themes & 512 <> 0;
CREATE INDEX puzzles_lance ON puzzles (mode, band, shuffle) WHERE themes & 1024 <> 0;
CREATE INDEX puzzles_arc ON puzzles (mode, band, shuffle) WHERE themes & 2048 <> 0;
CREATE INDEX puzzles_shield ON puzzles (mode, band, shuffle) WHERE themes & 4096 <> 0;
