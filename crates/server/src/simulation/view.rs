//! What a client makes of what it is told.

use sumito_protocol::parts::{Offer, OpenOffer, RoomStatus};
use sumito_protocol::server::{ClockCause, Event, EventKind, Snapshot};

/// A room as a client shows it: a snapshot, and the events since folded into it.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) state: Snapshot,
    /// When the clocks were as `state` has them.
    read_at: i64,
}

impl View {
    pub(super) fn new(state: Snapshot) -> Self {
        Self { read_at: state.at, state }
    }

    /// Takes in the next event.
    pub(super) fn take_in(&mut self, event: Event) {
        if has_clocks(&event.kind) {
            self.read_at = event.at;
        }
        let state = &mut self.state;
        assert_eq!(event.seq, state.seq + 1, "an event is missing before {event:?}");
        (state.seq, state.at) = (event.seq, event.at);
        match event.kind {
            EventKind::Created { .. } => panic!("a room is created once"),
            EventKind::Seated { seat, player } => {
                let seat = &mut state.seats[usize::from(seat)];
                (seat.player, seat.connected, seat.ready) = (Some(player), false, false);
                state.status = RoomStatus::Waiting;
            }
            EventKind::Left { seat, status } => {
                let seat = &mut state.seats[usize::from(seat)];
                (seat.player, seat.connected, seat.ready) = (None, false, false);
                state.status = status;
            }
            EventKind::Ready { seat, ready } => state.seats[usize::from(seat)].ready = ready,
            EventKind::Started { game, seats, position, turn, clocks, legal } => {
                (state.status, state.game, state.seats, state.position) =
                    (RoomStatus::Playing, Some(game), seats, position);
                (state.turn, state.clocks, state.legal) = (Some(turn), clocks, legal);
                (state.ply, state.result) = (0, None);
                state.captured.fill(0);
                state.moves.clear();
                state.ledger.clear();
                state.offers.clear();
            }
            EventKind::Moved { seat, ply, mv, position, captured, turn, clocks, time, legal, .. } => {
                assert_eq!(ply, state.ply + 1);
                (state.ply, state.position, state.captured) = (ply, position, captured);
                (state.turn, state.clocks, state.legal) = (turn, clocks, legal);
                state.moves.push(mv);
                state.ledger.extend(time);
                // A draw lapses with the move of somebody who has not agreed to it, a takeback with any.
                state.offers.retain(|offer| match offer.what {
                    Offer::Draw => offer.agreed.contains(&seat),
                    Offer::Takeback => false,
                    Offer::Rematch | Offer::Resignation => true,
                });
            }
            EventKind::Clock { clocks, cause, claimable_at } => {
                state.clocks = clocks;
                assert_eq!(claimable_at.len(), state.seats.len());
                for (seat, claimable_at) in state.seats.iter_mut().zip(claimable_at) {
                    seat.claimable_at = claimable_at;
                    seat.connected &= cause != ClockCause::Restarted;
                }
            }
            EventKind::Offered { seat, what } => {
                match state.offers.iter_mut().find(|offer| offer.what == what) {
                    Some(offer) => {
                        offer.agreed.push(seat);
                        offer.agreed.sort_unstable();
                    }
                    None => state.offers.push(OpenOffer { what, by: seat, agreed: vec![seat] }),
                }
                state.offers.sort_by_key(|offer| offer.what as u8);
            }
            EventKind::Declined { what, .. } => state.offers.retain(|offer| offer.what != what),
            EventKind::TakenBack { ply, position, captured, turn, clocks, legal } => {
                (state.ply, state.position, state.captured) = (ply, position, captured);
                (state.turn, state.clocks, state.legal) = (turn, clocks, legal);
                state.moves.truncate(ply as usize);
                state.ledger.truncate(ply as usize);
                state.offers.clear();
            }
            EventKind::Eliminated { seat, position, turn, clocks, legal, .. } => {
                state.seats[usize::from(seat)].out = true;
                (state.position, state.turn, state.clocks, state.legal) = (position, turn, clocks, legal);
                state.offers.clear();
            }
            EventKind::Finished { result, game, clocks } => {
                (state.status, state.game, state.result) = (RoomStatus::Finished, Some(game), Some(result));
                (state.turn, state.clocks) = (None, clocks);
                state.legal.clear();
                state.offers.clear();
                state.seats.iter_mut().for_each(|seat| seat.claimable_at = None);
            }
            EventKind::Presence { seat, connected, claimable_at } => {
                let seat = &mut state.seats[usize::from(seat)];
                (seat.connected, seat.claimable_at) = (connected, claimable_at);
            }
        }
    }

    /// Checks that a fresh snapshot shows the same room.
    pub(super) fn check_against(&self, fresh: &Snapshot) {
        let mut mine = self.state.clone();
        let left = |state: &Snapshot| state.clocks.remaining_ms.clone().unwrap_or_default();
        let passed_ms = (fresh.at - self.read_at) as u64 / 1_000 + 1;
        for (mine, fresh) in left(&mine).into_iter().zip(left(fresh)) {
            assert!(fresh <= mine, "a clock has grown while nothing happened");
            assert!(mine - fresh <= passed_ms, "a clock lost more than the time that has passed");
        }
        mine.at = fresh.at;
        mine.clocks.remaining_ms.clone_from(&fresh.clocks.remaining_ms);
        assert_eq!(mine, *fresh, "a client that followed the events shows another room");
    }
}

fn has_clocks(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Started { .. }
            | EventKind::Moved { .. }
            | EventKind::Clock { .. }
            | EventKind::TakenBack { .. }
            | EventKind::Eliminated { .. }
            | EventKind::Finished { .. }
    )
}
