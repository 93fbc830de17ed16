//! Classification of mistakes.

use sumito_engine::Score;
use sumito_vocabulary::Mistake;

/// Classifies the move with score `played` by the `best` available score. Both scores are from the player's point of view.
pub(super) fn mistake(best: Score, played: Score) -> Option<Mistake> {
    if matches!(best, Score::Win(_)) && !matches!(played, Score::Win(_)) {
        return Some(Mistake::MissedWin);
    }
    let lost = best.chance() - played.chance();
    [(0.3, Mistake::Blunder), (0.2, Mistake::Mistake), (0.1, Mistake::Inaccuracy)]
        .into_iter()
        .find_map(|(at_least, kind)| (lost >= at_least).then_some(kind))
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
            assert_eq!(mistake(best, played), kind, "{best} {played}");
        }
    }
}
