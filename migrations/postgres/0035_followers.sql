-- A player learns how many users have followed them since a moment. The new index also does what the old one did. ../sqlite has the same.
CREATE INDEX follows_by_time ON follows (followed_id, created_at);
DROP INDEX follows_by_followed;
