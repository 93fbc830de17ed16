-- Programs that play. ../postgres has the same.
ALTER TABLE users ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;

-- What each of them plays.
CREATE TABLE bots (
    user_id       BLOB PRIMARY KEY REFERENCES users (id),
    -- Which games it takes, as JSON.
    accepts       TEXT NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;
