//! Summaries of rooms for the users with a seat in them.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{
    Game, GameId, Offer, Outcome, Player, Seat, SeatSet, Settings, Status, Table, Timestamp, UserId,
};
use sumito_rules::{Mode, Position};

use super::{OfferView, serde_rules};
use sumito_store::{RoomMembership, RoomRow};

/// Time that a room stays among its players' games after a game ended, counted from its last event: long enough to offer another game,
/// or in correspondence games to read the result.
const FINISHED_STAYS: Duration = Duration::from_hours(1);
const FINISHED_BY_CORRESPONDENCE_STAYS: Duration = Duration::from_hours(7 * 24);

/// Summary of a room for the users with a seat. It does not include presence, which is unknown for a room that is not in memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MyGame {
    /// The room's row: all data except the table.
    pub room: Arc<RoomRow>,
    /// Number of the last event that is included.
    pub seq: u64,
    /// Time of that event.
    pub at: Timestamp,
    /// Settings of the games.
    pub settings: Settings,
    /// Phase of the room.
    pub status: Status,
    /// The seats, indexed by seat.
    pub seats: Vec<MyGameSeat>,
    /// The running game or the last game; `None` before the first.
    pub game: Option<GameId>,
    /// Position of the marbles.
    #[serde(with = "serde_rules::position")]
    pub position: Position,
    /// The seat to move, while a game is under way.
    pub turn: Option<Seat>,
    /// Time at which the turn ends automatically; `None` if it has no limit.
    pub turn_ends_at: Option<Timestamp>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// Result of the game; `None` while it is running.
    pub outcome: Option<Outcome>,
    /// Time until which the room is listed to the users with a seat.
    pub until: Timestamp,
}

/// A seat of a room, without presence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MyGameSeat {
    /// The player on the seat.
    pub player: Option<Player>,
    /// Whether the player is ready to start.
    pub ready: bool,
    /// Whether the player is out while the others play on.
    pub out: bool,
}

impl MyGame {
    /// Returns the summary of the room with this table.
    pub(super) fn of(room: &Arc<RoomRow>, table: &Table) -> Self {
        let game = table.game();
        let out = game.map_or(SeatSet::EMPTY, Game::out);
        let seat = |(seat, chair): (Seat, &sumito_game::SeatState)| MyGameSeat {
            player: chair.player.clone(),
            ready: chair.is_ready(),
            out: out.contains(seat),
        };
        let offers = Offer::ALL.into_iter().filter_map(|what| {
            let (by, agreed) = game?.offered(what)?;
            Some(OfferView { what, by, agreed })
        });
        Self {
            room: Arc::clone(room),
            seq: table.seq(),
            at: table.at(),
            settings: table.settings().clone(),
            status: table.status(),
            seats: Seat::first(table.chairs().len()).zip(table.chairs()).map(seat).collect(),
            game: game.map(Game::id),
            position: *table.position(),
            turn: game.and_then(Game::turn),
            turn_ends_at: turn_ends_at(table),
            offers: offers.collect(),
            outcome: game.and_then(Game::outcome).cloned(),
            until: own_until(table),
        }
    }

    /// Returns all users with a seat.
    pub fn users(&self) -> impl Iterator<Item = UserId> {
        self.seats.iter().filter_map(|seat| Some(seat.player.as_ref()?.id))
    }

    /// Returns the seat of `user`.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let place =
            self.seats.iter().position(|seat| seat.player.as_ref().is_some_and(|player| player.id == user));
        Seat::first(self.seats.len()).nth(place?)
    }

    /// Returns whether the room waits for `user`: for a move, the answer to an offer, or a declaration of readiness.
    pub fn waits_for(&self, user: UserId) -> bool {
        let Some(seat) = self.seat_of(user) else { return false };
        match self.status {
            Status::Waiting => {
                let is_full = self.seats.iter().all(|seat| seat.player.is_some());
                self.settings.ready && is_full && !self.seats[seat.index()].ready
            }
            Status::Playing => self.turn == Some(seat) || self.is_asked(seat),
            Status::Finished => self.is_asked(seat),
            Status::Closed => false,
        }
    }

    /// Returns the offers that wait for the answer of `seat`.
    pub fn pending_offers(&self, seat: Seat) -> impl Iterator<Item = Offer> {
        let mode = self.settings.mode;
        let open = self.offers.iter().filter(move |offer| !offer.agreed.contains(seat));
        let asked = open.filter(move |offer| match offer.what {
            Offer::Draw => !self.seats[seat.index()].out,
            Offer::Takeback => !self.seats[seat.index()].out && !is_team(mode, offer.by, seat),
            Offer::Resignation => is_team(mode, offer.by, seat),
            Offer::Rematch => true,
        });
        asked.map(|offer| offer.what)
    }

    fn is_asked(&self, seat: Seat) -> bool {
        self.pending_offers(seat).next().is_some()
    }
}

fn is_team(mode: Mode, one: Seat, other: Seat) -> bool {
    mode.team_of(one.color()) == mode.team_of(other.color())
}

fn turn_ends_at(table: &Table) -> Option<Timestamp> {
    let game = table.game().filter(|game| game.turn().is_some())?;
    let clock = game.clock();
    let falls_at = clock.turn_began_at().and_then(|began| {
        let left = clock.remaining(clock.running()?, began)?;
        Some(began + left + table.clocks(began).free)
    });
    [falls_at, game.first_move_by(&table.settings().policy)].into_iter().flatten().min()
}

/// Returns the time until which a room with this table is among its players' games.
fn own_until(table: &Table) -> Timestamp {
    let stays =
        if table.settings().time.is_live() { FINISHED_STAYS } else { FINISHED_BY_CORRESPONDENCE_STAYS };
    match table.status() {
        Status::Waiting | Status::Playing => Timestamp::MAX,
        Status::Finished => table.at() + stays,
        Status::Closed => Timestamp::MIN,
    }
}

/// Returns the membership row of a room with this table. The users are sorted by id, because the seats rotate.
pub fn my_game(table: &Table) -> RoomMembership {
    let users = table.chairs().iter().filter_map(|chair| Some(chair.player.as_ref()?.id));
    let mut users: Vec<_> = users.collect();
    users.sort_unstable();
    RoomMembership { users, until: own_until(table) }
}
