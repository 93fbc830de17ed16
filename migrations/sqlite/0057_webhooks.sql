-- Webhooks of users, and the messages that wait for their delivery. ../postgres has the same.
CREATE TABLE webhooks (
    id         BLOB PRIMARY KEY,
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    url        TEXT NOT NULL,
    -- Key of the signatures.
    secret     BLOB NOT NULL,
    -- Names of events, separated by spaces.
    events     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- The last attempt, and why it failed; no reason after a success.
    tried_at   INTEGER,
    failure    TEXT,
    -- Failed attempts since the last success.
    failures   INTEGER NOT NULL DEFAULT 0,
    -- Whether deliveries have stopped after too many failures.
    disabled   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX webhooks_by_user ON webhooks (user_id);

CREATE TABLE webhook_deliveries (
    -- Derived from the webhook and the event: each event is added once.
    id         BLOB PRIMARY KEY,
    webhook_id BLOB NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    payload    TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    next_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, next_at);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (next_at);
