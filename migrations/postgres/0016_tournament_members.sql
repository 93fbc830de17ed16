-- Who has entered which tournament: there a deleted user's name has to go. ../sqlite has the same.
CREATE TABLE tournament_members (
    tournament_id UUID NOT NULL REFERENCES tournaments (id),
    user_id       UUID NOT NULL REFERENCES users (id),
    -- Whether the user was deleted, and the tournament has still to forget the name. Once it has, the row goes.
    forget        BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, tournament_id)
);

CREATE INDEX tournament_members_to_forget ON tournament_members (tournament_id) WHERE forget;

-- All who have entered until now, and those of them whose accounts were deleted since.
INSERT INTO tournament_members (tournament_id, user_id, forget)
SELECT DISTINCT entries.tournament_id, users.id, users.name = '[deleted]'
FROM tournament_events AS entries
JOIN users ON users.id = (entries.payload::json -> 'event' -> 'member' -> 'player' ->> 'id')::uuid
WHERE entries.payload::json -> 'event' ->> 'kind' IN ('registered', 'joined');
