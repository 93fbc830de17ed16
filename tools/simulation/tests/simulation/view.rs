//! State of a client, folded from its messages.

use sumito_protocol::SNAPSHOT_LEDGER;
use sumito_protocol::parts::{Clocks, Offer, OpenOffer, SeatPresence, Status};
use sumito_protocol::server::{Event, EventKind, Snapshot};

/// A room as a client shows it: a snapshot with the later events folded in.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) state: Snapshot,
    /// Time at which the clocks had the values in `state`.
    read_at: i64,
}

impl View {
    pub(super) fn new(state: Snapshot) -> Self {
        Self { read_at: state.at, state }
    }

    /// Applies the next event.
    pub(super) fn apply(&mut self, event: Event) {
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
                state.status = Status::Waiting;
            }
            EventKind::Left { seat, status } => {
                let seat = &mut state.seats[usize::from(seat)];
                (seat.player, seat.connected, seat.ready) = (None, false, false);
                state.status = status;
            }
            EventKind::Ready { seat, ready } => state.seats[usize::from(seat)].ready = ready,
            EventKind::Berserk { seat, clocks } => {
                state.berserk.push(seat);
                state.berserk.sort_unstable();
                state.clocks = clocks;
            }
            EventKind::TimeAdded { clocks, .. } => state.clocks = clocks,
            EventKind::Started { game, players, position, turn, clocks, legal } => {
                state.captured = captured_in(&position);
                (state.status, state.game, state.position) = (Status::Playing, Some(game), position);
                for (seat, player) in state.seats.iter_mut().zip(players) {
                    (seat.player, seat.ready, seat.out) = (Some(player), false, false);
                }
                (state.turn, state.clocks, state.legal) = (Some(turn), clocks, legal);
                (state.ply, state.result) = (0, None);
                state.moves.clear();
                state.ledger.clear();
                state.offers.clear();
                state.berserk.clear();
            }
            EventKind::Moved { seat, ply, mv, position, captured, turn, clocks, time, legal, .. } => {
                assert_eq!(ply, state.ply + 1);
                (state.ply, state.position, state.captured) = (ply, position, captured);
                (state.turn, state.clocks, state.legal) = (turn, clocks, legal);
                state.moves.push(mv);
                state.ledger.extend(time);
                // A draw offer lapses with a move of a player who has not agreed to it, a takeback offer with any move.
                state.offers.retain(|offer| match offer.what {
                    Offer::Draw => offer.agreed.contains(&seat),
                    Offer::Takeback => false,
                    Offer::Rematch | Offer::Resignation => true,
                });
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
                let gone = state.moves.split_off(ply as usize).len();
                state.ledger.truncate(state.ledger.len().saturating_sub(gone));
                state.offers.clear();
            }
            EventKind::Eliminated { seat, position, turn, clocks, legal, .. } => {
                state.seats[usize::from(seat)].out = true;
                (state.position, state.turn, state.clocks, state.legal) = (position, turn, clocks, legal);
                state.offers.clear();
            }
            EventKind::Finished { result, game, clocks } => {
                (state.status, state.game, state.result) = (Status::Finished, Some(game), Some(result));
                (state.turn, state.clocks) = (None, clocks);
                state.legal = state.legal.take().map(|_| Vec::new());
                state.offers.clear();
                state.seats.iter_mut().for_each(|seat| seat.claimable_at = None);
            }
        }
    }

    /// Applies the presence of the players.
    pub(super) fn apply_presence(&mut self, seats: Vec<SeatPresence>) {
        assert_eq!(seats.len(), self.state.seats.len());
        for (seat, presence) in self.state.seats.iter_mut().zip(seats) {
            (seat.connected, seat.claimable_at) = (presence.connected, presence.claimable_at);
            seat.vacation_until = presence.vacation_until;
        }
    }

    /// Applies new clock values.
    pub(super) fn apply_clocks(&mut self, at: i64, clocks: Clocks) {
        (self.read_at, self.state.clocks) = (at, clocks);
    }

    /// Checks that a fresh snapshot shows the same room. The clocks of the nodes differ by up to `skew_ms`.
    pub(super) fn check_against(&self, fresh: &Snapshot, skew_ms: u64) {
        let mut mine = self.state.clone();
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
        let clocks = &self.state.clocks;
        let free_until = clocks.turn_began_at.unwrap_or(now) + clocks.free_ms as i64 * 1_000;
        let passed_ms = (now.max(free_until) - self.read_at.max(free_until)).max(0) as u64 / 1_000;
        let remaining = clocks.remaining_ms.clone().unwrap_or_default();
        let runs =
            |seat: usize| clocks.running.is_some_and(|running| clocks.shared || usize::from(running) == seat);
        let left =
            |(seat, left): (usize, u64)| if runs(seat) { left.saturating_sub(passed_ms) } else { left };
        remaining.into_iter().enumerate().map(left).collect()
    }
}

/// Rounding error: clocks are sent in whole milliseconds.
const ROUNDING_MS: u64 = 2;

/// If storing a move takes longer than this, the server sends the clocks afterwards.
const STORING_TAKES_MS: u64 = 100;

/// Reads the marbles that each side has pushed off from a line `ROWS TURN CAPTURED QUIET PLY`.
fn captured_in(position: &str) -> Vec<u8> {
    let captured = position.split(' ').nth(2).expect("a position names the marbles");
    captured.split(',').map(|count| count.parse().expect("a count is a number")).collect()
}

fn has_clocks(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Started { .. }
            | EventKind::Moved { .. }
            | EventKind::TakenBack { .. }
            | EventKind::Eliminated { .. }
            | EventKind::Finished { .. }
    )
}
