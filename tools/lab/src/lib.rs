//! Programs that tune, train and measure the engine, and opponents to compare it with. The library has the part of `uai` that a match needs
//! from a program.

#![expect(clippy::print_stdout, reason = "a program for other programs prints")]

use std::{
    io::{self, BufRead as _},
    time::Duration,
};

use sumito_engine::{Root, uai::Command};
use sumito_rules::Move;

/// Answers lines until `quit`. `choose` returns the move for a position within a time and a number of positions; `go` supports no other
/// limit. A program that counts no positions has a minute for them.
pub fn serve(name: &str, mut choose: impl FnMut(&Root, Duration, u64) -> Option<Move>) {
    let mut root = None;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match Command::parse(&line) {
            Ok(Some(Command::Uai)) => println!("id name {name}\nid author the Sumito authors\nuaiok"),
            Ok(Some(Command::IsReady)) => println!("readyok"),
            Ok(Some(Command::Position(position))) => root = Some(position),
            Ok(Some(Command::Go(go))) => {
                let usual = if go.nodes.is_some() { Duration::from_mins(1) } else { Duration::from_secs(1) };
                let (time, nodes) = (go.time.unwrap_or(usual), go.nodes.unwrap_or(u64::MAX));
                let best = root.as_ref().and_then(|root| choose(root, time, nodes));
                println!("bestmove {}", best.map_or_else(|| "none".to_owned(), |best| best.to_string()));
            }
            Ok(Some(Command::Quit)) => break,
            Ok(_) => {}
            Err(error) => println!("info string {error}"),
        }
    }
}
