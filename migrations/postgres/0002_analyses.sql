-- What a search has found in finished games. ../sqlite has the same table.
CREATE TABLE analyses (
    game_id   UUID PRIMARY KEY REFERENCES games (id),
    asked_by  UUID NOT NULL REFERENCES users (id),
    asked_at  BIGINT NOT NULL,
    -- The positions as JSON, by ply; null while it is being made.
    positions TEXT
);

CREATE INDEX analyses_unfinished ON analyses (asked_at) WHERE positions IS NULL;
