-- How strong players are. Made by the consumer `ratings` from finished games. ../postgres has the same.

CREATE TABLE ratings (
    user_id    BLOB NOT NULL REFERENCES users (id),
    mode       TEXT NOT NULL,
    -- live, correspondence.
    speed      TEXT NOT NULL,
    -- After the last game; the deviation grows with the time since then.
    value      REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    last_at    INTEGER NOT NULL,
    -- From when on the rating is provisional without another game; null: it is so already.
    established_until INTEGER,
    PRIMARY KEY (user_id, mode, speed)
) STRICT;

CREATE INDEX ratings_by_value ON ratings (mode, speed, value, user_id, established_until)
    WHERE established_until IS NOT NULL;

-- What each rated game changed.
CREATE TABLE rating_changes (
    game_id   BLOB NOT NULL REFERENCES games (id),
    user_id   BLOB NOT NULL REFERENCES users (id),
    mode      TEXT NOT NULL,
    speed     TEXT NOT NULL,
    -- When the game ended.
    at        INTEGER NOT NULL,
    before    REAL NOT NULL,
    value     REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT;

CREATE INDEX rating_changes_by_user ON rating_changes (user_id, mode, speed, at, game_id);

-- Rated games that somebody has aborted, or left so that the others claimed them.
CREATE TABLE breaches (
    user_id BLOB NOT NULL REFERENCES users (id),
    at      INTEGER NOT NULL,
    game_id BLOB NOT NULL REFERENCES games (id),
    PRIMARY KEY (user_id, at, game_id)
) STRICT;
