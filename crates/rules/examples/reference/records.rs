//! Whole games as text, valid and damaged, with the parser's result for each.

use serde::Serialize;
use sumito_rules::{Mode, MoveError, Record, RecordError, RecordErrorKind, TagError};

use crate::{
    draw::Draw,
    positions::{artificial, start},
};

const RECORDS: usize = 320;

const ALPHABET: [char; 16] =
    ['[', ']', '"', '\\', '{', '}', '-', '1', '.', 'a', 'i', '5', ' ', '\n', 'é', '\u{7}'];

const TAGS: [(&str, &str); 8] = [
    ("Event", "Open"),
    ("Date", "2026-11-21"),
    ("Black", "Ada \"Lance\" \\o/"),
    ("White", "Łukasz 🎲"),
    ("Yellow", ""),
    ("Clock", "10 min"),
    ("Result", "black"),
    ("Round_2", "{3}"),
];

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Line {
    Read { text: String, written: String, plies: u32, last: String },
    Wrong { text: String, line: usize, column: usize, kind: &'static str },
}

pub(crate) fn lines(draw: &mut Draw) -> Vec<Line> {
    (0..RECORDS)
        .map(|number| {
            let right = game(draw, Mode::ALL[number % Mode::ALL.len()]).to_string();
            let text = match draw.below(8) {
                0 => right,
                1 => right.replace('\n', "\r\n").replace(". ", "."),
                2 => right.replace("[Mode \"two\"]\n", "{ two } ").replace(" i", " { good } I"),
                3 => with_another_tag(draw, &right),
                _ => draw.damaged(&right, &ALPHABET),
            };
            read(text)
        })
        .collect()
}

fn game(draw: &mut Draw, mode: Mode) -> Record {
    let mut record = if draw.once_in(3) {
        Record::from_position(artificial(draw, mode))
    } else {
        Record::new(mode, start(draw, mode).0).expect("the layout fits")
    };
    for (name, value) in TAGS {
        if draw.once_in(4) {
            record.set_tag(name, value).expect("these can be written");
        }
    }
    for _ in 0..draw.below(24) {
        let moves: Vec<_> = record.last().legal_moves().iter().collect();
        if mode != Mode::Two && (moves.is_empty() || draw.once_in(8)) {
            record.pass();
        } else if !moves.is_empty() {
            record.play(draw.one_of(&moves)).expect("the move is legal");
        }
    }
    record
}

/// Inserts a tag at the front that duplicates another, or names another start.
fn with_another_tag(draw: &mut Draw, text: &str) -> String {
    let tag = draw.one_of(&[
        "[Event \"x\"]",
        "[Mode \"five\"]",
        "[Mode \"three\"]",
        "[Layout \"nowhere\"]",
        "[Layout \"standard\"]",
        "[Layout \"four_standard\"]",
        "[Position \"5/6/7/8/9/8/7/6/5 b 0,0 0 0\"]",
        "[Position \"5/6\"]",
        "[A-b \"x\"]",
        "[ \"x\"]",
        "[Ab    \"x\"]",
        "[Ab \"\t\"]",
    ]);
    let rest = if draw.once_in(2) { text.split_once("\n\n").map_or(text, |(_, turns)| turns) } else { text };
    format!("{tag}\n{rest}")
}

fn read(text: String) -> Line {
    match Record::parse(&text) {
        Ok(record) => {
            let last = record.last();
            Line::Read { text, written: record.to_string(), plies: last.ply(), last: last.to_string() }
        }
        Err(RecordError { line, column, kind }) => Line::Wrong { text, line, column, kind: code(&kind) },
    }
}

fn code(kind: &RecordErrorKind) -> &'static str {
    match kind {
        RecordErrorKind::Expected { wanted: '"' } => "expected_quotation_mark",
        RecordErrorKind::Expected { .. } => "expected_bracket",
        RecordErrorKind::Escape => "escape",
        RecordErrorKind::OpenComment => "open_comment",
        RecordErrorKind::TagTwice { .. } => "tag_twice",
        RecordErrorKind::Tag(TagError::Name) => "tag_name",
        RecordErrorKind::NoGame => "no_game",
        RecordErrorKind::NoStart => "no_start",
        RecordErrorKind::NoPosition => "no_position",
        RecordErrorKind::EarlyVariation => "early_variation",
        RecordErrorKind::OpenVariation => "open_variation",
        RecordErrorKind::CloseVariation => "close_variation",
        RecordErrorKind::TwoStarts => "two_starts",
        RecordErrorKind::Mode(_) => "mode",
        RecordErrorKind::Layout(_) => "layout",
        RecordErrorKind::Start(_) => "layout_does_not_fit",
        RecordErrorKind::Position(_) => "position",
        RecordErrorKind::Move(MoveError::Syntax(_)) => "not_a_move",
        RecordErrorKind::Move(MoveError::Illegal(reason)) => reason.code(),
        RecordErrorKind::PassOfTwo => "pass_of_two",
        other => panic!("a text cannot be wrong in this way: {other}"),
    }
}
