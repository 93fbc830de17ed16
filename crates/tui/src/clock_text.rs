//! Clocks and time controls as text.

use sumito_client::protocol::parts::Clock;

use sumito_words::{Value, Words};

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;

/// Below this, a clock shows tenths of a second.
const TENTHS_BELOW_MS: u64 = 20_000;

/// Formats the time left: rounded up, so that it shows 0 only when no time is left.
pub(crate) fn left(ms: u64) -> String {
    if ms <= TENTHS_BELOW_MS {
        let tenths = ms.div_ceil(100);
        return format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
    }
    let seconds = ms.div_ceil(1000);
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match ms {
        DAY_MS.. => format!("{}d {:02}h", hours / 24, hours % 24),
        HOUR_MS.. => format!("{hours}:{minutes:02}:{rest:02}"),
        _ => format!("{minutes}:{rest:02}"),
    }
}

/// Formats the time control briefly.
pub(crate) fn setting(clock: &Clock, words: &Words) -> String {
    let minutes = |ms: u64| ms.div_ceil(60_000).to_string();
    let put = |key, name, ms| words.with(key, name, minutes(ms));
    let both = |key, initial, seconds: u64| {
        let (minutes, seconds) = (minutes(initial), (seconds / 1000).to_string());
        words.format(key, &[("minutes", Value::Text(&minutes)), ("seconds", Value::Text(&seconds))])
    };
    match *clock {
        Clock::None {} => words.text("clock.none").to_owned(),
        Clock::SuddenDeath { initial_ms } => put("clock.sudden_death", "minutes", initial_ms),
        Clock::Fischer { initial_ms, increment_ms } => both("clock.fischer", initial_ms, increment_ms),
        Clock::Bronstein { initial_ms, delay_ms } => both("clock.bronstein", initial_ms, delay_ms),
        Clock::Delay { initial_ms, delay_ms } => both("clock.delay", initial_ms, delay_ms),
        Clock::PerMove { move_ms } if move_ms >= DAY_MS => words.with("tui.days", "days", move_ms / DAY_MS),
        Clock::PerMove { move_ms } => words.with("clock.per_move", "time", left(move_ms)),
        Clock::PerGame { limit_ms } => put("clock.per_game", "minutes", limit_ms),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_words::Language;

    #[test]
    fn a_clock_shows_nothing_only_when_nothing_is_left() {
        let shown = [0, 1, 19_950, 20_001, 61_000, 3_600_000, 90_000_000].map(left);
        assert_eq!(shown, ["0:00.0", "0:00.1", "0:20.0", "0:21", "1:01", "1:00:00", "1d 01h"]);
    }

    #[test]
    fn settings_are_said_in_every_language() {
        for language in Language::ALL {
            let words = Words::of(language);
            let fischer = setting(&Clock::Fischer { initial_ms: 180_000, increment_ms: 2_000 }, &words);
            assert_eq!(fischer, "3 + 2", "{language}");
            let delay = setting(&Clock::Delay { initial_ms: 600_000, delay_ms: 5_000 }, &words);
            assert!(!delay.contains('{'), "{delay}");
        }
    }
}
