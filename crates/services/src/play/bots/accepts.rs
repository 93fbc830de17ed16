//! Games that a bot accepts.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::TimeControl;
use sumito_rules::Mode;

use sumito_rooms::RoomPlan;

/// Upper bound of `games_at_once`.
pub const GAMES_AT_ONCE_MAX: u32 = 64;

/// Games that a bot accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotPreferences {
    /// Accepted modes; empty: all modes.
    #[serde(with = "by_name")]
    pub modes: Vec<Mode>,
    /// Minimum time per player for a game of 40 moves, in seconds.
    pub shortest_s: u32,
    /// Maximum time, in seconds; `None`: no maximum.
    pub longest_s: Option<u32>,
    /// Whether the bot accepts games without a clock.
    pub untimed: bool,
    /// Whether the bot accepts rated games.
    #[serde(default)]
    pub rated: bool,
    /// Maximum concurrent games, including rooms that wait for other players.
    pub games_at_once: u32,
}

/// Reasons for which a bot rejects a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PreferenceMismatch {
    /// The bot does not play this mode.
    #[error("the bot does not accept this mode; see GET /api/v1/bots")]
    Mode,
    /// The game is too fast for the bot.
    #[error("the bot requires at least {0} seconds per player (40 moves)")]
    TooShort(u32),
    /// The game is too slow for the bot.
    #[error("the bot accepts at most {0} seconds per player (40 moves)")]
    TooLong(u32),
    /// The bot does not play without a clock.
    #[error("the bot requires a clock")]
    Untimed,
    /// The bot does not play rated games.
    #[error("the bot plays unrated games only")]
    Rated,
}

impl BotPreferences {
    /// Checks that the filter lets at least one kind of game pass.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if !(1..=GAMES_AT_ONCE_MAX).contains(&self.games_at_once) {
            return Err("`games_at_once` must be 1 to 64");
        }
        if self.longest_s.is_some_and(|longest| longest < self.shortest_s) {
            return Err("`longest_s` must be at least `shortest_s`");
        }
        Ok(())
    }

    /// Checks whether the bot accepts the game of a room.
    pub(super) fn check_plan(&self, plan: &RoomPlan) -> Result<(), PreferenceMismatch> {
        if !self.modes.is_empty() && !self.modes.contains(&plan.mode) {
            return Err(PreferenceMismatch::Mode);
        }
        if plan.rated && !self.rated {
            return Err(PreferenceMismatch::Rated);
        }
        self.check_time(plan.time)
    }

    fn check_time(&self, time: TimeControl) -> Result<(), PreferenceMismatch> {
        let Some(estimate) = time.estimate() else {
            return if self.untimed { Ok(()) } else { Err(PreferenceMismatch::Untimed) };
        };
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        if estimate < seconds(self.shortest_s) {
            return Err(PreferenceMismatch::TooShort(self.shortest_s));
        }
        match self.longest_s {
            Some(longest) if estimate > seconds(longest) => Err(PreferenceMismatch::TooLong(longest)),
            _ => Ok(()),
        }
    }
}

mod by_name {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use sumito_rules::Mode;

    pub(super) fn serialize<S: Serializer>(modes: &[Mode], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(modes.iter().map(ToString::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Mode>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().map(|name| name.parse().map_err(de::Error::custom)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts() -> BotPreferences {
        BotPreferences {
            modes: Vec::new(),
            shortest_s: 60,
            longest_s: Some(600),
            untimed: false,
            rated: false,
            games_at_once: 4,
        }
    }

    #[test]
    fn game_length_is_time_per_player() {
        let sudden = |seconds| TimeControl::SuddenDeath { initial: Duration::from_secs(seconds) };
        let fischer =
            TimeControl::Fischer { initial: Duration::from_secs(30), increment: Duration::from_secs(1) };
        assert_eq!(accepts().check_time(sudden(60)), Ok(()));
        assert_eq!(accepts().check_time(sudden(59)), Err(PreferenceMismatch::TooShort(60)));
        assert_eq!(accepts().check_time(sudden(601)), Err(PreferenceMismatch::TooLong(600)));
        assert_eq!(accepts().check_time(fischer), Ok(()), "forty moves add forty seconds");
        assert_eq!(accepts().check_time(TimeControl::None), Err(PreferenceMismatch::Untimed));
        assert_eq!(BotPreferences { untimed: true, ..accepts() }.check_time(TimeControl::None), Ok(()));
    }

    #[test]
    fn modes_are_stored_by_name() {
        let text = serde_json::to_string(&BotPreferences { modes: vec![Mode::FourConsecutive], ..accepts() })
            .unwrap();
        assert!(text.contains(r#""modes":["four-consecutive"]"#), "{text}");
        assert_eq!(serde_json::from_str::<BotPreferences>(&text).unwrap().modes, [Mode::FourConsecutive]);
        assert!(serde_json::from_str::<BotPreferences>(&text.replace("four-consecutive", "five")).is_err());
    }

    #[test]
    fn filter_that_matches_nothing_is_rejected() {
        assert!(accepts().check().is_ok());
        assert!(BotPreferences { longest_s: Some(59), ..accepts() }.check().is_err());
        assert!(BotPreferences { games_at_once: 0, ..accepts() }.check().is_err());
        assert!(BotPreferences { games_at_once: 65, ..accepts() }.check().is_err());
    }
}
