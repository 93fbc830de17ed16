-- Who has entered which tournament: there a deleted user's name has to go. ../postgres has the same.
CREATE TABLE tournament_members (
    tournament_id BLOB NOT NULL REFERENCES tournaments (id),
    user_id       BLOB NOT NULL REFERENCES users (id),
    -- Whether the user was deleted, and the tournament has still to forget the name. Once it has, the row goes.
    forget        INTEGER NOT NULL,
    PRIMARY KEY (user_id, tournament_id)
) STRICT;

CREATE INDEX tournament_members_to_forget ON tournament_members (tournament_id) WHERE forget;

-- All who have entered until now, and those of them whose accounts were deleted since.
INSERT INTO tournament_members (tournament_id, user_id, forget)
SELECT DISTINCT entries.tournament_id, users.id, users.name = '[deleted]'
FROM tournament_events AS entries
JOIN users ON users.id = unhex(replace(json_extract(entries.payload, '$.event.member.player.id'), '-', ''))
WHERE json_extract(entries.payload, '$.event.kind') IN ('registered', 'joined');
