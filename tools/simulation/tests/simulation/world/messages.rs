//! Messages to clients, with the checks of each message.

use std::hash::Hash;
use std::time::Duration;

use sumito_game::{Status, Table, Timestamp};
use sumito_protocol::server::{Event, EventKind, Notice};
use sumito_protocol::{ErrorCode, RoomId as WireRoomId, ServerMessage};

use super::World;
use super::tab::Tab;
use crate::simulation::panics;
use crate::simulation::view::View;

impl World {
    /// Lets all tabs that are not slow read their messages.
    pub(super) fn read_tabs(&mut self) {
        assert_eq!(panics(), 0, "something panicked");
        for number in 0..self.tabs.len() {
            if self.tabs[number].is_cut_off() {
                self.log(&format!("tab {number} is cut off"));
                self.tally.cut_off += 1;
                self.disconnect(number);
            }
            for message in self.tabs[number].read() {
                self.handle(number, message);
            }
        }
        (self.now.0, self.sent_events.len()).hash(&mut self.trace);
    }

    fn disconnect(&mut self, tab: usize) {
        self.tally.disconnected += 1;
        if let Some(socket) = self.tabs[tab].socket.take() {
            socket.end(false);
        }
    }

    fn handle(&mut self, number: usize, message: ServerMessage) {
        if let ServerMessage::Ok { id: Some(id), .. } | ServerMessage::Error { id: Some(id), .. } = &message {
            let owed = &mut self.tabs[number].owed;
            let place = owed.iter().position(|owed| owed == id).expect("each command has one answer");
            owed.swap_remove(place);
        }
        match message {
            ServerMessage::Ok { id: Some(id), result } => self.handle_answer(&id, result.seq),
            ServerMessage::Error { id, code, message, .. } => {
                assert_ne!(code, ErrorCode::Internal, "{message}");
                self.log(&format!("tab {number} is refused {id:?}: {code:?}"));
                if id.as_deref() == Some("w") {
                    // The subscription failed: the client will try again.
                    self.disconnect(number);
                }
            }
            ServerMessage::Snapshot(snapshot) => {
                let known = self.tabs[number].seq().unwrap_or_default();
                assert!(snapshot.seq >= known, "the room went back from {known} to {}", snapshot.seq);
                assert_eq!(snapshot.legal.is_some(), self.tabs[number].wants_legal);
                self.check_stored(&snapshot.room, snapshot.seq);
                self.tabs[number].view = Some(View::new(snapshot));
            }
            ServerMessage::Event(event) => {
                self.check_stored(&event.room, event.seq);
                self.check_delay(number, &event);
                (event.seq, event.at).hash(&mut self.trace);
                let plain = without_legal(event.clone());
                let room = self.tabs[number].room;
                let first = self.sent_events.entry((room, event.seq)).or_insert_with(|| plain.clone());
                assert_eq!(*first, plain, "sent with other content before");
                self.tally.events += 1;
                self.log(&format!("tab {number} receives {} {:?}", event.seq, event.kind));
                let tab = &mut self.tabs[number];
                let view = tab.view.as_mut().expect("a snapshot comes first");
                if event.seq > view.room.seq || !tab.may_repeat {
                    view.apply(&event);
                }
            }
            ServerMessage::Presence { seats, .. } => {
                self.log(&format!("tab {number} receives {seats:?}"));
                if let Some(view) = &mut self.tabs[number].view {
                    view.apply_presence(&seats);
                }
            }
            ServerMessage::Clock { at, clocks, cause, .. } => {
                self.log(&format!("tab {number} receives {cause:?} {clocks:?}"));
                if let Some(view) = &mut self.tabs[number].view {
                    view.apply_clocks(at, clocks);
                }
            }
            ServerMessage::Notice { notice, .. } => {
                assert_ne!(notice, Notice::RoomLost, "no room is beyond help here");
                self.log(&format!("tab {number}: {notice:?}"));
            }
            _ => {}
        }
    }

    /// Checks that an acknowledged command is stored as the cause of its event, and that a command has only one answer.
    fn handle_answer(&mut self, id: &str, seq: Option<u64>) {
        self.log(&format!("{id} is acknowledged: {seq:?}"));
        let (Some(sent), Some(seq)) = (self.sent.get_mut(id), seq) else { return };
        let first = *sent.seq.get_or_insert(seq);
        assert_eq!(first, seq, "{id} was answered otherwise before");
        let room = sent.room;
        let stored = self.stored_events(room);
        let event =
            stored.get(seq as usize - 1).unwrap_or_else(|| panic!("{id} is acknowledged and not stored"));
        let payload: serde_json::Value = serde_json::from_str(&event.payload).expect("JSON");
        assert_eq!(payload["by"]["id"], id, "another command caused {payload}");
        self.tally.acknowledged += 1;
    }

    fn check_stored(&self, room: &WireRoomId, seq: u64) {
        let room = room.0.parse().expect("a room's id");
        let stored = self.queries.count_events(room);
        assert!(seq <= stored, "event {seq} was sent, and {stored} are stored");
    }

    /// Checks that users without a seat receive the events of a running game late.
    fn check_delay(&self, number: usize, event: &Event) {
        let tab = &self.tabs[number];
        let delay = tab.view.as_ref().map_or(0, |view| view.room.spectator_delay_s);
        if delay == 0 {
            return;
        }
        let stored = self.read(&self.row(tab.room));
        if self.has_seat(tab, &stored.table) || stored.table.status() != Status::Playing {
            return;
        }
        // The start of a game may be sent at once, if the room was reread since.
        let started = stored.last_start().expect("a game is under way");
        let due_at = Timestamp(event.at) + Duration::from_secs(delay.into());
        assert!(event.seq <= started || due_at <= self.now + self.skew(), "sent too early: {event:?}");
    }

    pub(super) fn has_seat(&self, tab: &Tab, table: &Table) -> bool {
        tab.who.is_some_and(|who| table.seat_of(self.people[who].id).is_some())
    }
}

fn without_legal(mut event: Event) -> Event {
    match &mut event.kind {
        EventKind::Started { legal, .. }
        | EventKind::Moved { legal, .. }
        | EventKind::TakenBack { legal, .. }
        | EventKind::Eliminated { legal, .. } => *legal = None,
        _ => {}
    }
    event
}
