-- Vacations: in games that allow them, they stop the clock of a player who is to move. ../postgres has the same.
CREATE TABLE vacations (
    user_id  BLOB  NOT NULL REFERENCES users (id),
    began_at INTEGER NOT NULL,
    -- A player who comes back early brings it forward.
    ends_at  INTEGER NOT NULL,
    PRIMARY KEY (user_id, began_at)
);
CREATE INDEX vacations_by_end ON vacations (user_id, ends_at);

-- Whether the challenged game allows vacations.
ALTER TABLE challenges ADD COLUMN vacations INTEGER NOT NULL DEFAULT 0;

-- Notes that only their authors can read.
CREATE TABLE game_notes (
    user_id    BLOB    NOT NULL REFERENCES users (id),
    -- Also of a game under way, which is not in `games`.
    game_id    BLOB    NOT NULL,
    body       TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
