-- Moderators look for players who have played each other very often of late. ../sqlite has the same.
CREATE INDEX rating_changes_by_time ON rating_changes (at);
