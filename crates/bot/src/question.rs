//! What an engine is asked for one move.

use std::time::Duration;

use sumito_client::protocol::parts::{Clock, Mode};
use sumito_client::rules::{Layout, Position};
use sumito_client::{RoomState, rules_mode};

use crate::Thinking;

const SHORTEST: Duration = Duration::from_millis(1);

/// What an engine is asked for one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The line that describes the position.
    pub(crate) position: String,
    /// The line that lets the engine think.
    pub(crate) go: String,
    /// How long to wait for its move before it is told to stop.
    pub(crate) patience: Duration,
    /// How long to wait for its move after that.
    pub(crate) grace: Duration,
}

impl Question {
    /// As the room stands for the player on `seat`, whose clock is looked at at `now`, the server's time.
    pub(crate) fn new(room: &RoomState, seat: u8, now: i64, thinking: &Thinking) -> Self {
        let own = room.remaining_ms(seat, now).map(Duration::from_millis);
        // An engine that hangs must leave enough of the clock to ask another one.
        let grace = own.map_or(thinking.grace, |own| thinking.grace.min(own / 8));
        let (go, patience) = match increment_ms(&room.clock) {
            None => {
                // One may have days for a move, or a second.
                let time =
                    own.map_or(thinking.move_time, |own| thinking.move_time.min(own / 3)).max(SHORTEST);
                (format!("go movetime {}", time.as_millis()), time + grace)
            }
            // No engine means to think for longer about one move; one that does is stopped, and gives the best that it has.
            Some(increment_ms) => (clocks(room, now, increment_ms), own.unwrap_or_default() / 3),
        };
        Self { position: position(room), go, patience, grace }
    }
}

/// With the moves since the start, so that an engine sees what would repeat. Where they do not tell all (among three, somebody who has
/// given up plays no more), the position itself.
fn position(room: &RoomState) -> String {
    let mode = rules_mode(room.mode);
    if replayed(room).is_some_and(|position| position.to_string() == room.position) {
        let moves =
            if room.moves.is_empty() { String::new() } else { format!(" moves {}", room.moves.join(" ")) };
        format!("position mode {mode} layout {}{moves}", room.layout)
    } else {
        format!("position mode {mode} line {}", room.position)
    }
}

fn replayed(room: &RoomState) -> Option<Position> {
    let layout: Layout = room.layout.parse().ok()?;
    let mut position = Position::start(rules_mode(room.mode), layout).ok()?;
    for text in &room.moves {
        let mv = position.parse_move(text).ok()?;
        position = position.play(mv).ok()?.position;
        if room.mode != Mode::Two {
            let seats = room.seats.len();
            let mut turns =
                std::iter::successors(Some(position), |position| Some(position.pass_turn())).take(seats);
            position = turns.find(Position::has_legal_move).unwrap_or(position);
        }
    }
    Some(position)
}

/// What a move adds to the clock of a whole game, or what of it is free, which comes to the same; `None` where no such clock runs.
fn increment_ms(clock: &Clock) -> Option<u64> {
    match *clock {
        Clock::None {} | Clock::PerMove { .. } => None,
        Clock::SuddenDeath { .. } | Clock::PerGame { .. } => Some(0),
        Clock::Fischer { increment_ms, .. } => Some(increment_ms),
        Clock::Bronstein { delay_ms, .. } | Clock::Delay { delay_ms, .. } => Some(delay_ms),
    }
}

fn clocks(room: &RoomState, now: i64, increment_ms: u64) -> String {
    let seats = 0..room.seats.len() as u8;
    // Of one clock for all everybody has a part.
    let parts = if room.clocks.shared { seats.len() as u64 } else { 1 };
    let left =
        seats.map(|seat| (room.remaining_ms(seat, now).unwrap_or_default() / parts).max(1).to_string());
    format!("go clock {} increment {increment_ms}", left.collect::<Vec<_>>().join(" "))
}
