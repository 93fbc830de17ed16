-- Clubs that are invited to a team arena or take part in it, besides the club to which it belongs. ../sqlite has the same.
CREATE TABLE tournament_clubs (
    tournament_id UUID NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- It may have been deleted.
    club_id       UUID NOT NULL,
    -- Whether an admin of the club has accepted.
    joined        BOOLEAN NOT NULL,
    -- The columns of the tournament, for the list of a club.
    open          BOOLEAN NOT NULL,
    at            BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, club_id)
);

CREATE INDEX tournament_clubs_by_club ON tournament_clubs (club_id, joined, open, at, tournament_id);
