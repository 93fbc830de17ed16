-- Clubs of players, with their members. ../postgres has the same.
CREATE TABLE clubs (
    id          BLOB PRIMARY KEY,
    name        TEXT NOT NULL,
    -- The same for all names that look alike.
    name_key    TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    -- open, request, invitation.
    joining     TEXT NOT NULL,
    -- Number of rows in `club_members`.
    members     INTEGER NOT NULL,
    -- The member to whom the owner offers the club.
    offered_to  BLOB,
    created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX clubs_by_members ON clubs (members, id);

CREATE TABLE club_members (
    club_id   BLOB NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    user_id   BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 0: owner, 1: admin, 2: member.
    rank      INTEGER NOT NULL,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (club_id, user_id)
) STRICT;

CREATE UNIQUE INDEX club_owners ON club_members (club_id) WHERE rank = 0;
CREATE INDEX club_members_by_rank ON club_members (club_id, rank, joined_at, user_id);
CREATE INDEX club_members_by_user ON club_members (user_id, club_id);

-- Requests to join that wait for an admin.
CREATE TABLE club_requests (
    club_id    BLOB NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    words      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (club_id, user_id)
) STRICT;

CREATE INDEX club_requests_by_time ON club_requests (club_id, created_at, user_id);
CREATE INDEX club_requests_by_user ON club_requests (user_id);

-- Players who may not join.
CREATE TABLE club_bans (
    club_id    BLOB NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (club_id, user_id)
) STRICT;

CREATE INDEX club_bans_by_user ON club_bans (user_id);

-- Links with which players join without a request.
CREATE TABLE club_links (
    id         BLOB PRIMARY KEY,
    club_id    BLOB NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    -- SHA-256 of the code in the link.
    code_hash  BLOB NOT NULL UNIQUE,
    made_by    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    uses_left  INTEGER NOT NULL
) STRICT;

CREATE INDEX club_links_by_club ON club_links (club_id, id);
CREATE INDEX club_links_by_user ON club_links (made_by);

-- The club whose texts a report is about. The club may be deleted before the report is closed.
ALTER TABLE reports ADD COLUMN club_id BLOB;
