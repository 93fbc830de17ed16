//! How bad a move was.

use serde::{Deserialize, Serialize};
use sumito_engine::Score;

/// What kind of mistake a move was: how much of its player's chance to win it gave away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// A tenth of it.
    Inaccuracy,
    /// A fifth.
    Mistake,
    /// Three tenths and more.
    Blunder,
    /// A win that could have been forced, though the position may still be good.
    MissedWin,
}

/// The chance to win of somebody who is so many hundredths of a marble ahead: 1 / (1 + e^(-x / 90)), the logistic curve by which ratings
/// turn a difference into a chance. One marble ahead makes three to one.
fn chance(hundredths: i32) -> f64 {
    const HUNDREDTHS: f64 = 90.0;
    1.0 / (1.0 + (-f64::from(hundredths) / HUNDREDTHS).exp())
}

impl Mistake {
    /// What kind of mistake a move was that was `played` though the `best` one was there; both scores from its player's point of view.
    pub fn of(best: Score, played: Score) -> Option<Self> {
        if matches!(best, Score::Win(_)) && !matches!(played, Score::Win(_)) {
            return Some(Self::MissedWin);
        }
        let lost = chance(best.hundredths()) - chance(played.hundredths());
        [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)]
            .into_iter()
            .find_map(|(at_least, kind)| (lost >= at_least).then_some(kind))
    }
}

/// The same position from the other side.
pub(super) fn reversed(score: Score) -> Score {
    match score {
        Score::Marbles(hundredths) => Score::Marbles(-hundredths),
        Score::Win(plies) => Score::Loss(plies),
        Score::Loss(plies) => Score::Win(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_what_changes_the_chances() {
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
