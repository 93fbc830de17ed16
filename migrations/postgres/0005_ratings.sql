-- How strong players are. Made by the consumer `ratings` from finished games. ../sqlite has the same.

CREATE TABLE ratings (
    user_id    UUID NOT NULL REFERENCES users (id),
    mode       TEXT NOT NULL,
    -- live, correspondence.
    speed      TEXT NOT NULL,
    -- After the last game; the deviation grows with the time since then.
    value      DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    last_at    BIGINT NOT NULL,
    -- From when on the rating is provisional without another game; null: it is so already.
    established_until BIGINT,
    PRIMARY KEY (user_id, mode, speed)
);

CREATE INDEX ratings_by_value ON ratings (mode, speed, value, user_id, established_until)
    WHERE established_until IS NOT NULL;

-- What each rated game changed.
CREATE TABLE rating_changes (
    game_id   UUID NOT NULL REFERENCES games (id),
    user_id   UUID NOT NULL REFERENCES users (id),
    mode      TEXT NOT NULL,
    speed     TEXT NOT NULL,
    -- When the game ended.
    at        BIGINT NOT NULL,
    before    DOUBLE PRECISION NOT NULL,
    value     DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game_id, user_id)
);

CREATE INDEX rating_changes_by_user ON rating_changes (user_id, mode, speed, at, game_id);

-- Rated games that somebody has aborted, or left so that the others claimed them.
CREATE TABLE breaches (
    user_id UUID NOT NULL REFERENCES users (id),
    at      BIGINT NOT NULL,
    game_id UUID NOT NULL REFERENCES games (id),
    PRIMARY KEY (user_id, at, game_id)
);
