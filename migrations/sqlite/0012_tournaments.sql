-- Tournaments. ../postgres has the same.

-- The tournament to which the room's one game belongs: it counts among nobody's rooms.
ALTER TABLE rooms ADD COLUMN tournament BLOB;

-- The same of its game, and who played it with half of the time: a JSON array of seats.
ALTER TABLE games ADD COLUMN tournament BLOB;
ALTER TABLE games ADD COLUMN berserk TEXT;

CREATE INDEX games_by_tournament ON games (tournament, finished_at, id) WHERE tournament IS NOT NULL;

-- All but `id`, `made_by`, `series` and `password_hash` is derived from the events: what lists show and look for.
CREATE TABLE tournaments (
    id            BLOB PRIMARY KEY,
    -- Null where the configuration wants it.
    made_by       BLOB REFERENCES users (id),
    -- One of a row of tournaments that the configuration wants, and which: the same one is made once.
    series        TEXT UNIQUE,
    -- For those who are not invited but know it; null where none is needed.
    password_hash TEXT,
    -- Whether it has not ended.
    open          INTEGER NOT NULL,
    -- When it begins, as far as that is known, or has begun; else when it was made.
    at            INTEGER NOT NULL,
    -- From when on it must be in memory; null: not until somebody asks for it.
    wake_at       INTEGER,
    -- What lists show of it, as JSON.
    summary       TEXT NOT NULL
) STRICT;

CREATE INDEX tournaments_by_time ON tournaments (open, at, id);
CREATE INDEX tournaments_by_wake_at ON tournaments (wake_at) WHERE open;
CREATE INDEX tournaments_open_by_maker ON tournaments (made_by) WHERE open;

-- What has happened in every tournament, and who did it: the only truth about it. The primary key is also the fence against two writers.
CREATE TABLE tournament_events (
    tournament_id BLOB NOT NULL REFERENCES tournaments (id),
    seq           INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    payload       TEXT NOT NULL,
    PRIMARY KEY (tournament_id, seq)
) STRICT;
