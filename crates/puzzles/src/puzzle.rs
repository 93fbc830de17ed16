//! A puzzle: its first position, its solution, and the judgement of attempts.

use std::cmp::Reverse;

use sumito_rules::{IllegalMove, Mode, Move, Position};

use crate::{Force, force::after};

/// Returns the length of the longest puzzles of a mode, in moves of the solver. With more than two players, an exhaustive search takes too
/// long after the first move.
pub const fn longest(mode: Mode) -> u32 {
    match mode {
        Mode::Two => 3,
        Mode::Three | Mode::Four | Mode::FourConsecutive => 1,
    }
}

/// A position in which exactly one move forces a gain, with the solution ([`Force`]).
///
/// ```
/// use sumito_puzzles::{Puzzle, Verdict};
/// use sumito_rules::{Mode, Position};
///
/// let position = Position::parse(Mode::Two, "5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0")?;
/// let puzzle = Puzzle::find(&position).unwrap();
/// let solution = position.parse_move("e7e8")?;
/// assert_eq!(puzzle.line(), [solution]);
/// assert_eq!(puzzle.attempt().play(solution)?, Verdict::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    start: Position,
    line: Vec<Move>,
    length: u32,
}

/// The judgement of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move does not force the gain.
    Wrong,
    /// The move is right, and the solution continues.
    Continue,
    /// The gain is made, and no reply takes it back.
    Solved,
}

impl Puzzle {
    /// Makes a puzzle of a position if exactly one move forces a gain within [`longest`] moves, and each later move of the solution but the
    /// last is also the only one.
    pub fn find(start: &Position) -> Option<Self> {
        let force = Force::of(start);
        let longest = longest(start.mode());
        let length = force.shortest(start, longest)?;
        if force.winning(start, longest).len() != 1 {
            return None;
        }
        let (mut position, mut line) = (*start, Vec::new());
        for left in (0..length).rev() {
            let winning = force.winning(&position, left + 1);
            let &m = winning.first()?;
            if left > 0 && winning.len() > 1 {
                return None;
            }
            line.push(m);
            position = after(&position, m);
            if left > 0 {
                let replies = replies(force, &position, left);
                position = replies.iter().fold(position, |position, &m| after(&position, m));
                line.extend(replies);
            }
        }
        Some(Self { start: *start, line, length })
    }

    /// Makes a puzzle of legal moves that end with one of the solver's.
    pub(crate) fn with_line(start: Position, line: Vec<Move>) -> Option<Self> {
        let (mut position, mut length, mut is_last) = (start, 0, false);
        for &m in &line {
            is_last = position.turn() == start.turn();
            length += u32::from(is_last);
            position = after(&position, m);
        }
        is_last.then_some(Self { start, line, length })
    }

    /// The first position: the solver is to move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The solution: the solver's moves, each but the last followed by the others' replies.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The length, in moves of the solver: 1 to [`longest`].
    pub const fn length(&self) -> u32 {
        self.length
    }

    /// Starts an attempt.
    pub fn attempt(&self) -> Attempt<'_> {
        Attempt { force: Force::of(&self.start), position: self.start, rest: &self.line }
    }
}

/// An attempt at a puzzle under way.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    force: Force,
    position: Position,
    /// The rest of the solution.
    rest: &'a [Move],
}

impl Attempt<'_> {
    /// The position, in which the solver is to move unless the attempt is over.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Judges the next move of the solver; the others reply as in the solution. The last move may differ from the solution, if it also
    /// forces the gain.
    ///
    /// # Errors
    /// Fails if the move is illegal.
    pub fn play(&mut self, m: Move) -> Result<Verdict, IllegalMove> {
        self.position.check(m)?;
        let next = after(&self.position, m);
        let Some((&solution, replies)) = self.rest.split_first() else { return Ok(Verdict::Wrong) };
        if replies.is_empty() && (m == solution || self.force.is_gained(&next)) {
            (self.position, self.rest) = (next, replies);
            return Ok(Verdict::Solved);
        }
        if m != solution {
            return Ok(Verdict::Wrong);
        }
        (self.position, self.rest) = (next, replies);
        while !self.force.is_solvers_turn(&self.position)
            && let Some((&reply, later)) = self.rest.split_first()
        {
            (self.position, self.rest) = (after(&self.position, reply), later);
        }
        Ok(Verdict::Continue)
    }
}

/// Returns the moves of the others, until it is the solver's turn, after which the gain takes the longest, and the solver has the fewest
/// right moves. The first of equal replies counts, so that each attempt gets the same replies.
fn replies(force: Force, position: &Position, left: u32) -> Vec<Move> {
    let resistance = |(_, position): &(Vec<Move>, Position)| {
        let shortest = force.shortest(position, left).unwrap_or(0);
        (shortest, Reverse(force.winning(position, shortest).len()))
    };
    let mut rounds = Vec::new();
    finish_round(force, *position, &mut Vec::new(), &mut rounds);
    // The last of equal maxima would be returned: the first one is, in reversed order.
    let best = rounds.into_iter().rev().max_by_key(resistance);
    best.map(|(moves, _)| moves).unwrap_or_default()
}

/// Lists all moves of the others until it is the solver's turn, with the resulting positions.
fn finish_round(
    force: Force,
    position: Position,
    played: &mut Vec<Move>,
    rounds: &mut Vec<(Vec<Move>, Position)>,
) {
    if force.is_solvers_turn(&position) {
        rounds.push((played.clone(), position));
        return;
    }
    for m in position.legal_moves() {
        played.push(m);
        finish_round(force, after(&position, m), played, rounds);
        played.pop();
    }
}
