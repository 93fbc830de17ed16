//! Descriptions of games for link previews, in the reader's language.

use std::time::Duration;

use sumito_game::{Outcome, Reason, Seat, Start, TimeControl};
use sumito_rules::Mode;
use sumito_words::{Value, Words};

/// Joins names: `A`, `A & B`, `A, B & C`.
pub(super) fn list(words: Words, names: &[&str]) -> String {
    match names {
        [] => words.text("preview.player").to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} & {last}", first.join(", ")),
    }
}

/// Describes the opponents of a game.
pub(super) fn versus(mode: Mode, names: &[&str]) -> String {
    match (mode, names) {
        (Mode::Four | Mode::FourConsecutive, [a, b, c, d]) => format!("{a} & {c} – {b} & {d} · Abalone"),
        _ => format!("{} · Abalone", names.join(" – ")),
    }
}

/// Describes the game settings: `Two players · Belgian daisy · 5 + 2`.
pub(super) fn settings(words: Words, mode: Mode, start: Start, time: TimeControl) -> String {
    let mode = mode.to_string();
    let players = words.of_kind("mode", &mode).unwrap_or_default();
    let start = match start {
        Start::Layout(layout) => layout.to_string(),
        Start::Position(_) => "position".to_owned(),
    };
    let start = words.of_kind("layout", &start).unwrap_or_default();
    format!("{players} · {start} · {}", clock(words, time))
}

fn clock(words: Words, time: TimeControl) -> String {
    let with = |key: &str, total: Duration, each: Duration| {
        let (minutes, seconds) = (total.as_secs_f64() / 60.0, each.as_secs_f64());
        words.format(key, &[("minutes", Value::Number(minutes)), ("seconds", Value::Number(seconds))])
    };
    match time {
        TimeControl::None => words.text("clock.none").to_owned(),
        TimeControl::SuddenDeath { initial } => with("clock.sudden_death", initial, Duration::ZERO),
        TimeControl::Fischer { initial, increment } => with("clock.fischer", initial, increment),
        TimeControl::Bronstein { initial, delay } => with("clock.bronstein", initial, delay),
        TimeControl::Delay { initial, delay } => with("clock.delay", initial, delay),
        TimeControl::PerMove { limit } => words.with("clock.per_move", "time", span(words, limit)),
        TimeControl::PerGame { limit } => with("clock.per_game", limit, Duration::ZERO),
    }
}

/// Formats a duration in the longest unit that divides it, or in seconds with decimals.
fn span(words: Words, span: Duration) -> String {
    let units = [
        (86_400_u32, "preview.days"),
        (3_600, "preview.hours"),
        (60, "preview.minutes"),
        (1, "preview.seconds"),
    ];
    let seconds = span.as_secs();
    let divides = |unit: u32| seconds > 0 && span.subsec_nanos() == 0 && seconds.is_multiple_of(unit.into());
    let (unit, key) = units.into_iter().find(|(unit, _)| divides(*unit)).unwrap_or((1, "preview.seconds"));
    words.format(key, &[("count", Value::Number((span / unit).as_secs_f64()))])
}

/// Formats ejected marbles by side: `2–1`.
pub(super) fn score(ejected: &[u8]) -> String {
    ejected.iter().map(u8::to_string).collect::<Vec<_>>().join("–")
}

/// Describes the end of a game, and its score if that decided it.
pub(super) fn outcome(words: Words, outcome: &Outcome, names: &[&str]) -> String {
    let winners: Vec<_> =
        outcome.winners.iter().map(|seat: Seat| names.get(seat.index()).copied().unwrap_or("")).collect();
    let key = match outcome.reason {
        Reason::Aborted => "preview.aborted",
        _ if winners.is_empty() => "preview.draw",
        Reason::Time => "preview.wonOnTime",
        Reason::Resignation => "preview.wonByResignation",
        Reason::Abandoned => "preview.wonAlone",
        Reason::Ejections | Reason::Stuck | Reason::Agreement | Reason::Repetition | Reason::Quiet => {
            "preview.won"
        }
    };
    let (winners, score) = (list(words, &winners), score(&outcome.score));
    words.format(key, &[("names", Value::Text(&winners)), ("score", Value::Text(&score))])
}

#[cfg(test)]
mod tests {
    use sumito_game::SeatSet;
    use sumito_rules::Layout;
    use sumito_words::Language;

    use super::*;

    #[test]
    fn games_are_described_in_the_readers_language() {
        let minutes = Duration::from_mins;
        let [english, german, polish, _] = Language::ALL.map(Words::of);
        let fischer = TimeControl::Fischer { initial: minutes(5), increment: Duration::from_secs(1) };
        let start = Start::Layout(Layout::BelgianDaisy);
        assert_eq!(settings(english, Mode::Two, start, fischer), "Two players · Belgian daisy · 5 + 1");
        assert_eq!(settings(german, Mode::Two, start, fischer), "Zu zweit · Belgische Daisy · 5 + 1");
        for (time, expected) in [
            (TimeControl::None, "No limit"),
            (TimeControl::PerMove { limit: Duration::from_hours(72) }, "3 days per move"),
            (TimeControl::PerGame { limit: minutes(90) }, "90 min game limit"),
            (TimeControl::SuddenDeath { initial: Duration::from_secs(90) }, "1.5 min"),
            (TimeControl::Delay { initial: minutes(60), delay: Duration::ZERO }, "60 min, 0 s delay"),
        ] {
            assert_eq!(clock(english, time), expected);
        }
        let names = ["Anne", "Ben", "Cleo", "Dan"];
        assert_eq!(versus(Mode::Four, &names), "Anne & Cleo – Ben & Dan · Abalone");
        assert_eq!(versus(Mode::Three, &names[..3]), "Anne – Ben – Cleo · Abalone");
        let winners: SeatSet = Seat::first(3).step_by(2).collect();
        let result =
            |words, reason, winners| outcome(words, &Outcome { winners, reason, score: vec![6, 2] }, &names);
        assert_eq!(result(english, Reason::Ejections, winners), "Anne & Cleo won 6–2.");
        assert_eq!(result(polish, Reason::Time, winners), "Zwycięstwo na czas: Anne & Cleo.");
        assert_eq!(result(english, Reason::Agreement, SeatSet::EMPTY), "Draw, 6–2.");
        assert_eq!(result(english, Reason::Aborted, SeatSet::EMPTY), "Game aborted.");
    }
}
