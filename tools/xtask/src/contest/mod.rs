//! Matches between programs that speak `uai` (docs/engine.md).

mod game;
mod openings;
mod program;
mod tally;

use std::{
    path::PathBuf,
    str::FromStr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use sumito_rules::Mode;

use crate::{cargo, interrupt};
use program::Player;
use tally::{Sprt, Tally};

/// Options of a match.
#[derive(Args)]
pub(crate) struct Match {
    /// `engine`, `level:3`, `maxn`, `plain`, `random`, `greedy`, or the path of a UAI engine
    a: Player,
    /// The opponent, in the same form
    b: Player,
    /// Number of games
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", default_value_t = 100)]
    time: u64,
    /// Search nodes per move, instead of a time
    #[arg(long)]
    nodes: Option<u64>,
    /// Milliseconds of each player for the game and for each move, as in `10000,100`, instead of a time per move
    #[arg(long, value_name = "MS,INCREMENT", conflicts_with = "nodes")]
    clock: Option<Clock>,
    /// The mode. With three or four seats the programs rotate until each has had all seats
    #[arg(long, default_value_t = Mode::Two)]
    mode: Mode,
    /// Seed of the openings and the lower levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of concurrent games
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Two Elo differences to decide between, as in `0,10`; the match ends when the error is at most 5 %
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<Sprt>,
}

impl Match {
    fn limit(&self) -> Limit {
        match (self.nodes, self.clock) {
            (Some(count), _) => Limit::Nodes(count),
            (None, Some(clock)) => Limit::Clock(clock),
            (None, None) => Limit::Time(self.time),
        }
    }
}

/// The limit of each move, as in `go`.
pub(crate) enum Limit {
    Time(u64),
    Nodes(u64),
    Clock(Clock),
}

/// The time of each player for a game, and the increment for each move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    time: Duration,
    increment: Duration,
}

impl FromStr for Clock {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (time, increment) = text
            .split_once(',')
            .context("write two numbers of milliseconds with a comma, as in 10000,100")?;
        let [time, increment] = [time, increment].map(|text| text.trim().parse().map(Duration::from_millis));
        Ok(Self { time: time?, increment: increment? })
    }
}

/// Plays the match and prints the state after each group of games that belong together.
pub(crate) fn run(options: &Match) -> Result<()> {
    let programs = build(&[&options.a, &options.b])?;
    let limit = options.limit();
    let assignments = openings::assignments(options.mode);
    if options.mode != Mode::Two && options.clock.is_some() {
        bail!("matches with clocks are for two players only");
    }
    let groups = options.games.div_ceil(assignments.len());
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    let is_decided = || {
        let tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        options.sprt.as_ref().is_some_and(|sprt| sprt.verdict(&tally).is_some())
    };
    let work = || -> Result<()> {
        let mut a = program::Program::start(&options.a, &programs)?;
        let mut b = program::Program::start(&options.b, &programs)?;
        loop {
            let group = next.fetch_add(1, Ordering::Relaxed);
            if group >= groups || is_decided() {
                return Ok(());
            }
            interrupt::check()?;
            let opening = openings::opening(options.mode, options.seed, group);
            let mut games = Vec::new();
            let mut seeds = openings::seeds(options.seed, group);
            for seats in &assignments {
                a.new_game(seeds.u32(1..))?;
                b.new_game(seeds.u32(1..))?;
                games.push(game::play(&opening, seats, &mut a, &mut b, &limit)?);
            }
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.add(&games);
            println!(
                "{tally}{}",
                options.sprt.as_ref().map(|sprt| sprt.describe(&tally)).unwrap_or_default()
            );
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(_) => bail!("a game panicked"),
        })
    })
}

/// Builds our own programs among the players, and returns their folder.
fn build(players: &[&Player]) -> Result<PathBuf> {
    if players.iter().any(|player| player.is_ours()) { cargo::engines() } else { Ok(PathBuf::new()) }
}
