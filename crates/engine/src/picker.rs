//! Move ordering.

use sumito_rules::{Ejections, Move, MoveList, Position};

use crate::{
    evaluate::steps_from_centre,
    history::{HISTORY_LIMIT, History},
    threats::pushers,
};

/// Returns the legal moves of a position, most promising first: the move of the table, ejections, killers, and then by destination and
/// history. Later stages are computed only on demand.
pub(crate) struct Picker {
    list: MoveList,
    ejections: Ejections,
    first: Option<Move>,
    killers: [Option<Move>; 2],
    stage: Stage,
    /// Start of this position's moves on the stack.
    base: usize,
    /// Number of moves returned so far.
    given: usize,
    /// Number of returned moves that were neither the table's nor ejections.
    rest_given: usize,
}

/// Number of moves selected singly. If they do not suffice, usually none does, and all others are sorted together.
const SELECTED: usize = 3;

enum Stage {
    First,
    Ejections,
    Rest,
}

/// Moves of all positions on the path, each with a score above its number, in one vector that is never deallocated.
pub(crate) type Stack = Vec<u32>;

const NUMBER_BITS: u32 = Move::NUMBERS.ilog2() + 1;
const MIDDLE: i32 = 1 << 19;
const KILLER: i32 = 4 * HISTORY_LIMIT;
const PUSH: i32 = HISTORY_LIMIT / 4;
const STEP_INWARDS: i32 = HISTORY_LIMIT / 16;

/// Number of steps by which a move brings its first marble nearer to the centre, by the number of the move.
static STEPS_INWARDS: [i8; Move::NUMBERS] = {
    let mut steps = [0; Move::NUMBERS];
    let mut number = 0;
    while number < Move::NUMBERS {
        if let Some(m) = Move::from_number(number) {
            steps[number] = steps_from_centre(m.from()) as i8 - steps_from_centre(m.to()) as i8;
        }
        number += 1;
    }
    steps
};

fn pack(score: i32, m: Move) -> u32 {
    ((score + MIDDLE) as u32) << NUMBER_BITS | m.number() as u32
}

fn unpack(packed: u32) -> Option<Move> {
    Move::from_number((packed & ((1 << NUMBER_BITS) - 1)) as usize)
}

impl Picker {
    pub(crate) fn new(
        position: &Position,
        list: MoveList,
        first: Option<Move>,
        killers: [Option<Move>; 2],
        stack: &Stack,
    ) -> Self {
        Self {
            list,
            ejections: Ejections::of(position),
            first: first.filter(|&m| list.contains(m)),
            killers,
            stage: Stage::First,
            base: stack.len(),
            given: 0,
            rest_given: 0,
        }
    }

    /// Returns whether only moves without an ejection are left.
    pub(crate) fn is_at_rest(&self, stack: &Stack) -> bool {
        match self.stage {
            Stage::First => false,
            Stage::Ejections => self.base + self.given == stack.len(),
            Stage::Rest => true,
        }
    }

    pub(crate) fn is_ejection(&self, m: Move) -> bool {
        self.ejections.contains(m)
    }

    /// Returns the next move. The picker's entries on the stack are above `base`; the caller must remove them with `finish`.
    pub(crate) fn next(&mut self, position: &Position, history: &History, stack: &mut Stack) -> Option<Move> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::Ejections;
                    stack.extend(
                        self.ejections.moves().filter(|&m| Some(m) != self.first).map(|m| pack(0, m)),
                    );
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::Ejections => {
                    if let Some(&packed) = stack.get(self.base + self.given) {
                        self.given += 1;
                        return unpack(packed);
                    }
                    self.stage = Stage::Rest;
                    self.score_rest(position, history, stack);
                }
                Stage::Rest => {
                    let left = &mut stack[self.base + self.given..];
                    match self.rest_given {
                        0..SELECTED => {
                            let best = (0..left.len()).max_by_key(|&at| left[at])?;
                            left.swap(0, best);
                        }
                        SELECTED => left.sort_unstable_by(|a, b| b.cmp(a)),
                        _ => {}
                    }
                    self.rest_given += 1;
                    self.given += 1;
                    return unpack(*left.first()?);
                }
            }
        }
    }

    fn score_rest(&self, position: &Position, history: &History, stack: &mut Stack) {
        let pushers = pushers(position);
        let color = position.turn();
        self.list.iter().for_each(|m| {
            if Some(m) == self.first || self.ejections.contains(m) {
                return;
            }
            let mut score = history.score(color, m);
            if self.killers.contains(&Some(m)) {
                score += KILLER;
            }
            if !m.is_side_step() && pushers[m.direction().index()].contains(m.from()) {
                score += PUSH;
            }
            score += STEP_INWARDS * i32::from(STEPS_INWARDS[m.number()]);
            stack.push(pack(score, m));
        });
    }

    /// The moves returned so far, except the table's.
    pub(crate) fn tried<'a>(&self, stack: &'a Stack) -> impl Iterator<Item = Move> + use<'a> {
        stack[self.base..self.base + self.given].iter().filter_map(|&packed| unpack(packed))
    }

    /// Removes this position's moves from the stack.
    pub(crate) fn finish(&self, stack: &mut Stack) {
        stack.truncate(self.base);
    }
}
