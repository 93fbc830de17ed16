-- Browsers that are pushed to. ../sqlite has the same.
CREATE TABLE push_subscriptions (
    -- A browser is a session: with that the subscription ends.
    session_id    UUID PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    -- Where the push service of the browser's maker takes pushes for it.
    endpoint      TEXT NOT NULL UNIQUE,
    -- The browser's public key (P-256, a point of 65 bytes) and its secret of 16 bytes (RFC 8291).
    p256dh        BYTEA NOT NULL,
    auth          BYTEA NOT NULL,
    -- The language of the browser's page: en, de, pl, nl.
    language      TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    -- Since when every push has failed; null after one that was taken.
    failing_since BIGINT
);
