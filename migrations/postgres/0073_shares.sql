-- Shares of users and networks in what all users share. ../sqlite has the same.

-- Whether the receiver took long to answer its last message: it gets no place among the quick ones.
ALTER TABLE webhooks ADD COLUMN slow BOOLEAN NOT NULL DEFAULT FALSE;

-- Size of a study: the owner's studies together have a limit. Each edit sets it anew.
ALTER TABLE studies ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE studies SET bytes = octet_length(snapshot);

-- Reports are listed by the reported player.
CREATE INDEX reports_waiting_by_reported ON reports (reported_id, created_at) WHERE closed_at IS NULL;

-- The moves of the solver in the solved puzzles of a run: a run that is faster than a person moves does not count.
ALTER TABLE puzzle_runs ADD COLUMN moves BIGINT NOT NULL DEFAULT 0;
