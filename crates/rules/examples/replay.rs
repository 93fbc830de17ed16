//! Replays recorded games.
//!
//! With `--json` it reads lines `{"layout":"belgian_daisy","moves":["a1b2",…]}`, optionally with `"mode"` (`two` unless given) or with
//! `"position"`, a position's line, in place of the layout. For each it writes one line:
//! `{"ok":true,"plies":86,"position":"…","winner":"w"|null}`, where the winner is the letter of the winning team's first colour, or
//! `{"ok":false,"ply":12,"error":"…"}`, where the ply is the number of plies played before the mistake.
//!
//! Without `--json` it reads one game as text, with tag pairs and numbered moves, and prints the same for people.

use std::{
    io::{self, BufRead, Read, Write},
    process::ExitCode,
};

use clap::Parser;
use serde::{Deserialize, Serialize};
use sumito_rules::{Color, Mode, Position, Record};

/// Replay games from the standard input.
#[derive(Parser)]
struct Arguments {
    /// Read one game as JSON per line instead of one game as text
    #[arg(long)]
    json: bool,
}

fn main() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if Arguments::parse().json {
        for line in io::stdin().lock().lines() {
            let line = line?;
            if !line.trim().is_empty() {
                writeln!(out, "{}", serde_json::to_string(&answer(&line))?)?;
                out.flush()?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    match Record::parse(&text) {
        Ok(record) => {
            let position = record.last();
            writeln!(out, "{} plies", position.ply() - record.start().ply())?;
            writeln!(out, "{position}")?;
            writeln!(out, "{}", winner_for_people(position))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(out, "{error}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn winner_for_people(position: &Position) -> String {
    let captured: Vec<_> = position
        .mode()
        .all_teams()
        .zip(position.captured())
        .map(|(team, count)| {
            let colors: Vec<_> = position.mode().colors_of(team).map(Color::name).collect();
            (colors.join(" and "), count, position.winner() == Some(team))
        })
        .collect();
    let counts: Vec<_> = captured.iter().map(|(name, count, _)| format!("{name} {count}")).collect();
    let result = captured
        .iter()
        .find(|(.., wins)| *wins)
        .map_or_else(|| "no winner yet".to_owned(), |(name, ..)| format!("{name} won"));
    format!("pushed out: {}; {result}", counts.join(", "))
}

#[derive(Deserialize)]
struct Question {
    mode: Option<String>,
    layout: Option<String>,
    position: Option<String>,
    moves: Vec<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Replayed { ok: bool, plies: usize, position: String, winner: Option<char> },
    Mistake { ok: bool, ply: usize, error: String },
}

fn answer(line: &str) -> Answer {
    let mut plies = 0;
    match replay(line, &mut plies) {
        Ok(position) => {
            let winner = position.winner().and_then(|team| position.mode().colors_of(team).next());
            let winner = winner.map(Color::letter);
            Answer::Replayed { ok: true, plies, position: position.to_string(), winner }
        }
        Err(error) => Answer::Mistake { ok: false, ply: plies, error: error.to_string() },
    }
}

/// Plays the moves and counts the plies up to the last move or the first mistake.
fn replay(line: &str, plies: &mut usize) -> Result<Position, Box<dyn std::error::Error>> {
    let question: Question = serde_json::from_str(line)?;
    let mode: Mode = question.mode.as_deref().unwrap_or("two").parse()?;
    let mut position = match (question.layout, question.position) {
        (Some(name), None) => Position::start(mode, name.parse()?)?,
        (None, Some(position)) => Position::parse(mode, &position)?,
        _ => return Err("either \"layout\" or \"position\" is needed".into()),
    };
    for text in question.moves {
        let m = position.parse_move(&text).map_err(|error| format!("{text}: {error}"))?;
        position = position.play(m)?.position;
        *plies += 1;
    }
    Ok(position)
}
