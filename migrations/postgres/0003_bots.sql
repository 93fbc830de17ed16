-- Programs that play. ../sqlite has the same.
ALTER TABLE users ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;

-- What each of them plays.
CREATE TABLE bots (
    user_id       UUID PRIMARY KEY REFERENCES users (id),
    -- Which games it takes, as JSON.
    accepts       TEXT NOT NULL,
    updated_at    BIGINT NOT NULL
);
