-- Challenges, and whom players follow. ../postgres has the same.

-- A challenge stays as long as it is open, and for some time after it has ended.
CREATE TABLE challenges (
    -- Ids grow with time.
    id            BLOB PRIMARY KEY,
    challenger_id BLOB NOT NULL REFERENCES users (id),
    challenged_id BLOB NOT NULL REFERENCES users (id),
    -- Whose answer it waits for: after a counter-offer the challenger's.
    answers_id    BLOB NOT NULL,
    -- How many offers there have been. An answer names the one that it answers.
    round         INTEGER NOT NULL,
    mode          TEXT NOT NULL,
    layout        TEXT NOT NULL,
    -- The time control as JSON, as in `games`.
    clock         TEXT NOT NULL,
    rated         INTEGER NOT NULL,
    -- The challenger's seat; null: by lot.
    seat          INTEGER,
    -- open, accepted, declined, cancelled, expired.
    status        TEXT NOT NULL,
    -- Why it was declined: a word.
    reason        TEXT,
    -- The room of one that was accepted, and whether it has been made.
    room_id       TEXT,
    room_made     INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    changed_at    INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX challenges_by_challenger ON challenges (challenger_id, status);
CREATE INDEX challenges_by_challenged ON challenges (challenged_id, status);
CREATE INDEX challenges_by_expiry ON challenges (expires_at) WHERE status = 'open';
CREATE INDEX challenges_unmade ON challenges (id) WHERE status = 'accepted' AND NOT room_made;
CREATE INDEX challenges_ended ON challenges (changed_at) WHERE status <> 'open';

CREATE TABLE follows (
    user_id     BLOB NOT NULL REFERENCES users (id),
    followed_id BLOB NOT NULL REFERENCES users (id),
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (user_id, followed_id)
) STRICT;

CREATE INDEX follows_by_followed ON follows (followed_id);

-- Whom somebody must not meet is looked up both ways.
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);
