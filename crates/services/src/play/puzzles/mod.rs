//! Puzzles: one that suits a user, the puzzle of the day, judged attempts, and runs.
//!
//! The first attempt of each user at each puzzle is rated as a game between the two. `history/puzzles` finds the puzzles.

mod runs;

use std::time::Duration;

use crate::env::Env;
use sumito_config::millis;
use sumito_game::{Timestamp, UserId};
use sumito_kit::random;
use sumito_kit::time_source::TimeSource;
use sumito_puzzles::{Puzzle, PuzzleTheme, Verdict, longest};
use sumito_ratings::{Rating, day_of};
use sumito_rules::Mode;
use sumito_store::{
    LeftOut, PuzzleAttempt, PuzzleRow, PuzzleSearch, PuzzleSolver, PuzzleVote, RecordDay, ReportedAttempt,
    RunKind, RunRecord, Store, StoreError,
};

pub use self::runs::RunState;

/// The rating of the puzzle of the day.
const DAILY_RATING: f64 = 1_600.0;

/// Maximum number of moves in an attempt.
const LONGEST: usize = longest(Mode::Two) as usize;

/// Users in a leaderboard of runs.
const LISTED: u32 = 50;

/// Reasons for which there is no puzzle, or no verdict.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// No puzzle has this id.
    #[error("puzzle not found; GET /api/v1/puzzles/next returns one")]
    NoSuchPuzzle,
    /// The user has attempted all puzzles of this mode and theme.
    #[error("no puzzle left of this mode and theme; choose another theme")]
    NoneLeft,
    /// No run of the user has this id.
    #[error("run not found; you may have begun another one since")]
    NoSuchRun,
    /// The run waits for a solution of another puzzle.
    #[error("the run waits for another puzzle; GET /api/v1/puzzles/runs/{{id}} returns it")]
    OtherPuzzle,
    /// A move cannot be played.
    #[error("move {number}, {text}: {why}")]
    BadMove {
        /// The number of the move, from 1.
        number: usize,
        /// The move as the user wrote it.
        text: String,
        /// The rule that forbids it.
        why: String,
    },
    /// More moves than the longest solution has.
    #[error("`moves` must have at most {LONGEST} moves: those of the solver, without the replies")]
    TooManyMoves,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

type Result<T> = std::result::Result<T, PuzzleError>;

/// A puzzle with its solution, and its statistics.
#[derive(Debug, Clone)]
pub struct KnownPuzzle {
    /// The row of the puzzle.
    pub row: PuzzleRow,
    /// Its position and solution.
    pub puzzle: Puzzle,
}

impl KnownPuzzle {
    fn of(row: PuzzleRow) -> Result<Self> {
        let puzzle =
            row.line.parse().map_err(|error| StoreError::Corrupt(format!("puzzle {}: {error}", row.id)))?;
        Ok(Self { row, puzzle })
    }

    /// Returns whether the solver's moves solve the puzzle.
    fn is_solved_by(&self, moves: &[String]) -> Result<bool> {
        if moves.len() > LONGEST {
            return Err(PuzzleError::TooManyMoves);
        }
        let mut attempt = self.puzzle.attempt();
        for (number, text) in (1..).zip(moves) {
            let bad = |why: String| PuzzleError::BadMove { number, text: text.clone(), why };
            let m = attempt.position().parse_move(text).map_err(|error| bad(error.to_string()))?;
            match attempt.play(m).map_err(|error| bad(error.to_string()))? {
                Verdict::Continue => {}
                verdict => return Ok(verdict == Verdict::Solved),
            }
        }
        Ok(false)
    }
}

/// A user's request for a puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Mode of the puzzle.
    pub mode: Mode,
    /// A theme that it must have.
    pub theme: Option<PuzzleTheme>,
    /// How much more difficult it should be than the user's rating says.
    pub harder: i32,
}

/// A user's puzzles as a whole.
#[derive(Debug, Clone, Copy)]
pub struct SolverSummary {
    /// The user's rating.
    pub solver: PuzzleSolver,
    /// The longest streak.
    pub best_streak: u32,
    /// The highest score of a storm.
    pub best_storm: u32,
}

/// All puzzles. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Puzzles {
    store: Store,
    time: TimeSource,
    /// Time that a person needs for a move.
    move_takes: Duration,
}

impl Puzzles {
    /// Starts the puzzles.
    pub(crate) fn start(env: &Env) -> Self {
        Self { store: env.store.clone(), time: env.time, move_takes: millis(env.config.puzzles.move_ms) }
    }

    /// Returns a puzzle.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn find(&self, id: &str) -> Result<KnownPuzzle> {
        KnownPuzzle::of(self.store.puzzle(id).await?.ok_or(PuzzleError::NoSuchPuzzle)?)
    }

    /// Returns the puzzle of the day, and the moment at which that day started.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn daily(&self) -> Result<(Timestamp, KnownPuzzle)> {
        let now = self.time.now();
        let search = search(Mode::Two, DAILY_RATING);
        let row = self.store.daily_puzzle(day_of(now.0), &search).await?.ok_or(PuzzleError::NoneLeft)?;
        Ok((now, KnownPuzzle::of(row)?))
    }

    /// Returns a puzzle that the user has not attempted.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn next(&self, user: Option<UserId>, wanted: Wanted) -> Result<KnownPuzzle> {
        let solver = match user {
            Some(user) => self.store.puzzle_solver(user).await?,
            None => None,
        };
        let rating =
            solver.map_or(Rating::VALUE_START, |solver| solver.rating.value) + f64::from(wanted.harder);
        let theme = wanted.theme.map_or(0, PuzzleTheme::bit);
        let left_out = user.map_or(LeftOut::Nothing, LeftOut::AttemptsOf);
        let search = PuzzleSearch { theme, left_out, ..search(wanted.mode, rating) };
        KnownPuzzle::of(self.store.next_puzzle(&search).await?.ok_or(PuzzleError::NoneLeft)?)
    }

    /// Judges an attempt of a user. If it is the user's first at this puzzle, it is stored and rated.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn attempt(&self, user: UserId, id: &str, moves: &[String]) -> Result<(bool, ReportedAttempt)> {
        let solved = self.find(id).await?.is_solved_by(moves)?;
        let reported = self.store.attempt_puzzle(user, id, solved, self.time.now()).await?;
        Ok((solved, reported.ok_or(PuzzleError::NoSuchPuzzle)?))
    }

    /// Returns a user's first attempt at a puzzle.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn first_attempt(&self, user: UserId, id: &str) -> Result<Option<PuzzleAttempt>> {
        Ok(self.store.puzzle_attempt(user, id).await?)
    }

    /// Changes a user's vote; returns whether the user has attempted the puzzle.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn vote(&self, user: UserId, id: &str, vote: PuzzleVote) -> Result<bool> {
        Ok(self.store.vote_on_puzzle(user, id, vote).await?)
    }

    /// Returns how a user solves puzzles.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn solver(&self, user: UserId) -> Result<SolverSummary> {
        let solver = self.store.puzzle_solver(user).await?;
        let best = async |kind| {
            let record = self.store.run_record(user, kind, RecordDay::Ever).await?;
            Ok::<_, StoreError>(record.unwrap_or(0))
        };
        Ok(SolverSummary {
            solver: solver.unwrap_or(PuzzleSolver { rating: Rating::START, solved: 0 }),
            best_streak: best(RunKind::Streak).await?,
            best_storm: best(RunKind::Storm).await?,
        })
    }

    /// Returns the best users of today or of all days.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn leaders(&self, kind: RunKind, only_today: bool) -> Result<Vec<RunRecord>> {
        let day = if only_today { RecordDay::Day(day_of(self.time.now().0)) } else { RecordDay::Ever };
        Ok(self.store.run_records(kind, day, LISTED).await?)
    }
}

/// Returns a search for any puzzle of about this rating.
fn search(mode: Mode, rating: f64) -> PuzzleSearch {
    let shuffle = u32::from_le_bytes(random::bytes()) >> 1;
    PuzzleSearch { mode, theme: 0, rating, left_out: LeftOut::Nothing, shuffle }
}
