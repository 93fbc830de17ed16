//! Forced wins, found by exhaustive search.

use sumito_rules::{Move, Position};

/// Returns the moves with which the side to move wins within this many plies (odd: the last is theirs), regardless of the opponent's
/// answers. For two players.
pub(crate) fn winning(position: &Position, plies: u32) -> Vec<Move> {
    position.legal_moves().iter().filter(|&m| wins(position, m, plies)).collect()
}

/// Returns whether this move wins.
fn wins(position: &Position, m: Move, plies: u32) -> bool {
    let next = after(position, m);
    if next.winner().is_some() {
        return true;
    }
    plies >= 3
        && next.legal_moves().iter().all(|answer| {
            let then = after(&next, answer);
            then.winner().is_none() && then.legal_moves().iter().any(|m| wins(&then, m, plies - 2))
        })
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(m);
    next
}
