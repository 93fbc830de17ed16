-- Accounts, and the proofs of who one is. ../postgres has the same.

-- The name as it is compared, so that nobody has a name that looks like another's; null for whoever has no account.
ALTER TABLE users ADD COLUMN name_key TEXT;
-- player, moderator, admin.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'player';
-- Argon2id as a PHC string; null for whoever has no account.
ALTER TABLE users ADD COLUMN password_hash TEXT;

CREATE UNIQUE INDEX users_by_name_key ON users (name_key) WHERE name_key IS NOT NULL;

-- Those that were there are as if they had been used now.
CREATE TABLE proofs (
    id           BLOB PRIMARY KEY,
    -- Whoever shows the secret whose SHA-256 is this is `user_id`.
    token_hash   BLOB NOT NULL UNIQUE,
    user_id      BLOB NOT NULL REFERENCES users (id),
    -- What its user recognises it by.
    label        TEXT NOT NULL,
    -- What a program may do with it, as words; null for a session, which may do everything.
    scopes       TEXT,
    created_at   INTEGER NOT NULL,
    -- Written now and then, not with every use.
    last_used_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL
) STRICT;

INSERT INTO proofs (id, token_hash, user_id, label, created_at, last_used_at, expires_at)
SELECT randomblob(16), token_hash, user_id, '', created_at,
       CAST(strftime('%s', 'now') AS INTEGER) * 1000000, (CAST(strftime('%s', 'now') AS INTEGER) + 90 * 86400) * 1000000
FROM sessions;

DROP TABLE sessions;
ALTER TABLE proofs RENAME TO sessions;

CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- What gives back an account whose password is forgotten. Each is good for once.
CREATE TABLE recovery_codes (
    code_hash  BLOB PRIMARY KEY,
    user_id    BLOB NOT NULL REFERENCES users (id),
    -- Null for those that a user keeps; an operator's are good for a while.
    expires_at INTEGER
) STRICT;

CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- Whether somebody has left anything behind is asked when guests are swept.
CREATE INDEX analyses_by_user ON analyses (asked_by);
