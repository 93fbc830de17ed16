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

-- How players' finished games went, by what was played on which seat. Made by the consumer `statistics`, as the two tables below.
CREATE TABLE player_statistics (
    user_id UUID NOT NULL REFERENCES users (id),
    -- Whether these are public games; private ones are told to the player alone.
    public  BOOLEAN NOT NULL,
    mode    TEXT NOT NULL,
    layout  TEXT NOT NULL,
    seat    BIGINT NOT NULL,
    games   BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    drawn   BIGINT NOT NULL,
    lost    BIGINT NOT NULL,
    -- Marbles that the player's team has pushed out.
    ejected BIGINT NOT NULL,
    plies   BIGINT NOT NULL,
    PRIMARY KEY (user_id, public, mode, layout, seat)
);

-- And against whom.
CREATE TABLE player_opponents (
    user_id     UUID NOT NULL REFERENCES users (id),
    opponent_id UUID NOT NULL REFERENCES users (id),
    public  BOOLEAN NOT NULL,
    games   BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    drawn   BIGINT NOT NULL,
    lost    BIGINT NOT NULL,
    PRIMARY KEY (user_id, public, opponent_id)
);

CREATE INDEX player_opponents_by_games ON player_opponents (user_id, public, games, opponent_id);

-- Public games with the same result one after the other.
CREATE TABLE player_streaks (
    user_id      UUID NOT NULL REFERENCES users (id),
    mode         TEXT NOT NULL,
    -- won, drawn, lost: how the last game went, and how many in a row went so.
    result       TEXT NOT NULL,
    length       BIGINT NOT NULL,
    longest_won  BIGINT NOT NULL,
    longest_lost BIGINT NOT NULL,
    PRIMARY KEY (user_id, mode)
);

-- What players say of themselves.
CREATE TABLE profiles (
    user_id    UUID PRIMARY KEY REFERENCES users (id),
    words      TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Whom a player wants to have nothing to do with. No foreign key to those: a guest may be gone one day.
CREATE TABLE blocks (
    user_id    UUID NOT NULL REFERENCES users (id),
    blocked_id UUID NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
);

-- What players have told the moderators of others. No foreign keys to users: guests may be gone one day.
CREATE TABLE reports (
    id          UUID PRIMARY KEY,
    reporter_id UUID NOT NULL,
    reported_id UUID NOT NULL,
    game_id     UUID REFERENCES games (id),
    words       TEXT NOT NULL,
    created_at  BIGINT NOT NULL
);

CREATE INDEX reports_by_reporter ON reports (reporter_id, created_at);
