//! Puzzles, their solvers and their attempts. The store does not interpret the text of a puzzle, nor its themes.

use sumito_game::{GameId, Timestamp, UserId};
use sumito_ratings::Rating;
use sumito_rules::Mode;
use uuid::Uuid;

use super::{PuzzleVote, RunKind, StoreError, store_api};

/// A puzzle to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPuzzle {
    /// Id of the puzzle; equal for equal puzzles.
    pub id: String,
    /// Mode of its position.
    pub mode: Mode,
    /// Mode, position and solution.
    pub line: String,
    /// A bit for each theme.
    pub themes: u32,
    /// The assumed difficulty.
    pub rating: Rating,
    /// A random number, which decides the order of puzzles of similar rating.
    pub shuffle: u32,
    /// The game of the position; `None` for puzzles of the program's collection.
    pub origin: Option<PuzzleOrigin>,
}

/// The game in which the position of a puzzle occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleOrigin {
    /// Id of the game.
    pub game: GameId,
    /// Number of moves before the position.
    pub ply: u32,
}

/// A stored puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleRow {
    /// Id of the puzzle.
    pub id: String,
    /// Mode of its position.
    pub mode: Mode,
    /// Mode, position and solution.
    pub line: String,
    /// A bit for each theme.
    pub themes: u32,
    /// The difficulty; `games` counts the rated attempts.
    pub rating: Rating,
    /// Number of attempts that solved it.
    pub solved: u64,
    /// Number of users who like it.
    pub up_votes: u64,
    /// Number of users who do not.
    pub down_votes: u64,
    /// The game of the position.
    pub origin: Option<PuzzleOrigin>,
}

/// A user's request for a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PuzzleSearch {
    /// Mode of the puzzle.
    pub mode: Mode,
    /// The bit of a theme that the puzzle must have; 0 if any will do.
    pub theme: u32,
    /// The rating that the puzzle should have.
    pub rating: f64,
    /// The puzzles that are left out.
    pub left_out: LeftOut,
    /// A random number: the first puzzle from there on is found.
    pub shuffle: u32,
}

/// Puzzles that a search leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// No puzzle is left out.
    Nothing,
    /// Those that a user has attempted.
    AttemptsOf(UserId),
    /// Those that a run has had.
    PuzzlesOfRun(Uuid),
}

/// The first attempt of a user at a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleAttempt {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Time of the attempt.
    pub at: Timestamp,
    /// Whether it solved the puzzle.
    pub solved: bool,
    /// The value of the user's rating before.
    pub before: f64,
    /// The value of the user's rating after.
    pub after: f64,
    /// The user's vote.
    pub vote: PuzzleVote,
}

/// An attempt that was reported.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportedAttempt {
    /// It is the user's first attempt at the puzzle. It is stored, and has changed the ratings of both.
    Counted(PuzzleAttempt),
    /// The user attempted the puzzle before: that attempt.
    Repeated(PuzzleAttempt),
}

/// A user who solves puzzles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PuzzleSolver {
    /// The rating in puzzles; `games` counts the attempts.
    pub rating: Rating,
    /// Number of attempts that solved their puzzle.
    pub solved: u64,
}

/// A run of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleRun {
    /// Id of the run.
    pub id: Uuid,
    /// The user who solves.
    pub user: UserId,
    /// Kind of the run.
    pub kind: RunKind,
    /// Id of the puzzle to solve next.
    pub puzzle: String,
    /// Time of its start.
    pub started_at: Timestamp,
    /// Time at which it is over; `None` without a limit.
    pub ends_at: Option<Timestamp>,
    /// Time of its end; `None` while it continues.
    pub ended_at: Option<Timestamp>,
    /// Number of solved puzzles.
    pub score: u32,
    /// The solver's moves in them.
    pub moves: u32,
    /// Number of mistakes.
    pub mistakes: u32,
}

/// A place in a leaderboard of runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRecord {
    /// Id of the user.
    pub user: UserId,
    /// The user's current name.
    pub name: String,
    /// The user's best score.
    pub score: u32,
    /// Time at which the user reached it first.
    pub at: Timestamp,
}

/// The days of a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordDay {
    /// All days of this server.
    Ever,
    /// A day (UTC), in days since 1970.
    Day(i64),
}

store_api! { each_database:
    /// Adds puzzles; those that are stored already stay unchanged. Returns the number of added ones.
    pub async fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<u64, StoreError>;

    /// Returns a puzzle.
    pub async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRow>, StoreError>;

    /// Returns a puzzle of about the wanted rating; `None` if all of this mode and theme are left out.
    pub async fn next_puzzle(&self, search: &PuzzleSearch) -> Result<Option<PuzzleRow>, StoreError>;

    /// Returns the plan of the query for the next puzzle in the band of the wanted rating.
    pub async fn explain_next_puzzle(&self, search: &PuzzleSearch) -> Result<String, StoreError>;

    /// Returns the puzzle of a day (days since 1970). The first call of a day chooses a puzzle that `search` finds, and that was not the
    /// puzzle of a day before.
    pub async fn daily_puzzle(&self, day: i64, search: &PuzzleSearch) -> Result<Option<PuzzleRow>, StoreError>;

    /// Stores a user's first attempt at a puzzle, and rates it as a game between both; a guest's attempt leaves the rating of the puzzle
    /// unchanged. `None` if there is no such puzzle or user.
    pub async fn attempt_puzzle(
        &self,
        user: UserId,
        puzzle: &str,
        solved: bool,
        now: Timestamp,
    ) -> Result<Option<ReportedAttempt>, StoreError>;

    /// Returns a user's attempt at a puzzle.
    pub async fn puzzle_attempt(&self, user: UserId, puzzle: &str) -> Result<Option<PuzzleAttempt>, StoreError>;

    /// Returns a user's attempts before `until`, the latest first. Attempts of the same moment are in the reverse order of their puzzles'
    /// ids; those from `until.1` on are left out.
    pub async fn puzzle_attempts(
        &self,
        user: UserId,
        until: Option<(Timestamp, &str)>,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StoreError>;

    /// Changes the vote of a user who has attempted a puzzle; returns whether there is such an attempt.
    pub async fn vote_on_puzzle(&self, user: UserId, puzzle: &str, vote: PuzzleVote) -> Result<bool, StoreError>;

    /// Returns a user's rating in puzzles; `None` before the first attempt.
    pub async fn puzzle_solver(&self, user: UserId) -> Result<Option<PuzzleSolver>, StoreError>;

    /// Stores a new run, in the place of the user's last one of its kind.
    pub async fn start_run(&self, run: &PuzzleRun) -> Result<(), StoreError>;

    /// Returns a run, unless the user has started another one since.
    pub async fn run(&self, id: Uuid) -> Result<Option<PuzzleRun>, StoreError>;

    /// Replaces a run that waits for this puzzle. If the run counts, its score enters the leaderboards of the day and of all days, except
    /// for guests. Returns whether it did: not if another attempt was faster.
    pub async fn advance_run(
        &self,
        run: &PuzzleRun,
        counts: bool,
        puzzle: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Returns the best users of a day, the best first.
    pub async fn run_records(&self, kind: RunKind, day: RecordDay, limit: u32) -> Result<Vec<RunRecord>, StoreError>;

    /// Returns a user's best score of a day; `None` without a run.
    pub async fn run_record(&self, user: UserId, kind: RunKind, day: RecordDay) -> Result<Option<u32>, StoreError>;
}
