//! What a position is worth without looking ahead.

use sumito_rules::{Bitboard, Cell, Direction, MARBLES_TO_WIN, Position};

use crate::{
    score::Value,
    weights::{TERMS, Term, WEIGHTS},
};

/// Takes in the terms of one side as they are counted: their worth is summed up in a search, the counts are kept to
/// tune the weights.
pub trait Tally {
    /// A term was counted so many times.
    fn add(&mut self, term: Term, count: usize);
}

/// The sum of the worths.
#[derive(Default)]
struct Worth(Value);

impl Tally for Worth {
    #[inline]
    fn add(&mut self, term: Term, count: usize) {
        self.0 += WEIGHTS[term as usize] * count as Value;
    }
}

impl Tally for [i32; TERMS] {
    fn add(&mut self, term: Term, count: usize) {
        self[term as usize] += count as i32;
    }
}

/// The cells so many steps from the centre, and the corners.
const RINGS: [Bitboard; 5] = {
    let mut rings = [Bitboard::EMPTY; 5];
    let mut index = 0;
    while index < Cell::ALL.len() {
        let cell = Cell::ALL[index];
        let ring = steps_from_centre(cell);
        rings[ring] = rings[ring].with(cell);
        index += 1;
    }
    rings
};

const CORNERS: Bitboard = {
    let mut corners = Bitboard::EMPTY;
    let mut index = 0;
    while index < Cell::ALL.len() {
        let cell = Cell::ALL[index];
        let mut neighbors = 0;
        let mut direction = 0;
        while direction < 6 {
            neighbors += cell.neighbor(Direction::ALL[direction]).is_some() as usize;
            direction += 1;
        }
        if neighbors == 3 {
            corners = corners.with(cell);
        }
        index += 1;
    }
    corners
};

/// How many steps a cell is from the centre, e5.
pub(crate) const fn steps_from_centre(cell: Cell) -> usize {
    let (row, number) = (cell.row() as i32 - 4, cell.number() as i32 - 5);
    // Rows and numbers grow together along one axis: the distance is the greatest of the three differences.
    let (row_steps, number_steps, between) =
        (row.unsigned_abs(), number.unsigned_abs(), (row - number).unsigned_abs());
    let greater = if row_steps > number_steps { row_steps } else { number_steps };
    (if greater > between { greater } else { between }) as usize
}

/// Counts the terms of the side with the marbles `own` against those in `opponents`.
#[inline]
pub fn count(own: Bitboard, opponents: Bitboard, is_to_move: bool, tally: &mut impl Tally) {
    let free = !(own | opponents);
    for (term, ring) in [Term::Centre, Term::Ring1, Term::Ring2, Term::Ring3].into_iter().zip(RINGS) {
        tally.add(term, (own & ring).len());
    }
    tally.add(Term::Edge, (own & (RINGS[4] - CORNERS)).len());
    tally.add(Term::Corner, (own & CORNERS).len());

    let (mut accompanied, mut surrounded) = (Bitboard::EMPTY, own);
    let (mut victims, mut pushed) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for direction in Direction::ALL {
        let step = own.step(direction);
        // The front marbles of two and of three in a row.
        let pair = own & step;
        let line = own & pair.step(direction);
        accompanied |= pair;
        surrounded &= step;
        if direction.index() < 3 {
            tally.add(Term::Pair, pair.len());
            tally.add(Term::Line, line.len());
            tally.add(Term::Wedge, (own & opponents.step(direction) & opponents.before(direction)).len());
        }
        // The last of the marbles that a row would push.
        let faced = (opponents & pair.step(direction))
            | (opponents & (opponents & line.step(direction)).step(direction));
        victims |= faced & Bitboard::edge(direction);
        pushed |= faced & free.before(direction);
    }
    tally.add(Term::Core, surrounded.len());
    tally.add(Term::Single, (own - accompanied).len());
    tally.add(Term::Push, pushed.len());
    tally.add(if is_to_move { Term::Threat } else { Term::Promise }, victims.len());
    tally.add(Term::Tempo, usize::from(is_to_move));
}

/// Counts the terms of marbles that a side has pushed out.
#[inline]
pub fn count_captured(captured: u8, tally: &mut impl Tally) {
    const STEPS: [Term; 5] =
        [Term::Captured1, Term::Captured2, Term::Captured3, Term::Captured4, Term::Captured5];
    if let Some(last) = captured.min(MARBLES_TO_WIN - 1).checked_sub(1) {
        tally.add(STEPS[usize::from(last)], 1);
    }
}

/// What a position is worth to each team, without what the others have.
#[inline]
fn worths(position: &Position) -> [Value; 3] {
    let occupied = position.occupied();
    let mode = position.mode();
    let to_move = mode.team_of(position.turn());
    let mut worths = [0; 3];
    for team in mode.all_teams() {
        let own = mode.colors_of(team).fold(Bitboard::EMPTY, |own, color| own | position.marbles(color));
        let mut worth = Worth::default();
        count_captured(position.captured()[team.index()], &mut worth);
        count(own, occupied - own, team == to_move, &mut worth);
        worths[team.index()] = worth.0;
    }
    worths
}

/// What a position is worth to the team of `turn`'s side: its own worth less the mean of the others'.
#[inline]
pub(crate) fn evaluate(position: &Position, team: usize) -> Value {
    let worths = worths(position);
    let teams = position.mode().teams();
    let others: Value = (0..teams).filter(|&other| other != team).map(|other| worths[other]).sum();
    worths[team] - others / (teams as Value - 1)
}
