//! The rulebooks, sentence by sentence. `docs/rules.md` names the test of each.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod coverage;
mod formations;
mod four_players;
mod notation;
mod record;
#[path = "../support/mod.rs"]
mod support;
mod three_players;
mod two_players;

use sumito_rules::{Cell, Color, IllegalMove, Mode, MoveError, Position, Setup};

/// The cells named in a text, as in `a1 a2`.
fn cells(names: &str) -> impl Iterator<Item = Cell> {
    names.split_whitespace().map(|name| name.parse().unwrap())
}

/// A position with the marbles of the seats in order, black to move.
fn set_up(mode: Mode, marbles: &[&str]) -> Setup {
    Color::ALL
        .into_iter()
        .zip(marbles)
        .fold(Setup::new(mode), |setup, (color, names)| setup.marbles(color, cells(names)))
}

/// A position of two players, black to move.
fn two(black: &str, white: &str) -> Position {
    set_up(Mode::Two, &[black, white]).position().unwrap()
}

/// The position after a move.
fn play(position: &Position, text: &str) -> Position {
    position
        .play(position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}")))
        .unwrap()
        .position
}

/// Returns the reason why a move is illegal.
fn reason(position: &Position, text: &str) -> IllegalMove {
    match position.parse_move(text) {
        Err(MoveError::Illegal(reason)) => {
            if let Ok(m) = text.parse() {
                assert!(!position.legal_moves().contains(m), "{text}");
            }
            reason
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// The cells of a colour, as in `a1 a2`.
fn where_is(position: &Position, color: Color) -> String {
    position.marbles(color).to_string()
}
