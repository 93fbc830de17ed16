//! A position as a picture: a wooden board with glass marbles in the look of the web client's, as links to games show it. As SVG, and as
//! PNG made of that.
//!
//! No text is drawn, so no font is needed, and a picture is the same on every machine and in every language.

mod geometry;
mod glass;
mod png;
mod svg;
mod wood;

use sumito_rules::{Bitboard, Color, Effect, Position, Team};

pub use png::{PngError, png};
pub use svg::svg;

/// Changes when positions are drawn otherwise, so that nobody keeps pictures in the look of before.
pub const VERSION: u32 = 2;

/// How wide and high a picture is, in pixels: what pages that show a link expect.
pub const WIDTH: u32 = 1_200;
/// The height that goes with [`WIDTH`].
pub const HEIGHT: u32 = 630;

/// What is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Where the marbles are.
    pub position: Position,
    /// What was pushed out, and lies beside the board.
    pub trays: Trays,
    /// The cells that the last move left, and those that marbles came to.
    pub trace: Trace,
    /// The marbles that only stand in the way: their players are out. They are paler than others.
    pub pale: Bitboard,
}

impl From<Position> for Picture {
    /// A position of which the way there is not known: no trace is shown.
    fn from(position: Position) -> Self {
        Self { position, trays: Trays::guessed(&position), trace: Trace::default(), pale: Bitboard::EMPTY }
    }
}

/// What each team has pushed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trays([[u8; Color::ALL.len()]; Trays::TEAMS]);

impl Trays {
    /// The most teams that play.
    const TEAMS: usize = 3;

    /// Puts a marble of this colour into the tray of the team that has pushed it out.
    pub fn add(&mut self, team: Team, color: Color) {
        let count = &mut self.0[team.index()][color.index()];
        *count = count.saturating_add(1);
    }

    /// The trays of a position of which it is not known what was pushed out, only how much: the first opponent's marbles.
    fn guessed(position: &Position) -> Self {
        let (mode, mut trays) = (position.mode(), Self::default());
        for (team, &count) in mode.all_teams().zip(position.captured()) {
            let opponent = mode.colors().iter().find(|color| mode.team_of(**color) != team);
            if let Some(&color) = opponent {
                (0..count).for_each(|_| trays.add(team, color));
            }
        }
        trays
    }

    /// What a team has pushed out, colour by colour.
    fn of(&self, team: Team) -> impl Iterator<Item = Color> {
        let counts = self.0[team.index()];
        Color::ALL.into_iter().zip(counts).flat_map(|(color, count)| (0..count).map(move |_| color))
    }
}

/// What the last move touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trace {
    /// Cells that marbles left.
    pub left: Bitboard,
    /// Cells that marbles came to.
    pub entered: Bitboard,
}

impl Trace {
    /// What a move touches, by its steps.
    pub fn of(effect: &Effect) -> Self {
        let left = effect.moved | effect.pushed;
        let entered = effect.steps().filter_map(|(_, to)| to).collect();
        Self { left: left - entered, entered }
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Mode;

    use super::*;

    #[test]
    fn trays_hold_what_was_put_in_by_whom() {
        let mut trays = Trays::default();
        let mode = Mode::Three;
        trays.add(mode.team_of(Color::Black), Color::Red);
        trays.add(mode.team_of(Color::Black), Color::White);
        trays.add(mode.team_of(Color::Red), Color::White);
        let of = |color| trays.of(mode.team_of(color)).collect::<Vec<_>>();
        assert_eq!(of(Color::Black), [Color::White, Color::Red]);
        assert_eq!(of(Color::White), []);
        assert_eq!(of(Color::Red), [Color::White]);
    }

    #[test]
    fn of_a_position_alone_the_first_opponent_counts_as_pushed_out() {
        for (mode, line, expected) in [
            (Mode::Two, "5/6/7/8/9/8/7/6/5 b 2,1 0 0", &[&[Color::White; 2][..], &[Color::Black]][..]),
            (
                Mode::Three,
                "5/6/7/8/9/8/7/6/5 b 1,1,1 0 0",
                &[&[Color::White], &[Color::Black], &[Color::Black]],
            ),
            (Mode::Four, "5/6/7/8/9/8/7/6/5 b 1,2 0 0", &[&[Color::White], &[Color::Black; 2]]),
        ] {
            let picture = Picture::from(Position::parse(mode, line).unwrap());
            let trays: Vec<_> =
                mode.all_teams().map(|team| picture.trays.of(team).collect::<Vec<_>>()).collect();
            assert_eq!(trays, expected, "{mode}");
        }
    }
}
