//! Choice of moves at the lower levels.

use std::collections::VecDeque;

use fastrand::Rng;
use sumito_rules::{Bitboard, Cell, Direction, Ejections, Mode, Move, Position};

use crate::{
    Level, Limits, Root, Score, SearchResult,
    alpha_beta::Search,
    book,
    score::{INFINITE, Value},
};

/// The weakness of a level that does not play at full strength.
///
/// A level searches a few plies, considers only some of the moves, and misses threats, far from the last moves more often than near them.
/// Among the considered moves, it plays one that it scores about as high as the best. Its mistakes therefore resemble a person's.
#[derive(Clone, Copy)]
pub(crate) struct LevelHandicap {
    /// Search depth of each move in plies, including the move itself.
    pub(crate) depth: i32,
    /// Percentage of the moves far from the last one that the level thinks of. It thinks of each ejection.
    considered_percent: u32,
    /// Percentage of the threats far from the last moves that the level misses.
    missed_percent: u32,
    /// Disadvantage, in thousandths of a marble, at which a move is chosen a third (1/e) as often.
    spread: Value,
}

/// How a level plays in one game.
enum Form {
    /// With a weakness.
    Weak(LevelHandicap),
    /// The best move of a search of this many positions.
    Nodes(u64),
}

const fn weak(depth: i32, considered_percent: u32, missed_percent: u32, spread: Value) -> Form {
    Form::Weak(LevelHandicap { depth, considered_percent, missed_percent, spread })
}

/// The forms, each stronger than the one before by about the same. Level 1 usually has the second one, level 12 always the last one.
const FORMS: [Form; 13] = [
    weak(1, 3, 95, 40),
    weak(1, 5, 90, 40),
    weak(1, 8, 80, 40),
    weak(1, 12, 70, 40),
    weak(1, 18, 60, 40),
    weak(1, 27, 50, 40),
    weak(1, 65, 40, 35),
    weak(2, 45, 30, 30),
    weak(2, 100, 20, 22),
    weak(3, 90, 12, 18),
    Form::Nodes(2_500),
    Form::Nodes(13_000),
    Form::Nodes(u64::MAX),
];

const _: () = assert!(FORMS.len() == Level::FULL.number() as usize + 1);

/// Returns the form of a level in the games with a seed: like a person's, it varies from game to game. In a quarter of the games it equals
/// the form of the level below, in a quarter the form of the level above. Full strength does not vary, and neither does any level without a
/// seed.
fn form(limits: &Limits) -> &'static Form {
    let usual = usize::from(limits.level.number());
    let quarter =
        if limits.seed == 0 || limits.level == Level::FULL { 1 } else { Rng::with_seed(limits.seed).u8(..4) };
    &FORMS[match quarter {
        0 => usual - 1,
        3 => usual + 1,
        _ => usual,
    }]
}

/// Returns a move of the opening book, by which levels without a weakness vary the opening; `None` if there is none.
pub(crate) fn from_book(limits: &Limits, root: &Root) -> Option<SearchResult> {
    let asks = limits.book && limits.seed != 0 && !limits.is_analysis();
    let (best, hundredths) = match form(limits) {
        Form::Nodes(_) if asks => book::choose(root.position(), limits.seed)?,
        _ => return None,
    };
    let score = Score::Marbles(hundredths);
    Some(SearchResult { best: Some(best), score, depth: 0, nodes: 0, line: vec![best], others: Vec::new() })
}

/// Returns the weakness for choosing a move; `None`: the best move. Levels without a weakness vary the opening by the seed.
pub(crate) fn weakness(limits: &Limits, root: &Root) -> Option<LevelHandicap> {
    match form(limits) {
        _ if limits.is_analysis() => None,
        Form::Weak(weakness) => Some(*weakness),
        Form::Nodes(_) if limits.seed != 0 && is_opening(limits, root.position()) => Some(OPENING),
        Form::Nodes(_) => None,
    }
}

/// Returns the number of positions after which a level has seen enough. A weakness is limited by its depth.
pub(crate) fn max_nodes(limits: &Limits, root: &Root) -> u64 {
    match form(limits) {
        Form::Nodes(max) if !limits.is_analysis() && weakness(limits, root).is_none() => *max,
        _ => u64::MAX,
    }
}

fn is_opening(limits: &Limits, position: &Position) -> bool {
    // In the positions of two players that the book does not have, the other player has left it, or the start is not a layout.
    let plies = if limits.book && position.mode() == Mode::Two {
        1
    } else {
        OPENING_MOVES * position.mode().seats() as u32
    };
    position.ply() < plies && position.captured().iter().all(|&count| count == 0)
}

/// Number of varied moves of each player at levels without a weakness, without the book.
const OPENING_MOVES: u32 = 2;

/// The variation of these moves costs an eighth of a marble at most.
const OPENING: LevelHandicap =
    LevelHandicap { depth: 3, considered_percent: 100, missed_percent: 0, spread: 30 };

/// A move is never chosen if it is worse by more than this many spreads.
const SPREADS: Value = 4;

/// The choice of a move by a level, which can pause between the moves of the root.
pub(crate) struct Choice {
    rng: Rng,
    attention: Attention,
    ejections: Ejections,
    /// The moves that were not looked at.
    left: VecDeque<Move>,
    seen: Vec<(Move, Value)>,
    best: Value,
}

impl Choice {
    pub(crate) fn new(root: &Root, weakness: &LevelHandicap, seed: u64) -> Self {
        let position = root.position();
        let mut rng = Rng::with_seed(seed ^ position.key() ^ u64::from(position.ply()));
        let attention = Attention::new(root, weakness, rng.u64(..));
        Self {
            rng,
            attention,
            ejections: Ejections::of(position),
            left: position.legal_moves().iter().collect(),
            seen: Vec::new(),
            best: -INFINITE,
        }
    }

    /// Returns a move and its value, as seen by the level; `None` if the search was stopped or has paused before all moves were searched,
    /// or if the level thinks of no move.
    pub(crate) fn run(
        &mut self,
        search: &mut Search<'_>,
        root: &Root,
        weakness: &LevelHandicap,
    ) -> Option<(Move, Value)> {
        let position = root.position();
        while let Some(m) = self.left.pop_front() {
            if self.rng.u32(..100) >= self.attention.considered_percent(m) && !self.ejections.contains(m) {
                continue;
            }
            // A worse move is never chosen, so its exact value is not needed.
            let worst = self.best - SPREADS * weakness.spread - 1;
            let missed = self.attention.missed_after(position, m);
            let value = search.see(position, m, weakness.depth - 1, worst, missed);
            if search.is_stopped() {
                return None;
            }
            self.best = self.best.max(value);
            self.seen.push((m, value));
            if search.is_slice_over() {
                search.pause();
                return None;
            }
        }
        self.draw(weakness.spread)
    }

    fn draw(&mut self, spread: Value) -> Option<(Move, Value)> {
        let best = self.best;
        let weight = |value: Value| (f64::from(value - best) / f64::from(spread)).exp();
        self.seen.retain(|&(_, value)| best - value <= SPREADS * spread);
        let mut draw = self.rng.f64() * self.seen.iter().map(|&(_, value)| weight(value)).sum::<f64>();
        for &(m, value) in &self.seen {
            draw -= weight(value);
            if draw <= 0.0 {
                return Some((m, value));
            }
        }
        self.seen.last().copied()
    }
}

/// A level's attention on this turn.
struct Attention {
    /// Cells near the last move of another player.
    near: Bitboard,
    considered_percent: u32,
    /// Cells where the level misses a threat, and the cells where it misses one even next to the last move.
    missed: Bitboard,
    missed_nearby: Bitboard,
}

/// Near the last move, a level thinks of so many times as many moves, and misses so many times fewer threats.
const NEAR_FACTOR: u32 = 3;

impl Attention {
    fn new(root: &Root, weakness: &LevelHandicap, seed: u64) -> Self {
        let near = root.last().map_or(Bitboard::EMPTY, |last| surroundings(Bitboard::of(last.to())));
        let mut rng = Rng::with_seed(seed);
        let (mut missed, mut missed_nearby) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for cell in Cell::ALL {
            let draw = rng.u32(..100);
            if draw < weakness.missed_percent {
                missed = missed.with(cell);
            }
            if draw < weakness.missed_percent / NEAR_FACTOR {
                missed_nearby = missed_nearby.with(cell);
            }
        }
        Self { near, considered_percent: weakness.considered_percent, missed, missed_nearby }
    }

    /// Returns the percentage at which the level thinks of a move.
    fn considered_percent(&self, m: Move) -> u32 {
        let is_near = self.near.contains(m.to()) || self.near.contains(m.from());
        self.considered_percent * if is_near { NEAR_FACTOR } else { 1 }
    }

    /// Returns the cells from which the level misses the ejection of its marbles after its move: a threat that it misses after one move, it
    /// misses after the others too, unless these are near the cell.
    fn missed_after(&self, position: &Position, m: Move) -> Bitboard {
        let moved = position.effect(m).moved;
        let near = self.near | surroundings(moved | moved.step(m.direction()));
        (self.missed & !near) | (self.missed_nearby & near)
    }
}

/// Returns the cells at most two steps from one of these.
fn surroundings(cells: Bitboard) -> Bitboard {
    let grown = |cells: Bitboard| {
        Direction::ALL.into_iter().fold(cells, |all, direction| all | cells.step(direction))
    };
    grown(grown(cells))
}
