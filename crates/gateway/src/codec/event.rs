//! Room events in their wire form.

use bytes::Bytes;
use sumito_game::{Event, Player};
use sumito_protocol::server::{self, EventKind};
use sumito_protocol::{RoomId, ServerMessage};

use super::json::Json;
use super::parts;
use sumito_kit::encoded::Encoding;
use sumito_rooms::RoomEvent;

/// Initial buffer sizes for a `moved` message without and with legal moves.
const USUAL_BYTES: [usize; 2] = [768, 2_048];

/// Converts the event to the content of a message.
pub(crate) fn event(room_event: &RoomEvent, form: Encoding) -> server::Event {
    server::Event {
        room: RoomId(room_event.room.id.to_string()),
        seq: room_event.seq,
        at: room_event.at.0,
        kind: kind(room_event, form),
    }
}

/// Encodes the event.
pub(super) fn text(room_event: &RoomEvent, form: Encoding) -> Bytes {
    match &room_event.event {
        Event::Moved { .. } => moved_text(room_event, form),
        _ => super::text(&ServerMessage::Event(event(room_event, form))),
    }
}

/// Encodes `moved` by hand. It is most of the server's output, and serde takes as long for it as the rules take for the move. A test
/// compares both encodings.
fn moved_text(room_event: &RoomEvent, form: Encoding) -> Bytes {
    let Event::Moved { seat, ply, mv, .. } = &room_event.event else { return Bytes::new() };
    let after = &room_event.after;
    let clocks = parts::clocks(&after.clocks);
    let mut json = Json::with_capacity(USUAL_BYTES[form as usize]);
    json.raw(r#"{"type":"event","room":""#).raw(room_event.room.id.as_str());
    json.raw(r#"","seq":"#).number(room_event.seq);
    json.raw(r#","at":"#).number(room_event.at.0);
    json.raw(r#","kind":"moved","seat":"#).number(u8::from(*seat));
    json.raw(r#","ply":"#).number(*ply + 1);
    json.raw(r#","move":"#).value(mv.as_str());
    json.raw(r#","ejected":"#).value(&after.ejected.map(parts::color));
    json.raw(r#","position":""#).raw(&after.position.to_string());
    json.raw(r#"","captured":"#).numbers(after.position.captured().iter().copied());
    json.raw(r#","turn":"#).number_or_null(after.turn.map(u8::from));
    json.raw(r#","clocks":{"remaining_ms":"#);
    match clocks.remaining_ms {
        Some(remaining) => json.numbers(remaining),
        None => json.raw("null"),
    };
    json.raw(r#","running":"#).number_or_null(clocks.running);
    json.raw(r#","turn_began_at":"#).number_or_null(clocks.turn_began_at);
    json.raw(r#","free_ms":"#).number(clocks.free_ms);
    json.raw(r#","shared":"#).raw(if clocks.shared { "true" } else { "false" });
    json.raw(r#","first_move_by":"#).number_or_null(clocks.first_move_by);
    json.raw(r#"},"time":"#);
    match after.timing.as_ref().map(parts::timing) {
        Some(timing) => {
            json.raw(r#"{"seat":"#).number(timing.seat);
            json.raw(r#","elapsed_ms":"#).number(timing.elapsed_ms);
            json.raw(r#","server_ms":"#).number(timing.server_ms);
            json.raw(r#","forgiven_ms":"#).number(timing.forgiven_ms);
            json.raw(r#","free_ms":"#).number(timing.free_ms);
            json.raw(r#","added_ms":"#).number(timing.added_ms).raw("}")
        }
        None => json.raw("null"),
    };
    if form == Encoding::WithLegal {
        json.raw(r#","legal":"#).moves(after.position.legal_moves());
    }
    json.raw("}");
    json.finish().into()
}

fn kind(room_event: &RoomEvent, form: Encoding) -> EventKind {
    let after = &room_event.after;
    let (position, turn) = (after.position.to_string(), after.turn.map(u8::from));
    let captured = || after.position.captured().to_vec();
    let clocks = || parts::clocks(&after.clocks);
    let legal = || parts::legal(&after.position, form);
    match &room_event.event {
        Event::Created { settings } => EventKind::Created {
            mode: parts::mode(settings.mode),
            layout: settings.layout.to_string(),
            start_position: settings.start_position.map(|start| start.line()),
            coach: settings.coach,
            clock: parts::clock(settings.time),
            rated: settings.rated,
            visibility: room_event.room.visibility,
            lobby: room_event.room.lobby.clone(),
            ready: settings.ready,
            vacations: settings.policy.vacations,
            spectator_delay_s: parts::spectator_delay_s(settings),
            tournament: settings.tournament.map(|tournament| tournament.0),
            can_go_berserk: settings.policy.berserk && settings.time.can_go_berserk(),
        },
        Event::Seated { seat, player } => {
            EventKind::Seated { seat: (*seat).into(), player: parts::player(player) }
        }
        Event::Left { seat } => EventKind::Left { seat: (*seat).into(), status: after.status },
        Event::Ready { seat, ready } => EventKind::Ready { seat: (*seat).into(), ready: *ready },
        Event::Started { game, players, .. } => EventKind::Started {
            game: game.0,
            players: players.iter().map(|player: &Player| parts::player(player)).collect(),
            position,
            turn: after.position.turn().index() as u8,
            clocks: clocks(),
            legal: legal(),
        },
        Event::Moved { seat, ply, mv, .. } => EventKind::Moved {
            seat: (*seat).into(),
            ply: ply + 1,
            mv: mv.to_string(),
            ejected: after.ejected.map(parts::color),
            position,
            captured: captured(),
            turn,
            clocks: clocks(),
            time: after.timing.as_ref().map(parts::timing),
            legal: legal(),
        },
        Event::Berserk { seat } => EventKind::Berserk { seat: (*seat).into(), clocks: clocks() },
        Event::TimeAdded { seat, time, .. } => {
            EventKind::TimeAdded { seat: (*seat).into(), added_ms: parts::millis(*time), clocks: clocks() }
        }
        Event::TakenBack { ply } => EventKind::TakenBack {
            ply: *ply,
            position,
            captured: captured(),
            turn,
            clocks: clocks(),
            legal: legal(),
        },
        Event::Eliminated { seat, reason } => EventKind::Eliminated {
            seat: (*seat).into(),
            reason: *reason,
            position,
            turn,
            clocks: clocks(),
            legal: legal(),
        },
        Event::Offered { seat, what } => EventKind::Offered { seat: (*seat).into(), what: *what },
        Event::Declined { seat, what } => EventKind::Declined { seat: (*seat).into(), what: *what },
        Event::Finished { outcome } => EventKind::Finished {
            result: parts::result(outcome),
            game: after.game.map(|game| game.0).unwrap_or_default(),
            clocks: clocks(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use sumito_game::{
        Command, Context, GameId, Offer, Policy, Presence, Record, RoomId, Seat, Settings, Table,
        TimeControl, Timestamp, UserId,
    };
    use sumito_rules::{Layout, Mode};
    use uuid::Uuid;

    use super::*;
    use sumito_store::{RoomRow, Visibility};

    /// A table, and the kinds of all events sent from it.
    struct Scene {
        room: Arc<RoomRow>,
        table: Table,
        kinds: Vec<String>,
    }

    impl Scene {
        fn new() -> Self {
            let time = TimeControl::Delay { initial: Duration::from_mins(5), delay: Duration::from_secs(3) };
            let settings = Settings {
                mode: Mode::Two,
                layout: Layout::BelgianDaisy,
                start_position: None,
                coach: false,
                time,
                rated: false,
                ready: false,
                spectator_delay: Duration::ZERO,
                tournament: None,
                policy: Policy::usual(time),
            };
            let event = Table::create(settings).unwrap().remove(0);
            let table = Table::open(&record(1, event)).unwrap();
            let room = RoomRow {
                id: RoomId::from_random([3; 8]),
                lobby: "main".to_owned(),
                visibility: Visibility::Public,
                created_at: Timestamp(0),
            };
            Self { room: Arc::new(room), table, kinds: Vec::new() }
        }

        fn run_command(&mut self, user: u128, command: Command) {
            let seq = self.table.seq();
            let now = Timestamp(seq as i64 * 1_000_000);
            let presence = Presence::default();
            let context = Context { now, fresh: GameId(Uuid::from_u128(9)), presence: &presence };
            let events = self.table.decide(UserId(Uuid::from_u128(user)), command, &context).unwrap();
            for event in events {
                let before = *self.table.position();
                let record = record(self.table.seq() + 1, event);
                self.table.apply(&record).unwrap();
                let room_event = RoomEvent::new(&self.room, &record, &before, &self.table);
                for form in [Encoding::Plain, Encoding::WithLegal] {
                    let by_serde =
                        serde_json::to_string(&ServerMessage::Event(super::event(&room_event, form)));
                    assert_eq!(text(&room_event, form), by_serde.unwrap());
                }
                let value: serde_json::Value =
                    serde_json::from_slice(&text(&room_event, Encoding::Plain)).unwrap();
                assert_eq!(value.get("legal"), None);
                self.kinds.push(value["kind"].as_str().unwrap().to_owned());
            }
        }
    }

    fn record(seq: u64, event: Event) -> Record {
        Record { seq, at: Timestamp(seq as i64 * 1_000_000), server: Duration::ZERO, cause: None, event }
    }

    #[test]
    fn handwritten_and_serde_encodings_are_equal() {
        let mut scene = Scene::new();
        for user in [1, 2] {
            scene.run_command(
                user,
                Command::Join {
                    name: "\"Anne\"".to_owned(),
                    guest: true,
                    bot: false,
                    chosen: false,
                    seat: None,
                },
            );
        }
        for ply in 0..6 {
            let text = scene.table.position().legal_moves().iter().last().unwrap().to_string();
            let player =
                scene.table.player(Seat::from(scene.table.position().turn())).unwrap().id.0.as_u128();
            scene.run_command(player, Command::Play { ply, text, lag: Duration::ZERO });
        }
        scene.run_command(1, Command::Offer(Offer::Takeback));
        scene.run_command(2, Command::Accept(Offer::Takeback));
        scene.run_command(1, Command::Resign);
        let moved = std::iter::repeat_n("moved", 6);
        let all = ["seated", "seated", "started"].into_iter().chain(moved).chain([
            "offered",
            "taken_back",
            "finished",
        ]);
        assert_eq!(scene.kinds, all.collect::<Vec<_>>());
    }
}
