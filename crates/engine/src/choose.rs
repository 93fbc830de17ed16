//! Choice of moves at the lower levels.

use fastrand::Rng;
use sumito_rules::Move;

use crate::{Level, Limits, Root, alpha_beta::Search, score::Value};

/// The weakness of a level that does not play at full strength.
///
/// It searches every move to a small depth, overlooks the answers to some of them, and plays a move that looks about as good as the best.
/// Its mistakes therefore resemble a person's: a move that looks good and has a refutation.
pub(crate) struct LevelHandicap {
    /// Search depth of each move in plies, including the move itself.
    pub(crate) depth: i32,
    /// Percentage of moves that are judged only by their static evaluation.
    overlooked_percent: u32,
    /// Disadvantage, in thousandths of a marble, at which a move is chosen a third (1/e) as often.
    spread: Value,
}

/// Returns the weakness for choosing a move; `None`: the best move. Levels without a weakness vary the opening by the seed.
pub(crate) fn weakness(limits: &Limits, root: &Root) -> Option<LevelHandicap> {
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
    Some(LevelHandicap { depth, overlooked_percent, spread })
}

/// Number of varied moves of each player at levels without a weakness.
const OPENING_MOVES: u32 = 2;

/// The spread among these moves: the variation costs an eighth of a marble at most.
const OPENING_SPREAD: Value = 30;

/// Maximum positions of a level that has no weakness but does not use all available time.
pub(crate) const fn most_nodes(level: Level) -> u64 {
    if level.number() == 7 { 20_000 } else { u64::MAX }
}

/// A move is never chosen if it is worse by more than this many spreads.
const SPREADS: Value = 4;

/// Returns a move and its value, as seen by the level; `None` if the search was stopped before all moves were searched.
pub(crate) fn choose(
    search: &mut Search<'_>,
    root: &Root,
    weakness: &LevelHandicap,
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
