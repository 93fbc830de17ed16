-- Webhooks of users, and the messages that wait for their delivery. ../sqlite has the same.
CREATE TABLE webhooks (
    id         UUID PRIMARY KEY,
    user_id    UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    url        TEXT NOT NULL,
    -- Key of the signatures.
    secret     BYTEA NOT NULL,
    -- Names of events, separated by spaces.
    events     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The last attempt, and why it failed; no reason after a success.
    tried_at   BIGINT,
    failure    TEXT,
    -- Failed attempts since the last success.
    failures   INTEGER NOT NULL DEFAULT 0,
    -- Whether deliveries have stopped after too many failures.
    disabled   BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE INDEX webhooks_by_user ON webhooks (user_id);

CREATE TABLE webhook_deliveries (
    -- Derived from the webhook and the event: each event is added once.
    id         UUID PRIMARY KEY,
    webhook_id UUID NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    payload    TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    next_at    BIGINT NOT NULL
);

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, next_at);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (next_at);
