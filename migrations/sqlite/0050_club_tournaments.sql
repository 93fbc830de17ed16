-- Tournaments for the members of a club. ../postgres has the same.
-- The club may be deleted before the tournament: then no player can enter any more.
ALTER TABLE tournaments ADD COLUMN club_id BLOB;

CREATE INDEX tournaments_by_club ON tournaments (club_id, open, at, id) WHERE club_id IS NOT NULL;
