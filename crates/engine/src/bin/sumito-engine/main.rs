//! The engine as a program: it speaks `uai` on the standard input and output (docs/engine.md).

#![expect(clippy::print_stdout, reason = "a program for other programs prints")]

mod bench;
mod threads;

use std::{
    env,
    io::{self, BufRead},
    process::ExitCode,
};

use sumito_engine::uai::{OptionMaxima, Session};
use threads::{Threads, say};

const MOST: OptionMaxima = OptionMaxima { threads: 64, hash_mib: 4096 };

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    match arguments.next().as_deref() {
        None => answer(io::stdin().lock()),
        Some("bench") => println!("{}", bench::run()),
        Some(_) => {
            println!("sumito-engine reads UAI commands from standard input; `bench` runs a benchmark");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Answers until `quit` or the end of the input.
fn answer(input: impl BufRead) {
    let mut session = Session::new(Threads::new(), MOST, say);
    for line in input.lines() {
        let Ok(line) = line else { break };
        if !session.answer(&line) {
            return;
        }
    }
    session.answer("quit");
}
