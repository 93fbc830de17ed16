-- What moderators have decided, and what they have done. ../postgres has the same.

-- From where a session was begun: an IPv4 address, or the /64 network of an IPv6 address. Null for tokens, and for sessions of before.
ALTER TABLE sessions ADD COLUMN network TEXT;

-- Either a user's or a network's. It is in force until it ends or is lifted.
CREATE TABLE sanctions (
    id         BLOB PRIMARY KEY,
    -- ban, mute.
    kind       TEXT NOT NULL,
    user_id    BLOB,
    network    TEXT,
    reason     TEXT NOT NULL,
    made_by    BLOB NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    -- Null: it does not end by itself.
    ends_at    INTEGER,
    lifted_at  INTEGER
) STRICT;

CREATE INDEX sanctions_by_user ON sanctions (user_id, kind) WHERE user_id IS NOT NULL AND lifted_at IS NULL;
CREATE INDEX sanctions_by_network ON sanctions (network, kind) WHERE network IS NOT NULL AND lifted_at IS NULL;

-- Who did what. Ids grow with time.
CREATE TABLE moderation_log (
    id      BLOB PRIMARY KEY,
    at      INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id),
    -- ban, mute, lift, rename, close_room.
    action  TEXT NOT NULL,
    -- Whom or what it concerned: the id of a user or a room.
    target  TEXT NOT NULL,
    -- In words: the reason, the name before.
    words   TEXT NOT NULL
) STRICT;
