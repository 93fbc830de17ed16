//! Classification of mistakes.

use serde::{Deserialize, Serialize};
use sumito_engine::Score;

/// Severity of a mistake: the part of a point that the move gave away, by the expected points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// At least a tenth.
    Inaccuracy,
    /// At least a fifth.
    Mistake,
    /// At least three tenths.
    Blunder,
    /// A missed forced win, even if the position is still good.
    MissedWin,
}

impl Mistake {
    /// Classifies the move with score `played` by the `best` available score. Both scores are from the player's point of view.
    pub fn of(best: Score, played: Score) -> Option<Self> {
        if matches!(best, Score::Win(_)) && !matches!(played, Score::Win(_)) {
            return Some(Self::MissedWin);
        }
        let lost = best.chance() - played.chance();
        [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)]
            .into_iter()
            .find_map(|(at_least, kind)| (lost >= at_least).then_some(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_classified_by_lost_winning_chance() {
        let marbles = Score::Marbles;
        for (best, played, kind) in [
            (marbles(0), marbles(-20), None),
            (marbles(0), marbles(-45), Some(Mistake::Inaccuracy)),
            (marbles(0), marbles(-80), Some(Mistake::Mistake)),
            (marbles(50), marbles(-100), Some(Mistake::Blunder)),
            (marbles(500), marbles(400), None),
            (Score::Win(5), marbles(400), Some(Mistake::MissedWin)),
            (Score::Win(5), Score::Win(9), None),
            (marbles(0), Score::Loss(4), Some(Mistake::Blunder)),
            (Score::Loss(6), Score::Loss(2), None),
        ] {
            assert_eq!(Mistake::of(best, played), kind, "{best} {played}");
        }
    }
}
