//! Descriptions of games in English, for link previews. The client shows its own texts, in the user's language.

use std::time::Duration;

use sumito_game::{Outcome, Reason, Seat, Start, TimeControl};
use sumito_rules::{Color, Mode};

/// Joins names: `A`, `A and B`, `A, B and C`.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => "a player".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Names a colour at the beginning of a sentence.
pub(super) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
        Color::Red => "Red",
        Color::Yellow => "Yellow",
    }
}

/// Describes the opponents of a game.
pub(super) fn versus(mode: Mode, names: &[&str]) -> String {
    match (mode, names) {
        (Mode::Four | Mode::FourConsecutive, [a, b, c, d]) => format!("{a} and {c} – {b} and {d} · Abalone"),
        _ => format!("{} · Abalone", names.join(" – ")),
    }
}

/// Describes the game settings: `Abalone for two, belgian daisy, 5 minutes and 2 seconds a move`.
pub(super) fn settings(mode: Mode, start: Start, time: TimeControl) -> String {
    let players = match mode {
        Mode::Two => "two",
        Mode::Three => "three",
        Mode::Four | Mode::FourConsecutive => "four in teams",
    };
    let start = match start {
        Start::Layout(layout) => layout.to_string().replace('_', " "),
        Start::Position(_) => "from a position".to_owned(),
    };
    format!("Abalone for {players}, {start}, {}", clock(time))
}

fn clock(time: TimeControl) -> String {
    match time {
        TimeControl::None => "without a clock".to_owned(),
        TimeControl::SuddenDeath { initial } => format!("{} each", span(initial)),
        TimeControl::Fischer { initial, increment } => {
            format!("{} and {} a move", span(initial), span(increment))
        }
        TimeControl::Bronstein { initial, delay } | TimeControl::Delay { initial, delay } => {
            format!("{}, {} a move free", span(initial), span(delay))
        }
        TimeControl::PerMove { limit } => format!("{} a move", span(limit)),
        TimeControl::PerGame { limit } => format!("{} for the game", span(limit)),
    }
}

/// Formats a duration in the longest unit that divides it, or in seconds with decimals.
fn span(span: Duration) -> String {
    let seconds = span.as_secs();
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let whole = units
        .into_iter()
        .find(|(unit, _)| seconds > 0 && span.subsec_nanos() == 0 && seconds.is_multiple_of(*unit));
    match whole {
        Some((unit, name)) if seconds == unit => format!("1 {name}"),
        Some((unit, name)) => format!("{} {name}s", seconds / unit),
        None => format!("{} seconds", span.as_secs_f64()),
    }
}

/// Formats ejected marbles by side: `2 to 1`.
pub(super) fn score(pushed_out: &[u8]) -> String {
    pushed_out.iter().map(u8::to_string).collect::<Vec<_>>().join(" to ")
}

/// Describes the end of a game and its score.
pub(super) fn outcome(outcome: &Outcome, names: &[&str]) -> String {
    let winners: Vec<_> =
        outcome.winners.iter().map(|seat: Seat| names.get(seat.index()).copied().unwrap_or("")).collect();
    let end = match outcome.reason {
        Reason::Aborted => return "Broken off.".to_owned(),
        _ if winners.is_empty() => "Drawn".to_owned(),
        Reason::Time => format!("{} won on time", list(&winners)),
        Reason::Resignation => format!("{} won by resignation", list(&winners)),
        Reason::Ejections | Reason::Stuck | Reason::Agreement | Reason::Repetition | Reason::Quiet => {
            format!("{} won", list(&winners))
        }
        Reason::Abandoned => format!("{} won: the others had left", list(&winners)),
    };
    format!("{end}, {} pushed out.", score(&outcome.score))
}

#[cfg(test)]
mod tests {
    use sumito_game::SeatSet;
    use sumito_rules::Layout;

    use super::*;

    #[test]
    fn games_are_described_in_words() {
        let minutes = Duration::from_mins;
        let fischer = TimeControl::Fischer { initial: minutes(5), increment: Duration::from_secs(1) };
        assert_eq!(
            settings(Mode::Two, Start::Layout(Layout::BelgianDaisy), fischer),
            "Abalone for two, belgian daisy, 5 minutes and 1 second a move"
        );
        for (time, expected) in [
            (TimeControl::None, "without a clock"),
            (TimeControl::PerMove { limit: Duration::from_hours(72) }, "3 days a move"),
            (TimeControl::PerGame { limit: minutes(90) }, "90 minutes for the game"),
            (TimeControl::SuddenDeath { initial: Duration::from_millis(1_500) }, "1.5 seconds each"),
            (
                TimeControl::Delay { initial: minutes(60), delay: Duration::ZERO },
                "1 hour, 0 seconds a move free",
            ),
        ] {
            assert_eq!(clock(time), expected);
        }
        let names = ["Anne", "Ben", "Cleo", "Dan"];
        assert_eq!(versus(Mode::Four, &names), "Anne and Cleo – Ben and Dan · Abalone");
        assert_eq!(versus(Mode::Three, &names[..3]), "Anne – Ben – Cleo · Abalone");
        let winners: SeatSet = Seat::first(3).step_by(2).collect();
        let result = |reason, winners| outcome(&Outcome { winners, reason, score: vec![6, 2] }, &names);
        assert_eq!(result(Reason::Ejections, winners), "Anne and Cleo won, 6 to 2 pushed out.");
        assert_eq!(result(Reason::Agreement, SeatSet::EMPTY), "Drawn, 6 to 2 pushed out.");
        assert_eq!(result(Reason::Aborted, SeatSet::EMPTY), "Broken off.");
    }
}
