-- Requests with an `Idempotency-Key`, and their answers. ../sqlite has the same.
CREATE TABLE idempotent_requests (
    session_id UUID NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    -- SHA-256 of the key, and of the path and the body.
    key        BYTEA NOT NULL,
    content    BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- The answer; no status before the request is answered.
    status     INTEGER,
    location   TEXT,
    -- Encrypted with the token of the session; no body if it was too long.
    body       BYTEA,
    PRIMARY KEY (session_id, key)
);

CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);
