-- Moments are microseconds since the Unix epoch. ../postgres has the same tables.

CREATE TABLE users (
    id         BLOB PRIMARY KEY,
    name       TEXT NOT NULL,
    guest      INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Whoever shows the secret whose SHA-256 is `token_hash` is `user_id`.
CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    user_id    BLOB NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE rooms (
    id         TEXT PRIMARY KEY,
    lobby      TEXT NOT NULL,
    visibility TEXT NOT NULL,
    created_by BLOB NOT NULL REFERENCES users (id),
    -- The id of the command that made it: the same command from the same user makes no second room.
    command_id TEXT,
    created_at INTEGER NOT NULL,
    -- waiting, playing, finished, closed: derived from the events, kept so that a start finds the running games.
    phase      TEXT NOT NULL,
    UNIQUE (created_by, command_id)
) STRICT;

CREATE INDEX rooms_playing ON rooms (id) WHERE phase = 'playing';
CREATE INDEX rooms_open_by_maker ON rooms (created_by) WHERE phase IN ('waiting', 'playing');

-- What has happened in every room: the only truth about it. The primary key is also the fence against two writers. Not
-- WITHOUT ROWID: events of many rooms come together, and go to the end of the table instead of to a page for each room.
-- No foreign key: rooms are never deleted, and to look one up with each event costs as much as to store it.
CREATE TABLE room_events (
    room_id TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    payload TEXT NOT NULL,
    -- SHA-256 over the hash before, seq, at and payload.
    hash    BLOB NOT NULL,
    PRIMARY KEY (room_id, seq)
) STRICT;

-- Finished games, as the history is asked for them: a projection of the events.
CREATE TABLE games (
    id             BLOB PRIMARY KEY,
    room_id        TEXT NOT NULL REFERENCES rooms (id),
    mode           TEXT NOT NULL,
    layout         TEXT NOT NULL,
    clock          TEXT NOT NULL,
    rated          INTEGER NOT NULL,
    started_at     INTEGER NOT NULL,
    finished_at    INTEGER NOT NULL,
    reason         TEXT NOT NULL,
    -- The seats that won and the marbles pushed out by side, as JSON arrays.
    winners        TEXT NOT NULL,
    score          TEXT NOT NULL,
    plies          INTEGER NOT NULL,
    -- The moves in Aba-Pro notation, separated by spaces.
    moves          TEXT NOT NULL,
    final_position TEXT NOT NULL
) STRICT;

CREATE INDEX games_by_time ON games (finished_at DESC, id DESC);

CREATE TABLE game_players (
    game_id BLOB NOT NULL REFERENCES games (id),
    seat    INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id),
    -- As they were called when they played.
    name    TEXT NOT NULL,
    guest   INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT;

CREATE INDEX game_players_by_user ON game_players (user_id, game_id);
CREATE INDEX game_players_by_name ON game_players (name, game_id);
