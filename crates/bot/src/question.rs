//! A request for one move.

use std::time::Duration;

use sumito_client::protocol::parts::{Clock, Mode};
use sumito_client::rules::Position;
use sumito_client::{RoomState, first_position, rules_mode};

use crate::TimeLimits;

const SHORTEST: Duration = Duration::from_millis(1);

/// A request to an engine for one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The line that describes the position.
    pub(crate) position: String,
    /// The line that starts the search.
    pub(crate) go: String,
    /// Timeout before the bot sends `stop` to the engine.
    pub(crate) patience: Duration,
    /// Timeout after that.
    pub(crate) grace: Duration,
}

impl Question {
    /// Builds it from the state of a room for the player on `seat`; `now` is the server time for reading the clocks.
    pub(crate) fn new(room: &RoomState, seat: u8, now: i64, thinking: &TimeLimits) -> Self {
        let own = room.remaining_ms(seat, now).map(Duration::from_millis);
        // An engine that hangs must leave enough time for another attempt.
        let grace = own.map_or(thinking.grace, |own| thinking.grace.min(own / 8));
        let (go, patience) = match increment_ms(&room.clock) {
            None => {
                // Moves may have a limit of days, or of a second.
                let time =
                    own.map_or(thinking.move_time, |own| thinking.move_time.min(own / 3)).max(SHORTEST);
                (format!("go movetime {}", time.as_millis()), time + grace)
            }
            // A reasonable engine does not exceed this for one move; otherwise it is stopped and returns its best move so far.
            Some(increment_ms) => (clocks(room, now, increment_ms), own.unwrap_or_default() / 3),
        };
        Self { position: position(room), go, patience, grace }
    }
}

/// Returns the moves since the start, so that the engine can detect repetitions. If they do not suffice (with three players, after an
/// elimination), returns the position itself.
fn position(room: &RoomState) -> String {
    let mode = rules_mode(room.mode);
    if replayed(room).is_some_and(|position| position.to_string() == room.position) {
        let moves =
            if room.moves.is_empty() { String::new() } else { format!(" moves {}", room.moves.join(" ")) };
        match &room.start_position {
            Some(line) => format!("position mode {mode} line {line}{moves}"),
            None => format!("position mode {mode} layout {}{moves}", room.layout),
        }
    } else {
        format!("position mode {mode} line {}", room.position)
    }
}

fn replayed(room: &RoomState) -> Option<Position> {
    let mut position = first_position(room.mode, &room.layout, room.start_position.as_deref())?;
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

/// Returns the increment or the free time of a move, which are equivalent here; `None` without a clock for the whole game.
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
    // A shared clock is divided among all seats.
    let parts = if room.clocks.shared { seats.len() as u64 } else { 1 };
    let left =
        seats.map(|seat| (room.remaining_ms(seat, now).unwrap_or_default() / parts).max(1).to_string());
    format!("go clock {} increment {increment_ms}", left.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use sumito_client::protocol::server::Snapshot;

    use super::*;

    const SECOND: i64 = 1_000_000;

    /// A game of two from the standard layout, with reference time 10 seconds, and 60 and 50 seconds left.
    fn room(clock: &str, moves: &[&str], position: &str) -> RoomState {
        let snapshot = format!(
            r#"{{"room":"f5cfawbpmmz8","seq":6,"at":10000000,"mode":"two","layout":"standard","clock":{clock},
             "rated":false,"visibility":"public","lobby":"main","ready":false,"spectator_delay_s":0,
             "seats":[{{"seat":0,"color":"black","team":0,"player":null,"connected":true,"ready":false,"out":false,
               "claimable_at":null}},
              {{"seat":1,"color":"white","team":1,"player":null,"connected":true,"ready":false,"out":false,
               "claimable_at":null}}],
             "status":"playing","game":null,"position":"{position}","turn":0,"ply":2,"captured":[0,0],
             "moves":[{}],"ledger":[],
             "clocks":{{"remaining_ms":[60000,50000],"running":0,"turn_began_at":10000000,"free_ms":0,"shared":false,
               "first_move_by":null}},
             "offers":[],"legal":null,"result":null}}"#,
            moves.iter().map(|mv| format!("\"{mv}\"")).collect::<Vec<_>>().join(",")
        );
        let read: Result<Snapshot, _> = serde_json::from_str(&snapshot);
        RoomState::from(read.unwrap())
    }

    fn go(clock: &str) -> (String, Duration) {
        let question = Question::new(&room(clock, &[], ""), 0, 30 * SECOND, &TimeLimits::default());
        (question.go, question.patience)
    }

    #[test]
    fn question_contains_current_clocks() {
        let third = Duration::from_secs(40) / 3;
        let fischer = r#"{"kind":"fischer","initial_ms":60000,"increment_ms":2000}"#;
        assert_eq!(go(fischer), ("go clock 40000 50000 increment 2000".to_owned(), third));
        let delay = r#"{"kind":"delay","initial_ms":60000,"delay_ms":5000}"#;
        assert_eq!(go(delay), ("go clock 40000 50000 increment 5000".to_owned(), third));
        let sudden = r#"{"kind":"sudden_death","initial_ms":60000}"#;
        assert_eq!(go(sudden), ("go clock 40000 50000 increment 0".to_owned(), third));
        let each = r#"{"kind":"per_move","move_ms":60000}"#;
        assert_eq!(go(each), ("go movetime 1000".to_owned(), Duration::from_secs(6)));
    }

    #[test]
    fn question_contains_history_if_it_leads_to_the_position() {
        let position_text = "1wwww/wwwwww/2www2/3w4/9/3b4/2bbb2/bbbbbb/1bbbb b 0,0 2 2";
        let none = r#"{"kind":"none"}"#;
        let moves = ["a1b2", "i5h5"];
        assert_eq!(
            position(&room(none, &moves, position_text)),
            "position mode two layout standard moves a1b2 i5h5"
        );
        let other = position_text.replace(" 2 2", " 9 2");
        assert_eq!(position(&room(none, &moves, &other)), format!("position mode two line {other}"));
    }

    #[test]
    fn question_contains_the_start_position() {
        let start = "5/6/7/8/2wwb4/3bbw2/7/6/5 w 5,0 0 0";
        let after = "5/6/7/8/3wb4/2wbbw2/7/6/5 b 5,0 1 1";
        let mut snapshot = (*room(r#"{"kind":"none"}"#, &["e3d3"], after)).clone();
        snapshot.start_position = Some(start.to_owned());
        assert_eq!(position(&snapshot.into()), format!("position mode two line {start} moves e3d3"));
    }
}
