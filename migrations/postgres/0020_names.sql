-- Names belong to users and are looked up when something is shown: games keep none. ../sqlite has the same.

ALTER TABLE game_players DROP COLUMN name;
ALTER TABLE game_players DROP COLUMN guest;

-- Users who were deleted, and of whom rows are still to go: a few at a time, so that nothing waits for them. The row goes with the last.
CREATE TABLE deletions (
    user_id UUID PRIMARY KEY REFERENCES users (id)
);

-- The tournament whose words a report is about; what these words were stands in `said`.
ALTER TABLE reports ADD COLUMN tournament_id UUID;
