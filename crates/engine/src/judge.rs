//! Sides and ends of games.

use sumito_rules::{Mode, Move, Position, Team};

use crate::{
    Root,
    evaluate::{StaticEval, judge},
    root::{EliminatedColors, pass_turn},
    score::{DRAW, LIKELY_WIN, Value, WIN},
};

/// Splits the players into two sides, so that a search for two works with any number of players: the team of the player to move at the
/// root, or another one that the root is [seen by](Root::seen_by), and all others. This is exact with two players and with two teams. With
/// three it assumes that the other two play together against us, which they need not do (docs/adr/0023).
#[derive(Clone, Copy)]
pub(crate) struct SideMap {
    mode: Mode,
    team: Team,
    out: EliminatedColors,
    quiet_plies: u32,
    /// Separates the searches of different players in the table, because their results differ.
    salt: u64,
}

impl SideMap {
    pub(crate) fn new(root: &Root) -> Self {
        let position = root.position();
        let mode = position.mode();
        let team = root.side();
        let salt =
            if mode.teams() > 2 { (team.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93) } else { 0 };
        Self { mode, team, out: root.out(), quiet_plies: root.draw_rules().quiet_plies, salt }
    }

    /// Returns whether the same side moves in both positions.
    #[inline]
    pub(crate) fn is_same_side(&self, one: &Position, other: &Position) -> bool {
        if self.mode == Mode::Two {
            return one.turn() == other.turn();
        }
        self.is_ours(one) == self.is_ours(other)
    }

    /// Returns whether the root's side moves in a position.
    #[inline]
    pub(crate) fn is_ours(&self, position: &Position) -> bool {
        self.mode.team_of(position.turn()) == self.team
    }

    /// Returns the position after a legal move, with the turn at the next player who can move; `None` if no player can.
    #[inline]
    pub(crate) fn after(&self, position: &Position, m: Move) -> Option<Position> {
        let mut next = *position;
        next.play_unchecked(m);
        if self.mode == Mode::Two { Some(next) } else { pass_turn(next, self.out) }
    }

    /// Returns the position after a legal move in the search. With three players, we move after each move of another one.
    #[inline]
    pub(crate) fn after_reply(&self, position: &Position, m: Move) -> Option<Position> {
        if self.mode != Mode::Three || self.is_ours(position) {
            return self.after(position, m);
        }
        let mut next = *position;
        next.play_unchecked(m);
        pass_turn(self.at_us(next), self.out)
    }

    /// Returns the position with the turn at us.
    #[inline]
    pub(crate) fn at_us(&self, mut position: Position) -> Position {
        while !self.is_ours(&position) {
            position = position.pass_turn();
        }
        position
    }

    /// Returns the position in which the third player replies in place of the one to move, who is next after us; `None` if there is none.
    #[inline]
    pub(crate) fn other_reply(&self, position: &Position) -> Option<Position> {
        if self.mode != Mode::Three || self.is_ours(position) {
            return None;
        }
        let other = position.pass_turn();
        let replies = !self.is_ours(&other) && !self.out.contains(other.turn()) && other.has_legal_move();
        replies.then_some(other)
    }

    /// Returns the value for the side to move if the game is over, `ply` plies after the root.
    #[inline]
    pub(crate) fn verdict(&self, position: &Position, ply: usize) -> Option<Value> {
        // Only the last move can have won the game.
        if position.quiet_plies() == 0
            && let Some(team) = position.winner()
        {
            let win = if self.mode == Mode::Three { LIKELY_WIN } else { WIN } - ply as Value;
            let is_ours = self.is_ours(position);
            return Some(if (team == self.team) == is_ours { win } else { -win });
        }
        (self.quiet_plies > 0 && position.quiet_plies() >= self.quiet_plies).then_some(DRAW)
    }

    /// Returns the value of the root for the side to move if the game is over there.
    pub(crate) fn result(&self, root: &Position) -> Option<Value> {
        let stuck = if self.mode == Mode::Two { -WIN } else { DRAW };
        let value = self.verdict(root, 0).or_else(|| (!root.has_legal_move()).then_some(stuck))?;
        Some(self.of_root(value))
    }

    /// Returns the value of the root that the search has found. With three players only a win by the next move is sure.
    pub(crate) const fn of_root(&self, value: Value) -> Value {
        let plies = LIKELY_WIN - value.abs();
        if matches!(self.mode, Mode::Three) && plies <= 1 { value.signum() * (WIN - plies) } else { value }
    }

    /// Returns the static evaluation by hand-made terms, for the side to move.
    #[inline]
    pub(crate) fn static_eval(&self, position: &Position) -> StaticEval {
        let eval = judge(position, self.team.index());
        if self.is_ours(position) { eval } else { StaticEval { value: -eval.value, ..eval } }
    }

    /// Returns the key of a position in the table. Unlike the repetition key, it includes the ejections.
    #[inline]
    pub(crate) fn key(&self, position: &Position) -> u64 {
        let captured = position.captured().iter().fold(0, |sum, &count| sum << 3 | u64::from(count));
        position.key() ^ self.salt ^ captured.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
