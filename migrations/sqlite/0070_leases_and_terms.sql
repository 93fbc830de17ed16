-- The same columns as in ../postgres. They have no meaning here: a file has one server.
ALTER TABLE nodes ADD COLUMN alive_at INTEGER;

ALTER TABLE claims ADD COLUMN term INTEGER NOT NULL DEFAULT 0;
