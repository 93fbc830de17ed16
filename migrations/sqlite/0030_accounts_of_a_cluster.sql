-- Attempts with passwords and codes, counted for all servers of the database.
CREATE TABLE attempts (
    -- A hash of what is limited.
    key     BLOB PRIMARY KEY,
    -- When all attempts are allowed again; the row can go then.
    free_at INTEGER NOT NULL
) STRICT;

-- What administrators have set for all servers, until the last server stops.
CREATE TABLE administration (
    only_row           INTEGER PRIMARY KEY CHECK (only_row = 1),
    draining           INTEGER NOT NULL DEFAULT FALSE,
    announcement       TEXT,
    announcement_until INTEGER
) STRICT;

INSERT INTO administration (only_row) VALUES (1);

-- Since when a server takes no new games and sockets, because an administrator wants to stop it.
ALTER TABLE nodes ADD COLUMN draining_at INTEGER;

-- When the name last changed: servers that have missed the message of a change look it up. ../postgres has the same.
ALTER TABLE users ADD COLUMN name_changed_at INTEGER;

CREATE INDEX users_by_change_of_name ON users (name_changed_at) WHERE name_changed_at IS NOT NULL;
