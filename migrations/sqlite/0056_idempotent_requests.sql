-- Requests with an `Idempotency-Key`, and their answers. ../postgres has the same.
CREATE TABLE idempotent_requests (
    session_id BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    -- SHA-256 of the key, and of the path and the body.
    key        BLOB NOT NULL,
    content    BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    -- The answer; no status before the request is answered.
    status     INTEGER,
    location   TEXT,
    -- Encrypted with the token of the session; no body if it was too long.
    body       BLOB,
    PRIMARY KEY (session_id, key)
) STRICT;

CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);
