-- The puzzles that a run has had, so that none comes twice. ../postgres has the same.
CREATE TABLE puzzle_run_puzzles (
    -- A server of the version before replaces the id of a run.
    run_id    BLOB NOT NULL REFERENCES puzzle_runs (id) ON UPDATE CASCADE ON DELETE CASCADE,
    puzzle_id TEXT NOT NULL REFERENCES puzzles (id),
    PRIMARY KEY (run_id, puzzle_id)
) STRICT, WITHOUT ROWID;
