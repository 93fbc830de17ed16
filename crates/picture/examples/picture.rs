//! Draws a position: `cargo run -p sumito-picture --example picture -- MODE 'POSITION' FILE` (`.svg` or `.png`).

use std::error::Error;
use std::fs;
use std::path::Path;

use sumito_picture::{Picture, Trace, png, svg};
use sumito_rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [mode, line, file] = words.as_slice() else { return Err("MODE POSITION FILE are needed".into()) };
    let picture = Picture { position: Position::parse(mode.parse()?, line)?, trace: Trace::default() };
    let is_svg = Path::new(file).extension().is_some_and(|extension| extension == "svg");
    fs::write(file, if is_svg { svg(&picture).into_bytes() } else { png(&picture)? })?;
    Ok(())
}
