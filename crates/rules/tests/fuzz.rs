//! Parsers never panic, and every accepted text can be written and parsed again.
//!
//! Each target runs a fixed number of random texts; `PROPTEST_CASES` sets another number for a longer search.

use proptest::{
    collection::vec,
    prelude::{Strategy, any, prop_oneof},
    proptest,
    sample::select,
    test_runner::Config,
};
use sumito_rules::{Cell, Color, Layout, Mode, Move, Position, Record};

const CASES: u32 = 20_000;

fn config() -> Config {
    let wanted = Config::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { wanted.cases } else { CASES };
    Config { cases, failure_persistence: None, ..wanted }
}

const WORDS: [&str; 14] = [
    "[Mode \"three\"]\n",
    "[Layout \"standard\"]\n",
    "[Layout \"three_standard\"]\n",
    "[Event \"",
    "\"]\n",
    "[Position \"5/6/7/8/4bw3/8/7/6/5 b 0,0 0 0\"]\n",
    "5/6/7/8/",
    "9/8/7/6/5",
    " b 0,0 0 0",
    "0,0,0",
    "1. a1b2 i5h5\n",
    " -- ",
    "e4e5",
    "é",
];

/// Generates arbitrary texts, and texts mostly of tokens of the parsers in any order.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => select(&Cell::ALL[..]).prop_map(|cell| cell.to_string()),
        2 => select(&Color::ALL[..]).prop_map(|color| color.letter().to_string()),
        4 => select(&WORDS[..]).prop_map(str::to_owned),
        3 => "[-/., \\[\\]\"\\\\{}\n0-9]",
        1 => any::<char>().prop_map(String::from),
    ];
    prop_oneof![
        1 => vec(any::<char>(), 0..60).prop_map(String::from_iter),
        1 => vec(any::<u8>(), 0..60).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        4 => vec(piece, 0..12).prop_map(|pieces| pieces.concat()),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn moves(text in texts()) {
        let start = Position::start(Mode::Two, Layout::Standard).expect("the layout fits");
        if let Ok(m) = text.parse::<Move>() {
            assert_eq!(m.to_string().parse(), Ok(m));
            assert_eq!(start.parse_move(&text).is_ok(), start.legal_moves().contains(m));
        } else {
            assert!(start.parse_move(&text).is_err());
        }
    }

    #[test]
    fn positions(text in texts()) {
        for mode in Mode::ALL {
            if let Ok(position) = Position::parse(mode, &text) {
                assert_eq!(Position::parse(mode, &position.to_string()), Ok(position));
                for m in position.legal_moves() {
                    assert!(position.play(m).is_ok());
                }
            }
        }
    }

    #[test]
    fn records(text in texts()) {
        if let Ok(record) = Record::parse(&text) {
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn names(text in texts()) {
        assert!(text.parse::<Cell>().map_or(true, |cell| cell.to_string() == text.to_lowercase()));
        assert!(text.parse::<Mode>().map_or(true, |mode| mode.name() == text));
        assert!(text.parse::<Layout>().map_or(true, |layout| layout.name() == text));
        assert!(text.parse::<Color>().map_or(true, |color| color.name() == text));
    }
}

/// Checks that the tokens above can form texts that each parser accepts; otherwise the targets would test nothing.
#[test]
fn tokens_can_form_accepted_texts() {
    assert!(["e4", "e5"].concat().parse::<Move>().is_ok());
    assert!(Position::parse(Mode::Two, &[WORDS[6], WORDS[7], WORDS[8]].concat()).is_ok());
    assert!(Record::parse(&[WORDS[0], WORDS[2], WORDS[12], WORDS[11]].concat()).is_err());
    assert!(Record::parse(&[WORDS[1], WORDS[10]].concat()).is_ok());
}
