//! The engine as a program: it speaks `uai` on the standard input and output (docs/engine.md).

#![expect(clippy::print_stdout, reason = "a program for other programs prints")]

mod bench;
mod options;
mod session;

use std::{env, io, process::ExitCode};

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    match arguments.next().as_deref() {
        None => session::run(io::stdin().lock()),
        Some("bench") => println!("{}", bench::run()),
        Some(_) => {
            println!("sumito-engine reads UAI commands from standard input; `bench` runs a benchmark");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
