-- Apps of other developers, and their pending authorizations (OAuth 2.1). ../postgres has the same.
CREATE TABLE apps (
    id            BLOB PRIMARY KEY,
    owner_id      BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    -- One address per line.
    redirect_uris TEXT NOT NULL,
    created_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX apps_by_owner ON apps (owner_id);

-- The app of a token; NULL for a session, and for a token that its user has created.
ALTER TABLE sessions ADD COLUMN app_id BLOB REFERENCES apps (id) ON DELETE CASCADE;
CREATE INDEX sessions_by_app ON sessions (app_id);

CREATE TABLE authorization_codes (
    -- SHA-256 of the code.
    hash       BLOB PRIMARY KEY,
    app_id     BLOB NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What the user has authorized, encrypted with the code.
    record     BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX authorization_codes_by_user ON authorization_codes (user_id);
CREATE INDEX authorization_codes_by_app ON authorization_codes (app_id);
CREATE INDEX authorization_codes_by_age ON authorization_codes (expires_at);

CREATE TABLE device_codes (
    -- SHA-256 of the device's code.
    hash       BLOB PRIMARY KEY,
    -- The code that the user types.
    user_code  TEXT NOT NULL UNIQUE,
    app_id     BLOB NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    -- The user who has allowed it.
    user_id    BLOB REFERENCES users (id) ON DELETE CASCADE,
    record     BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX device_codes_by_user ON device_codes (user_id);
CREATE INDEX device_codes_by_app ON device_codes (app_id);
CREATE INDEX device_codes_by_age ON device_codes (expires_at);
