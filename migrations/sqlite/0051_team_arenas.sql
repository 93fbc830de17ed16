-- Clubs that are invited to a team arena or take part in it, besides the club to which it belongs. ../postgres has the same.
CREATE TABLE tournament_clubs (
    tournament_id BLOB NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- It may have been deleted.
    club_id       BLOB NOT NULL,
    -- Whether an admin of the club has accepted.
    joined        INTEGER NOT NULL,
    -- The columns of the tournament, for the list of a club.
    open          INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, club_id)
) STRICT;

CREATE INDEX tournament_clubs_by_club ON tournament_clubs (club_id, joined, open, at, tournament_id);
