//! The points that a player can expect.

use crate::Score;

/// The advantage, in hundredths of a marble, at which the odds are e to 1: fitted to games (docs/engine.md).
const ODDS: f64 = 75.0;

/// Returns the points that each of several teams can expect, in thousandths, from the scores in the view of each. They add up to 1000.
///
/// ```
/// use sumito_engine::{Score, shares};
///
/// assert_eq!(shares(&[Score::Marbles(0); 4]), [250; 4]);
/// assert_eq!(shares(&[Score::Win(3), Score::Loss(3), Score::Loss(3)]), [1000, 0, 0]);
/// ```
pub fn shares(scores: &[Score]) -> Vec<u16> {
    let chances: Vec<_> = scores.iter().map(|score| score.chance().max(f64::MIN_POSITIVE)).collect();
    let all: f64 = chances.iter().sum();
    // The sums up to each team are rounded, so that the rounded parts add up.
    let until = |count: usize| (1000.0 * chances[..count].iter().sum::<f64>() / all).round() as u16;
    (1..=chances.len()).map(|count| until(count) - until(count - 1)).collect()
}

impl Score {
    /// Returns the score of the other of two sides.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Marbles(hundredths) => Self::Marbles(-hundredths),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// Returns the points that the player can expect: 1 for a win, ½ for a draw, 0 for a loss.
    ///
    /// ```
    /// use sumito_engine::Score;
    ///
    /// assert_eq!(Score::Marbles(0).chance(), 0.5);
    /// assert_eq!(Score::Win(5).chance(), 1.0);
    /// ```
    pub fn chance(self) -> f64 {
        match self {
            Self::Marbles(hundredths) => 1.0 / (1.0 + (-f64::from(hundredths) / ODDS).exp()),
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
        }
    }
}
