//! Fuzzing of the decoder alone, with byte strings that may be invalid UTF-8.

use fastrand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sumito_protocol::client::{ClientMessage, CreateRoom, SeekRequest};
use sumito_protocol::tournament::TournamentCommand;
use sumito_rules::{Mode, Position};

use super::{Tally, grammar, mutate};

/// Valid positions and records, before mutation.
const LINES: [&str; 3] = [
    "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0",
    "5/6/7/8/4b4/8/7/6/5 b 0,0 0 17",
    "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 5,5 249 4999",
];

/// Decodes this many inputs derived from the seed.
pub(super) fn feed(seed: u64, inputs: u64) -> Tally {
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::default();
    for number in 0..inputs {
        let before = rng.get_seed();
        let input = match number % 10 {
            0 => mutate::mutate(&mut rng, grammar::create_room(&mut Rng::with_seed(before))),
            1 => mutate::mutate(&mut rng, grammar::seek(&mut Rng::with_seed(before))),
            2 => line(&mut rng),
            _ => {
                let message = grammar::message(&mut rng, "c1");
                mutate::mutate(&mut rng, message)
            }
        };
        let _input = Input(&input);
        tally.decoded += 1;
        let read = match number % 10 {
            0 => check::<CreateRoom>(&input),
            1 => check::<SeekRequest>(&input) | check::<TournamentCommand>(&input),
            2 => check_line(&input),
            _ => check::<ClientMessage>(&input),
        };
        tally.readable += u64::from(read);
    }
    tally
}

/// Prints the failing input on drop.
struct Input<'a>(&'a [u8]);

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the input was {:?}", String::from_utf8_lossy(self.0));
        }
    }
}

/// Decodes a `T`. If that succeeds, encoding and decoding it again must give the same value. Returns whether it succeeded.
fn check<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> bool {
    let Ok(read) = serde_json::from_slice::<T>(bytes) else { return false };
    assert!(std::str::from_utf8(bytes).is_ok(), "no text, and read all the same");
    let written = serde_json::to_value(&read).expect("what was read can be written");
    let again: T = serde_json::from_value(written.clone()).expect("what was written can be read");
    let rewritten: Value = serde_json::to_value(&again).expect("what was read can be written");
    assert_eq!(written, rewritten);
    true
}

fn line(rng: &mut Rng) -> Vec<u8> {
    let line = rng.choice(LINES).unwrap_or_default();
    let text = mutate::mutate(rng, Value::from(line));
    text.trim_ascii()
        .strip_prefix(b"\"")
        .and_then(|text| text.strip_suffix(b"\""))
        .unwrap_or(text.as_slice())
        .to_vec()
}

fn check_line(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut any = false;
    for mode in [Mode::Two, Mode::Three, Mode::Four, Mode::FourConsecutive] {
        if let Ok(position) = Position::parse(mode, &text) {
            let again = Position::parse(mode, &position.to_string()).expect("what was written can be read");
            assert_eq!(again, position);
            assert!(position.legal_moves().into_iter().count() <= 1_000, "{position}");
            any = true;
        }
    }
    any
}
