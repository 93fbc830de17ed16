//! Counts the sequences of plies from a position: a line for each depth with depth, count, seconds and leaves a
//! second, separated by tabs.
//!
//! ```text
//! cargo run --release -p sumito-rules --example perft -- --mode two --layout standard --depth 5
//! cargo run --release -p sumito-rules --example perft -- --mode two --position "ROWS TURN CAPTURED QUIET PLY" --divide
//! ```

use std::{
    io::{self, Write},
    time::Instant,
};

use clap::Parser;
use sumito_rules::{Layout, Mode, Position, perft, perft_playing};

/// Count the sequences of plies from a position.
#[derive(Parser)]
struct Arguments {
    /// two, three, four or four-consecutive
    #[arg(long, default_value_t = Mode::Two)]
    mode: Mode,
    /// The layout to start from; each number of players has a default
    #[arg(long, conflicts_with = "position")]
    layout: Option<Layout>,
    /// A position's line to start from
    #[arg(long)]
    position: Option<String>,
    /// The greatest depth
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// First write each move with its count at the greatest depth
    #[arg(long)]
    divide: bool,
    /// Play the last ply too instead of counting it
    #[arg(long)]
    play_last: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { mode, layout, position, depth, divide, play_last } = Arguments::parse();
    let position = match position {
        Some(text) => Position::parse(mode, &text)?,
        None => Position::start(mode, layout.unwrap_or(mode.default_layout()))?,
    };
    let count = if play_last { perft_playing } else { perft };
    let mut out = io::stdout().lock();

    if divide && depth > 0 {
        let mut moves: Vec<_> = position.legal_moves().iter().map(|m| (m.to_string(), m)).collect();
        moves.sort();
        for (text, m) in moves {
            writeln!(out, "{text}\t{}", count(&position.play(m)?.position, depth - 1))?;
        }
    }
    for depth in 1..=depth {
        #[expect(clippy::disallowed_methods, reason = "a tool that measures; the library knows no time")]
        let start = Instant::now();
        let leaves = count(&position, depth);
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "{depth}\t{leaves}\t{seconds:.6}\t{:.0}", leaves as f64 / seconds.max(1e-9))?;
    }
    Ok(())
}
