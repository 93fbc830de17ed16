//! Static evaluation by hand-made terms, for three and four players. See `network` for two.

use sumito_rules::{Bitboard, Cell, Direction, MARBLES_TO_WIN, Position};

use crate::{
    score::Value,
    weights::{TERMS, Term, WEIGHTS},
};

/// Receives the counted terms of one side: a search sums up their values, tuning keeps the counts.
pub trait TermSink {
    /// Adds a term that was counted `count` times.
    fn add(&mut self, term: Term, count: usize);

    /// Counts the marbles on each kind of cell.
    #[inline]
    fn add_places(&mut self, marbles: Bitboard) {
        for (term, cells) in PLACES {
            self.add(term, (marbles & cells).len());
        }
    }
}

/// The sum of the values, and the number of marbles that the side could eject if it were its turn.
#[derive(Default)]
struct WeightedSum {
    value: Value,
    promises: usize,
}

impl TermSink for WeightedSum {
    #[inline]
    fn add(&mut self, term: Term, count: usize) {
        self.value += WEIGHTS[term as usize] * count as Value;
        if matches!(term, Term::Promise) {
            self.promises = count;
        }
    }

    /// Looks up eight cells at a time.
    #[inline]
    fn add_places(&mut self, marbles: Bitboard) {
        let bytes = marbles.bits().to_le_bytes();
        self.value += (0..8).map(|at| Value::from(PLACE_WORTHS[at][usize::from(bytes[at])])).sum::<Value>();
    }
}

impl TermSink for [i32; TERMS] {
    fn add(&mut self, term: Term, count: usize) {
        self[term as usize] += count as i32;
    }
}

/// The cells by distance from the centre; the corners have their own entry at the end.
const RINGS: [Bitboard; 6] = {
    let mut rings = [Bitboard::EMPTY; 6];
    let mut index = 0;
    while index < Cell::ALL.len() {
        let cell = Cell::ALL[index];
        let ring = if is_corner(cell) { 5 } else { steps_from_centre(cell) };
        rings[ring] = rings[ring].with(cell);
        index += 1;
    }
    rings
};

/// Cells three and four steps from the centre.
const OUTSIDE: Bitboard = {
    let mut outside = Bitboard::EMPTY;
    let mut index = 0;
    while index < Cell::ALL.len() {
        if steps_from_centre(Cell::ALL[index]) >= 3 {
            outside = outside.with(Cell::ALL[index]);
        }
        index += 1;
    }
    outside
};

/// The cells that are counted for each term.
const PLACES: [(Term, Bitboard); 6] = [
    (Term::Centre, RINGS[0]),
    (Term::Ring1, RINGS[1]),
    (Term::Ring2, RINGS[2]),
    (Term::Ring3, RINGS[3]),
    (Term::Edge, RINGS[4]),
    (Term::Corner, RINGS[5]),
];

/// Values of the marbles on each eight cells, by byte of [`Bitboard::bits`] and its value.
static PLACE_WORTHS: [[i16; 256]; 8] = {
    let mut worths = [[0; 256]; 8];
    let mut at = 0;
    while at < worths.len() {
        let mut byte = 0;
        while byte < 256 {
            let set = (byte as u64) << (8 * at);
            let mut place = 0;
            while place < PLACES.len() {
                let (term, cells) = PLACES[place];
                let count = (set & cells.bits()).count_ones() as i16;
                worths[at][byte] += WEIGHTS[term as usize] as i16 * count;
                place += 1;
            }
            byte += 1;
        }
        at += 1;
    }
    worths
};

const fn is_corner(cell: Cell) -> bool {
    let mut neighbors = 0;
    let mut direction = 0;
    while direction < 6 {
        neighbors += cell.neighbor(Direction::ALL[direction]).is_some() as usize;
        direction += 1;
    }
    neighbors == 3
}

/// Distance of a cell from the centre, e5, in steps.
pub const fn steps_from_centre(cell: Cell) -> usize {
    let (row, number) = (cell.row() as i32 - 4, cell.number() as i32 - 5);
    // Rows and numbers increase together along one axis: the distance is the greatest of the three differences.
    let (row_steps, number_steps, between) =
        (row.unsigned_abs(), number.unsigned_abs(), (row - number).unsigned_abs());
    let greater = if row_steps > number_steps { row_steps } else { number_steps };
    (if greater > between { greater } else { between }) as usize
}

/// Sets of marbles of one side, collected by direction.
struct Formations {
    own: Bitboard,
    opponents: Bitboard,
    free: Bitboard,
    /// By axis: the second of two in a row, the third of three, and marbles between two opposing marbles.
    pairs: [Bitboard; 3],
    lines: [Bitboard; 3],
    wedges: [Bitboard; 3],
    accompanied: Bitboard,
    surrounded: Bitboard,
    /// Opposing marbles that can be pushed onto a free cell, and over the edge.
    pushed: Bitboard,
    victims: Bitboard,
}

impl Formations {
    #[inline]
    fn new(own: Bitboard, opponents: Bitboard) -> Self {
        let mut formations = Self {
            own,
            opponents,
            free: !(own | opponents),
            pairs: [Bitboard::EMPTY; 3],
            lines: [Bitboard::EMPTY; 3],
            wedges: [Bitboard::EMPTY; 3],
            accompanied: Bitboard::EMPTY,
            surrounded: own,
            pushed: Bitboard::EMPTY,
            victims: Bitboard::EMPTY,
        };
        // Unrolled, so that each direction's shifts are constants.
        formations.scan_direction::<0>();
        formations.scan_direction::<1>();
        formations.scan_direction::<2>();
        formations.scan_direction::<3>();
        formations.scan_direction::<4>();
        formations.scan_direction::<5>();
        formations
    }

    #[inline]
    fn scan_direction<const DIRECTION: usize>(&mut self) {
        let direction = const { Direction::ALL[DIRECTION] };
        let Self { own, opponents, .. } = *self;
        let behind = own.step(direction);
        // The front marbles of two and of three in a row.
        let pair = own & behind;
        let ahead_of_pair = pair.step(direction);
        let line = own & ahead_of_pair;
        self.accompanied |= pair;
        self.surrounded &= behind;
        if DIRECTION < 3 {
            self.pairs[DIRECTION] = pair;
            self.lines[DIRECTION] = line;
            self.wedges[DIRECTION] = own & opponents.step(direction) & opponents.before(direction);
        }
        // The last of the marbles that a row would push.
        let second = (opponents & line.step(direction)).step(direction);
        let faced = opponents & (ahead_of_pair | second);
        self.victims |= faced & Bitboard::edge(direction);
        self.pushed |= faced & self.free.before(direction);
    }
}

/// Total number of marbles in three sets: two counts in place of three.
#[inline]
fn total([a, b, c]: [Bitboard; 3]) -> usize {
    let odd = a ^ b;
    (odd ^ c).len() + 2 * ((a & b) | (odd & c)).len()
}

/// Counts the terms of the side with the marbles `own` against those in `opponents`.
#[inline]
pub fn count(own: Bitboard, opponents: Bitboard, is_to_move: bool, tally: &mut impl TermSink) {
    tally.add_places(own);
    let formations = Formations::new(own, opponents);
    tally.add(Term::Pair, total(formations.pairs));
    tally.add(Term::Line, total(formations.lines));
    tally.add(Term::Wedge, total(formations.wedges));
    tally.add(Term::Core, formations.surrounded.len());
    tally.add(Term::Single, (own - formations.accompanied).len());
    tally.add(Term::Push, (formations.pushed - OUTSIDE).len());
    tally.add(Term::PushOutside, (formations.pushed & OUTSIDE).len());
    tally.add(if is_to_move { Term::Threat } else { Term::Promise }, formations.victims.len());
    tally.add(Term::Tempo, usize::from(is_to_move));
}

/// Counts the terms of the marbles that a side has ejected.
#[inline]
pub fn count_captured(captured: u8, tally: &mut impl TermSink) {
    const STEPS: [Term; 5] =
        [Term::Captured1, Term::Captured2, Term::Captured3, Term::Captured4, Term::Captured5];
    if let Some(last) = captured.min(MARBLES_TO_WIN - 1).checked_sub(1) {
        tally.add(STEPS[usize::from(last)], 1);
    }
}

/// The value of a side's marbles and ejections.
#[inline]
fn side_score(own: Bitboard, opponents: Bitboard, captured: u8, is_to_move: bool) -> WeightedSum {
    let mut worth = WeightedSum::default();
    count_captured(captured, &mut worth);
    count(own, opponents, is_to_move, &mut worth);
    worth
}

/// The value of a position for a team, by its number, in thousandths of a marble: its own value minus the other side's. With three
/// players, that is the soft mean of the others' values.
#[inline]
pub fn worth_to(position: &Position, team: usize) -> Value {
    judge(position, team).value
}

/// A static evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StaticEval {
    pub(crate) value: Value,
    /// True if any team could eject an opposing marble if it were its turn: the value is then less reliable.
    pub(crate) is_tense: bool,
}

/// Number of plies without an ejection after which an advantage has half of its value.
const MAX_QUIET: u32 = 128;

impl StaticEval {
    /// Reduces the value by the number of quiet plies: an advantage must be used before the game is drawn.
    #[inline]
    pub(crate) fn decay_to_draw(self, quiet_plies: u32) -> Self {
        let fading = self.value * quiet_plies.min(MAX_QUIET) as Value / (2 * MAX_QUIET as Value);
        Self { value: self.value - fading, ..self }
    }
}

/// Evaluates a position for a team, and detects whether the value may change soon.
#[inline]
pub(crate) fn judge(position: &Position, team: usize) -> StaticEval {
    let mode = position.mode();
    let captured = position.captured();
    let occupied = position.occupied();
    let to_move = mode.team_of(position.turn());
    let (mut ours, mut others, mut promises) = (0, [None; 2], 0);
    for side in mode.all_teams() {
        let own = mode.colors_of(side).fold(Bitboard::EMPTY, |own, color| own | position.marbles(color));
        let worth = side_score(own, occupied - own, captured[side.index()], side == to_move);
        promises += worth.promises;
        if side.index() == team {
            ours = worth.value;
        } else {
            others = [Some(worth.value), others[0]];
        }
    }
    let others = match others {
        [Some(one), Some(other)] => soft_mean(one, other),
        [one, _] => one.unwrap_or_default(),
    };
    StaticEval { value: ours - others, is_tense: promises > 0 }
}

/// The advantage, in thousandths of a marble, at which the odds of two of three players are e to 1: fitted to games.
const ODDS: Value = 2250;

/// Returns the value of a player who wins as often as two players do on average, of which these are the values: the logarithm of the mean of
/// their odds. It is nearer to the higher one, because the player who leads is the one to stop. Whole numbers make it the same on every
/// machine: below the higher value by a parabola, which ends at ln 2 × [`ODDS`] where the lower value no longer matters.
#[inline]
fn soft_mean(one: Value, other: Value) -> Value {
    const MAX: Value = ODDS * 693 / 1000;
    let difference = (one - other).abs();
    let below =
        if difference < 4 * MAX { difference / 2 - difference * difference / (16 * MAX) } else { MAX };
    one.max(other) - below
}

#[cfg(test)]
mod tests {
    use std::f64::consts::LN_2;

    use super::*;

    #[test]
    fn the_soft_mean_is_between_the_mean_and_the_higher_value() {
        assert_eq!(soft_mean(300, 300), 300);
        for difference in [10, 500, 2_000, 6_235, 6_236, 9_000] {
            let mean = soft_mean(0, difference);
            assert_eq!(mean, soft_mean(difference, 0));
            assert!(mean >= difference / 2 && mean < difference, "{difference}: {mean}");
            let exact = ((f64::from(difference) / f64::from(ODDS)).exp().ln_1p() - LN_2) * f64::from(ODDS);
            assert!((f64::from(mean) - exact).abs() < 200.0, "{difference}: {mean}, not {exact}");
        }
    }
}
