-- Puzzles: positions in which one move alone wins marbles or the game by force. ../sqlite has the same.
CREATE TABLE puzzles (
    -- The same for all images of a puzzle on a turned or reflected board.
    id         TEXT PRIMARY KEY,
    mode       TEXT NOT NULL,
    -- Mode, position and solution, as the crate `puzzles` writes them.
    line       TEXT NOT NULL,
    -- A bit for each theme.
    themes     BIGINT NOT NULL,
    -- How difficult the puzzle is: a rating, as if it played against its solvers.
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- Rated attempts, and how many of them solved it.
    attempts   BIGINT NOT NULL DEFAULT 0,
    solved     BIGINT NOT NULL DEFAULT 0,
    last_at    BIGINT NOT NULL DEFAULT 0,
    -- The rating in hundreds, for the search for a puzzle of about a rating.
    band       BIGINT NOT NULL,
    -- A random number: puzzles of a band come in this order.
    shuffle    BIGINT NOT NULL,
    up_votes   BIGINT NOT NULL DEFAULT 0,
    down_votes BIGINT NOT NULL DEFAULT 0,
    -- The game and the number of moves before the position; null if the puzzle is from the collection of the program.
    game_id    UUID REFERENCES games (id) ON DELETE SET NULL,
    ply        BIGINT,
    -- The day, in days since 1970, of which this is the puzzle.
    daily_on   BIGINT UNIQUE
);

CREATE INDEX puzzles_by_band ON puzzles (mode, band, shuffle, themes, id);
CREATE INDEX puzzles_of_games ON puzzles (game_id) WHERE game_id IS NOT NULL;

-- The first attempt of each user at each puzzle.
CREATE TABLE puzzle_attempts (
    user_id   UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    puzzle_id TEXT NOT NULL REFERENCES puzzles (id),
    at        BIGINT NOT NULL,
    solved    BOOLEAN NOT NULL,
    -- The user's rating in puzzles, before and after.
    before    DOUBLE PRECISION NOT NULL,
    after     DOUBLE PRECISION NOT NULL,
    -- 1, -1 or 0.
    vote      BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, puzzle_id)
);

CREATE INDEX puzzle_attempts_by_time ON puzzle_attempts (user_id, at, puzzle_id);

-- The users' ratings in puzzles.
CREATE TABLE puzzle_solvers (
    user_id    UUID PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    value      DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts   BIGINT NOT NULL,
    solved     BIGINT NOT NULL,
    last_at    BIGINT NOT NULL
);

-- The last run of each user and kind: one puzzle after the other, for a score.
CREATE TABLE puzzle_runs (
    user_id    UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- streak, storm.
    kind       TEXT NOT NULL,
    id         UUID NOT NULL UNIQUE,
    -- The puzzle to solve next.
    puzzle_id  TEXT NOT NULL REFERENCES puzzles (id),
    started_at BIGINT NOT NULL,
    -- When time is up; null without a limit.
    ends_at    BIGINT,
    ended_at   BIGINT,
    score      BIGINT NOT NULL DEFAULT 0,
    mistakes   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, kind)
);

-- The best scores of each user: of each day, in days since 1970, and of all days under 0.
CREATE TABLE puzzle_records (
    kind    TEXT NOT NULL,
    day     BIGINT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    score   BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, day)
);

CREATE INDEX puzzle_records_by_score ON puzzle_records (kind, day, score DESC, at, user_id);
