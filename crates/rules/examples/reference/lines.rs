//! Candidate lines of positions, most of them damaged, with the first fault of each.

use serde_json::{Value, json};
use sumito_rules::{Mode, Position, PositionError, SetupError};

use crate::{draw::Draw, positions::artificial};

const LINES: usize = 800;

const ALPHABET: [char; 18] =
    ['b', 'w', 'r', 'y', 'x', 'B', '0', '1', '3', '9', '/', ',', ' ', ' ', '-', '+', '\t', 'é'];

/// Mode; text; the fault or `null`; the canonical text, if it can be parsed.
type Line = (&'static str, String, Value, Option<String>);

pub(crate) fn lines(draw: &mut Draw) -> Vec<Line> {
    (0..LINES)
        .map(|number| {
            let right = artificial(draw, Mode::ALL[number % Mode::ALL.len()]).to_string();
            let mode = draw.one_of(&Mode::ALL);
            let text = match draw.below(8) {
                0 => right,
                1 => right.replace(' ', "\r\n "),
                2 => with_number(draw, &right),
                _ => draw.damaged(&right, &ALPHABET),
            };
            match Position::parse(mode, &text) {
                Ok(position) => (mode.name(), text, Value::Null, Some(position.to_string())),
                Err(error) => (mode.name(), text, fault(error), None),
            }
        })
        .collect()
}

/// Replaces one of the last four words.
fn with_number(draw: &mut Draw, line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let at = 1 + draw.below(4);
    words[at] = draw.one_of(&[
        "",
        "r",
        "constructor",
        "0,0",
        "007,6",
        "0,0,0",
        "7,0",
        "0,255",
        "0,256",
        "6,6",
        "0,0,7",
        "12",
        "4294967295",
        "4294967296",
        "1e3",
        "٣",
    ]);
    words.join(" ")
}

fn fault(error: PositionError) -> Value {
    match error {
        PositionError::Missing { field } => json!({ "kind": "missing", "field": short(field) }),
        PositionError::TooLong => json!({ "kind": "too_long" }),
        PositionError::RowCount { count } => json!({ "kind": "row_count", "count": count }),
        PositionError::RowLength { row } => json!({ "kind": "row_length", "row": row }),
        PositionError::Symbol { row, symbol } => json!({ "kind": "symbol", "row": row, "symbol": symbol }),
        PositionError::Turn => json!({ "kind": "turn" }),
        PositionError::Captured => json!({ "kind": "captured" }),
        PositionError::Plies { field } => json!({ "kind": "plies", "field": short(field) }),
        PositionError::Setup(SetupError::ForeignColor { color, .. }) => {
            json!({ "kind": "foreign_color", "color": color.name() })
        }
        PositionError::Setup(SetupError::WrongTeams { given, .. }) => {
            json!({ "kind": "wrong_sides", "given": given })
        }
        PositionError::Setup(SetupError::TooManyCaptured { team, .. }) => {
            json!({ "kind": "too_many_captured", "side": team })
        }
        other => panic!("a line cannot be wrong in this way: {other}"),
    }
}

/// The part's name in the client.
fn short(field: &str) -> &'static str {
    match field {
        "rows" => "rows",
        "colour to move" => "turn",
        "marbles pushed out" => "captured",
        "quiet plies" => "quiet",
        "plies played" => "ply",
        other => panic!("a position has no part {other}"),
    }
}
