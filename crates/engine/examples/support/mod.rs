//! The part of `uai` that a match needs from a program.

#![expect(clippy::print_stdout, reason = "a program for other programs prints")]

use std::{
    io::{self, BufRead as _},
    time::Duration,
};

use sumito_engine::{Root, uai::Command};
use sumito_rules::Move;

/// Answers lines until `quit`. `choose` returns the move for a position within a time; `go` supports no other limit.
pub(crate) fn serve(name: &str, mut choose: impl FnMut(&Root, Duration) -> Option<Move>) {
    let mut root = None;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match Command::parse(&line) {
            Ok(Some(Command::Uai)) => println!("id name {name}\nid author the Sumito authors\nuaiok"),
            Ok(Some(Command::IsReady)) => println!("readyok"),
            Ok(Some(Command::Position(position))) => root = Some(position),
            Ok(Some(Command::Go(go))) => {
                let time = go.time.unwrap_or(Duration::from_secs(1));
                let best = root.as_ref().and_then(|root| choose(root, time));
                println!("bestmove {}", best.map_or_else(|| "none".to_owned(), |best| best.to_string()));
            }
            Ok(Some(Command::Quit)) => break,
            Ok(_) => {}
            Err(error) => println!("info string {error}"),
        }
    }
}
