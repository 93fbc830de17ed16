-- The servers that use this database. The lock on the file keeps a second server away; the table is for information.
-- ../postgres has the same table.
CREATE TABLE nodes (
    id          BLOB NOT NULL,
    epoch       INTEGER NOT NULL,
    name        TEXT NOT NULL,
    version     TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    -- When it stopped, or when another server took over from it.
    fenced_at   INTEGER,
    PRIMARY KEY (id, epoch)
) STRICT;
