-- What moderators see of a user, their notes, and appeals against sanctions. ../sqlite has the same.

-- Accounts by the networks from which they were logged in to.
CREATE INDEX known_networks_by_network ON known_networks (network, last_used_at);
CREATE INDEX sessions_by_network ON sessions (network, last_used_at) WHERE network IS NOT NULL;

-- All sanctions and reports of a user, and all actions that concern them.
CREATE INDEX sanctions_of_user ON sanctions (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX reports_by_reported ON reports (reported_id, id);
CREATE INDEX moderation_log_by_target ON moderation_log (target, id);

-- The moderators and administrators, who are few.
CREATE INDEX users_with_role ON users (role) WHERE role <> 'player';

-- Notes of moderators on a user. They are never changed. No foreign key to the user: a guest may be gone one day.
CREATE TABLE moderation_notes (
    -- Ids grow with time.
    id         UUID PRIMARY KEY,
    user_id    UUID NOT NULL,
    author_id  UUID NOT NULL REFERENCES users (id),
    words      TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX moderation_notes_of_user ON moderation_notes (user_id, id);

-- Appeals of users against their sanctions, or against the ban of their network.
CREATE TABLE appeals (
    -- Ids grow with time.
    id          UUID PRIMARY KEY,
    sanction_id UUID NOT NULL REFERENCES sanctions (id),
    user_id     UUID NOT NULL,
    words       TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    -- lift, shorten, keep; NULL while it waits.
    outcome     TEXT,
    -- The text for the user.
    answer      TEXT,
    answered_by UUID REFERENCES users (id),
    answered_at BIGINT
);

CREATE UNIQUE INDEX appeals_open ON appeals (sanction_id, user_id) WHERE outcome IS NULL;
CREATE INDEX appeals_waiting ON appeals (id) WHERE outcome IS NULL;
CREATE INDEX appeals_of_user ON appeals (user_id, id);
CREATE INDEX appeals_answered ON appeals (answered_at) WHERE answered_at IS NOT NULL;

-- What a banned user sends with an appeal in place of a session: the last one of each user.
CREATE TABLE appeal_tokens (
    user_id     UUID PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the token.
    token_hash  BYTEA NOT NULL UNIQUE,
    sanction_id UUID NOT NULL,
    expires_at  BIGINT NOT NULL
);

CREATE INDEX appeal_tokens_by_expiry ON appeal_tokens (expires_at);
