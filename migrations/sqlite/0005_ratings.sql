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

-- How players' finished games went, by what was played on which seat. Made by the consumer `statistics`, as the two tables below.
CREATE TABLE player_statistics (
    user_id BLOB NOT NULL REFERENCES users (id),
    -- Whether these are public games; private ones are told to the player alone.
    public  INTEGER NOT NULL,
    mode    TEXT NOT NULL,
    layout  TEXT NOT NULL,
    seat    INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    -- Marbles that the player's team has pushed out.
    ejected INTEGER NOT NULL,
    plies   INTEGER NOT NULL,
    PRIMARY KEY (user_id, public, mode, layout, seat)
) STRICT;

-- And against whom.
CREATE TABLE player_opponents (
    user_id     BLOB NOT NULL REFERENCES users (id),
    opponent_id BLOB NOT NULL REFERENCES users (id),
    public  INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    PRIMARY KEY (user_id, public, opponent_id)
) STRICT;

CREATE INDEX player_opponents_by_games ON player_opponents (user_id, public, games, opponent_id);

-- Public games with the same result one after the other.
CREATE TABLE player_streaks (
    user_id      BLOB NOT NULL REFERENCES users (id),
    mode         TEXT NOT NULL,
    -- won, drawn, lost: how the last game went, and how many in a row went so.
    result       TEXT NOT NULL,
    length       INTEGER NOT NULL,
    longest_won  INTEGER NOT NULL,
    longest_lost INTEGER NOT NULL,
    PRIMARY KEY (user_id, mode)
) STRICT;

-- What players say of themselves.
CREATE TABLE profiles (
    user_id    BLOB PRIMARY KEY REFERENCES users (id),
    words      TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- Whom a player wants to have nothing to do with. No foreign key to those: a guest may be gone one day.
CREATE TABLE blocks (
    user_id    BLOB NOT NULL REFERENCES users (id),
    blocked_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT;

-- What players have told the moderators of others. No foreign keys to users: guests may be gone one day.
CREATE TABLE reports (
    id          BLOB PRIMARY KEY,
    reporter_id BLOB NOT NULL,
    reported_id BLOB NOT NULL,
    game_id     BLOB REFERENCES games (id),
    words       TEXT NOT NULL,
    created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX reports_by_reporter ON reports (reporter_id, created_at);
