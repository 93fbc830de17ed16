//! Puzzles in their wire form.

use sumito_protocol::parts::User;
use sumito_protocol::{ErrorCode, puzzles as wire, rest};
use sumito_puzzles::Theme;
use sumito_ratings::Rating;
use sumito_store::{PuzzleAttempt, PuzzleVote, ReportedAttempt, RunKind, RunRecord};
use time::OffsetDateTime;

use super::api_error::ApiError;
use super::parts;
use crate::play::puzzles::{KnownPuzzle, PuzzleError, RunState, SolverSummary};
use sumito_game::Timestamp;

/// Converts a puzzle with its solution.
pub(crate) fn puzzle(KnownPuzzle { row, puzzle }: &KnownPuzzle) -> wire::Puzzle {
    wire::Puzzle {
        id: row.id.clone(),
        mode: parts::mode(row.mode),
        position: puzzle.start().to_string(),
        solution: puzzle.line().iter().map(ToString::to_string).collect(),
        length: puzzle.length(),
        themes: Theme::of_bits(row.themes).into_iter().map(theme).collect(),
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
        vote: match attempt.vote {
            PuzzleVote::Up => wire::PuzzleVote::Up,
            PuzzleVote::Down => wire::PuzzleVote::Down,
            PuzzleVote::None => wire::PuzzleVote::None,
        },
    }
}

fn change(attempt: &PuzzleAttempt) -> rest::RatingChange {
    rest::RatingChange { before: Rating::shown(attempt.before), after: Rating::shown(attempt.after) }
}

/// Converts a vote.
pub(crate) fn puzzle_vote_from_wire(vote: wire::PuzzleVote) -> PuzzleVote {
    match vote {
        wire::PuzzleVote::Up => PuzzleVote::Up,
        wire::PuzzleVote::Down => PuzzleVote::Down,
        wire::PuzzleVote::None => PuzzleVote::None,
    }
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
        kind: match run.kind {
            RunKind::Streak => wire::RunKind::Streak,
            RunKind::Storm => wire::RunKind::Storm,
        },
        score: run.score,
        mistakes: run.mistakes,
        left_ms: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        counts: *counts,
        puzzle: next.as_ref().map(puzzle),
    }
}

/// Converts the kind of a run.
pub(crate) fn run_kind_from_wire(kind: wire::RunKind) -> RunKind {
    match kind {
        wire::RunKind::Streak => RunKind::Streak,
        wire::RunKind::Storm => RunKind::Storm,
    }
}

/// Converts a user of a leaderboard of runs.
pub(crate) fn run_leader(record: &RunRecord) -> wire::RunLeader {
    let user =
        User { id: record.user.0, name: record.name.clone(), guest: false, bot: false, computer: None };
    wire::RunLeader { user, score: record.score, at: record.at.0 }
}

fn theme(theme: Theme) -> wire::PuzzleTheme {
    match theme {
        Theme::PushOutIn1 => wire::PuzzleTheme::PushOutIn1,
        Theme::PushOutIn2 => wire::PuzzleTheme::PushOutIn2,
        Theme::PushOutIn3 => wire::PuzzleTheme::PushOutIn3,
        Theme::Win => wire::PuzzleTheme::Win,
        Theme::Defence => wire::PuzzleTheme::Defence,
        Theme::Escape => wire::PuzzleTheme::Escape,
        Theme::DoubleThreat => wire::PuzzleTheme::DoubleThreat,
        Theme::Quiet => wire::PuzzleTheme::Quiet,
        Theme::SideStep => wire::PuzzleTheme::SideStep,
        Theme::Sumito3To2 => wire::PuzzleTheme::Sumito3To2,
        Theme::Lance => wire::PuzzleTheme::Lance,
        Theme::Arc => wire::PuzzleTheme::Arc,
        Theme::Shield => wire::PuzzleTheme::Shield,
    }
}

/// Converts a theme.
pub(crate) fn puzzle_theme_from_wire(theme: wire::PuzzleTheme) -> Theme {
    match theme {
        wire::PuzzleTheme::PushOutIn1 => Theme::PushOutIn1,
        wire::PuzzleTheme::PushOutIn2 => Theme::PushOutIn2,
        wire::PuzzleTheme::PushOutIn3 => Theme::PushOutIn3,
        wire::PuzzleTheme::Win => Theme::Win,
        wire::PuzzleTheme::Defence => Theme::Defence,
        wire::PuzzleTheme::Escape => Theme::Escape,
        wire::PuzzleTheme::DoubleThreat => Theme::DoubleThreat,
        wire::PuzzleTheme::Quiet => Theme::Quiet,
        wire::PuzzleTheme::SideStep => Theme::SideStep,
        wire::PuzzleTheme::Sumito3To2 => Theme::Sumito3To2,
        wire::PuzzleTheme::Lance => Theme::Lance,
        wire::PuzzleTheme::Arc => Theme::Arc,
        wire::PuzzleTheme::Shield => Theme::Shield,
    }
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
