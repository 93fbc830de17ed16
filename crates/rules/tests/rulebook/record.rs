//! Whole games as text.

use proptest::prelude::*;
use serde_json::Value;
use serde_json::json;
use sumito_rules::{
    GameReader, GameReading, Layout, Mode, MoveError, Position, Record, RecordError, RecordErrorKind,
    StepKind, TagError, Turn, tag,
};

use crate::support::games;

#[test]
fn a_record_is_written_with_tags_and_numbered_rounds() {
    let mut record = Record::new(Mode::Two, Layout::Standard).unwrap();
    record.set_tag("Round", "3").unwrap();
    record.set_tag(tag::RESULT, "black").unwrap();
    record.set_tag(tag::WHITE, "B\"e\\n").unwrap();
    record.set_tag(tag::BLACK, "Ada").unwrap();
    record.set_tag(tag::EVENT, "Open").unwrap();
    for text in ["a1b2", "i5h5", "A2B3"] {
        record.play(record.last().parse_move(text).unwrap()).unwrap();
    }
    let text = r#"[Event "Open"]
[Black "Ada"]
[White "B\"e\\n"]
[Mode "two"]
[Layout "standard"]
[Result "black"]
[Round "3"]

1. a1b2 i5h5
2. a2b3
"#;
    assert_eq!(record.to_string(), text);
    assert_eq!(Record::parse(text), Ok(record.clone()));
    assert_eq!(record.tag(tag::WHITE), Some("B\"e\\n"));
    assert_eq!(record.turns().len(), 3);
    assert_eq!(record.last().ply(), 3);
}

#[test]
fn the_turn_of_a_seat_that_is_out_is_written_as_two_dashes() {
    let text = "[Mode \"three\"]\n[Layout \"three_standard\"]\n\n1. b1c1 -- h8g7\n2. --\n";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.turns()[1], Turn::Pass);
    assert_eq!(record.last().ply(), 2);
    assert_eq!(record.to_string(), text);
}

#[test]
fn comments_numbers_and_line_ends_of_any_kind_are_read() {
    let text =
        "\u{20}{ c1 }[Layout \"standard\"]\r\n{[Event \"no\"]}\r\n1.a1b2{good}2. I5H5\t\r\n3... a2b3 {end}";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.to_string(), "[Mode \"two\"]\n[Layout \"standard\"]\n\n1. a1b2 i5h5\n2. a2b3\n");
}

#[test]
fn parse_error_has_line_and_column() {
    use RecordErrorKind::{Escape, Expected, NoGame, NoStart, OpenComment, PassOfTwo, TagTwice, TwoStarts};
    let errors = [
        ("", (1, 1), NoGame),
        ("[Event \"x\"]\n\n", (3, 1), NoStart),
        ("[Layout standard]", (1, 9), Expected { wanted: '"' }),
        ("[Layout \"standard]\n", (1, 19), Expected { wanted: '"' }),
        ("[Layout \"standard\"", (1, 19), Expected { wanted: ']' }),
        ("[Layout \"stand\\ard\"]", (1, 15), Escape),
        ("[Layout \"standard\"]\n{ a", (2, 1), OpenComment),
        ("[Event \"a\"]\n[Event \"b\"]", (2, 1), TagTwice { name: "Event".into() }),
        ("[ \"a\"]\n[Layout \"standard\"]", (1, 1), RecordErrorKind::Tag(TagError::Name)),
        ("[Layout \"standard\"]\n[Position \"5/6/7/8/9/8/7/6/5 b 0,0 0 0\"]", (2, 1), TwoStarts),
        ("[Layout \"standard\"]\n\n1. a1b2 --", (3, 9), PassOfTwo),
    ];
    for (text, (line, column), kind) in errors {
        assert_eq!(Record::parse(text), Err(RecordError { line, column, kind }), "{text}");
    }
    for (text, line, column) in [
        ("[Mode \"five\"]", 1, 1),
        ("[Event \"a\"]\n  [Layout \"nowhere\"]", 2, 3),
        ("[Mode \"three\"]\n[Layout \"standard\"]", 2, 1),
        ("[Position \"5/6\"]", 1, 1),
        ("[Layout \"standard\"]\n\n1. a1b2 i5h5\n2. a2b3 é6", 4, 9),
        ("[Layout \"standard\"]\n\n1. a1b2 i5h5\n2. e5e6", 4, 4),
    ] {
        let error = Record::parse(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text}");
        assert!(error.to_string().starts_with(&format!("line {line}, column {column}: ")));
    }
}

#[test]
fn a_tag_that_could_not_be_read_back_is_refused() {
    let mut record = Record::new(Mode::Two, Layout::Standard).unwrap();
    assert_eq!(record.set_tag("", "x"), Err(TagError::Name));
    assert_eq!(record.set_tag("A b", "x"), Err(TagError::Name));
    assert_eq!(record.set_tag("Mode", "three"), Err(TagError::Start));
    assert_eq!(record.set_tag("Event", "a\nb"), Err(TagError::Value));
    assert_eq!(record.tags().count(), 0);
}

#[test]
fn the_recorded_games_are_written_and_read_back() {
    for line in include_str!("../data/games.jsonl").lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let layout = game["start"].as_str().unwrap().parse().unwrap();
        let mut record = Record::new(Mode::Two, layout).unwrap();
        for text in game["moves"].as_array().unwrap() {
            record.play(record.last().parse_move(text.as_str().unwrap()).unwrap()).unwrap();
        }
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_game_with_any_tags_reads_as_it_was_written(
        positions in games(),
        tags in prop::collection::vec(("[A-Za-z0-9_]{1,8}", "\\PC{0,20}"), 0..5),
        pass in any::<prop::sample::Index>(),
    ) {
        let start: Position = positions[0];
        let mut record = Record::from_position(start);
        for (name, value) in &tags {
            if record.set_tag(name, value).is_ok() {
                prop_assert_eq!(record.tag(name), Some(value.as_str()));
            }
        }
        if start.mode() != Mode::Two {
            for _ in 0..pass.index(5) {
                record.pass();
            }
        }
        for _ in 0..20 {
            let moves: Vec<_> = record.last().legal_moves().iter().collect();
            if let Some(&m) = moves.get(pass.index(moves.len().max(1))) {
                record.play(m).unwrap();
            }
        }
        prop_assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
}

/// Reads the table of texts that `web/src/lib/game/rules/texts.test.ts` reads, too.
#[test]
fn texts_of_other_programs_are_read_or_rejected() {
    for line in include_str!("../data/texts.jsonl").lines() {
        let known: Value = serde_json::from_str(line).unwrap();
        let (mut games, mut error) = (Vec::new(), Value::Null);
        for game in GameReader::new(known["text"].as_str().unwrap(), Mode::Two) {
            match game {
                Ok(game) => games.push(written(&game)),
                Err(fault) => {
                    error = json!({"line": fault.line, "column": fault.column, "kind": kind(&fault.kind)});
                }
            }
        }
        assert_eq!(Value::Array(games), known["games"], "{}", known["name"]);
        assert_eq!(error, known["error"], "{}", known["name"]);
    }
}

fn written(game: &GameReading) -> Value {
    let step = |kind: &StepKind| match kind {
        StepKind::Turn(turn) => turn.to_string(),
        StepKind::Comment(text) => format!("{{{text}}}"),
        StepKind::Open => "(".to_owned(),
        StepKind::Close => ")".to_owned(),
    };
    let steps: Vec<_> = game.steps.iter().map(|one| step(&one.kind)).collect();
    let tags = game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone().into()));
    let assumptions = game.assumptions.iter().map(|assumption| match assumption.value() {
        "" => json!({"kind": assumption.code()}),
        value => json!({"kind": assumption.code(), "value": value}),
    });
    json!({
        "layout": game.layout.map(Layout::name),
        "start": game.start.to_string(),
        "tags": Value::Object(tags.collect()),
        "steps": steps.join(" "),
        "assumptions": assumptions.collect::<Vec<_>>(),
    })
}

fn kind(kind: &RecordErrorKind) -> &'static str {
    match kind {
        RecordErrorKind::NoGame => "no_game",
        RecordErrorKind::NoStart => "no_start",
        RecordErrorKind::NoPosition => "no_position",
        RecordErrorKind::TwoStarts => "two_starts",
        RecordErrorKind::Layout(_) => "layout",
        RecordErrorKind::Position(_) => "position",
        RecordErrorKind::TagTwice { .. } => "tag_twice",
        RecordErrorKind::OpenComment => "open_comment",
        RecordErrorKind::EarlyVariation => "early_variation",
        RecordErrorKind::OpenVariation => "open_variation",
        RecordErrorKind::CloseVariation => "close_variation",
        RecordErrorKind::Move(MoveError::Illegal(reason)) => reason.code(),
        other => panic!("a kind that the table has not: {other}"),
    }
}

#[test]
fn every_move_is_read_in_the_notation_of_playstrategy() {
    for line in include_str!("../data/games.jsonl").lines().take(20) {
        let game: Value = serde_json::from_str(line).unwrap();
        let mut position =
            Position::start(Mode::Two, game["start"].as_str().unwrap().parse().unwrap()).unwrap();
        for text in game["moves"].as_array().unwrap() {
            for m in position.legal_moves() {
                let text = format!(
                    "[FEN \"{}\"]\n\n{}",
                    position.to_playstrategy().unwrap(),
                    position.playstrategy_move(m)
                );
                let read = GameReader::new(&text, Mode::Two).next().unwrap().unwrap();
                assert_eq!(
                    (read.start, &read.steps[0].kind),
                    (position, &StepKind::Turn(Turn::Move(m))),
                    "{text}"
                );
            }
            position = position.play(position.parse_move(text.as_str().unwrap()).unwrap()).unwrap().position;
        }
    }
}
