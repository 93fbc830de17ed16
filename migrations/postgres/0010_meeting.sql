-- Challenges, and whom players follow. ../sqlite has the same.

-- A challenge stays as long as it is open, and for some time after it has ended.
CREATE TABLE challenges (
    -- Ids grow with time.
    id            UUID PRIMARY KEY,
    challenger_id UUID NOT NULL REFERENCES users (id),
    challenged_id UUID NOT NULL REFERENCES users (id),
    -- Whose answer it waits for: after a counter-offer the challenger's.
    answers_id    UUID NOT NULL,
    -- How many offers there have been. An answer names the one that it answers.
    round         BIGINT NOT NULL,
    mode          TEXT NOT NULL,
    layout        TEXT NOT NULL,
    -- The time control as JSON, as in `games`.
    clock         TEXT NOT NULL,
    rated         BOOLEAN NOT NULL,
    -- The challenger's seat; null: by lot.
    seat          BIGINT,
    -- open, accepted, declined, cancelled, expired.
    status        TEXT NOT NULL,
    -- Why it was declined: a word.
    reason        TEXT,
    -- The room of one that was accepted, and whether it has been made.
    room_id       TEXT,
    room_made     BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL,
    changed_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);

CREATE INDEX challenges_by_challenger ON challenges (challenger_id, status);
CREATE INDEX challenges_by_challenged ON challenges (challenged_id, status);
CREATE INDEX challenges_by_expiry ON challenges (expires_at) WHERE status = 'open';
CREATE INDEX challenges_unmade ON challenges (id) WHERE status = 'accepted' AND NOT room_made;
CREATE INDEX challenges_ended ON challenges (changed_at) WHERE status <> 'open';

CREATE TABLE follows (
    user_id     UUID NOT NULL REFERENCES users (id),
    followed_id UUID NOT NULL REFERENCES users (id),
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (user_id, followed_id)
);

CREATE INDEX follows_by_followed ON follows (followed_id);

-- Whom somebody must not meet is looked up both ways.
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);
