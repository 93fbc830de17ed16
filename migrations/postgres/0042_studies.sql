-- Studies: saved analyses that several users edit. ../sqlite has the same.
CREATE TABLE studies (
    id           UUID PRIMARY KEY,
    owner_id     UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Name, visibility and number of chapters, for lists.
    name         TEXT NOT NULL,
    -- private, unlisted, public.
    visibility   TEXT NOT NULL,
    chapters     BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    changed_at   BIGINT NOT NULL,
    -- Number of the last event.
    seq          BIGINT NOT NULL DEFAULT 0,
    -- The whole study after the event of this number; the events after it are folded on it.
    snapshot_seq BIGINT NOT NULL DEFAULT 0,
    snapshot     TEXT NOT NULL
);

CREATE INDEX studies_public ON studies (changed_at, id) WHERE visibility = 'public';
CREATE INDEX studies_of_owners ON studies (owner_id, changed_at, id);

-- The edits of a study since its last snapshot, and some before.
CREATE TABLE study_events (
    study_id UUID NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    seq      BIGINT NOT NULL,
    user_id  UUID NOT NULL,
    -- The id of the user's command: one that is sent twice takes effect once.
    command  TEXT,
    at       BIGINT NOT NULL,
    edit     TEXT NOT NULL,
    PRIMARY KEY (study_id, seq)
);

CREATE UNIQUE INDEX study_events_by_command ON study_events (study_id, user_id, command) WHERE command IS NOT NULL;

-- Contributors and viewers.
CREATE TABLE study_members (
    user_id  UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    study_id UUID NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    -- contributor, viewer.
    role     TEXT NOT NULL,
    PRIMARY KEY (user_id, study_id)
);

CREATE INDEX study_members_of_studies ON study_members (study_id);
