-- The same tables as ../postgres has. They stay empty: a file has one server.
ALTER TABLE nodes ADD COLUMN shares INTEGER NOT NULL DEFAULT 0;

-- When it began to stop: its rooms have had no event since then.
ALTER TABLE nodes ADD COLUMN stopping_at INTEGER;

CREATE TABLE claims (
    key        TEXT PRIMARY KEY,
    node       BLOB NOT NULL,
    claimed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX claims_by_node ON claims (node);

CREATE TABLE past_claims (
    key        TEXT NOT NULL REFERENCES claims ON DELETE CASCADE,
    node       BLOB NOT NULL,
    claimed_at INTEGER NOT NULL,
    lost_at    INTEGER NOT NULL,
    PRIMARY KEY (key, claimed_at)
) STRICT;
