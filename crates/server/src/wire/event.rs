//! How an event looks to clients.

use axum::extract::ws::Utf8Bytes;
use sumito_game::{Event, Game, MoveText, Record, Seat, Table, Timestamp};
use sumito_protocol::ServerMessage;
use sumito_protocol::server::{self, ClockCause, EventKind};
use sumito_rules::{Color, Position};

use super::parts;
use crate::json::Json;
use crate::store::RoomRow;

/// What almost every message has room in: one in three takes more than 1,536.
const USUAL_BYTES: usize = 2_048;

/// How `record` looks, with `before` the position on the table before it, and `after` the table after it.
pub(crate) fn event(room: &RoomRow, record: &Record, before: &Position, after: &Table) -> server::Event {
    server::Event { room: room.id, seq: record.seq, at: record.at.0, kind: kind(room, record, before, after) }
}

/// The same as it goes out.
pub(crate) fn event_text(room: &RoomRow, record: &Record, before: &Position, after: &Table) -> Utf8Bytes {
    match (&record.event, after.game()) {
        (Event::Moved { seat, ply, mv, .. }, Some(game)) => {
            let ejected = after.ejected_since(before);
            moved_text(room, record, &Move { seat: *seat, ply: *ply, mv, ejected }, game, after)
        }
        _ => super::text(&ServerMessage::Event(event(room, record, before, after))),
    }
}

/// A move that was played.
struct Move<'a> {
    seat: Seat,
    /// Plies played before it.
    ply: u32,
    mv: &'a MoveText,
    ejected: Option<Color>,
}

/// `moved` is most of what a server writes. By serde it takes as long as all that the rules have to say about the move, so
/// it is written down here once more; the tests compare both.
fn moved_text(room: &RoomRow, record: &Record, played: &Move<'_>, game: &Game, after: &Table) -> Utf8Bytes {
    let (position, clocks) = (game.position(), parts::clocks(after, record.at));
    let mut json = Json::with_capacity(USUAL_BYTES);
    json.raw(r#"{"type":"event","room":""#).raw(room.id.as_str());
    json.raw(r#"","seq":"#).number(record.seq);
    json.raw(r#","at":"#).number(record.at.0);
    json.raw(r#","kind":"moved","seat":"#).number(u8::from(played.seat));
    json.raw(r#","ply":"#).number(played.ply + 1);
    json.raw(r#","move":"#).value(played.mv.as_str());
    json.raw(r#","ejected":"#).value(&played.ejected.map(parts::color));
    json.raw(r#","position":""#).raw(&position.to_string());
    json.raw(r#"","captured":"#).numbers(position.captured().iter().copied());
    json.raw(r#","turn":"#).number_or_null(turn(after));
    json.raw(r#","clocks":{"remaining_ms":"#);
    match clocks.remaining_ms {
        Some(remaining) => json.numbers(remaining),
        None => json.raw("null"),
    };
    json.raw(r#","running":"#).number_or_null(clocks.running);
    json.raw(r#","first_move_by":"#).number_or_null(clocks.first_move_by);
    json.raw(r#"},"time":"#);
    match game.ledger().last().map(parts::lapse) {
        Some(lapse) => {
            json.raw(r#"{"seat":"#).number(lapse.seat);
            json.raw(r#","elapsed_ms":"#).number(lapse.elapsed_ms);
            json.raw(r#","forgiven_ms":"#).number(lapse.forgiven_ms);
            json.raw(r#","free_ms":"#).number(lapse.free_ms);
            json.raw(r#","added_ms":"#).number(lapse.added_ms).raw("}")
        }
        None => json.raw("null"),
    };
    json.raw(r#","legal":"#).moves(position.legal_moves());
    json.raw("}").finish().into()
}

fn kind(room: &RoomRow, record: &Record, before: &Position, after: &Table) -> EventKind {
    let at = record.at;
    match &record.event {
        Event::Created { settings } => EventKind::Created {
            mode: parts::mode(settings.mode),
            layout: settings.layout.to_string(),
            clock: parts::clock(settings.time),
            rated: settings.rated,
            visibility: room.visibility,
            lobby: room.lobby.clone(),
            ready: settings.ready,
            spectator_delay_s: parts::spectator_delay_s(settings),
        },
        Event::Seated { seat, player } => {
            EventKind::Seated { seat: (*seat).into(), player: parts::player(player) }
        }
        Event::Left { seat } => {
            EventKind::Left { seat: (*seat).into(), status: parts::status(after.phase()) }
        }
        Event::Ready { seat, ready } => EventKind::Ready { seat: (*seat).into(), ready: *ready },
        Event::Started { game, .. } => EventKind::Started {
            game: game.0,
            seats: parts::seats(after),
            position: after.position().to_string(),
            turn: after.position().turn().index() as u8,
            clocks: parts::clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Moved { seat, ply, mv, .. } => EventKind::Moved {
            seat: (*seat).into(),
            ply: ply + 1,
            mv: mv.to_string(),
            ejected: after.ejected_since(before).map(parts::color),
            position: after.position().to_string(),
            captured: after.position().captured().to_vec(),
            turn: turn(after),
            clocks: parts::clocks(after, at),
            time: after.game().and_then(|game| game.ledger().last()).map(parts::lapse),
            legal: parts::legal(after.position()),
        },
        Event::TakenBack { ply } => EventKind::TakenBack {
            ply: *ply,
            position: after.position().to_string(),
            captured: after.position().captured().to_vec(),
            turn: turn(after),
            clocks: parts::clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Eliminated { seat, reason } => EventKind::Eliminated {
            seat: (*seat).into(),
            reason: parts::reason(*reason),
            position: after.position().to_string(),
            turn: turn(after),
            clocks: parts::clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Offered { seat, what } => {
            EventKind::Offered { seat: (*seat).into(), what: parts::offer(*what) }
        }
        Event::Declined { seat, what } => {
            EventKind::Declined { seat: (*seat).into(), what: parts::offer(*what) }
        }
        Event::Finished { outcome } => EventKind::Finished {
            result: parts::result(outcome),
            game: after.game().map(|game| game.id().0).unwrap_or_default(),
            clocks: parts::clocks(after, at),
        },
        Event::Presence { seat, connected, .. } => EventKind::Presence {
            seat: (*seat).into(),
            connected: *connected,
            claimable_at: parts::claimable_at(after, *seat),
        },
        Event::Paused => clock(after, at, ClockCause::Stopping),
        Event::Resumed => clock(after, at, ClockCause::Restarted),
        Event::Continued => clock(after, at, ClockCause::Continued),
    }
}

fn clock(after: &Table, at: Timestamp, cause: ClockCause) -> EventKind {
    let seats = Seat::first(after.chairs().len());
    let claimable_at = seats.map(|seat| parts::claimable_at(after, seat)).collect();
    EventKind::Clock { clocks: parts::clocks(after, at), cause, claimable_at }
}

/// The seat whose turn it is, while a game is under way.
fn turn(table: &Table) -> Option<u8> {
    table.game().and_then(Game::turn).map(u8::from)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sumito_game::{Command, GameId, Offer, Policy, Reject, Settings, TimeControl, UserId};
    use sumito_protocol::RoomId;
    use sumito_protocol::parts::Visibility;
    use sumito_rules::{Layout, Mode};
    use uuid::Uuid;

    use super::*;

    /// A table and all that was written of it.
    struct Told {
        row: RoomRow,
        table: Table,
        kinds: Vec<&'static str>,
    }

    impl Told {
        fn new() -> Self {
            let time = TimeControl::SuddenDeath { initial: Duration::from_mins(10) };
            let policy = Policy { first_move: None, ..Policy::usual(time) };
            let (mode, layout) = (Mode::Two, Layout::BelgianDaisy);
            let spectator_delay = Duration::ZERO;
            let settings =
                Settings { mode, layout, time, rated: false, ready: false, spectator_delay, policy };
            let created = Table::create(settings).unwrap().remove(0);
            let at = Timestamp(1_763_680_000_000_000);
            let table = Table::open(&Record { seq: 1, at, cause: None, event: created }).unwrap();
            let (id, visibility) = (RoomId::from_random([7; 8]), Visibility::Public);
            let row = RoomRow { id, lobby: "main".to_owned(), visibility, created_at: at };
            Self { row, table, kinds: Vec::new() }
        }

        /// Carries a command out, and compares both ways of writing what follows.
        fn act(&mut self, user: u128, command: Command) -> Result<(), Reject> {
            let at = self.table.at();
            for event in
                self.table.decide(UserId(Uuid::from_u128(user)), command, at, GameId(Uuid::from_u128(9)))?
            {
                let record = Record { seq: self.table.seq() + 1, at, cause: None, event };
                let before = *self.table.position();
                self.table.apply(&record).unwrap();
                let whole = super::event(&self.row, &record, &before, &self.table);
                let kind = serde_json::to_value(&whole.kind).unwrap()["kind"].clone();
                let written = event_text(&self.row, &record, &before, &self.table);
                assert_eq!(written.as_str(), serde_json::to_string(&ServerMessage::Event(whole)).unwrap());
                self.kinds.extend(
                    ["started", "moved", "taken_back", "finished"].iter().find(|name| kind == **name),
                );
            }
            Ok(())
        }
    }

    #[test]
    fn both_ways_of_writing_an_event_are_one() {
        let mut told = Told::new();
        for user in [1, 2] {
            told.act(user, Command::Join { name: "\"Anne\"".to_owned(), guest: true, seat: None }).unwrap();
        }
        for ply in 0..6 {
            let text = told.table.position().legal_moves().iter().last().unwrap().to_string();
            let player = told.table.player(Seat::from(told.table.position().turn())).unwrap().id.0.as_u128();
            told.act(player, Command::Play { ply, text, lag: Duration::ZERO }).unwrap();
        }
        told.act(1, Command::Offer(Offer::Takeback)).unwrap();
        told.act(2, Command::Accept(Offer::Takeback)).unwrap();
        told.act(1, Command::Resign).unwrap();
        let moved = std::iter::repeat_n("moved", 6);
        let all = std::iter::once("started").chain(moved).chain(["taken_back", "finished"]);
        assert_eq!(told.kinds, all.collect::<Vec<_>>());
    }
}
