-- Clubs of players, with their members. ../sqlite has the same.
CREATE TABLE clubs (
    id          UUID PRIMARY KEY,
    name        TEXT NOT NULL,
    -- The same for all names that look alike.
    name_key    TEXT COLLATE "C" NOT NULL UNIQUE,
    description TEXT NOT NULL,
    -- open, request, invitation.
    joining     TEXT NOT NULL,
    -- Number of rows in `club_members`.
    members     BIGINT NOT NULL,
    -- The member to whom the owner offers the club.
    offered_to  UUID,
    created_at  BIGINT NOT NULL
);

CREATE INDEX clubs_by_members ON clubs (members, id);

CREATE TABLE club_members (
    club_id   UUID NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    user_id   UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 0: owner, 1: admin, 2: member.
    rank      BIGINT NOT NULL,
    joined_at BIGINT NOT NULL,
    PRIMARY KEY (club_id, user_id)
);

CREATE UNIQUE INDEX club_owners ON club_members (club_id) WHERE rank = 0;
CREATE INDEX club_members_by_rank ON club_members (club_id, rank, joined_at, user_id);
CREATE INDEX club_members_by_user ON club_members (user_id, club_id);

-- Requests to join that wait for an admin.
CREATE TABLE club_requests (
    club_id    UUID NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    user_id    UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    words      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (club_id, user_id)
);

CREATE INDEX club_requests_by_time ON club_requests (club_id, created_at, user_id);
CREATE INDEX club_requests_by_user ON club_requests (user_id);

-- Players who may not join.
CREATE TABLE club_bans (
    club_id    UUID NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    user_id    UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (club_id, user_id)
);

CREATE INDEX club_bans_by_user ON club_bans (user_id);

-- Links with which players join without a request.
CREATE TABLE club_links (
    id         UUID PRIMARY KEY,
    club_id    UUID NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    -- SHA-256 of the code in the link.
    code_hash  BYTEA NOT NULL UNIQUE,
    made_by    UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    uses_left  BIGINT NOT NULL
);

CREATE INDEX club_links_by_club ON club_links (club_id, id);
CREATE INDEX club_links_by_user ON club_links (made_by);

-- The club whose texts a report is about. The club may be deleted before the report is closed.
ALTER TABLE reports ADD COLUMN club_id UUID;
