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
    -- Whether its players need not be there at the same time.
    by_correspondence BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    -- waiting, playing, finished, closed: derived from the events.
    status     TEXT NOT NULL,
    -- The number of the event that started the current game; 1 before the first game. A room is read from there.
    game_seq   BIGINT NOT NULL,
    -- From when on the room must be in memory; null: not until somebody asks for it.
    wake_at    BIGINT,
    -- Who was there when the room left memory, as JSON.
    away       TEXT,
    UNIQUE (created_by, command_id)
);

CREATE INDEX rooms_by_wake_at ON rooms (wake_at) WHERE status = 'playing';
CREATE INDEX rooms_open_by_maker ON rooms (created_by) WHERE status IN ('waiting', 'playing');

-- What waits for players though none of them is there.
CREATE INDEX rooms_waiting ON rooms (created_at) WHERE status = 'waiting' AND visibility = 'public' AND by_correspondence;

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

-- Who has a seat in which room: derived from the events. No foreign keys, for the same reason as with events.
CREATE TABLE own_rooms (
    room_id   TEXT COLLATE "C" NOT NULL,
    user_id   UUID NOT NULL,
    -- Until when the room is listed to the user as one of theirs: the largest number while it waits or a game is under way.
    own_until BIGINT NOT NULL,
    PRIMARY KEY (room_id, user_id)
);

CREATE INDEX own_rooms_by_user ON own_rooms (user_id, own_until, room_id);

-- Finished games as lists show them: derived from the events.
CREATE TABLE games (
    id          UUID PRIMARY KEY,
    room_id     TEXT COLLATE "C" NOT NULL REFERENCES rooms (id),
    visibility  TEXT NOT NULL,
    mode        TEXT NOT NULL,
    layout      TEXT NOT NULL,
    clock       TEXT NOT NULL,
    rated       BOOLEAN NOT NULL,
    started_at  BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    reason      TEXT NOT NULL,
    -- The seats that won and the marbles pushed out by team, as JSON arrays.
    winners     TEXT NOT NULL,
    score       TEXT NOT NULL,
    plies       BIGINT NOT NULL,
    -- The position line at the end.
    final_position TEXT NOT NULL,
    -- The event that ended it: a room's events that end before it were cut off.
    last_seq    BIGINT NOT NULL,
    last_hash   BYTEA NOT NULL
);

CREATE INDEX games_by_room ON games (room_id, last_seq);

-- What is needed only when one game is looked at.
CREATE TABLE game_moves (
    game_id        UUID PRIMARY KEY REFERENCES games (id),
    -- In Aba-Pro notation, separated by spaces.
    moves          TEXT NOT NULL,
    -- For each move an array of its seat and, in microseconds, what elapsed and what of it the server took, was forgiven, was free,
    -- and what was added; zeros at the end are left out.
    ledger         TEXT NOT NULL
);

CREATE TABLE game_players (
    game_id     UUID NOT NULL REFERENCES games (id),
    seat        BIGINT NOT NULL,
    user_id     UUID NOT NULL REFERENCES users (id),
    -- As they were called when they played.
    name        TEXT NOT NULL,
    guest       BOOLEAN NOT NULL,
    -- The same as in `games`, so that a player's games are filtered in the index.
    finished_at BIGINT NOT NULL,
    public      BOOLEAN NOT NULL,
    -- Mode, layout, reason and rated in one number: crates/server/src/store/facet.rs.
    facet       BIGINT NOT NULL,
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX game_players_by_user ON game_players (user_id, finished_at, game_id, facet, public);

-- Public games by what they can be asked for: a row for every combination of words (a facet) that fits the game. No foreign key, for
-- the same reason as with events.
CREATE TABLE game_facets (
    facet       BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    game_id     UUID NOT NULL,
    PRIMARY KEY (facet, finished_at, game_id)
);

-- When nothing could be stored: charged to nobody.
CREATE TABLE outages (
    began_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    PRIMARY KEY (ended_at, began_at)
);

-- When the server was last known to be there.
CREATE TABLE server_alive (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    at       BIGINT NOT NULL
);

-- Finished games in the order in which they were stored, for whoever follows them. Positions have no gaps: they are counted in
-- `feed_end`, whose row a transaction keeps locked until it has ended. What has a position is seen only after all before it.
CREATE TABLE finished_feed (
    position BIGINT PRIMARY KEY,
    game_id  UUID NOT NULL UNIQUE REFERENCES games (id)
);

CREATE TABLE feed_end (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    position BIGINT NOT NULL
);

INSERT INTO feed_end (only_row, position) VALUES (1, 0);

-- How far each consumer has come. It changes in the transaction that stores what the consumer makes of the games.
CREATE TABLE consumers (
    name     TEXT PRIMARY KEY,
    position BIGINT NOT NULL
);

-- How players' finished games went. Made by the consumer `player-counts`.
CREATE TABLE player_counts (
    user_id UUID NOT NULL REFERENCES users (id),
    mode    TEXT NOT NULL,
    -- Whether these are public games; private ones are told to the player alone.
    public  BOOLEAN NOT NULL,
    games   BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    drawn   BIGINT NOT NULL,
    lost    BIGINT NOT NULL,
    PRIMARY KEY (user_id, mode, public)
);
