-- The node's own clock at its last renewal. The nodes of a cluster have one time: a node that joins takes it from one that is alive.
ALTER TABLE nodes ADD COLUMN alive_at BIGINT;

-- Grows whenever the owner claims it again: what the owner has requested in an earlier term has no effect any more.
ALTER TABLE claims ADD COLUMN term BIGINT NOT NULL DEFAULT 0;
