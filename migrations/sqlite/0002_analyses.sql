-- What a search has found in finished games. ../postgres has the same table.
CREATE TABLE analyses (
    game_id   BLOB PRIMARY KEY REFERENCES games (id),
    asked_by  BLOB NOT NULL REFERENCES users (id),
    asked_at  INTEGER NOT NULL,
    -- The positions as JSON, by ply; null while it is being made.
    positions TEXT
) STRICT;

CREATE INDEX analyses_unfinished ON analyses (asked_at) WHERE positions IS NULL;
