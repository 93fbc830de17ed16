//! Ratings and their uncertainty.

use sumito_rules::Mode;

/// A player's rating and its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The strength on the scale of Glicko: the initial value is 1500, and a player with 400 more than the opponent wins ten of eleven
    /// games. Within [`VALUE_MIN`](Self::VALUE_MIN) and [`VALUE_MAX`](Self::VALUE_MAX).
    pub value: f64,
    /// The rating deviation after the last game: the standard deviation, on the same scale, at most
    /// [`DEVIATION_START`](Self::DEVIATION_START). It grows with time: [`deviation_at`](Self::deviation_at).
    pub deviation: f64,
    /// The volatility of the results, as in Glicko-2. Unchanged by games with other than two players.
    pub volatility: f64,
    /// Number of rated games.
    pub games: u32,
    /// End of the last of them, in microseconds since the Unix epoch.
    pub last_at: i64,
}

impl Rating {
    /// Initial value (Glickman, “Example of the Glicko-2 system”, step 1).
    pub const VALUE_START: f64 = 1500.0;
    /// Initial and maximum deviation (as above).
    pub const DEVIATION_START: f64 = 350.0;
    /// Initial volatility (as above).
    pub const VOLATILITY_START: f64 = 0.06;
    /// Minimum value. Far below a player of random moves; it bounds the ratings of players who lose on purpose.
    pub const VALUE_MIN: f64 = 100.0;
    /// Maximum value of a rating.
    pub const VALUE_MAX: f64 = 4_000.0;
    /// Glicko-2's unit on the scale of Glicko (as above, step 2).
    pub(crate) const UNIT: f64 = 173.717_8;

    /// Rating periods of Glicko-2 per day without games: lichess' choice, with which a deviation of 60 grows to 110 in a year at the
    /// initial volatility.
    const PERIODS_PER_DAY: f64 = 0.214_36;
    const MICROSECONDS_PER_DAY: f64 = 86_400.0 * 1e6;

    /// The rating of a player without games.
    pub const START: Self = Self {
        value: Self::VALUE_START,
        deviation: Self::DEVIATION_START,
        volatility: Self::VOLATILITY_START,
        games: 0,
        last_at: 0,
    };

    /// The deviation above which a rating is provisional.
    ///
    /// For two players lichess' threshold. The deviation of Weng and Lin falls more slowly the more players a game has, and is half of its
    /// initial value after about as many games.
    pub const fn provisional_above(mode: Mode) -> f64 {
        match mode {
            Mode::Two => 110.0,
            Mode::Three | Mode::Four | Mode::FourConsecutive => Self::DEVIATION_START / 2.0,
        }
    }

    /// A rating's value as shown to people.
    pub fn shown(value: f64) -> i32 {
        // Values are far from the limits of the type.
        value.round() as i32
    }

    /// The deviation at the moment `at`: its variance grows by the square of the volatility in each rating period (as above, step 6). A
    /// moment before the last game counts as that game's.
    pub fn deviation_at(&self, at: i64) -> f64 {
        if self.games == 0 {
            return Self::DEVIATION_START;
        }
        let days = at.saturating_sub(self.last_at).max(0) as f64 / Self::MICROSECONDS_PER_DAY;
        let grown = (self.deviation.powi(2) + days * self.variance_per_day()).sqrt();
        grown.min(Self::DEVIATION_START)
    }

    /// Returns whether the rating is provisional at the moment `at`: too uncertain to be meaningful, and excluded from lists.
    pub fn is_provisional(&self, mode: Mode, at: i64) -> bool {
        self.established_until(mode).is_none_or(|until| at >= until)
    }

    /// Time from which the rating is provisional if no further game is played, in microseconds since the Unix epoch; `None` if it is
    /// already provisional.
    pub fn established_until(&self, mode: Mode) -> Option<i64> {
        let room = Self::provisional_above(mode).powi(2) - self.deviation.powi(2);
        if self.games == 0 || room <= 0.0 {
            return None;
        }
        let days = room / self.variance_per_day();
        Some(self.last_at.saturating_add((days * Self::MICROSECONDS_PER_DAY) as i64))
    }

    fn variance_per_day(&self) -> f64 {
        (self.volatility * Self::UNIT).powi(2) * Self::PERIODS_PER_DAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000_000;

    fn settled(deviation: f64) -> Rating {
        Rating { deviation, games: 20, last_at: 5 * DAY, ..Rating::START }
    }

    #[test]
    fn a_deviation_of_60_is_110_after_a_year() {
        let rating = settled(60.0);
        assert!((rating.deviation_at(370 * DAY) - 110.0).abs() < 0.01);
        assert!((rating.deviation_at(5 * DAY) - 60.0).abs() < 1e-9);
        assert!((rating.deviation_at(0) - 60.0).abs() < 1e-9, "a clock that was set back");
        assert!((rating.deviation_at(i64::MAX) - 350.0).abs() < 1e-9, "never more than at the start");
    }

    #[test]
    fn a_rating_is_provisional_until_it_is_sure_enough_and_again_after_a_long_time() {
        assert!(Rating::START.is_provisional(Mode::Two, 0));
        assert!(settled(110.0).is_provisional(Mode::Two, 5 * DAY));
        assert!(!settled(110.0).is_provisional(Mode::Three, 5 * DAY));
        let until = settled(60.0).established_until(Mode::Two).unwrap();
        assert!((until - 370 * DAY).abs() < DAY / 10, "{until}");
        assert!(!settled(60.0).is_provisional(Mode::Two, until - 1));
        assert!(settled(60.0).is_provisional(Mode::Two, until));
        assert!((settled(60.0).deviation_at(until) - 110.0).abs() < 1e-6);
    }
}
