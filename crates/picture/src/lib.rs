//! Pictures of positions: a wooden board with glass marbles in the style of the web client, for previews of links to games. As SVG, and as
//! PNG rendered from it.
//!
//! Pictures have no text, so they need no font and are the same on every machine and in every language.

mod geometry;
mod glass;
mod png;
mod svg;
mod wood;

use sumito_rules::{Bitboard, Color, Effect, Position, Team};

pub use png::{PngError, png};
pub use svg::svg;

/// Version of the drawing. Increased on each visual change, so that caches do not keep old pictures.
pub const VERSION: u32 = 2;

/// Width of a picture, in pixels: the size that link previews expect.
pub const WIDTH: u32 = 1_200;
/// Height of a picture, in pixels, for [`WIDTH`].
pub const HEIGHT: u32 = 630;

/// The content of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// The position of the marbles.
    pub position: Position,
    /// The ejected marbles next to the board.
    pub trays: Trays,
    /// The cells that marbles left and entered in the last move.
    pub trace: Trace,
    /// The marbles of eliminated players, which are drawn paler than others.
    pub pale: Bitboard,
}

impl From<Position> for Picture {
    /// A position without known history: it has no trace.
    fn from(position: Position) -> Self {
        Self { position, trays: Trays::guessed(&position), trace: Trace::default(), pale: Bitboard::EMPTY }
    }
}

/// The ejected marbles of each team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trays([[u8; Color::ALL.len()]; Trays::TEAMS]);

impl Trays {
    /// Maximum number of teams.
    const TEAMS: usize = 3;

    /// Adds an ejected marble of this colour to the tray of the team that ejected it.
    pub fn add(&mut self, team: Team, color: Color) {
        let count = &mut self.0[team.index()][color.index()];
        *count = count.saturating_add(1);
    }

    /// Builds the trays of a position with ejections known only by number: uses the first opponent's marbles.
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

    /// Returns the colours of the marbles that a team has ejected.
    fn of(&self, team: Team) -> impl Iterator<Item = Color> {
        let counts = self.0[team.index()];
        Color::ALL.into_iter().zip(counts).flat_map(|(color, count)| (0..count).map(move |_| color))
    }
}

/// The cells touched by the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trace {
    /// Cells that marbles left.
    pub left: Bitboard,
    /// Cells that marbles entered.
    pub entered: Bitboard,
}

impl Trace {
    /// Returns the cells that a move touches, by its effect.
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
    fn trays_hold_the_captured_marbles_by_team() {
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
