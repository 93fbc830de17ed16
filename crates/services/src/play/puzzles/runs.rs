//! Runs: one puzzle after the other, for a score.
//!
//! The server chooses the puzzles, judges the solutions and measures the time.

use std::time::Duration;

use sumito_game::{Timestamp, UserId};
use sumito_kit::random;
use sumito_rules::Mode;
use sumito_store::{LeftOut, PuzzleRun, PuzzleSearch, RunKind};
use uuid::{Builder, Uuid};

use super::{KnownPuzzle, PuzzleError, Puzzles, Result, search};

/// Duration of a storm.
const STORM: Duration = Duration::from_mins(3);

/// Time that a mistake in a storm costs.
const MISTAKE: Duration = Duration::from_secs(10);

/// A run at a moment.
#[derive(Debug, Clone)]
pub struct RunState {
    /// The row of the run.
    pub run: PuzzleRun,
    /// The time left of a storm.
    pub left: Option<Duration>,
    /// Whether the score counts for the leaderboards.
    pub counts: bool,
    /// The puzzle to solve next; `None` if the run is over.
    pub puzzle: Option<KnownPuzzle>,
}

/// Returns the rating of the puzzle after this number of solved ones.
fn rating(kind: RunKind, score: u32) -> f64 {
    let (first, step) = match kind {
        RunKind::Streak => (1_000, 40),
        RunKind::Storm => (900, 25),
    };
    f64::from(score.saturating_mul(step).saturating_add(first))
}

impl Puzzles {
    /// Starts a run, which replaces the user's last one of its kind.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn start_run(&self, user: UserId, kind: RunKind) -> Result<RunState> {
        let now = self.time.now();
        let id = Builder::from_random_bytes(random::bytes()).into_uuid();
        let puzzle = self.puzzle_of_run(id, kind, 0).await?.ok_or(PuzzleError::NoneLeft)?;
        let run = PuzzleRun {
            id,
            user,
            kind,
            puzzle: puzzle.row.id.clone(),
            started_at: now,
            ends_at: (kind == RunKind::Storm).then(|| now + STORM),
            ended_at: None,
            score: 0,
            moves: 0,
            mistakes: 0,
        };
        self.store.start_run(&run).await?;
        Ok(self.state(run, now, Some(puzzle)))
    }

    /// Returns a run of a user.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn run(&self, user: UserId, id: Uuid) -> Result<RunState> {
        let run = self.run_of(user, id).await?;
        let now = self.time.now();
        let puzzle = if is_over(&run, now) { None } else { Some(self.find(&run.puzzle).await?) };
        Ok(self.state(run, now, puzzle))
    }

    /// Judges a solution of the run's puzzle.
    ///
    /// # Errors
    /// [`PuzzleError`].
    pub async fn attempt_in_run(
        &self,
        user: UserId,
        id: Uuid,
        puzzle: &str,
        moves: &[String],
    ) -> Result<RunState> {
        let mut run = self.run_of(user, id).await?;
        let now = self.time.now();
        if is_over(&run, now) {
            return Ok(self.state(run, now, None));
        }
        if run.puzzle != puzzle {
            return Err(PuzzleError::OtherPuzzle);
        }
        if self.find(puzzle).await?.is_solved_by(moves)? {
            run.score += 1;
            run.moves += u32::try_from(moves.len()).unwrap_or(u32::MAX);
        } else {
            run.mistakes += 1;
            run.ends_at = run.ends_at.map(|at| at - MISTAKE);
            if run.kind == RunKind::Streak {
                run.ended_at = Some(now);
            }
        }
        let next =
            if is_over(&run, now) { None } else { self.puzzle_of_run(run.id, run.kind, run.score).await? };
        if let Some(next) = &next {
            run.puzzle.clone_from(&next.row.id);
        } else {
            run.ended_at = Some(now);
        }
        if !self.store.advance_run(&run, self.counts(&run, now), puzzle, now).await? {
            return Err(PuzzleError::OtherPuzzle);
        }
        Ok(self.state(run, now, next))
    }

    /// Returns whether a person could have made the moves of a run in its time.
    fn counts(&self, run: &PuzzleRun, now: Timestamp) -> bool {
        run.ended_at.unwrap_or(now).since(run.started_at) >= self.move_takes * run.moves
    }

    fn state(&self, run: PuzzleRun, now: Timestamp, puzzle: Option<KnownPuzzle>) -> RunState {
        let left = run.ends_at.map(|at| if run.ended_at.is_some() { Duration::ZERO } else { at.since(now) });
        RunState { left, counts: self.counts(&run, now), puzzle, run }
    }

    async fn run_of(&self, user: UserId, id: Uuid) -> Result<PuzzleRun> {
        let run = self.store.run(id).await?.filter(|run| run.user == user);
        run.ok_or(PuzzleError::NoSuchRun)
    }

    /// Returns the next puzzle of a run; `None` if the run has had all.
    async fn puzzle_of_run(&self, run: Uuid, kind: RunKind, score: u32) -> Result<Option<KnownPuzzle>> {
        let left_out = LeftOut::PuzzlesOfRun(run);
        let search = PuzzleSearch { left_out, ..search(Mode::Two, rating(kind, score)) };
        self.store.next_puzzle(&search).await?.map(KnownPuzzle::of).transpose()
    }
}

fn is_over(run: &PuzzleRun, now: Timestamp) -> bool {
    run.ended_at.is_some() || run.ends_at.is_some_and(|at| now >= at)
}
