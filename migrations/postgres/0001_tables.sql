-- Moments are microseconds since the Unix epoch. ../sqlite has the same tables.

CREATE TABLE users (
    id         UUID PRIMARY KEY,
    name       TEXT NOT NULL,
    guest      BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);

-- Whoever shows the secret whose SHA-256 is `token_hash` is `user_id`.
CREATE TABLE sessions (
    token_hash BYTEA PRIMARY KEY,
    user_id    UUID NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL
);

-- Ids are compared byte by byte ("C"), not as words of a language.
CREATE TABLE rooms (
    id         TEXT COLLATE "C" PRIMARY KEY,
    lobby      TEXT NOT NULL,
    visibility TEXT NOT NULL,
    created_by UUID NOT NULL REFERENCES users (id),
    -- The id of the command that made it: the same command from the same user makes no second room.
    command_id TEXT,
    created_at BIGINT NOT NULL,
    -- waiting, playing, finished, closed: derived from the events, kept so that a start finds the running games.
    phase      TEXT NOT NULL,
    UNIQUE (created_by, command_id)
);

CREATE INDEX rooms_playing ON rooms (id) WHERE phase = 'playing';
CREATE INDEX rooms_open_by_maker ON rooms (created_by) WHERE phase IN ('waiting', 'playing');

-- What has happened in every room: the only truth about it. The primary key is also the fence against two writers.
-- No foreign key: rooms are never deleted, and to look one up with each event costs as much as to store it.
CREATE TABLE room_events (
    room_id TEXT COLLATE "C" NOT NULL,
    seq     BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    payload TEXT NOT NULL,
    -- SHA-256 over the hash before, seq, at and payload.
    hash    BYTEA NOT NULL,
    PRIMARY KEY (room_id, seq)
);

-- Finished games, as the history is asked for them: a projection of the events.
CREATE TABLE games (
    id             UUID PRIMARY KEY,
    room_id        TEXT COLLATE "C" NOT NULL REFERENCES rooms (id),
    mode           TEXT NOT NULL,
    layout         TEXT NOT NULL,
    clock          TEXT NOT NULL,
    rated          BOOLEAN NOT NULL,
    started_at     BIGINT NOT NULL,
    finished_at    BIGINT NOT NULL,
    reason         TEXT NOT NULL,
    -- The seats that won and the marbles pushed out by side, as JSON arrays.
    winners        TEXT NOT NULL,
    score          TEXT NOT NULL,
    plies          BIGINT NOT NULL,
    -- The moves in Aba-Pro notation, separated by spaces.
    moves          TEXT NOT NULL,
    final_position TEXT NOT NULL
);

CREATE INDEX games_by_time ON games (finished_at DESC, id DESC);

CREATE TABLE game_players (
    game_id UUID NOT NULL REFERENCES games (id),
    seat    BIGINT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id),
    -- As they were called when they played.
    name    TEXT NOT NULL,
    guest   BOOLEAN NOT NULL,
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX game_players_by_user ON game_players (user_id, game_id);
CREATE INDEX game_players_by_name ON game_players (name, game_id);
