-- Receipts of finished games and tournaments (docs/adr/0075). ../postgres has the same.

-- The keys that sign, in the order of their use: the last one signs. Seed: the secret key, 32 bytes.
CREATE TABLE receipt_keys (
    number      INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    seed        BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    -- The public key, signed with the key before; null for the first.
    endorsement TEXT
) STRICT;

-- Positions in the log begin at 1 and have no gaps. Subject: the game or the tournament. Leaf: its hash in the log.
CREATE TABLE receipts (
    position INTEGER PRIMARY KEY,
    subject  BLOB NOT NULL UNIQUE,
    leaf     BLOB NOT NULL,
    packed   BLOB NOT NULL
) STRICT;

-- One row: the number of receipts, and the roots of the complete subtrees of the log.
CREATE TABLE receipt_log (
    size  INTEGER NOT NULL,
    roots BLOB NOT NULL
) STRICT;
INSERT INTO receipt_log VALUES (0, x'');

ALTER TABLE tournaments ADD COLUMN has_receipt INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tournaments_without_receipt ON tournaments (at, id) WHERE NOT open AND NOT has_receipt;
