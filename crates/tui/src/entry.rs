//! Input of a move: by typing its notation, or by picking its cells in order, which produces the same text.

use sumito_client::rules::{Bitboard, Cell, Direction, Move, Position};

/// A move being entered.
#[derive(Debug, Clone)]
pub(crate) struct MoveInput {
    /// The notation so far.
    pub(crate) text: String,
    /// The cursor's cell; hidden until a cursor key is pressed.
    pub(crate) cursor: Option<Cell>,
}

/// The reason why a key or a cell cannot be the next part of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// A cell starts with a letter.
    Letter,
    /// A cell ends with a digit.
    Digit,
    /// No move has more cells.
    Full,
}

/// Maximum length of a move: three cells.
const LONGEST: usize = 6;

impl MoveInput {
    pub(crate) fn new() -> Self {
        Self { text: String::new(), cursor: None }
    }

    /// The cells entered so far.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let pairs = self.text.as_bytes().chunks_exact(2);
        pairs.filter_map(|pair| std::str::from_utf8(pair).ok()?.parse().ok()).collect()
    }

    /// Appends a letter or digit, if it can come next.
    pub(crate) fn write(&mut self, c: char) -> Result<(), Misfit> {
        let letter_is_next = self.text.len().is_multiple_of(2);
        let fits = if letter_is_next { matches!(c, 'a'..='i') } else { matches!(c, '1'..='9') };
        match (fits, letter_is_next) {
            _ if self.text.len() >= LONGEST => return Err(Misfit::Full),
            (true, _) => self.text.push(c),
            (false, true) => return Err(Misfit::Letter),
            (false, false) => return Err(Misfit::Digit),
        }
        Ok(())
    }

    /// Picks the cell at the cursor; picking the last one again removes it.
    pub(crate) fn pick(&mut self) -> Result<(), Misfit> {
        let Some(cell) = self.cursor else { return Ok(()) };
        if self.text.len() % 2 == 1 {
            self.text.pop();
        }
        let name = cell.to_string();
        if self.text.ends_with(&name) {
            self.text.truncate(self.text.len() - name.len());
        } else if self.text.len() < LONGEST {
            self.text.push_str(&name);
        } else {
            return Err(Misfit::Full);
        }
        Ok(())
    }

    /// Moves the cursor. Rows are offset by half a cell: up and down follow the line nearer to the middle of the board.
    pub(crate) fn go(&mut self, right: i8, up: i8) {
        let Some(cell) = self.cursor else {
            self.cursor = "e5".parse().ok();
            return;
        };
        let (first, second) = match (right, up) {
            (1, _) => (Direction::East, None),
            (-1, _) => (Direction::West, None),
            (_, 1) => (Direction::NorthWest, Some(Direction::NorthEast)),
            _ => (Direction::SouthEast, Some(Direction::SouthWest)),
        };
        // Moving up and down again returns to the same cell.
        let second = second.filter(|_| cell.row() % 2 == 1 || cell.neighbor(first).is_none());
        self.cursor = cell.neighbor(second.unwrap_or(first)).or_else(|| cell.neighbor(first)).or(Some(cell));
    }

    /// The cells with which a legal move can continue.
    pub(crate) fn next_cells(&self, position: &Position) -> Bitboard {
        let at = self.text.len() / 2 * 2;
        let spellings = position.legal_moves().into_iter().flat_map(spellings);
        let going_on =
            spellings.filter(|spelling| spelling.len() > at && spelling.starts_with(&self.text[..at]));
        going_on
            .filter_map(|spelling| spelling[at..at + 2].parse().ok())
            .fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// The notations of a move: a side-step can be named from either end.
fn spellings(mv: Move) -> impl Iterator<Item = String> {
    let other = mv.other_end().and_then(|end| {
        let target = end.neighbor(mv.direction())?;
        Some(format!("{end}{}{target}", mv.from()))
    });
    std::iter::once(mv.to_string()).chain(other)
}

#[cfg(test)]
mod tests {
    use sumito_client::rules::{Layout, Mode};

    use super::*;

    fn start() -> Position {
        Position::start(Mode::Two, Layout::Standard).unwrap()
    }

    #[test]
    fn only_notation_can_be_typed() {
        let mut entry = MoveInput::new();
        let misfits: Vec<_> = "xA1a9zb2cc3d4".chars().filter_map(|c| entry.write(c).err()).collect();
        assert_eq!(entry.text, "a9b2c3");
        assert_eq!(misfits[..4], [Misfit::Letter; 4]);
        assert_eq!(misfits[4..], [Misfit::Digit, Misfit::Full, Misfit::Full]);
    }

    #[test]
    fn picking_cells_writes_the_move() {
        let mut entry = MoveInput::new();
        for cell in ["c3", "c4"] {
            entry.cursor = cell.parse().ok();
            entry.pick().unwrap();
        }
        assert_eq!(entry.text, "c3c4");
        entry.pick().unwrap();
        assert_eq!(entry.text, "c3", "picked again, it is let go of");
        entry.text = "c3c4c5".to_owned();
        assert_eq!(entry.pick(), Err(Misfit::Full));
    }

    #[test]
    fn the_board_shows_how_a_move_can_go_on() {
        let mut entry = MoveInput::new();
        let position = start();
        assert_eq!(entry.next_cells(&position) & position.own(), entry.next_cells(&position));
        "c3c5".chars().try_for_each(|c| entry.write(c)).unwrap();
        let onward: Vec<_> = entry.next_cells(&position).sorted().map(|cell| cell.to_string()).collect();
        assert_eq!(onward, ["d3", "d4"], "sideways from one of its ends");
        let mut turned = MoveInput::new();
        "c5c3".chars().try_for_each(|c| turned.write(c)).unwrap();
        let onward: Vec<_> = turned.next_cells(&position).sorted().map(|cell| cell.to_string()).collect();
        assert_eq!(onward, ["d5", "d6"], "and from the other");
    }

    #[test]
    fn the_cursor_reaches_every_cell_and_stays_on_the_board() {
        let mut seen = Bitboard::EMPTY;
        let mut waiting: Vec<Cell> = vec!["e5".parse().unwrap()];
        while let Some(cell) = waiting.pop() {
            if seen.contains(cell) {
                continue;
            }
            seen = seen.with(cell);
            for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let mut entry = MoveInput { text: String::new(), cursor: Some(cell) };
                entry.go(right, up);
                waiting.extend(entry.cursor);
            }
        }
        assert_eq!(seen, Bitboard::ALL);
    }
}
