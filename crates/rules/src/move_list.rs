//! Generation of legal moves, for all marbles in parallel.

use std::{fmt, iter::FusedIterator};

use crate::{
    Bitboard, Direction, Move, Position,
    marble_move::{PATTERNS, side_step_pattern},
};

/// The legal moves of a position.
///
/// A bit for each move that can be expressed: for each pattern (direction, in line or sideways, axis and length of the row) the set of
/// cells from which it is legal. The capacity therefore suffices for every arrangement of marbles, nothing is allocated, [`len`](Self::len)
/// and [`contains`](Self::contains) do not iterate over moves, and no move is listed twice. The order of moves is fixed: in-line moves
/// first.
///
/// ```
/// use sumito_rules::{Layout, Mode, Position};
///
/// let moves = Position::start(Mode::Two, Layout::Standard)?.legal_moves();
/// assert_eq!(moves.len(), 44);
/// assert!(moves.iter().all(|m| moves.contains(m)));
/// # Ok::<(), sumito_rules::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MoveList {
    /// By pattern: the cells of the trailing marbles, or of the first ends of rows.
    origins: [Bitboard; PATTERNS],
}

impl MoveList {
    /// The empty list.
    pub const EMPTY: Self = Self { origins: [Bitboard::EMPTY; PATTERNS] };

    /// Number of moves in the list.
    #[inline]
    pub fn len(&self) -> usize {
        self.origins.iter().map(|origins| origins.len()).sum()
    }

    /// Returns whether the list is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.origins.iter().all(|origins| origins.is_empty())
    }

    /// Returns whether the move is legal.
    #[inline]
    pub fn contains(&self, m: Move) -> bool {
        self.origins[m.pattern()].contains(m.from())
    }

    /// Iterates over the moves.
    #[inline]
    pub fn iter(&self) -> Moves {
        Moves { origins: self.origins, pattern: 0, left: self.origins[0] }
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        self.iter()
    }
}

impl IntoIterator for &MoveList {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The iterator over a [`MoveList`].
#[derive(Clone, Debug)]
pub struct Moves {
    origins: [Bitboard; PATTERNS],
    pattern: usize,
    /// The remaining cells of the pattern.
    left: Bitboard,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.left.is_empty() {
            self.pattern += 1;
            self.left = *self.origins.get(self.pattern)?;
        }
        let from = self.left.first()?;
        self.left = self.left.without(from);
        Some(Move::new(from, self.pattern))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let later = self.origins.iter().skip(self.pattern + 1).map(|origins| origins.len()).sum::<usize>();
        (self.left.len() + later, Some(self.left.len() + later))
    }

    /// Two plain loops, which the compiler optimises better than a separate search for each next move.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(self, init: B, mut f: F) -> B {
        let mut value = init;
        let mut left = self.left;
        for pattern in self.pattern..PATTERNS {
            for from in left {
                value = f(value, Move::new(from, pattern));
            }
            left = self.origins.get(pattern + 1).copied().unwrap_or_default();
        }
        value
    }
}

impl ExactSizeIterator for Moves {}
impl FusedIterator for Moves {}

impl Position {
    /// Returns every legal move. Empty if the game is decided or the player to move is stuck.
    ///
    /// A set `s.before(d)` holds the cells whose next cell in direction `d` is in `s`, so each line below applies to all marbles on the
    /// board in parallel.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::EMPTY;
        if self.winner().is_some() {
            return list;
        }
        let (own, friends, opponents, free) = (self.own(), self.friends(), self.opponents(), self.free());

        for direction in Direction::ALL {
            let has_room = free.before(direction);

            // An opposing marble can be pushed if a free cell or the edge lies behind it; two can be pushed if the second one can be.
            let one = opponents & (has_room | Bitboard::edge(direction));
            let two = opponents & one.before(direction);

            // A single marble needs a free cell ahead. Two marbles may also push one, three may push two.
            let single = friends & has_room;
            let faces_one = friends & one.before(direction);
            let faces_two = friends & two.before(direction);
            let pair = friends & (single | faces_one).before(direction);
            let pair_facing_two = friends & faces_two.before(direction);
            let triplet = friends & (pair | pair_facing_two).before(direction);

            // A partner's marbles may be carried along, but the trailing marble must be the mover's own.
            list.origins[direction.index()] = own & (single | pair | triplet);

            // Sideways: every marble of the row is the mover's own and has a free cell ahead.
            let sideways = own & has_room;
            for turn in [1, 2] {
                let axis = Direction::AXES[(direction.index() + turn) % 3];
                let pairs = sideways & sideways.before(axis);
                let triplets = pairs & pairs.before(axis);
                list.origins[side_step_pattern(direction, turn, 2)] = pairs;
                list.origins[side_step_pattern(direction, turn, 3)] = triplets;
            }
        }
        list
    }

    /// Returns whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        // Nearly always a marble is next to a free cell.
        let (own, free) = (self.own(), self.free());
        let can_step = Direction::ALL.into_iter().any(|direction| !(own & free.before(direction)).is_empty());
        if can_step { self.winner().is_none() } else { !self.legal_moves().is_empty() }
    }
}
