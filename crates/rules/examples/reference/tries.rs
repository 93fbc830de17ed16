//! Plausible attempts at moves, in valid and invalid notation, with the rules' answer to each.

use sumito_rules::{Cell, Direction, IllegalMove, Mode, Move, MoveError, Position, Shape};

use crate::{draw::Draw, positions::artificial};

const POSITIONS: usize = 1000;
const TRIES: usize = 8;

/// Characters of typical typing errors, and some more.
const ALPHABET: [char; 16] =
    ['a', 'b', 'e', 'i', 'j', '0', '1', '2', '5', '9', ' ', '.', '-', 'é', 'İ', '\u{85}'];

/// Text; the reason if it cannot be played; the relevant cell, or the canonical text of a playable move.
type Try = (String, Option<&'static str>, Option<String>);

pub(crate) fn lines(draw: &mut Draw) -> Vec<(&'static str, String, Vec<Try>)> {
    (0..POSITIONS)
        .map(|number| {
            let position = artificial(draw, Mode::ALL[number % Mode::ALL.len()]);
            let tries = (0..TRIES).map(|_| judged(&position, text(draw, &position))).collect();
            (position.mode().name(), position.to_string(), tries)
        })
        .collect()
}

fn judged(position: &Position, text: String) -> Try {
    match position.parse_move(&text) {
        Ok(m) => (text, None, Some(m.to_string())),
        Err(error) => (text, Some(error.code()), shown_by(&error).map(|cell| cell.to_string())),
    }
}

fn shown_by(error: &MoveError) -> Option<Cell> {
    use IllegalMove::{
        BlockedBehind, EmptyCell, Gap, NotYours, Occupied, OverTheEdge, PartnerInSideStep, TrailingNotYours,
    };
    match *error {
        MoveError::Illegal(
            EmptyCell { cell }
            | NotYours { cell, .. }
            | TrailingNotYours { cell }
            | PartnerInSideStep { cell }
            | Gap { cell }
            | Occupied { cell }
            | BlockedBehind { cell }
            | OverTheEdge { cell },
        ) => Some(cell),
        _ => None,
    }
}

fn text(draw: &mut Draw, position: &Position) -> String {
    let own: Vec<_> = position.own().sorted().collect();
    let anywhere = draw.one_of(&Cell::ALL);
    let from = if own.is_empty() || draw.once_in(4) { anywhere } else { draw.one_of(&own) };
    let text = match draw.below(12) {
        0..3 => legal(draw, position).unwrap_or_else(|| format!("{from}{anywhere}")),
        3..6 => format!("{from}{}", beside(draw, from)),
        6 => format!("{from}{anywhere}"),
        7..10 => row(draw, from),
        10 => format!("{from}{anywhere}{}", draw.one_of(&Cell::ALL)),
        _ => {
            let text = legal(draw, position).unwrap_or_default();
            draw.damaged(&text, &ALPHABET)
        }
    };
    spelled(draw, &text)
}

/// Returns a legal move; a side-step named from either end.
fn legal(draw: &mut Draw, position: &Position) -> Option<String> {
    let moves: Vec<Move> = position.legal_moves().iter().collect();
    if moves.is_empty() {
        return None;
    }
    let m = draw.one_of(&moves);
    match (m.shape(), m.other_end()) {
        (Shape::SideStep { .. }, Some(end)) if draw.once_in(2) => {
            let to = end.neighbor(m.direction()).expect("a legal side-step stays on the board");
            Some(format!("{end}{}{to}", m.from()))
        }
        _ => Some(m.to_string()),
    }
}

/// Returns two to four cells of one line, or the same cell twice, and a cell next to the first.
fn row(draw: &mut Draw, end: Cell) -> String {
    let direction = draw.one_of(&Direction::ALL);
    let mut other = end;
    for _ in 0..draw.one_of(&[0, 1, 1, 1, 2, 2, 2, 3]) {
        other = other.neighbor(direction).unwrap_or(other);
    }
    format!("{end}{other}{}", beside(draw, end))
}

/// Returns a neighbour of the cell, or the cell itself if it has none in the drawn direction.
fn beside(draw: &mut Draw, cell: Cell) -> Cell {
    cell.neighbor(draw.one_of(&Direction::ALL)).unwrap_or(cell)
}

/// Adds capital letters, a move number or white space.
fn spelled(draw: &mut Draw, text: &str) -> String {
    match draw.below(10) {
        0 => text.to_uppercase(),
        1 => format!("{}. {text}", draw.below(100)),
        2 => format!("\u{a0}{}...{text}\n", draw.below(100)),
        3 => format!("{}{text}", draw.below(20)),
        _ => text.to_owned(),
    }
}
