-- What players have done, by day. Made by the consumer `activity`, as the tables below. ../postgres has the same.
CREATE TABLE player_days (
    user_id BLOB NOT NULL REFERENCES users (id),
    -- In days since 1970 (UTC).
    day     INTEGER NOT NULL,
    -- Whether these are public games; private ones are shown to the player alone.
    public  INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    PRIMARY KEY (user_id, day, public)
) STRICT, WITHOUT ROWID;

-- The ratings after the last public and the last private game of each day.
CREATE TABLE rating_days (
    user_id BLOB NOT NULL REFERENCES users (id),
    mode    TEXT NOT NULL,
    speed   TEXT NOT NULL,
    day     INTEGER NOT NULL,
    public  INTEGER NOT NULL,
    -- When the game ended.
    at      INTEGER NOT NULL,
    value   REAL NOT NULL,
    PRIMARY KEY (user_id, mode, speed, day, public)
) STRICT, WITHOUT ROWID;

-- The public wins against the opponents with the highest ratings: a few for each player, and one for each opponent.
CREATE TABLE best_wins (
    user_id     BLOB NOT NULL REFERENCES users (id),
    opponent_id BLOB NOT NULL REFERENCES users (id),
    -- The opponent's rating before the game.
    rating      REAL NOT NULL,
    mode        TEXT NOT NULL,
    speed       TEXT NOT NULL,
    game_id     BLOB NOT NULL REFERENCES games (id),
    at          INTEGER NOT NULL,
    PRIMARY KEY (user_id, opponent_id)
) STRICT, WITHOUT ROWID;

-- The results of two players' games with each other, by mode.
CREATE TABLE player_pairs (
    user_id     BLOB NOT NULL REFERENCES users (id),
    opponent_id BLOB NOT NULL REFERENCES users (id),
    mode        TEXT NOT NULL,
    public      INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    drawn       INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    PRIMARY KEY (user_id, opponent_id, mode, public)
) STRICT, WITHOUT ROWID;
