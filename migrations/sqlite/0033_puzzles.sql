-- Puzzles: positions in which one move alone wins marbles or the game by force. ../postgres has the same.
CREATE TABLE puzzles (
    -- The same for all images of a puzzle on a turned or reflected board.
    id         TEXT PRIMARY KEY,
    mode       TEXT NOT NULL,
    -- Mode, position and solution, as the crate `puzzles` writes them.
    line       TEXT NOT NULL,
    -- A bit for each theme.
    themes     INTEGER NOT NULL,
    -- How difficult the puzzle is: a rating, as if it played against its solvers.
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    -- Rated attempts, and how many of them solved it.
    attempts   INTEGER NOT NULL DEFAULT 0,
    solved     INTEGER NOT NULL DEFAULT 0,
    last_at    INTEGER NOT NULL DEFAULT 0,
    -- The rating in hundreds, for the search for a puzzle of about a rating.
    band       INTEGER NOT NULL,
    -- A random number: puzzles of a band come in this order.
    shuffle    INTEGER NOT NULL,
    up_votes   INTEGER NOT NULL DEFAULT 0,
    down_votes INTEGER NOT NULL DEFAULT 0,
    -- The game and the number of moves before the position; null if the puzzle is from the collection of the program.
    game_id    BLOB REFERENCES games (id) ON DELETE SET NULL,
    ply        INTEGER,
    -- The day, in days since 1970, of which this is the puzzle.
    daily_on   INTEGER UNIQUE
) STRICT;

CREATE INDEX puzzles_by_band ON puzzles (mode, band, shuffle, themes, id);
CREATE INDEX puzzles_of_games ON puzzles (game_id) WHERE game_id IS NOT NULL;

-- The first attempt of each user at each puzzle.
CREATE TABLE puzzle_attempts (
    user_id   BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    puzzle_id TEXT NOT NULL REFERENCES puzzles (id),
    at        INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    -- The user's rating in puzzles, before and after.
    before    REAL NOT NULL,
    after     REAL NOT NULL,
    -- 1, -1 or 0.
    vote      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, puzzle_id)
) STRICT;

CREATE INDEX puzzle_attempts_by_time ON puzzle_attempts (user_id, at, puzzle_id);

-- The users' ratings in puzzles.
CREATE TABLE puzzle_solvers (
    user_id    BLOB PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    value      REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts   INTEGER NOT NULL,
    solved     INTEGER NOT NULL,
    last_at    INTEGER NOT NULL
) STRICT;

-- The last run of each user and kind: one puzzle after the other, for a score.
CREATE TABLE puzzle_runs (
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- streak, storm.
    kind       TEXT NOT NULL,
    id         BLOB NOT NULL UNIQUE,
    -- The puzzle to solve next.
    puzzle_id  TEXT NOT NULL REFERENCES puzzles (id),
    started_at INTEGER NOT NULL,
    -- When time is up; null without a limit.
    ends_at    INTEGER,
    ended_at   INTEGER,
    score      INTEGER NOT NULL DEFAULT 0,
    mistakes   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, kind)
) STRICT;

-- The best scores of each user: of each day, in days since 1970, and of all days under 0.
CREATE TABLE puzzle_records (
    kind    TEXT NOT NULL,
    day     INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    score   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, day)
) STRICT;

CREATE INDEX puzzle_records_by_score ON puzzle_records (kind, day, score DESC, at, user_id);
