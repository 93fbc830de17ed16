//! Writes the files that are generated from the code, or with `--check` says which of them are out of date.
//! `cargo xtask generate` runs it.

#![expect(clippy::print_stderr, reason = "a program for people")]

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = sumito_protocol::generated::files();
    files.push(("docs/schema/openapi.json".into(), sumito_gateway::rest::openapi_json()));
    files.push(("docs/schema/rates.md".into(), sumito_gateway::limits::document()));
    let mut stale = 0;
    for (path, content) in files {
        let target = root.join(&path);
        if std::fs::read_to_string(&target).is_ok_and(|present| present == content) {
            continue;
        }
        stale += 1;
        if check {
            eprintln!("{} is out of date: run `cargo xtask generate`", path.display());
        } else if let Err(error) = std::fs::write(&target, content) {
            eprintln!("{} cannot be written: {error}", path.display());
            return ExitCode::FAILURE;
        } else {
            eprintln!("{} written", path.display());
        }
    }
    if check && stale > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
