//! How the lower levels choose among moves.

use fastrand::Rng;
use sumito_rules::Move;

use crate::{Level, Limits, Root, alpha_beta::Search, score::Value};

/// How a level plays that does not play as well as it can.
///
/// It looks at every move to a small depth, overlooks the answers to some of them, and plays one of those that look about
/// as good as the best. So a mistake is one that a person makes: a move that looks well and has a refutation.
pub(crate) struct Weakness {
    /// How many plies deep each move is looked at, itself included.
    pub(crate) depth: i32,
    /// Of a hundred moves, how many are judged by how the board looks right after them.
    overlooked_percent: u32,
    /// How much worse a move may be to be chosen a third (1/e) as often, in thousandths of a marble.
    spread: Value,
}

/// How a search chooses its move; `None`: the best one. Levels without a weakness vary the opening by the seed.
pub(crate) fn weakness(limits: &Limits, root: &Root) -> Option<Weakness> {
    let position = root.position();
    let is_opening = position.ply() < OPENING_MOVES * position.mode().seats() as u32;
    let (depth, overlooked_percent, spread) = match limits.level.number() {
        1 => (1, 50, 120),
        2 => (1, 32, 95),
        3 => (2, 22, 80),
        4 => (2, 5, 35),
        5 => (3, 2, 30),
        6 => (4, 0, 12),
        7 if is_opening && limits.seed != 0 => (3, 0, OPENING_SPREAD),
        8 if is_opening && limits.seed != 0 => (4, 0, OPENING_SPREAD),
        _ => return None,
    };
    Some(Weakness { depth, overlooked_percent, spread })
}

/// So many moves of each player are varied where a level plays without a weakness.
const OPENING_MOVES: u32 = 2;

/// The spread among these moves: variety costs an eighth of a marble at most.
const OPENING_SPREAD: Value = 30;

/// How many positions a level looks at that plays without a weakness, but not for as long as it may.
pub(crate) const fn most_nodes(level: Level) -> u64 {
    if level.number() == 7 { 20_000 } else { u64::MAX }
}

/// A move is never chosen if it is worse by this many spreads.
const SPREADS: Value = 4;

/// A move and what it is worth, as a level sees it; `None` if the search was stopped before it knew about all.
pub(crate) fn choose(
    search: &mut Search<'_>,
    root: &Root,
    weakness: &Weakness,
    seed: u64,
) -> Option<(Move, Value)> {
    let position = root.position();
    let mut rng = Rng::with_seed(seed ^ position.key() ^ u64::from(position.ply()));
    let mut seen = Vec::new();
    for m in position.legal_moves() {
        let overlooks = rng.u32(..100) < weakness.overlooked_percent;
        let value = search.after_root(position, m, if overlooks { None } else { Some(weakness.depth - 1) });
        if search.is_stopped() {
            return None;
        }
        seen.push((m, value));
    }
    let best = seen.iter().map(|&(_, value)| value).max()?;
    let weight = |value: Value| (f64::from(value - best) / f64::from(weakness.spread)).exp();
    seen.retain(|&(_, value)| best - value <= SPREADS * weakness.spread);
    let mut draw = rng.f64() * seen.iter().map(|&(_, value)| weight(value)).sum::<f64>();
    for &(m, value) in &seen {
        draw -= weight(value);
        if draw <= 0.0 {
            return Some((m, value));
        }
    }
    seen.last().copied()
}
