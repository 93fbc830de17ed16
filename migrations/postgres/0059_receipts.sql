-- Receipts of finished games and tournaments (docs/adr/0075). ../sqlite has the same.

-- The keys that sign, in the order of their use: the last one signs. Seed: the secret key, 32 bytes.
CREATE TABLE receipt_keys (
    number      BIGINT PRIMARY KEY,
    name        TEXT NOT NULL,
    seed        BYTEA NOT NULL,
    created_at  BIGINT NOT NULL,
    -- The public key, signed with the key before; null for the first.
    endorsement TEXT
);

-- Positions in the log begin at 1 and have no gaps. Subject: the game or the tournament. Leaf: its hash in the log.
CREATE TABLE receipts (
    position BIGINT PRIMARY KEY,
    subject  UUID NOT NULL UNIQUE,
    leaf     BYTEA NOT NULL,
    packed   BYTEA NOT NULL
);

-- One row: the number of receipts, and the roots of the complete subtrees of the log.
CREATE TABLE receipt_log (
    size  BIGINT NOT NULL,
    roots BYTEA NOT NULL
);
INSERT INTO receipt_log VALUES (0, '');

ALTER TABLE tournaments ADD COLUMN has_receipt BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX tournaments_without_receipt ON tournaments (at, id) WHERE NOT open AND NOT has_receipt;
