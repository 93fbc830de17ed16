-- What players have done, by day. Made by the consumer `activity`, as the tables below. ../sqlite has the same.
CREATE TABLE player_days (
    user_id UUID NOT NULL REFERENCES users (id),
    -- In days since 1970 (UTC).
    day     BIGINT NOT NULL,
    -- Whether these are public games; private ones are shown to the player alone.
    public  BOOLEAN NOT NULL,
    games   BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    drawn   BIGINT NOT NULL,
    lost    BIGINT NOT NULL,
    PRIMARY KEY (user_id, day, public)
);

-- The ratings after the last public and the last private game of each day.
CREATE TABLE rating_days (
    user_id UUID NOT NULL REFERENCES users (id),
    mode    TEXT NOT NULL,
    speed   TEXT NOT NULL,
    day     BIGINT NOT NULL,
    public  BOOLEAN NOT NULL,
    -- When the game ended.
    at      BIGINT NOT NULL,
    value   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, mode, speed, day, public)
);

-- The public wins against the opponents with the highest ratings: a few for each player, and one for each opponent.
CREATE TABLE best_wins (
    user_id     UUID NOT NULL REFERENCES users (id),
    opponent_id UUID NOT NULL REFERENCES users (id),
    -- The opponent's rating before the game.
    rating      DOUBLE PRECISION NOT NULL,
    mode        TEXT NOT NULL,
    speed       TEXT NOT NULL,
    game_id     UUID NOT NULL REFERENCES games (id),
    at          BIGINT NOT NULL,
    PRIMARY KEY (user_id, opponent_id)
);

-- The results of two players' games with each other, by mode.
CREATE TABLE player_pairs (
    user_id     UUID NOT NULL REFERENCES users (id),
    opponent_id UUID NOT NULL REFERENCES users (id),
    mode        TEXT NOT NULL,
    public      BOOLEAN NOT NULL,
    games       BIGINT NOT NULL,
    won         BIGINT NOT NULL,
    drawn       BIGINT NOT NULL,
    lost        BIGINT NOT NULL,
    PRIMARY KEY (user_id, opponent_id, mode, public)
);
