//! Puzzles in their wire form.

use sumito_protocol::parts::User;
use sumito_protocol::{ErrorCode, puzzles as wire, ratings};
use sumito_ratings::Rating;
use sumito_store::{PuzzleAttempt, ReportedAttempt, RunRecord};
use sumito_vocabulary::PuzzleTheme;
use time::OffsetDateTime;

use super::api_error::ApiError;
use super::parts;
use sumito_game::Timestamp;
use sumito_services::play::puzzles::{KnownPuzzle, PuzzleError, RunState, SolverSummary};

/// Converts a puzzle with its solution.
pub(crate) fn puzzle(KnownPuzzle { row, puzzle }: &KnownPuzzle) -> wire::Puzzle {
    wire::Puzzle {
        id: row.id.clone(),
        mode: parts::mode(row.mode),
        position: puzzle.start().to_string(),
        solution: puzzle.line().iter().map(ToString::to_string).collect(),
        length: puzzle.length(),
        themes: PuzzleTheme::of_bits(row.themes),
        rating: Rating::shown(row.rating.value),
        attempts: row.rating.games,
        solved: row.solved,
        up_votes: row.up_votes,
        down_votes: row.down_votes,
        game: row.origin.map(|origin| wire::PuzzleGame { id: origin.game.0, ply: origin.ply }),
    }
}

/// Converts the puzzle of the day of this moment.
pub(crate) fn daily_puzzle(at: Timestamp, of_day: &KnownPuzzle) -> wire::DailyPuzzle {
    let date = OffsetDateTime::UNIX_EPOCH + std::time::Duration::from_micros(at.0.unsigned_abs());
    wire::DailyPuzzle { day: date.date().to_string(), puzzle: puzzle(of_day) }
}

/// Converts the judgement of an attempt.
pub(crate) fn puzzle_verdict(solved: bool, reported: &ReportedAttempt) -> wire::PuzzleVerdict {
    let (first, is_first) = match reported {
        ReportedAttempt::Counted(first) => (first, true),
        ReportedAttempt::Repeated(first) => (first, false),
    };
    let rating = is_first.then(|| change(first));
    wire::PuzzleVerdict { solved, rating, first: puzzle_attempt(first) }
}

/// Converts a user's first attempt.
pub(crate) fn puzzle_attempt(attempt: &PuzzleAttempt) -> wire::PuzzleAttempt {
    wire::PuzzleAttempt {
        puzzle: attempt.puzzle.clone(),
        at: attempt.at.0,
        solved: attempt.solved,
        rating: change(attempt),
        vote: attempt.vote,
    }
}

fn change(attempt: &PuzzleAttempt) -> ratings::RatingChange {
    ratings::RatingChange { before: Rating::shown(attempt.before), after: Rating::shown(attempt.after) }
}

/// Converts how a user solves puzzles, as of `now`.
pub(crate) fn puzzle_solver(summary: &SolverSummary, now: Timestamp) -> wire::PuzzleSolver {
    let SolverSummary { solver, best_streak, best_storm } = *summary;
    wire::PuzzleSolver {
        rating: Rating::shown(solver.rating.value),
        deviation: Rating::shown(solver.rating.deviation_at(now.0)),
        attempts: solver.rating.games,
        solved: solver.solved,
        best_streak,
        best_storm,
    }
}

/// Converts a run.
pub(crate) fn puzzle_run(RunState { run, left, counts, puzzle: next }: &RunState) -> wire::PuzzleRun {
    wire::PuzzleRun {
        id: run.id,
        kind: run.kind,
        score: run.score,
        mistakes: run.mistakes,
        left_ms: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        counts: *counts,
        puzzle: next.as_ref().map(puzzle),
    }
}

/// Converts a user of a leaderboard of runs.
pub(crate) fn run_leader(record: &RunRecord) -> wire::RunLeader {
    let user =
        User { id: record.user.0, name: record.name.clone(), guest: false, bot: false, computer: None };
    wire::RunLeader { user, score: record.score, at: record.at.0 }
}

impl From<PuzzleError> for ApiError {
    fn from(error: PuzzleError) -> Self {
        let code = match error {
            PuzzleError::Store(error) => return error.into(),
            PuzzleError::NoSuchPuzzle | PuzzleError::NoneLeft => ErrorCode::NoSuchPuzzle,
            PuzzleError::NoSuchRun => ErrorCode::NotFound,
            PuzzleError::OtherPuzzle => ErrorCode::Outdated,
            PuzzleError::BadMove { .. } => ErrorCode::BadMove,
            PuzzleError::TooManyMoves => ErrorCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}
