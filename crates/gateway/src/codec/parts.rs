//! Small values, in both directions.

use std::time::Duration;

use sumito_game::{
    Clocks, Computer, MoveTiming, Outcome, Player, RoomId, SeatSet, Settings, TimeControl, UserId,
};
use sumito_protocol::{parts, positions};
use sumito_rules::{Color, Layout, Mode, Position};

use super::api_error::ApiError;
use sumito_kit::encoded::Encoding;
use sumito_kit::names;
use sumito_rooms::{RoomError, SeatPresence};
use sumito_store::UserRow;

pub(crate) fn user(row: &UserRow) -> parts::User {
    named(row.id, &row.name, row.guest, row.bot)
}

/// Converts the user id that a client names.
pub(crate) fn user_from_wire(id: uuid::Uuid) -> UserId {
    UserId(id)
}

/// Parses the room id that a client names.
///
/// # Errors
/// `no_such_room` for an invalid room id.
pub(crate) fn room_id(text: &str) -> Result<RoomId, ApiError> {
    text.parse().map_err(|_| RoomError::NoSuchRoom.into())
}

pub(super) fn player(player: &Player) -> parts::User {
    named(player.id, &player.name, player.guest, player.bot)
}

/// Converts a user with their current name. All displayed users come from this function.
fn named(id: UserId, name: &str, guest: bool, bot: bool) -> parts::User {
    let called = names::new_name(id);
    parts::User {
        id: id.0,
        name: called.as_ref().map_or(name, |called| &called.name).to_owned(),
        guest: called.map_or(guest, |called| called.guest),
        bot,
        computer: Computer::of(id).map(Computer::level),
    }
}

pub(super) fn mode(mode: Mode) -> parts::Mode {
    match mode {
        Mode::Two => parts::Mode::Two,
        Mode::Three => parts::Mode::Three,
        Mode::Four => parts::Mode::Four,
        Mode::FourConsecutive => parts::Mode::FourConsecutive,
    }
}

pub(crate) fn mode_from_wire(mode: parts::Mode) -> Mode {
    match mode {
        parts::Mode::Two => Mode::Two,
        parts::Mode::Three => Mode::Three,
        parts::Mode::Four => Mode::Four,
        parts::Mode::FourConsecutive => Mode::FourConsecutive,
    }
}

pub(super) fn color(color: Color) -> parts::Color {
    match color {
        Color::Black => parts::Color::Black,
        Color::White => parts::Color::White,
        Color::Red => parts::Color::Red,
        Color::Yellow => parts::Color::Yellow,
    }
}

pub(super) fn clock(control: TimeControl) -> parts::Clock {
    match control {
        TimeControl::None => parts::Clock::None {},
        TimeControl::SuddenDeath { initial } => parts::Clock::SuddenDeath { initial_ms: millis(initial) },
        TimeControl::Fischer { initial, increment } => {
            parts::Clock::Fischer { initial_ms: millis(initial), increment_ms: millis(increment) }
        }
        TimeControl::Bronstein { initial, delay } => {
            parts::Clock::Bronstein { initial_ms: millis(initial), delay_ms: millis(delay) }
        }
        TimeControl::Delay { initial, delay } => {
            parts::Clock::Delay { initial_ms: millis(initial), delay_ms: millis(delay) }
        }
        TimeControl::PerMove { limit } => parts::Clock::PerMove { move_ms: millis(limit) },
        TimeControl::PerGame { limit } => parts::Clock::PerGame { limit_ms: millis(limit) },
    }
}

pub(super) fn time_from_wire(clock: &parts::Clock) -> TimeControl {
    let span = Duration::from_millis;
    match *clock {
        parts::Clock::None {} => TimeControl::None,
        parts::Clock::SuddenDeath { initial_ms } => TimeControl::SuddenDeath { initial: span(initial_ms) },
        parts::Clock::Fischer { initial_ms, increment_ms } => {
            TimeControl::Fischer { initial: span(initial_ms), increment: span(increment_ms) }
        }
        parts::Clock::Bronstein { initial_ms, delay_ms } => {
            TimeControl::Bronstein { initial: span(initial_ms), delay: span(delay_ms) }
        }
        parts::Clock::Delay { initial_ms, delay_ms } => {
            TimeControl::Delay { initial: span(initial_ms), delay: span(delay_ms) }
        }
        parts::Clock::PerMove { move_ms } => TimeControl::PerMove { limit: span(move_ms) },
        parts::Clock::PerGame { limit_ms } => TimeControl::PerGame { limit: span(limit_ms) },
    }
}

pub(super) fn result(outcome: &Outcome) -> parts::GameResult {
    parts::GameResult {
        winners: seat_numbers(outcome.winners),
        reason: outcome.reason,
        score: outcome.score.clone(),
    }
}

pub(super) fn seat_presence(presence: &SeatPresence) -> parts::SeatPresence {
    parts::SeatPresence {
        connected: presence.connected,
        claimable_at: presence.claimable_at.map(|moment| moment.0),
        vacation_until: presence.vacation_until.map(|moment| moment.0),
    }
}

pub(super) fn seat_numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(u8::from).collect()
}

pub(super) fn clocks(clocks: &Clocks) -> parts::Clocks {
    parts::Clocks {
        remaining_ms: clocks.remaining.as_ref().map(|all| all.iter().copied().map(millis).collect()),
        running: clocks.running.map(u8::from),
        turn_began_at: clocks.turn_began_at.map(|moment| moment.0),
        free_ms: millis(clocks.free),
        shared: clocks.shared,
        first_move_by: clocks.first_move_by.map(|moment| moment.0),
    }
}

pub(super) fn timing(timing: &MoveTiming) -> parts::MoveTiming {
    parts::MoveTiming {
        seat: timing.seat.into(),
        elapsed_ms: millis(timing.elapsed),
        server_ms: millis(timing.server),
        forgiven_ms: millis(timing.forgiven),
        free_ms: millis(timing.free),
        added_ms: millis(timing.added),
    }
}

/// Returns the legal moves of the seat to move in Aba-Pro notation, if the encoding includes them.
pub(super) fn legal(position: &Position, form: Encoding) -> Option<Vec<String>> {
    let moves = || position.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
    (form == Encoding::WithLegal).then(moves)
}

pub(crate) fn layout_info(layout: Layout) -> positions::LayoutInfo {
    positions::LayoutInfo {
        name: layout.to_string(),
        players: layout.seats() as u8,
        rows: layout.rows().to_owned(),
    }
}

pub(super) fn spectator_delay_s(settings: &Settings) -> u32 {
    u32::try_from(settings.spectator_delay.as_secs()).unwrap_or(u32::MAX)
}

pub(super) fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
