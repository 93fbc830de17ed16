//! Writes the reference data for testing the rules of the web client (`web/src/lib/game/rules`) against this crate. With `--check`, reports the
//! files that are out of date. `cargo xtask generate` runs it.
//!
//! All data is derived from fixed seeds, so the files are the same on every machine.

#![expect(clippy::print_stderr, reason = "a program for people")]

mod draw;
mod lines;
mod positions;
mod records;
mod tries;

use std::{env, fs, path::Path, process::ExitCode};

use draw::Draw;
use serde::Serialize;

/// Folder of the files, relative to this crate.
const FOLDER: &str = "../../web/src/lib/game/rules/reference";

fn main() -> ExitCode {
    let check = env::args().any(|argument| argument == "--check");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let files = [
        ("positions.jsonl", written(&positions::lines(&mut Draw::new(1)))),
        ("tries.jsonl", written(&tries::lines(&mut Draw::new(2)))),
        ("position-lines.jsonl", written(&lines::lines(&mut Draw::new(3)))),
        ("records.jsonl", written(&records::lines(&mut Draw::new(4)))),
    ];
    let mut stale = 0;
    for (name, content) in files {
        let target = folder.join(name);
        if fs::read_to_string(&target).is_ok_and(|present| present == content) {
            continue;
        }
        stale += 1;
        if check {
            eprintln!("{name} is out of date: run `cargo xtask generate`");
        } else if let Err(error) = fs::write(&target, content) {
            eprintln!("{} cannot be written: {error}", target.display());
            return ExitCode::FAILURE;
        } else {
            eprintln!("{name} written");
        }
    }
    if check && stale > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Returns the values as JSON, one per line.
fn written(lines: &[impl Serialize]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&serde_json::to_string(line).expect("numbers and strings can be written"));
        text.push('\n');
    }
    text
}
