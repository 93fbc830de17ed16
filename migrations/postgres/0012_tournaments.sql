-- Tournaments. ../sqlite has the same.

-- The tournament to which the room's one game belongs: it counts among nobody's rooms.
ALTER TABLE rooms ADD COLUMN tournament UUID;

-- The same of its game, and who played it with half of the time: a JSON array of seats.
ALTER TABLE games ADD COLUMN tournament UUID;
ALTER TABLE games ADD COLUMN berserk TEXT;

CREATE INDEX games_by_tournament ON games (tournament, finished_at, id) WHERE tournament IS NOT NULL;

-- All but `id`, `made_by`, `series` and `password_hash` is derived from the events: what lists show and look for.
CREATE TABLE tournaments (
    id            UUID PRIMARY KEY,
    -- Null where the configuration wants it.
    made_by       UUID REFERENCES users (id),
    -- One of a row of tournaments that the configuration wants, and which: the same one is made once.
    series        TEXT UNIQUE,
    -- For those who are not invited but know it; null where none is needed.
    password_hash TEXT,
    -- Whether it has not ended.
    open          BOOLEAN NOT NULL,
    -- When it begins, as far as that is known, or has begun; else when it was made.
    at            BIGINT NOT NULL,
    -- From when on it must be in memory; null: not until somebody asks for it.
    wake_at       BIGINT,
    -- What lists show of it, as JSON.
    summary       TEXT NOT NULL
);

CREATE INDEX tournaments_by_time ON tournaments (open, at, id);
CREATE INDEX tournaments_by_wake_at ON tournaments (wake_at) WHERE open;
CREATE INDEX tournaments_open_by_maker ON tournaments (made_by) WHERE open;

-- What has happened in every tournament, and who did it: the only truth about it. The primary key is also the fence against two writers.
CREATE TABLE tournament_events (
    tournament_id UUID NOT NULL REFERENCES tournaments (id),
    seq           BIGINT NOT NULL,
    at            BIGINT NOT NULL,
    payload       TEXT NOT NULL,
    PRIMARY KEY (tournament_id, seq)
);
