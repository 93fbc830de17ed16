//! Checks of everything when all nodes are idle and no fault is left.

use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Presence, RoomId, Table, Timestamp};
use sumito_gateway::simulated;
use sumito_kit::encoded::Encoding;
use sumito_protocol::parts::Status as WireStatus;
use sumito_protocol::server::Snapshot;
use sumito_rooms::{Ratings, RoomView};
use sumito_services::history::verify::{VerifyError, verify};
use sumito_store::RoomRow;

use super::World;
use crate::simulation::stored::Stored;

/// Long enough for a room to ask again whether the storage works, and for all pending work to end. With several nodes, those that have died
/// are replaced, and their users leave.
const UNTIL_SETTLED: Duration = Duration::from_secs(5);
const UNTIL_REPLACED: Duration = Duration::from_secs(12);

/// Precision of timers, and the time in which a change reaches all nodes.
const TIMERS_ARE_EXACT_TO: Duration = Duration::from_millis(5);
const NEWS_TRAVEL_IN: Duration = Duration::from_millis(250);

/// Tries to read a room without a change at this very moment.
const TRIES: usize = 6;

impl World {
    /// Waits until all nodes are idle, and compares the state of all clients and nodes.
    pub(super) fn check(&mut self) {
        self.log("everything comes to rest");
        self.heal();
        self.end_downtime();
        self.await_a_node();
        self.tabs.iter_mut().for_each(|tab| tab.is_slow = false);
        // A disconnected user still counts as online for some time.
        loop {
            let disconnected = self.tally.disconnected;
            self.pass(if self.nats.is_some() { UNTIL_REPLACED } else { UNTIL_SETTLED });
            self.await_a_node();
            self.read_tabs();
            if self.tally.disconnected == disconnected {
                break;
            }
        }
        for room in self.rooms.clone() {
            let running = self.running();
            let first = self.rng.usize(..running.len());
            for place in running {
                self.check_room(place, room, place == first);
            }
        }
        assert_eq!(self.queries.rooms(), self.rooms, "one room for each request");
        assert_eq!(self.queries.claims_without_room(), [], "a room that was not created is still claimed");
        for (id, sent) in &self.sent {
            let stored = self.queries.count_events(sent.room);
            assert!(sent.seq.is_none_or(|seq| seq <= stored), "{id} was acknowledged and is lost");
        }
        self.verify();
    }

    /// Checks the stored data while play continues.
    pub(super) fn verify(&mut self) {
        match self.reader.block_on(verify(&self.store)) {
            Ok(verified) => self.tally.games = verified.games,
            Err(VerifyError::Store(_)) => {}
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Returns a room in the views of a player and of a spectator on a node, and its stored form.
    fn look_at_room(&mut self, place: usize, row: &RoomRow) -> (Snapshot, Snapshot, Stored) {
        let mut missed = Vec::new();
        for _ in 0..TRIES {
            self.pass(Duration::from_millis(300));
            let (room, player) = (row.id, self.read(row).any_player());
            let views = self.ask(place, move |life| {
                let rooms = life.rooms.clone();
                async move {
                    let handle = rooms.get(room).await.expect("the room can be read");
                    let view = handle.view(player).await.ok()?;
                    Some((view, handle.view(None).await.ok()?))
                }
            });
            let Some((view, late)) = views else { continue };
            let stored = self.read(row);
            // A clock may have run out at this very moment.
            if stored.table.seq() == view.value().seq {
                let show = |view: &RoomView| simulated::snapshot(view, Encoding::WithLegal);
                let late = show(late.value());
                // Players and spectators on other nodes receive an event a moment later than it was made, or than its delay has ended.
                let delay = Duration::from_secs(late.spectator_delay_s.into());
                let times = [
                    stored.at(view.value().seq),
                    stored.at(late.seq),
                    stored.at(late.seq).map(|at| at + delay),
                ];
                let skew = self.skew();
                let travels = |at: Timestamp| at <= self.now + skew && self.now < at + NEWS_TRAVEL_IN;
                if self.nats.is_none() || !times.into_iter().flatten().any(travels) {
                    return (show(view.value()), late, stored);
                }
            }
            missed = stored.events[view.value().seq as usize..].to_vec();
        }
        panic!("the room does not know what is stored: {missed:?}");
    }

    fn check_room(&mut self, place: usize, room: RoomId, with_tabs: bool) {
        let row = self.row(room);
        let (snapshot, late, stored) = self.look_at_room(place, &row);
        check_fold(&row, &stored.table, &snapshot, "the room is not what its events make");
        check_fold(&row, &stored.table_after(late.seq), &late, "spectators see another room");
        if let Some(at) = stored.at(late.seq + 1) {
            let due = at + Duration::from_secs(late.spectator_delay_s.into());
            let exact_to = if self.nats.is_some() { NEWS_TRAVEL_IN } else { TIMERS_ARE_EXACT_TO };
            assert!(snapshot.status == WireStatus::Playing, "held back after the game: {late:?}");
            assert!(self.now < due + exact_to, "held back for too long: {late:?}");
            self.tally.held_back += 1;
        }
        if snapshot.status == WireStatus::Playing && snapshot.clocks.remaining_ms.is_some() {
            assert!(snapshot.clocks.running.is_some(), "a game stands still: {snapshot:?}");
        }
        for event in &stored.events {
            if let Some(sent) = self.sent_events.get(&(room, event.seq)) {
                assert_eq!(sent, event, "the event that was sent is not the stored event");
            }
        }
        self.check_presence(&snapshot);
        if with_tabs {
            self.check_tabs(room, &snapshot, &late, &stored);
        }
    }

    /// Checks that each tab shows the room as a node does.
    fn check_tabs(&mut self, room: RoomId, snapshot: &Snapshot, late: &Snapshot, stored: &Stored) {
        self.read_tabs();
        let skew_ms = self.skew().as_millis() as u64;
        for (number, tab) in self.tabs.iter().enumerate().filter(|(_, tab)| tab.room == room) {
            let Some(view) = tab.view.as_ref().filter(|_| tab.socket.is_some()) else { continue };
            let fresh = if self.has_seat(tab, &stored.table) { snapshot } else { late };
            assert_eq!(view.room.seq, fresh.seq, "tab {number} did not receive everything");
            self.log(&format!("tab {number} is compared"));
            assert!(tab.owed.is_empty(), "commands without an answer: {:?}", tab.owed);
            view.check_against(fresh, skew_ms);
        }
    }

    /// Checks that a user with an open tab is online in every room.
    fn check_presence(&mut self, snapshot: &Snapshot) {
        for seat in &snapshot.seats {
            let Some(player) = &seat.player else { continue };
            let who = self.people.iter().position(|person| person.id.0 == player.id);
            let mut tabs = self.tabs.iter().filter(|tab| tab.who == who && tab.socket.is_some());
            let is_here = tabs.clone().next().is_some();
            assert_eq!(seat.connected, is_here, "{player:?} in {snapshot:?}");
            self.tally.elsewhere +=
                u64::from(is_here && tabs.all(|tab| tab.room.to_string() != snapshot.room.0));
        }
    }

    /// Returns the largest difference between the clocks of two nodes.
    pub(super) fn skew(&self) -> Duration {
        if self.nats.is_some() { Duration::from_millis(30) } else { Duration::ZERO }
    }
}

/// Checks that a snapshot shows the state of the room's events. Presence and the server's share of the running turn are not part of that.
fn check_fold(row: &RoomRow, table: &Table, seen: &Snapshot, what: &str) {
    let (row, presence, ratings) = (Arc::new(row.clone()), Presence::default(), Ratings::default());
    let view = RoomView::new(&row, table, &presence, &[], &ratings, Timestamp(seen.at));
    let mut folded = simulated::snapshot(&view, Encoding::WithLegal);
    for (folded, seen) in folded.seats.iter_mut().zip(&seen.seats) {
        (folded.connected, folded.claimable_at) = (seen.connected, seen.claimable_at);
    }
    let left = |snapshot: &Snapshot| snapshot.clocks.remaining_ms.clone().unwrap_or_default();
    for (folded, seen) in left(&folded).into_iter().zip(left(seen)) {
        assert!(folded <= seen, "{what}: {seen} ms are left, but {folded} without what the server took");
    }
    folded.clocks.clone_from(&seen.clocks);
    assert_eq!(folded, *seen, "{what}");
}
