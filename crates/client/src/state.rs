//! The state of a room: the fold of the received messages.

use std::collections::HashMap;
use std::ops::Deref;

use sumito_protocol::parts::{Clocks, Mode, Offer, OpenOffer, Seat, SeatPresence, SeatRating, Status, User};
use sumito_protocol::server::{Event, EventKind, Snapshot};
use sumito_rules::{Position, PositionError};
use uuid::Uuid;

use crate::clocks;

/// The known state of a room: a [`Snapshot`] that advances with each event, so that the result is the same with a snapshot or message by
/// message. (Except `legal`: [`position`](Self::position) provides the legal moves.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomState(Snapshot);

/// The position of an event relative to the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventOrder {
    /// The next event.
    Next,
    /// Already contained in the state.
    Known,
    /// An earlier event is missing.
    Gap,
}

impl From<Snapshot> for RoomState {
    fn from(snapshot: Snapshot) -> Self {
        Self(Snapshot { legal: None, ..snapshot })
    }
}

impl Deref for RoomState {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.0
    }
}

impl RoomState {
    /// Returns the position of the event with this number.
    pub fn place_of(&self, seq: u64) -> EventOrder {
        match seq {
            seq if seq <= self.seq => EventOrder::Known,
            seq if seq == self.seq + 1 => EventOrder::Next,
            _ => EventOrder::Gap,
        }
    }

    /// Applies an event, if it is the next one.
    pub fn apply(&mut self, event: &Event) -> EventOrder {
        let place = self.place_of(event.seq);
        if place == EventOrder::Next {
            self.0.seq = event.seq;
            self.change(event);
        }
        place
    }

    /// Counts an event of an unknown kind without changing anything else.
    pub(crate) fn skip(&mut self, seq: u64) -> EventOrder {
        let place = self.place_of(seq);
        if place == EventOrder::Next {
            self.0.seq = seq;
        }
        place
    }

    /// Applies the presence of the players.
    pub fn set_presence(&mut self, presence: &[SeatPresence]) {
        for (seat, there) in self.0.seats.iter_mut().zip(presence) {
            (seat.connected, seat.claimable_at) = (there.connected, there.claimable_at);
            seat.vacation_until = there.vacation_until;
        }
    }

    /// Applies the ratings of the players.
    pub(crate) fn set_ratings(&mut self, ratings: &[Option<SeatRating>]) {
        for (seat, rating) in self.0.seats.iter_mut().zip(ratings) {
            seat.rating = *rating;
        }
    }

    /// Applies the clocks of a moment.
    pub fn set_clocks(&mut self, at: i64, clocks: Clocks) {
        (self.0.at, self.0.clocks) = (at, clocks);
    }

    /// Stops the clocks at `now`.
    pub(crate) fn hold_clocks(&mut self, now: i64) {
        let held = clocks::frozen(&self.clocks, self.at, now);
        self.set_clocks(now, held);
    }

    /// Returns the seat of this user.
    pub fn seat_of(&self, user: Uuid) -> Option<u8> {
        let sits = |seat: &&Seat| seat.player.as_ref().is_some_and(|player| player.id == user);
        self.seats.iter().find(sits).map(|seat| seat.seat)
    }

    /// Returns the position, which provides its legal moves.
    ///
    /// # Errors
    /// Fails if the position's line is not understood by this client.
    pub fn position(&self) -> Result<Position, PositionError> {
        Position::parse(rules_mode(self.mode), &self.0.position)
    }

    /// Returns whether the position itself ends the game: a team has won, or the seat to move cannot. The event that follows announces the
    /// end.
    pub fn is_decided(&self) -> bool {
        self.position().is_ok_and(|position| position.winner().is_some() || !position.has_legal_move())
    }

    /// Returns the time that a seat has left at `now` ([`Client::server_now`](crate::Client::server_now)), in milliseconds; `None` without
    /// a limit, and before a game.
    pub fn remaining_ms(&self, seat: u8, now: i64) -> Option<u64> {
        clocks::remaining_ms(&self.clocks, self.at, seat, now)
    }

    /// Returns whether a timed game is in progress but no clock runs: the server is shutting down, or cannot store anything.
    pub fn stands_still(&self) -> bool {
        self.status == Status::Playing && self.clocks.remaining_ms.is_some() && self.clocks.running.is_none()
    }

    fn change(&mut self, event: &Event) {
        let room = &mut self.0;
        match event.kind.clone() {
            // A state starts with a snapshot, which contains it.
            EventKind::Created { .. } => {}
            EventKind::Seated { seat, player } => {
                // This also reopens a room that was closed.
                room.status = Status::Waiting;
                with_seat(room, seat, |seat| replace_player(seat, Some(player)));
            }
            EventKind::Left { seat, status } => {
                room.status = status;
                with_seat(room, seat, |seat| replace_player(seat, None));
            }
            EventKind::Ready { seat, ready } => with_seat(room, seat, |seat| seat.ready = ready),
            EventKind::Berserk { seat, clocks } => {
                room.berserk.push(seat);
                room.berserk.sort_unstable();
                self.set_clocks(event.at, clocks);
            }
            EventKind::TimeAdded { clocks, .. } => self.set_clocks(event.at, clocks),
            EventKind::Started { game, players, position, turn, clocks, legal: _ } => {
                // Also applies to a rematch: nothing of the previous game remains.
                seat_all(&mut room.seats, players);
                (room.game, room.turn, room.ply) = (Some(game), Some(turn), 0);
                room.moves.clear();
                room.ledger.clear();
                room.offers.clear();
                room.berserk.clear();
                room.result = None;
                room.captured =
                    captured_in(room.mode, &position).unwrap_or_else(|| vec![0; room.captured.len()]);
                room.position = position;
                room.status = Status::Playing;
                self.set_clocks(event.at, clocks);
            }
            EventKind::Moved { seat, ply, mv, position, captured, turn, clocks, time, .. } => {
                room.offers.retain(|offer| survives_move(offer, seat));
                room.moves.push(mv);
                room.ledger.extend(time);
                (room.position, room.captured, room.turn, room.ply) = (position, captured, turn, ply);
                self.set_clocks(event.at, clocks);
            }
            EventKind::Offered { seat, what } => agree(&mut room.offers, what, seat),
            EventKind::Declined { what, .. } => room.offers.retain(|offer| offer.what != what),
            EventKind::TakenBack { ply, position, captured, turn, clocks, legal: _ } => {
                // The ledger may start later than the moves; its last entry belongs to the last move.
                let gone = room.moves.len().saturating_sub(ply as usize);
                room.moves.truncate(ply as usize);
                room.ledger.truncate(room.ledger.len().saturating_sub(gone));
                room.offers.clear();
                (room.position, room.captured, room.turn, room.ply) = (position, captured, turn, ply);
                self.set_clocks(event.at, clocks);
            }
            EventKind::Eliminated { seat, position, turn, clocks, .. } => {
                with_seat(room, seat, |seat| seat.out = true);
                room.offers.clear();
                (room.position, room.turn) = (position, turn);
                self.set_clocks(event.at, clocks);
            }
            EventKind::Finished { result, game, clocks } => {
                (room.result, room.game, room.turn, room.status) =
                    (Some(result), Some(game), None, Status::Finished);
                room.offers.clear();
                room.seats.iter_mut().for_each(|seat| seat.claimable_at = None);
                self.set_clocks(event.at, clocks);
            }
        }
    }
}

/// Returns the corresponding mode of the rules.
pub fn rules_mode(mode: Mode) -> sumito_rules::Mode {
    match mode {
        Mode::Two => sumito_rules::Mode::Two,
        Mode::Three => sumito_rules::Mode::Three,
        Mode::Four => sumito_rules::Mode::Four,
        Mode::FourConsecutive => sumito_rules::Mode::FourConsecutive,
    }
}

/// Returns the first position of a game, by its `layout` or `start_position` on the wire; `None` if this client does not understand them.
pub fn first_position(mode: Mode, layout: &str, start_position: Option<&str>) -> Option<Position> {
    let mode = rules_mode(mode);
    match start_position {
        Some(line) => Position::parse(mode, line).ok(),
        None => Position::start(mode, layout.parse().ok()?).ok(),
    }
}

fn captured_in(mode: Mode, position: &str) -> Option<Vec<u8>> {
    let position = Position::parse(rules_mode(mode), position).ok()?;
    Some(position.captured().to_vec())
}

fn with_seat(room: &mut Snapshot, number: u8, change: impl FnOnce(&mut Seat)) {
    if let Some(seat) = room.seats.iter_mut().find(|seat| seat.seat == number) {
        change(seat);
    }
}

/// Seats another player, and clears the data of the previous player.
fn replace_player(seat: &mut Seat, player: Option<User>) {
    (seat.player, seat.rating, seat.claimable_at) = (player, None, None);
    (seat.connected, seat.ready, seat.out) = (false, false, false);
}

/// Turns the seats for a rematch: presence and rating move with their player.
fn seat_all(seats: &mut [Seat], players: Vec<User>) {
    let before: HashMap<_, _> = seats
        .iter()
        .filter_map(|seat| Some((seat.player.as_ref()?.id, (seat.connected, seat.rating))))
        .collect();
    let players = players.into_iter().map(Some).chain(std::iter::repeat(None));
    for (seat, player) in seats.iter_mut().zip(players) {
        replace_player(seat, player);
        let known = seat.player.as_ref().and_then(|player| before.get(&player.id));
        (seat.connected, seat.rating) = known.copied().unwrap_or_default();
    }
}

/// Returns whether an offer stays open after a move. A draw offer lapses if the mover has not agreed to it, a takeback offer always.
fn survives_move(offer: &OpenOffer, mover: u8) -> bool {
    match offer.what {
        Offer::Takeback => false,
        Offer::Draw => offer.agreed.contains(&mover),
        Offer::Rematch | Offer::Resignation => true,
    }
}

fn agree(offers: &mut Vec<OpenOffer>, what: Offer, seat: u8) {
    match offers.iter_mut().find(|offer| offer.what == what) {
        None => offers.push(OpenOffer { what, by: seat, agreed: vec![seat] }),
        Some(offer) if !offer.agreed.contains(&seat) => {
            offer.agreed.push(seat);
            offer.agreed.sort_unstable();
        }
        Some(_) => {}
    }
    // Snapshots have the same order.
    offers.sort_by_key(|offer| offer.what as u8);
}
