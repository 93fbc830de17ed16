//! The small values, in both directions.

use std::time::Duration;

use sumito_game::{
    Claim, Lapse, Offer, Outcome, Phase, Player, Reason, Seat, SeatSet, Settings, Table, TimeControl,
    Timestamp,
};
use sumito_protocol::{parts, rest};
use sumito_rules::{Color, Layout, Mode, Position};

use crate::store::UserRow;

pub(crate) fn user(row: &UserRow) -> parts::User {
    parts::User { id: row.id.0, name: row.name.clone(), guest: row.guest }
}

pub(super) fn player(player: &Player) -> parts::User {
    parts::User { id: player.id.0, name: player.name.clone(), guest: player.guest }
}

pub(super) fn mode(mode: Mode) -> parts::Mode {
    match mode {
        Mode::Two => parts::Mode::Two,
        Mode::Three => parts::Mode::Three,
        Mode::Four => parts::Mode::Four,
        Mode::FourConsecutive => parts::Mode::FourConsecutive,
    }
}

pub(crate) fn domain_mode(mode: parts::Mode) -> Mode {
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
        TimeControl::Unlimited => parts::Clock::None,
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

pub(crate) fn domain_time(clock: &parts::Clock) -> TimeControl {
    let span = Duration::from_millis;
    match *clock {
        parts::Clock::None => TimeControl::Unlimited,
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

pub(super) fn offer(offer: Offer) -> parts::Offer {
    match offer {
        Offer::Draw => parts::Offer::Draw,
        Offer::Takeback => parts::Offer::Takeback,
        Offer::Rematch => parts::Offer::Rematch,
        Offer::Resignation => parts::Offer::Resignation,
    }
}

pub(crate) fn domain_offer(offer: parts::Offer) -> Offer {
    match offer {
        parts::Offer::Draw => Offer::Draw,
        parts::Offer::Takeback => Offer::Takeback,
        parts::Offer::Rematch => Offer::Rematch,
        parts::Offer::Resignation => Offer::Resignation,
    }
}

pub(super) fn reason(reason: Reason) -> parts::Reason {
    match reason {
        Reason::Ejections => parts::Reason::Ejections,
        Reason::Time => parts::Reason::Time,
        Reason::Resignation => parts::Reason::Resignation,
        Reason::Agreement => parts::Reason::Agreement,
        Reason::Repetition => parts::Reason::Repetition,
        Reason::Quiet => parts::Reason::Quiet,
        Reason::Stuck => parts::Reason::Stuck,
        Reason::Aborted => parts::Reason::Aborted,
        Reason::Abandoned => parts::Reason::Abandoned,
    }
}

pub(crate) fn domain_reason(reason: parts::Reason) -> Reason {
    match reason {
        parts::Reason::Ejections => Reason::Ejections,
        parts::Reason::Time => Reason::Time,
        parts::Reason::Resignation => Reason::Resignation,
        parts::Reason::Agreement => Reason::Agreement,
        parts::Reason::Repetition => Reason::Repetition,
        parts::Reason::Quiet => Reason::Quiet,
        parts::Reason::Stuck => Reason::Stuck,
        parts::Reason::Aborted => Reason::Aborted,
        parts::Reason::Abandoned => Reason::Abandoned,
    }
}

pub(super) fn result(outcome: &Outcome) -> parts::GameResult {
    parts::GameResult {
        winners: seat_numbers(outcome.winners),
        reason: reason(outcome.reason),
        score: outcome.score.clone(),
    }
}

pub(super) fn status(phase: Phase) -> parts::RoomStatus {
    match phase {
        Phase::Waiting => parts::RoomStatus::Waiting,
        Phase::Playing => parts::RoomStatus::Playing,
        Phase::Finished => parts::RoomStatus::Finished,
        Phase::Closed => parts::RoomStatus::Closed,
    }
}

pub(super) fn seats(table: &Table) -> Vec<parts::Seat> {
    let mode = table.settings().mode;
    Seat::first(mode.seats())
        .zip(table.chairs())
        .map(|(seat, chair)| parts::Seat {
            seat: seat.into(),
            color: color(seat.color()),
            team: mode.side_of(seat.color()).index() as u8,
            player: chair.player.as_ref().map(player),
            connected: chair.connected,
            ready: chair.ready,
            out: table.game().is_some_and(|game| game.out().contains(seat)),
            claimable_at: claimable_at(table, seat),
        })
        .collect()
}

/// When the others can claim the game from `seat`, because its player is away.
pub(super) fn claimable_at(table: &Table, seat: Seat) -> Option<i64> {
    table.claimable_at(seat).map(|moment| moment.0)
}

pub(super) fn seat_numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(u8::from).collect()
}

/// The clocks at the table at `now`; without a game none has a limit and none runs.
pub(super) fn clocks(table: &Table, now: Timestamp) -> parts::Clocks {
    let Some(game) = table.game() else {
        return parts::Clocks { remaining_ms: None, running: None, first_move_by: None };
    };
    let (clock, seats) = (game.clock(), Seat::first(table.chairs().len()));
    parts::Clocks {
        remaining_ms: seats.map(|seat| clock.remaining(seat, now).map(millis)).collect(),
        running: clock.running().map(u8::from),
        first_move_by: game.first_move_by(&table.settings().policy).map(|moment| moment.0),
    }
}

pub(super) fn lapse(lapse: &Lapse) -> parts::Lapse {
    parts::Lapse {
        seat: lapse.seat.into(),
        elapsed_ms: millis(lapse.elapsed),
        forgiven_ms: millis(lapse.forgiven),
        free_ms: millis(lapse.free),
        added_ms: millis(lapse.added),
    }
}

pub(crate) fn domain_claim(claim: parts::Claim) -> Claim {
    match claim {
        parts::Claim::Win => Claim::Win,
        parts::Claim::Draw => Claim::Draw,
    }
}

/// The legal moves of whoever is to move, in Aba-Pro notation.
pub(super) fn legal(position: &Position) -> Vec<String> {
    position.legal_moves().into_iter().map(|mv| mv.to_string()).collect()
}

pub(crate) fn layout_info(layout: Layout) -> rest::LayoutInfo {
    rest::LayoutInfo {
        name: layout.to_string(),
        players: layout.seats() as u8,
        rows: layout.rows().to_owned(),
    }
}

pub(super) fn spectator_delay_s(settings: &Settings) -> u32 {
    u32::try_from(settings.spectator_delay.as_secs()).unwrap_or(u32::MAX)
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
