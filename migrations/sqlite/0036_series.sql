-- Tournaments of a series that have ended, by time: the retention looks for cancelled ones. ../postgres has the same.
CREATE INDEX tournaments_ended_of_series ON tournaments (at, id) WHERE series IS NOT NULL AND NOT open;
