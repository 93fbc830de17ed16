-- Announcements of clubs to their members. ../postgres has the same.
CREATE TABLE club_announcements (
    -- Ids grow with time.
    id         BLOB PRIMARY KEY,
    club_id    BLOB NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    author_id  BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title      TEXT NOT NULL,
    text       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- The id of the author's command: sent again, it announces nothing.
    command_id TEXT
) STRICT;

CREATE INDEX club_announcements_by_club ON club_announcements (club_id, id);
CREATE INDEX club_announcements_by_author ON club_announcements (author_id);

-- Whether the member is notified of announcements.
ALTER TABLE club_members ADD COLUMN notified INTEGER NOT NULL DEFAULT 1;
