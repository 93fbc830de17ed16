-- The servers that use this database. A server renews its lease while it runs; once it is fenced, it can store no more events.
-- The epoch is part of the key: a statement that changes it waits for transactions that hold the row FOR KEY SHARE, while a renewal does
-- not. ../sqlite has the same table.
CREATE TABLE nodes (
    id          UUID NOT NULL,
    -- Grows with each connection that writes events, and when the server is fenced.
    epoch       BIGINT NOT NULL,
    name        TEXT NOT NULL,
    version     TEXT NOT NULL,
    started_at  BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    -- When it stopped, or when another server took over from it.
    fenced_at   BIGINT,
    PRIMARY KEY (id, epoch)
);
