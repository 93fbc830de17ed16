//! The starting point of a search.

use sumito_rules::{Color, IllegalMove, Mode, Move, Position, Team};

/// Rules by which a game is drawn without an agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// Number of occurrences of a position, with the same player to move, since the last ejection. 0: no limit.
    pub repetitions: u32,
    /// Number of plies without an ejection. 0: no limit.
    pub quiet_plies: u32,
}

impl Default for DrawRules {
    /// The third occurrence, or 250 quiet plies: the defaults of rooms.
    fn default() -> Self {
        Self { repetitions: 3, quiet_plies: 250 }
    }
}

/// A position with all further data that decides on the best move: the earlier positions, and the eliminated players.
///
/// ```
/// use sumito_engine::Root;
/// use sumito_rules::{Layout, Mode, Position};
///
/// let mut root = Root::new(Position::start(Mode::Two, Layout::Standard)?);
/// root.play(root.position().parse_move("a1b2")?)?;
/// assert_eq!(root.position().ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Root {
    position: Position,
    /// Keys of the earlier positions since the last ejection.
    earlier: Vec<u64>,
    last: Option<Move>,
    out: EliminatedColors,
    draws: DrawRules,
    side: Option<Team>,
}

impl Root {
    /// Creates a root without earlier positions.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            earlier: Vec::new(),
            last: None,
            out: EliminatedColors::default(),
            draws: DrawRules::default(),
            side: None,
        }
    }

    /// Sets the keys of the earlier positions since the last ejection. The root's own may be among them.
    #[must_use]
    pub fn after(mut self, earlier: impl IntoIterator<Item = u64>) -> Self {
        self.earlier = earlier.into_iter().filter(|&key| key != self.position.key()).collect();
        self
    }

    /// Sets the last move, near which the lower levels search first.
    #[must_use]
    pub const fn moved(mut self, last: Option<Move>) -> Self {
        self.last = last;
        self
    }

    /// Sets the eliminated colours: their marbles stay, their turns are skipped.
    #[must_use]
    pub fn without(mut self, out: impl IntoIterator<Item = Color>) -> Self {
        self.out = out.into_iter().fold(EliminatedColors::default(), EliminatedColors::with);
        self
    }

    /// Sets the rules for draws.
    #[must_use]
    pub const fn draws(mut self, draws: DrawRules) -> Self {
        self.draws = draws;
        self
    }

    /// Searches from the view of a team, also if another team is to move: among three, a position that is bad for one player need not be
    /// good for another. The scores are then from the view of that team.
    #[must_use]
    pub const fn seen_by(mut self, team: Team) -> Self {
        self.side = Some(team);
        self
    }

    /// Plays a move, and passes the turn to the next colour that can move.
    ///
    /// # Errors
    /// Fails with the reason if the move is illegal.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let played = self.position.play(m)?;
        let before = self.position.key();
        self.last = Some(m);
        self.position = pass_turn(played.position, self.out).unwrap_or(played.position);
        if self.position.quiet_plies() == 0 {
            self.earlier.clear();
        } else {
            self.earlier.push(before);
        }
        Ok(())
    }

    /// The root's position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the team that the search plays for.
    pub(crate) fn side(&self) -> Team {
        self.side.unwrap_or_else(|| self.position.mode().team_of(self.position.turn()))
    }

    pub(crate) const fn last(&self) -> Option<Move> {
        self.last
    }

    pub(crate) fn earlier(&self) -> &[u64] {
        &self.earlier
    }

    pub(crate) const fn out(&self) -> EliminatedColors {
        self.out
    }

    pub(crate) const fn draw_rules(&self) -> DrawRules {
        self.draws
    }
}

/// The eliminated colours.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct EliminatedColors([bool; 4]);

impl EliminatedColors {
    fn with(mut self, color: Color) -> Self {
        self.0[color.index()] = true;
        self
    }

    #[inline]
    pub(crate) const fn contains(self, color: Color) -> bool {
        self.0[color.index()]
    }
}

/// Passes the turn to the first colour, starting with the one to move, that is in the game and can move. `None` if no colour can.
///
/// With two players the turn does not pass: a player who cannot move has lost.
pub(crate) fn pass_turn(mut position: Position, out: EliminatedColors) -> Option<Position> {
    if position.mode() == Mode::Two || position.winner().is_some() {
        return Some(position);
    }
    for _ in 0..position.mode().seats() {
        if !out.contains(position.turn()) && position.has_legal_move() {
            return Some(position);
        }
        position = position.pass_turn();
    }
    None
}
