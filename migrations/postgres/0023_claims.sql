-- Whether a server shares the database with others. A server that does not share it waits until the others have stopped.
ALTER TABLE nodes ADD COLUMN shares BOOLEAN NOT NULL DEFAULT FALSE;

-- When it began to stop: its rooms have had no event since then.
ALTER TABLE nodes ADD COLUMN stopping_at BIGINT;

-- What each server of a shared database owns alone: rooms and tournaments in memory, and duties, which are tasks that run once.
-- ../sqlite has the same tables, which stay empty: a file has one server.
CREATE TABLE claims (
    -- room/ID, tournament/ID or duty/NAME
    key        TEXT PRIMARY KEY,
    node       UUID NOT NULL,
    claimed_at BIGINT NOT NULL
);

CREATE INDEX claims_by_node ON claims (node);

-- Earlier owners of a claim that died with it. No clock of a room runs from `lost_at` to the time of the next claim.
CREATE TABLE past_claims (
    key        TEXT NOT NULL REFERENCES claims ON DELETE CASCADE,
    node       UUID NOT NULL,
    claimed_at BIGINT NOT NULL,
    lost_at    BIGINT NOT NULL,
    PRIMARY KEY (key, claimed_at)
);
