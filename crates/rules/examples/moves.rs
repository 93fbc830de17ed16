//! Prints the legal moves of positions. Reads lines `{"mode":"two","position":"…"}` (`two` unless given) and writes one line for each:
//! `{"moves":[{"move":"a1b2","position":"… after it …","ejected":"w"|null},…]}` in the order of their text, or `{"error":"…"}`.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use sumito_rules::{Color, Mode, Position};

#[derive(Deserialize)]
struct Question {
    mode: Option<String>,
    position: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Moves { moves: Vec<LegalMove> },
    Error { error: String },
}

#[derive(Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    text: String,
    position: String,
    ejected: Option<char>,
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            let answer = match moves(&line) {
                Ok(moves) => Answer::Moves { moves },
                Err(error) => Answer::Error { error: error.to_string() },
            };
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
            out.flush()?;
        }
    }
    Ok(())
}

fn moves(line: &str) -> Result<Vec<LegalMove>, Box<dyn std::error::Error>> {
    let question: Question = serde_json::from_str(line)?;
    let mode: Mode = question.mode.as_deref().unwrap_or("two").parse()?;
    let position = Position::parse(mode, &question.position)?;
    let mut moves = Vec::new();
    for m in position.legal_moves() {
        let played = position.play(m)?;
        moves.push(LegalMove {
            text: m.to_string(),
            position: played.position.to_string(),
            ejected: played.effect.ejected.map(Color::letter),
        });
    }
    moves.sort_by(|one, other| one.text.cmp(&other.text));
    Ok(moves)
}
