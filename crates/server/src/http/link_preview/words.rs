//! Titles and sentences about games and rooms.

use std::time::Duration;

use sumito_game::{Outcome, Player, Reason, Seat, Status, TimeControl};
use sumito_rules::{Layout, Mode};

use crate::rooms::RoomView;
use crate::store::FinishedGame;

/// Title and description of a finished game.
pub(super) fn of_game(game: &FinishedGame) -> (String, String) {
    let names: Vec<_> = game.players.iter().map(|player: &Player| player.name.as_str()).collect();
    let ended = ended(game.mode, &names, &game.outcome, game.plies);
    (sides(game.mode, &names), format!("{ended} {}", played(game.mode, game.layout, game.time)))
}

/// Title and description of a room.
pub(super) fn of_room(view: &RoomView) -> (String, String) {
    let settings = &view.settings;
    let what = played(settings.mode, settings.layout, settings.time);
    let players = view.seats.iter().filter_map(|seat| seat.player.as_ref());
    let names: Vec<_> = players.map(|player| player.name.as_str()).collect();
    let plies = view.position.ply();
    let free = view.seats.len() - names.len();
    match (view.status, view.game.as_ref().and_then(|game| game.outcome.as_ref())) {
        // A seat may have become free since.
        (Status::Finished, Some(outcome)) if free == 0 => {
            (sides(settings.mode, &names), format!("{} {what}", ended(settings.mode, &names, outcome, plies)))
        }
        (Status::Playing, _) => {
            let score = score(view.position.captured(), plies);
            (sides(settings.mode, &names), format!("Being played. {score} {what}"))
        }
        _ if free == 0 => (sides(settings.mode, &names), format!("About to begin. {what}")),
        _ => (waiting(&names, free), format!("Open the link to take a seat. {what}")),
    }
}

/// What is played: `Abalone for two, Belgian daisy, 5 min + 2 s.`
fn played(mode: Mode, layout: Layout, time: TimeControl) -> String {
    let players = match mode {
        Mode::Two => "two",
        Mode::Three => "three",
        Mode::Four => "four",
        Mode::FourConsecutive => "four, partners one after the other",
    };
    format!("Abalone for {players}, {}, {}.", layout_name(layout), clock(time))
}

/// `Belgian daisy`. What the mode says is not said again.
fn layout_name(layout: Layout) -> String {
    let name = layout.to_string().replace('_', " ");
    let name = ["three ", "four "].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(&name);
    let (first, rest) = name.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

fn clock(time: TimeControl) -> String {
    match time {
        TimeControl::None => "no clock".to_owned(),
        TimeControl::SuddenDeath { initial } => span(initial),
        TimeControl::Fischer { initial, increment } => format!("{} + {}", span(initial), span(increment)),
        TimeControl::Bronstein { initial, delay } => {
            format!("{} with up to {} back for each move", span(initial), span(delay))
        }
        TimeControl::Delay { initial, delay } => {
            format!("{} with {} free for each move", span(initial), span(delay))
        }
        TimeControl::PerMove { limit } => format!("{} a move", span(limit)),
        TimeControl::PerGame { limit } => format!("{} for the whole game", span(limit)),
    }
}

/// In the largest unit that says it exactly.
fn span(span: Duration) -> String {
    let millis = span.as_millis();
    let units = [("day", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000)];
    let exact = units.into_iter().find(|(_, length)| millis >= *length && millis.is_multiple_of(*length));
    match exact.map(|(unit, length)| (millis / length, unit)) {
        Some((1, "day")) => "1 day".to_owned(),
        Some((count, "day")) => format!("{count} days"),
        Some((count, unit)) => format!("{count} {unit}"),
        None => format!("{} s", span.as_secs_f64()),
    }
}

/// How a game ended, and how it stood.
fn ended(mode: Mode, names: &[&str], outcome: &Outcome, plies: u32) -> String {
    let winners: Vec<_> =
        outcome.winners.iter().filter_map(|seat: Seat| names.get(seat.index()).copied()).collect();
    let how = if winners.is_empty() {
        match outcome.reason {
            Reason::Aborted => return "The game was aborted.".to_owned(),
            Reason::Abandoned => "The game was left without a winner",
            Reason::Agreement => "A draw by agreement",
            Reason::Repetition => "A draw by repetition",
            Reason::Quiet => "A draw after many moves without an ejection",
            Reason::Time => "A draw when the time was over",
            Reason::Ejections | Reason::Resignation | Reason::Stuck => "A draw",
        }
        .to_owned()
    } else {
        let how = match outcome.reason {
            Reason::Ejections => " by pushing out six marbles",
            Reason::Time => " on time",
            Reason::Resignation => " by resignation",
            Reason::Stuck if mode == Mode::Two => " because the other side could not move",
            Reason::Abandoned if mode == Mode::Two => " because the other side had left",
            _ => "",
        };
        format!("{} won{how}", list(&winners))
    };
    format!("{how}. {}", score(&outcome.score, plies))
}

/// `6 : 3 after 84 moves.`
fn score(captured: &[u8], plies: u32) -> String {
    let score: Vec<_> = captured.iter().map(u8::to_string).collect();
    let moves = if plies == 1 { "move" } else { "moves" };
    format!("{} after {plies} {moves}.", score.join(" : "))
}

/// Who plays against whom, the names in the order of the seats.
fn sides(mode: Mode, names: &[&str]) -> String {
    let side = |team| {
        let seats = mode.colors_of(team).map(|color| Seat::from(color).index());
        list(&seats.filter_map(|seat| names.get(seat).copied()).collect::<Vec<_>>())
    };
    mode.all_teams().map(side).collect::<Vec<_>>().join(" – ")
}

fn waiting(names: &[&str], free: usize) -> String {
    let wait = if names.len() == 1 { "waits" } else { "wait" };
    let whom = match free {
        1 if names.len() == 1 => "an opponent".to_owned(),
        1 => "one more player".to_owned(),
        free => format!("{free} more players"),
    };
    if names.is_empty() { "A free board".to_owned() } else { format!("{} {wait} for {whom}", list(names)) }
}

/// `A`, `A and B`, `A, B and C`.
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(seats: &[usize], reason: Reason, score: &[u8]) -> Outcome {
        let winners = seats.iter().filter_map(|seat| Seat::new(*seat)).collect();
        Outcome { winners, reason, score: score.to_vec() }
    }

    #[test]
    fn a_game_is_told_in_a_sentence() {
        for (mode, names, outcome, plies, expected) in [
            (
                Mode::Two,
                &["A", "B"][..],
                won(&[0], Reason::Ejections, &[6, 3]),
                84,
                "A won by pushing out six marbles. 6 : 3 after 84 moves.",
            ),
            (
                Mode::Two,
                &["A", "B"],
                won(&[1], Reason::Time, &[0, 0]),
                1,
                "B won on time. 0 : 0 after 1 move.",
            ),
            (
                Mode::Two,
                &["A", "B"],
                won(&[], Reason::Agreement, &[2, 2]),
                40,
                "A draw by agreement. 2 : 2 after 40 moves.",
            ),
            (Mode::Two, &["A", "B"], won(&[], Reason::Aborted, &[0, 0]), 1, "The game was aborted."),
            (
                Mode::Four,
                &["A", "B", "C", "D"],
                won(&[1, 3], Reason::Resignation, &[2, 5]),
                90,
                "B and D won by resignation. 2 : 5 after 90 moves.",
            ),
            (
                Mode::Three,
                &["A", "B", "C"],
                won(&[2], Reason::Abandoned, &[1, 0, 2]),
                33,
                "C won. 1 : 0 : 2 after 33 moves.",
            ),
        ] {
            assert_eq!(ended(mode, names, &outcome, plies), expected);
        }
    }

    #[test]
    fn sides_stand_against_each_other() {
        assert_eq!(sides(Mode::Two, &["A", "B"]), "A – B");
        assert_eq!(sides(Mode::Three, &["A", "B", "C"]), "A – B – C");
        assert_eq!(sides(Mode::Four, &["A", "B", "C", "D"]), "A and C – B and D");
    }

    #[test]
    fn who_waits_is_told_with_how_many_are_missing() {
        for (names, free, expected) in [
            (&[][..], 2, "A free board"),
            (&["A"], 1, "A waits for an opponent"),
            (&["A"], 3, "A waits for 3 more players"),
            (&["A", "B"], 2, "A and B wait for 2 more players"),
            (&["A", "B", "C"], 1, "A, B and C wait for one more player"),
        ] {
            assert_eq!(waiting(names, free), expected);
        }
    }

    #[test]
    fn what_is_played_is_told_with_its_clock() {
        let s = Duration::from_secs;
        for (mode, layout, time, expected) in [
            (
                Mode::Two,
                Layout::BelgianDaisy,
                TimeControl::Fischer { initial: s(300), increment: s(2) },
                "Abalone for two, Belgian daisy, 5 min + 2 s.",
            ),
            (Mode::Three, Layout::ThreeStandard, TimeControl::None, "Abalone for three, Standard, no clock."),
            (
                Mode::Four,
                Layout::FourStandard,
                TimeControl::PerMove { limit: s(3 * 86_400) },
                "Abalone for four, Standard, 3 days a move.",
            ),
            (
                Mode::FourConsecutive,
                Layout::FourStandard,
                TimeControl::SuddenDeath { initial: s(5_400) },
                "Abalone for four, partners one after the other, Standard, 90 min.",
            ),
            (
                Mode::Two,
                Layout::SixNine,
                TimeControl::Delay { initial: s(3_600), delay: Duration::from_millis(1_500) },
                "Abalone for two, Six nine, 1 h with 1.5 s free for each move.",
            ),
        ] {
            assert_eq!(played(mode, layout, time), expected);
        }
    }
}
