//! The board, drawn with letters: the essentials are visible without colours.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use sumito_client::rules::{Bitboard, Cell, Position};

use crate::theme::Theme;

/// Width of the board.
pub(crate) const WIDTH: u16 = 43;

/// Height of the board, with a free line between its rows.
pub(crate) const HEIGHT: u16 = 19;

/// Distance of two cells in a row; neighbouring rows are offset by half of it.
const STEP: u16 = 4;

/// A position with its highlights.
pub(crate) struct Board<'a> {
    pub(crate) position: &'a Position,
    /// True if White sits at the lower edge.
    pub(crate) turned: bool,
    pub(crate) cursor: Option<Cell>,
    /// The cells picked so far.
    pub(crate) picked: Vec<Cell>,
    /// The cells that can be picked next.
    pub(crate) next: Bitboard,
    /// The cells touched by the last move.
    pub(crate) last: Bitboard,
    pub(crate) theme: Theme,
}

impl Board<'_> {
    /// Returns the row and the column, in half cells from the left, of a cell; row -1 is the edge below A.
    fn place(&self, row: i16, number: i16) -> (i16, i16) {
        let (row, number) = if self.turned { (8 - row, 10 - number) } else { (row, number) };
        (8 - row, 2 * number - row + 2)
    }

    fn put(area: Rect, buffer: &mut Buffer, at: (i16, i16), text: &str, style: Style) {
        // If the height is insufficient, the free lines between the rows are omitted first.
        let gap = if area.height >= HEIGHT { 2 } else { 1 };
        let (Ok(line), Ok(half)) = (u16::try_from(at.0 + 1), u16::try_from(at.1 + 2)) else { return };
        // The numbers are close to the edge, above or below the rows.
        let down = match line {
            0 => 0,
            10 => 8 * gap + 2,
            row => (row - 1) * gap + 1,
        };
        let (x, y) = (area.x + half * STEP / 2, area.y + down);
        if y < area.bottom() && x + text.len() as u16 <= area.right() {
            buffer.set_string(x, y, text, style);
        }
    }

    fn cell(&self, cell: Cell) -> (String, Style) {
        let color = self.position.color_at(cell);
        let mut style = color.map_or_else(|| self.theme.dim(), |color| self.theme.marble(color));
        let sign = color.map_or('.', |color| color.letter().to_ascii_uppercase());
        if self.last.contains(cell) {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        let (left, right) = if self.cursor == Some(cell) {
            ('[', ']')
        } else if self.picked.contains(&cell) {
            ('<', '>')
        } else if self.last.contains(cell) {
            ('(', ')')
        } else {
            (' ', ' ')
        };
        if self.next.contains(cell) && !self.picked.is_empty() {
            let sign = if color.is_none() { '+' } else { sign };
            return (format!("{left}{sign}{right}"), style.patch(self.theme.highlight()));
        }
        (format!("{left}{sign}{right}"), style)
    }
}

impl Widget for Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for cell in Cell::ALL {
            let (row, number) = (i16::from(cell.row()), i16::from(cell.number()));
            let (text, style) = self.cell(cell);
            Self::put(area, buffer, self.place(row, number), &text, style);
        }
        let faint = self.theme.dim();
        for row in 0..9 {
            let first = (row - 4).max(0) + 1;
            let letter = char::from(b'A' + row as u8);
            Self::put(area, buffer, self.place(row, first - 1), &format!(" {letter} "), faint);
        }
        for number in 1..=9_i16 {
            let below = (number - 6).max(-1);
            Self::put(area, buffer, self.place(below, number), &format!(" {number} "), faint);
        }
    }
}

#[cfg(test)]
mod tests {
    use sumito_client::rules::{Layout, Mode};

    use super::*;

    fn drawn(turned: bool, height: u16) -> Vec<String> {
        let position = Position::start(Mode::Two, Layout::Standard).unwrap();
        let board = Board {
            position: &position,
            turned,
            cursor: "e5".parse().ok(),
            picked: vec!["c3".parse().unwrap()],
            next: Bitboard::of("d3".parse().unwrap()),
            last: Bitboard::of("i5".parse().unwrap()),
            theme: Theme::of_environment(true),
        };
        let area = Rect::new(0, 0, WIDTH, height);
        let mut buffer = Buffer::empty(area);
        board.render(area, &mut buffer);
        let line = |y| (0..WIDTH).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn a_board_is_seen_by_its_letters() {
        let expected = [
            "          I  (W)  W   W   W   W",
            "        H   W   W   W   W   W   W",
            "      G   .   .   W   W   W   .   .",
            "    F   .   .   .   .   .   .   .   .",
            "  E   .   .   .   .  [.]  .   .   .   .",
            "    D   .   .   +   .   .   .   .   .  9",
            "      C   .   .  <B>  B   B   .   .  8",
            "        B   B   B   B   B   B   B  7",
            "          A   B   B   B   B   B  6",
            "                1   2   3   4   5",
        ];
        let squeeze = |lines: &[String]| lines.iter().map(|line| line.replace(' ', "")).collect::<Vec<_>>();
        let drawn_high = drawn(false, HEIGHT);
        assert_eq!(squeeze(&drawn_high), squeeze(&expected.map(str::to_owned)), "{drawn_high:#?}");
        assert_eq!(drawn_high, drawn(false, 11), "also where there is little height");
        let turned = drawn(true, HEIGHT);
        assert!(turned[0].contains('1') || turned[0].contains('5'), "{turned:#?}");
        assert_eq!(turned.iter().position(|line| line.contains('I')), Some(turned.len() - 1));
    }
}
