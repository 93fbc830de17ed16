//! Puzzles: positions in which one move alone wins marbles or the game by force.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{PuzzleTheme, PuzzleVote, RunKind};
use ts_rs::TS;
use uuid::Uuid;

use crate::parts::{Mode, User};
use crate::ratings::RatingChange;

/// The difficulty of a puzzle, compared with the caller's rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleDifficulty {
    /// A rating 200 lower.
    Easier,
    /// About the same rating.
    #[default]
    Equal,
    /// A rating 200 higher.
    Harder,
}

/// A puzzle with its solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Puzzle {
    /// The puzzle's id: eleven characters of `0-9a-z`.
    pub id: String,
    /// The mode of the position.
    pub mode: Mode,
    /// The position line: the solver is to move.
    pub position: String,
    /// The moves of the solution in Aba-Pro notation: the solver's, each but the last followed by the others' replies. Only the last one
    /// can be replaced by another move that wins as much.
    pub solution: Vec<String>,
    /// Number of the solver's moves: 1 to 3.
    pub length: u32,
    /// The themes, if any.
    pub themes: Vec<PuzzleTheme>,
    /// The difficulty: a rating, as if the puzzle played against its solvers.
    pub rating: i32,
    /// Number of users who have tried it.
    pub attempts: u32,
    /// Number of users who solved it.
    pub solved: u64,
    /// Number of users who like it.
    pub up_votes: u64,
    /// Number of users who do not.
    pub down_votes: u64,
    /// The game in which the position occurred; `null` for puzzles that came with the server.
    pub game: Option<PuzzleGame>,
}

/// The game in which the position of a puzzle occurred.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleGame {
    /// The game's id.
    pub id: Uuid,
    /// Number of moves before the position.
    pub ply: u32,
}

/// `GET /puzzles/daily`: the puzzle of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DailyPuzzle {
    /// The day (UTC): `2026-12-31`.
    pub day: String,
    /// The puzzle of that day.
    pub puzzle: Puzzle,
}

/// `POST /puzzles/{id}/attempts`: the caller's solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPuzzleAttempt {
    /// The solver's moves in Aba-Pro notation, up to the first that is wrong. The others reply as in the solution. Empty: the caller
    /// concedes.
    #[schemars(length(max = 3))]
    pub moves: Vec<String>,
}

/// The judgement of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleVerdict {
    /// True if the moves solve the puzzle.
    pub solved: bool,
    /// The caller's change of rating; `null` if this was not the caller's first attempt at this puzzle: only that one counts.
    pub rating: Option<RatingChange>,
    /// The caller's first attempt.
    pub first: PuzzleAttempt,
}

/// A user's first attempt at a puzzle; a line of `GET /me/puzzles/attempts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleAttempt {
    /// The puzzle's id.
    pub puzzle: String,
    /// Time of the attempt, in microseconds since the Unix epoch.
    pub at: i64,
    /// True if it solved the puzzle.
    pub solved: bool,
    /// The user's rating in puzzles, before and after.
    pub rating: RatingChange,
    /// The user's vote on the puzzle.
    pub vote: PuzzleVote,
}

/// `PUT /puzzles/{id}/vote`: the caller's opinion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPuzzleVote {
    /// The vote, which replaces an earlier one.
    pub vote: PuzzleVote,
}

/// `GET /me/puzzles`: how the caller solves puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleSolver {
    /// The rating in puzzles; the initial value is 1500.
    pub rating: i32,
    /// The current rating deviation.
    pub deviation: i32,
    /// Number of puzzles that the caller has tried.
    pub attempts: u32,
    /// Number of those that the first attempt solved.
    pub solved: u64,
    /// The longest streak; 0 for guests, who are not in the leaderboards.
    pub best_streak: u32,
    /// The highest score of a storm; 0 for guests.
    pub best_storm: u32,
}

/// `POST /puzzles/runs`: a new run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPuzzleRun {
    /// The kind of the run. It replaces the caller's last run of this kind.
    pub kind: RunKind,
}

/// `POST /puzzles/runs/{id}/attempts`: a solution of the run's puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewRunAttempt {
    /// The puzzle's id, so that no attempt counts twice.
    pub puzzle: String,
    /// The solver's moves in Aba-Pro notation, up to the first that is wrong.
    #[schemars(length(max = 3))]
    pub moves: Vec<String>,
}

/// A run with its next puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleRun {
    /// The run's id.
    pub id: Uuid,
    /// The kind of the run.
    pub kind: RunKind,
    /// Number of solved puzzles.
    pub score: u32,
    /// Number of mistakes.
    pub mistakes: u32,
    /// Time left in milliseconds, of a storm.
    pub left_ms: Option<u64>,
    /// False if the run was faster than a person moves: it does not count for the leaderboards.
    pub counts: bool,
    /// The puzzle to solve next; `null` if the run is over.
    pub puzzle: Option<Puzzle>,
}

/// The period of a leaderboard of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum RunPeriod {
    /// The current day in UTC.
    #[default]
    Today,
    /// All days of this server.
    Ever,
}

/// `GET /puzzles/leaderboards/{kind}`: the best scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RunLeaderboard {
    /// The users, the best first: up to fifty.
    pub users: Vec<RunLeader>,
}

/// A user in a leaderboard of runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RunLeader {
    /// The user concerned.
    pub user: User,
    /// The user's best score in the period.
    pub score: u32,
    /// Time at which the user reached it, in microseconds since the Unix epoch.
    pub at: i64,
}
