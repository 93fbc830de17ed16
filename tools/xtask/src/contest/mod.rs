//! Matches between programs that speak `uai` (docs/engine.md).

mod game;
mod openings;
mod program;
mod tally;

use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Result, bail};
use clap::Args;
use sumito_rules::Mode;

use crate::{cargo, interrupt};
use program::Player;
use tally::{Sprt, Tally};

/// Options of a match.
#[derive(Args)]
pub(crate) struct Match {
    /// `engine`, `level:3`, `minimax`, `maxn`, `plain`, `random`, `greedy`, or the path of a UAI engine
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

/// The limit of each move, as in `go`.
pub(crate) enum Limit {
    Time(u64),
    Nodes(u64),
}

/// Plays the match and prints the state after each group of games that belong together.
pub(crate) fn run(options: &Match) -> Result<()> {
    let programs = build(&[&options.a, &options.b])?;
    let limit = options.nodes.map_or(Limit::Time(options.time), Limit::Nodes);
    let assignments = openings::assignments(options.mode);
    if options.mode != Mode::Two && [&options.a, &options.b].contains(&&Player::Minimax) {
        bail!("minimax plays for two only");
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
