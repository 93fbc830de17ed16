//! Measures the engine's depth and speed: from the standard start and from twenty positions in the middle of recorded games.
//!
//! ```sh
//! measure --time 1000 --threads 1 < crates/rules/tests/data/games.jsonl
//! ```
//!
//! Nodes per second are also given relative to the rules alone in the same run (perft, with the last ply played), which is more meaningful
//! than an absolute number of one machine.

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

use std::{
    error::Error,
    io,
    time::{Duration, Instant},
};

use clap::Parser;
use serde::Deserialize;
use sumito_engine::{Limits, Root, Searcher, Stop};
use sumito_rules::{Layout, Mode, Position, perft_playing};

/// Measure depth and speed.
#[derive(Parser)]
struct Arguments {
    /// Milliseconds for each position
    #[arg(long, default_value_t = 1000)]
    time: u64,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// MiB for the table
    #[arg(long, default_value_t = 16)]
    hash: usize,
}

#[derive(Deserialize)]
struct Game {
    start: String,
    moves: Vec<String>,
}

/// Number of searched positions from games.
const GAMES: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Arguments::parse();
    let start = Position::start(Mode::Two, Layout::Standard)?;
    let began = Instant::now();
    let rules = perft_playing(&start, 4) as f64 / began.elapsed().as_secs_f64();
    println!("rules alone: {:.1} million positions a second", rules / 1e6);

    let (depth, speed) = search(&start, &options);
    println!("standard start: depth {depth}, {:.2} million a second, 1 of {:.1}", speed / 1e6, rules / speed);

    let (mut depths, mut speeds) = (Vec::new(), Vec::new());
    for line in io::stdin().lines() {
        let game: Game = serde_json::from_str(&line?)?;
        if game.moves.len() < 60 || depths.len() == GAMES {
            continue;
        }
        let mut position = Position::start(Mode::Two, game.start.parse()?)?;
        for text in &game.moves[..game.moves.len() / 2] {
            position.play_unchecked(position.parse_move(text)?);
        }
        let (depth, speed) = search(&position, &options);
        depths.push(depth);
        speeds.push(speed);
    }
    if depths.is_empty() {
        return Err("standard input had no game of 60 moves or more".into());
    }
    depths.sort_unstable();
    let mean = speeds.iter().sum::<f64>() / speeds.len() as f64;
    println!(
        "{} middle games: depth {} to {}, median {}, {:.2} million a second, 1 of {:.1}",
        depths.len(),
        depths[0],
        depths[depths.len() - 1],
        depths[depths.len() / 2],
        mean / 1e6,
        rules / mean
    );
    Ok(())
}

/// Returns the depth reached, and positions per second.
fn search(position: &Position, options: &Arguments) -> (u8, f64) {
    let limits = Limits { threads: options.threads, ..Limits::time(Duration::from_millis(options.time)) };
    let began = Instant::now();
    let found = Searcher::new(options.hash).search(&Root::new(*position), &limits, &Stop::new(), &mut |_| {});
    (found.depth, found.nodes as f64 / began.elapsed().as_secs_f64())
}
