//! A room as it is listed to those who have a seat in it.

use std::sync::Arc;
use std::time::Duration;

use sumito_game::{
    Game, GameId, Offer, Outcome, Player, Seat, SeatSet, Settings, Status, Table, Timestamp, UserId,
};
use sumito_rules::{Mode, Position};

use super::OfferView;
use crate::store::{OwnRoom, RoomRow};

/// How long a room in which a game has ended stays among its players' own, after the last thing that happened in it: long enough to
/// offer another game; by correspondence, long enough to learn how it ended.
const FINISHED_STAYS: Duration = Duration::from_hours(1);
const FINISHED_BY_CORRESPONDENCE_STAYS: Duration = Duration::from_hours(7 * 24);

/// A room as it is listed to those who have a seat in it. Who is there is not a part of it: a room that is not in memory does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What is known of the room besides its table.
    pub room: Arc<RoomRow>,
    /// The last event that is contained.
    pub seq: u64,
    /// When that was.
    pub at: Timestamp,
    /// What is played, and how.
    pub settings: Settings,
    /// Where the room is in its life.
    pub status: Status,
    /// By seat.
    pub seats: Vec<StandingSeat>,
    /// The game under way, or the last one; `None` before the first.
    pub game: Option<GameId>,
    /// Where the marbles are.
    pub position: Position,
    /// Whose turn it is, while a game is under way.
    pub turn: Option<Seat>,
    /// When that turn ends by itself; `None` where it has no limit.
    pub turn_ends_at: Option<Timestamp>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Until when it is listed to those who have a seat.
    pub until: Timestamp,
}

/// A seat of a room, without whether anybody is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingSeat {
    /// Who sits there.
    pub player: Option<Player>,
    /// Whether they said that they are ready to begin.
    pub ready: bool,
    /// Whether they play no more, while the others go on.
    pub out: bool,
}

impl Standing {
    /// The room with this table.
    pub(super) fn of(room: &Arc<RoomRow>, table: &Table) -> Self {
        let game = table.game();
        let out = game.map_or(SeatSet::EMPTY, Game::out);
        let seat = |(seat, chair): (Seat, &sumito_game::Chair)| StandingSeat {
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

    /// Everybody who has a seat.
    pub fn users(&self) -> impl Iterator<Item = UserId> {
        self.seats.iter().filter_map(|seat| Some(seat.player.as_ref()?.id))
    }

    /// Where `user` sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let place =
            self.seats.iter().position(|seat| seat.player.as_ref().is_some_and(|player| player.id == user));
        Seat::first(self.seats.len()).nth(place?)
    }

    /// Whether something cannot go on without `user`: a move, the answer to an offer, or that they say that they are ready.
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

    /// The offers that wait for the answer of `seat`.
    pub fn asked(&self, seat: Seat) -> impl Iterator<Item = Offer> {
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
        self.asked(seat).next().is_some()
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

/// Until when a room with this table is among its players' own.
fn own_until(table: &Table) -> Timestamp {
    let stays =
        if table.settings().time.is_live() { FINISHED_STAYS } else { FINISHED_BY_CORRESPONDENCE_STAYS };
    match table.status() {
        Status::Waiting | Status::Playing => Timestamp::MAX,
        Status::Finished => table.at() + stays,
        Status::Closed => Timestamp::MIN,
    }
}

/// Whose own a room with this table is; the users in the order of their ids, since the seats turn.
pub(crate) fn own_room(table: &Table) -> OwnRoom {
    let users = table.chairs().iter().filter_map(|chair| Some(chair.player.as_ref()?.id));
    let mut users: Vec<_> = users.collect();
    users.sort_unstable();
    OwnRoom { users, until: own_until(table) }
}
