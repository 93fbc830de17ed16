//! Weights of repeated games between the same players on one day.

use crate::Rating;

/// Number of rated games between two players that count in full on one day of UTC.
pub const FULL_GAMES: u32 = 4;

const MICROSECONDS_PER_DAY: i64 = 86_400_000_000;

/// The day of UTC, counted from the Unix epoch, of a moment in microseconds since then.
pub fn day_of(at: i64) -> i64 {
    at.div_euclid(MICROSECONDS_PER_DAY)
}

/// Weight of a game for a player: the mean over the opponents at the table. The first [`FULL_GAMES`] games of two players on a day count in
/// full, and each further game counts half as much as the previous one. All further games of a pair on a day therefore count less than one
/// full game together. `met` has, for each opponent, the number of their earlier rated games of that day in the same pool.
pub fn weight(met: &[u32]) -> f64 {
    if met.is_empty() {
        return 1.0;
    }
    // Powers of two are the same on every machine. From some exponent on they are 0.
    let one = |&games: &u32| {
        let halvings = games.saturating_add(1).saturating_sub(FULL_GAMES);
        0.5_f64.powi(i32::try_from(halvings).unwrap_or(i32::MAX))
    };
    met.iter().map(one).sum::<f64>() / met.len() as f64
}

impl Rating {
    /// Returns the rating after a weighted game: `after` is the rating at full weight, and `at` the end of the game. Scales all changes by
    /// `weight`.
    #[must_use]
    pub fn towards(&self, after: &Self, weight: f64, at: i64) -> Self {
        if weight >= 1.0 {
            return *after;
        }
        let between = |before: f64, after: f64| before + weight * (after - before);
        Self {
            value: between(self.value, after.value),
            deviation: between(self.deviation_at(at), after.deviation),
            volatility: between(self.volatility, after.volatility),
            ..*after
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "they are exact")]
    fn games_after_the_fourth_count_half_as_much_as_the_one_before() {
        assert_eq!([0, 3, 4, 5, 6].map(|games| weight(&[games])), [1.0, 1.0, 0.5, 0.25, 0.125]);
        assert!((0..10_000).map(|games| weight(&[games])).sum::<f64>() <= f64::from(FULL_GAMES) + 1.0);
        assert_eq!((weight(&[0, 4]), weight(&[])), (0.75, 1.0));
        assert_eq!((day_of(-1), day_of(0), day_of(MICROSECONDS_PER_DAY)), (-1, 0, 1));
    }

    #[test]
    fn a_game_changes_its_share() {
        let before = Rating { deviation: 100.0, games: 3, ..Rating::START };
        let after = Rating { value: 1540.0, deviation: 96.0, games: 4, ..before };
        let half = before.towards(&after, 0.5, 0);
        assert_eq!((half.value, half.deviation, half.games), (1520.0, 98.0, 4));
        assert_eq!(before.towards(&after, 1.0, 0), after);
    }
}
