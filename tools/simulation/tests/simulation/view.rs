//! State of a client, folded from its messages.

use sumito_client::{EventOrder, RoomState};
use sumito_protocol::SNAPSHOT_LEDGER;
use sumito_protocol::parts::{Clocks, SeatPresence};
use sumito_protocol::server::{Event, EventKind, Snapshot};

/// A room as a client shows it: a snapshot with the later events folded in.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) room: RoomState,
    /// The legal moves, which the state of the Rust client leaves out.
    legal: Option<Vec<String>>,
}

impl View {
    pub(super) fn new(mut snapshot: Snapshot) -> Self {
        let legal = snapshot.legal.take();
        Self { room: snapshot.into(), legal }
    }

    /// Applies the next event.
    pub(super) fn apply(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Created { .. } => panic!("a room is created once"),
            EventKind::Moved { ply, legal, .. } => {
                assert_eq!(*ply, self.room.ply + 1);
                self.legal.clone_from(legal);
            }
            EventKind::Started { legal, .. }
            | EventKind::TakenBack { legal, .. }
            | EventKind::Eliminated { legal, .. } => self.legal.clone_from(legal),
            EventKind::Finished { .. } => self.legal = self.legal.take().map(|_| Vec::new()),
            _ => {}
        }
        let order = self.room.apply(event);
        assert_eq!(order, EventOrder::Next, "an event is missing before {event:?}");
    }

    /// Applies the presence of the players.
    pub(super) fn apply_presence(&mut self, seats: &[SeatPresence]) {
        assert_eq!(seats.len(), self.room.seats.len());
        self.room.set_presence(seats);
    }

    /// Applies new clock values.
    pub(super) fn apply_clocks(&mut self, at: i64, clocks: Clocks) {
        self.room.set_clocks(at, clocks);
    }

    /// Checks that a fresh snapshot shows the same room. The clocks of the nodes differ by up to `skew_ms`.
    pub(super) fn check_against(&self, fresh: &Snapshot, skew_ms: u64) {
        let mut mine = Snapshot { legal: self.legal.clone(), ..Snapshot::clone(&self.room) };
        let shown = self.clocks_at(fresh.at);
        let left = fresh.clocks.remaining_ms.clone().unwrap_or_default();
        for (shown, left) in shown.into_iter().zip(left) {
            // A client cannot measure how long storing the last move took, and shows that much less.
            let least = left.saturating_sub(STORING_TAKES_MS + skew_ms);
            assert!(
                (least..=left + ROUNDING_MS + skew_ms).contains(&shown),
                "a client draws {shown} ms, {left} are left"
            );
        }
        if mine.ledger.len() >= SNAPSHOT_LEDGER {
            // Of a very long game it may have only the last part.
            let earlier = fresh.ledger.len().saturating_sub(mine.ledger.len());
            mine.ledger.splice(0..0, fresh.ledger[..earlier].iter().cloned());
        }
        mine.at = fresh.at;
        (mine.clocks.remaining_ms, mine.clocks.turn_began_at, mine.clocks.first_move_by) =
            (fresh.clocks.remaining_ms.clone(), fresh.clocks.turn_began_at, fresh.clocks.first_move_by);
        if mine.legal.is_none() || fresh.legal.is_none() {
            mine.legal.clone_from(&fresh.legal);
        }
        assert_eq!(mine, *fresh, "a client that followed the events shows another room");
    }

    /// Returns the time that each clock shows at `now`, as a client draws it.
    fn clocks_at(&self, now: i64) -> Vec<u64> {
        self.room.seats.iter().filter_map(|seat| self.room.remaining_ms(seat.seat, now)).collect()
    }
}

/// Rounding error: clocks are sent in whole milliseconds.
const ROUNDING_MS: u64 = 2;

/// If storing a move takes longer than this, the server sends the clocks afterwards.
const STORING_TAKES_MS: u64 = 100;
