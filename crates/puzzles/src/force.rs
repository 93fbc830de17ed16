//! The forced gains of one side, by exhaustive search.

use sumito_rules::{Color, Ejections, Move, Position, Team};

/// The side that solves a puzzle, and its material when the puzzle started.
///
/// A **round** is a move of the solver and the moves of all others, until it is the solver's turn again. The solver has **gained** as many
/// marbles as their team has ejected more than it has lost since the puzzle started. The solver **forces** a gain within n moves if,
/// whatever the others play, the gain is positive after one of the next n rounds, or their team has won the game. A partner counts among
/// the others: a solution does not depend on help.
///
/// ```
/// use sumito_puzzles::Force;
/// use sumito_rules::{Mode, Position};
///
/// let position = Position::parse(Mode::Two, "5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0")?;
/// assert_eq!(Force::of(&position).shortest(&position, 3), Some(1));
/// # Ok::<(), sumito_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force {
    solver: Color,
    team: Team,
    /// The [`material`](Self::material) when the puzzle started.
    base: i32,
}

impl Force {
    /// The colour to move becomes the solver.
    pub fn of(position: &Position) -> Self {
        let solver = position.turn();
        let mut force = Self { solver, team: position.mode().team_of(solver), base: 0 };
        force.base = force.material(position);
        force
    }

    /// Marbles ejected by the solver's team, plus its own marbles on the board.
    fn material(self, position: &Position) -> i32 {
        let own = position.mode().colors_of(self.team).map(|color| position.marbles(color).len() as i32);
        i32::from(position.captured()[self.team.index()]) + own.sum::<i32>()
    }

    /// Marbles that the solver's team has gained since the puzzle started; negative after a loss.
    fn gain(self, position: &Position) -> i32 {
        self.material(position) - self.base
    }

    /// Returns whether the solver, who is to move, forces a gain within this many moves.
    pub fn holds(self, position: &Position, moves: u32) -> bool {
        Search::new(self).holds(position, moves)
    }

    /// Returns the moves that force a gain within this many moves.
    pub fn winning(self, position: &Position, moves: u32) -> Vec<Move> {
        let mut search = Search::new(self);
        let wins = |&m: &Move| search.holds_after(&after(position, m), moves.saturating_sub(1));
        position.legal_moves().iter().filter(wins).collect()
    }

    /// Returns the least number of moves within which the solver, who is to move, forces a gain; `None` if it is greater than `max`.
    pub fn shortest(self, position: &Position, max: u32) -> Option<u32> {
        (1..=max).find(|&moves| self.holds(position, moves))
    }

    /// Returns whether the solver keeps a gain, whatever the others play until the solver's next turn.
    pub(crate) fn is_gained(self, position: &Position) -> bool {
        Search::new(self).holds_after(position, 0)
    }

    /// Returns whether the solver is to move.
    pub(crate) fn is_solvers_turn(self, position: &Position) -> bool {
        position.turn() == self.solver
    }

    /// Returns whether the solver can have a gain after this many further moves: each ejects at most one marble.
    fn can_still_gain(self, position: &Position, moves: u32) -> bool {
        self.gain(position) + moves as i32 > 0
    }
}

/// An exhaustive search. It only remembers which replies to try first.
struct Search {
    force: Force,
    /// The last reply that prevented a gain, by the number of the solver's further moves.
    refutations: [Option<Move>; 16],
}

impl Search {
    fn new(force: Force) -> Self {
        Self { force, refutations: [None; 16] }
    }

    /// Implements [`Force::holds`] by recursion.
    fn holds(&mut self, position: &Position, moves: u32) -> bool {
        if !self.force.can_still_gain(position, moves) {
            return false;
        }
        let mut ejections = Ejections::of(position).moves();
        if ejections.any(|m| self.holds_after(&after(position, m), moves.saturating_sub(1))) {
            return true;
        }
        // Without an ejection, the next moves must make the gain.
        self.force.can_still_gain(position, moves.saturating_sub(1)) && {
            let ejections = Ejections::of(position);
            let mut others = position.legal_moves().into_iter().filter(|&m| !ejections.contains(m));
            others.any(|m| self.holds_after(&after(position, m), moves.saturating_sub(1)))
        }
    }

    /// Returns whether the solver forces a gain, whatever the others play until the solver's next turn, with this many further moves.
    fn holds_after(&mut self, position: &Position, moves: u32) -> bool {
        if let Some(winner) = position.winner() {
            return winner == self.force.team;
        }
        if !self.force.can_still_gain(position, moves) {
            return false;
        }
        if self.force.is_solvers_turn(position) {
            return self.force.gain(position) > 0 || self.holds(position, moves);
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            // With two players, a player who cannot move has lost.
            return position.mode().seats() == 2;
        }
        let place = moves as usize % self.refutations.len();
        let first = self.refutations[place].filter(|&m| replies.contains(m));
        let ejections = Ejections::of(position);
        for m in first.into_iter().chain(ejections.moves()).chain(replies) {
            if !self.holds_after(&after(position, m), moves) {
                self.refutations[place] = Some(m);
                return false;
            }
        }
        true
    }
}

/// Returns the position after a move. With three or four players, the turn passes to the next colour that can move.
pub(crate) fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(m);
    let seats = next.mode().seats();
    if seats > 2 && next.winner().is_none() {
        for _ in 1..seats {
            if next.has_legal_move() {
                break;
            }
            next = next.pass_turn();
        }
    }
    next
}
