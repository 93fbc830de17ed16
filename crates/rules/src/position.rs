//! Positions: the complete state for the rules.

use crate::{Bitboard, Cell, Color, Layout, MARBLES_TO_WIN, Mode, Setup, SetupError, Team, zobrist};

/// A position: the marbles, the turn, and the ejections.
///
/// A small value: copy it to keep it; there is no undo.
///
/// ```
/// use sumito_rules::{Color, Layout, Mode, Position};
///
/// let start = Position::start(Mode::Two, Layout::Standard)?;
/// let played = start.play(start.parse_move("1. A1B2")?)?;
/// assert_eq!(played.position.turn(), Color::White);
/// assert_eq!(played.position.to_string(), "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0,0 1 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) marbles: [Bitboard; 4],
    pub(crate) key: u64,
    pub(crate) ply: u32,
    pub(crate) quiet_plies: u32,
    pub(crate) captured: [u8; 3],
    pub(crate) mode: Mode,
    pub(crate) turn: Color,
}

/// The defining parts of a position; everything else is derived.
pub(crate) struct Parts {
    pub(crate) mode: Mode,
    pub(crate) marbles: [Bitboard; 4],
    pub(crate) turn: Color,
    pub(crate) captured: [u8; 3],
    pub(crate) quiet_plies: u32,
    pub(crate) ply: u32,
}

impl Position {
    /// The start of a game.
    ///
    /// # Errors
    /// [`SetupError::LayoutDoesNotFit`] if the layout is for another number of players.
    pub fn start(mode: Mode, layout: Layout) -> Result<Self, SetupError> {
        if !layout.fits(mode) {
            return Err(SetupError::LayoutDoesNotFit { layout, mode });
        }
        Setup::layout(mode, layout).position()
    }

    pub(crate) fn from_parts(parts: &Parts) -> Self {
        let &Parts { mode, marbles, turn, captured, quiet_plies, ply } = parts;
        let key = Color::ALL
            .into_iter()
            .map(|color| zobrist::marbles(color, marbles[color.index()]))
            .fold(zobrist::mode(mode) ^ zobrist::turn(turn), |key, marbles| key ^ marbles);
        Self { marbles, key, ply, quiet_plies, captured, mode, turn }
    }

    /// The number of players and the order of turns.
    #[inline]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The colour to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The plies played so far.
    #[inline]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The plies played since the last ejection.
    #[inline]
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// Number of marbles that each team has ejected.
    #[inline]
    pub fn captured(&self) -> &[u8] {
        &self.captured[..self.mode.teams()]
    }

    /// The cells of a colour's marbles.
    #[inline]
    pub const fn marbles(&self, color: Color) -> Bitboard {
        self.marbles[color.index()]
    }

    /// The marble on a cell.
    pub fn color_at(&self, cell: Cell) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.marbles(color).contains(cell))
    }

    /// The cells that hold a marble.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        let [black, white, red, yellow] = self.marbles;
        black | white | red | yellow
    }

    /// The free cells.
    #[inline]
    pub fn free(&self) -> Bitboard {
        !self.occupied()
    }

    /// The marbles of the colour to move.
    #[inline]
    pub const fn own(&self) -> Bitboard {
        self.marbles(self.turn)
    }

    /// The marbles that the colour to move does not push: its own and its partner's.
    #[inline]
    pub fn friends(&self) -> Bitboard {
        match self.mode.partner(self.turn) {
            Some(partner) => self.own() | self.marbles(partner),
            None => self.own(),
        }
    }

    /// The marbles that the colour to move may push.
    #[inline]
    pub fn opponents(&self) -> Bitboard {
        self.occupied() - self.friends()
    }

    /// The team that has ejected six marbles.
    ///
    /// Games cannot bring two teams to six; in an artificial position, the first counts.
    #[inline]
    pub fn winner(&self) -> Option<Team> {
        self.mode.all_teams().find(|team| self.captured[team.index()] >= MARBLES_TO_WIN)
    }

    /// Returns the position with the turn passed to the next colour, for a seat that is eliminated or cannot move.
    ///
    /// No move was played, so the counts of plies stay.
    #[must_use]
    pub const fn pass_turn(&self) -> Self {
        let mut passed = *self;
        passed.turn = self.mode.next(self.turn);
        passed.key ^= zobrist::turn(self.turn) ^ zobrist::turn(passed.turn);
        passed
    }

    /// Returns the position as the start of a game: no plies were played.
    #[must_use]
    pub const fn as_start(&self) -> Self {
        let mut start = *self;
        start.ply = 0;
        start.quiet_plies = 0;
        start
    }

    /// The key for detecting repetitions: equal for equal marbles, colour to move and mode, regardless of ejections and plies. Updated
    /// incrementally with each move (Zobrist hashing).
    ///
    /// Keys are the same in every process and on every machine.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }
}
