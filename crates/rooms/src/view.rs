//! Snapshot of a room.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sumito_game::{
    Clocks, Game, GameId, MoveText, MoveTiming, Offer, Outcome, Player, Presence, Seat, SeatSet, Settings,
    Status, Table, Timestamp, UserId,
};
use sumito_rules::Position;

use super::ratings::Ratings;
use super::serde_rules;
use super::{SeatPresence, SeatRating};
use sumito_store::RoomRow;

/// Snapshot of a room: everything that is needed to draw it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RoomView {
    /// The room's row: all data except the table.
    pub room: Arc<RoomRow>,
    /// Number of the last event that is included; 1 is the creation of the room.
    pub seq: u64,
    /// Time of the snapshot.
    pub at: Timestamp,
    /// Settings of the games.
    pub settings: Settings,
    /// The seats, indexed by seat.
    pub seats: Vec<SeatView>,
    /// Phase of the room.
    pub status: Status,
    /// Position of the marbles.
    #[serde(with = "serde_rules::position")]
    pub position: Position,
    /// The seat to move, while a game is under way.
    pub turn: Option<Seat>,
    /// The clocks at time `at`.
    pub clocks: Clocks,
    /// The running game or the last game; `None` before the first.
    pub game: Option<GameView>,
}

/// A seat of a room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// The player on the seat.
    pub player: Option<Player>,
    /// The player's rating, if known.
    pub rating: Option<SeatRating>,
    /// Whether the player is ready to start.
    pub ready: bool,
    /// Whether the player is out while the others play on.
    pub out: bool,
    /// Presence of the player.
    pub presence: SeatPresence,
}

/// A game in a room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameView {
    /// Id of the game.
    pub id: GameId,
    /// The moves so far, in order.
    pub moves: Vec<MoveText>,
    /// Effect of each move on the clock of its player.
    pub ledger: Vec<MoveTiming>,
    /// Players who play with half of the time.
    pub berserk: SeatSet,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// Result of the game; `None` while it is running.
    pub outcome: Option<Outcome>,
}

/// An offer that waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferView {
    /// Kind of the offer.
    pub what: Offer,
    /// The seat that made the offer.
    pub by: Seat,
    /// The seats that agree so far, including the seat that made the offer.
    pub agreed: SeatSet,
}

impl RoomView {
    /// Returns the room with this table at the time `at`.
    pub fn new(
        room: &Arc<RoomRow>,
        table: &Table,
        presence: &Presence,
        vacations: &[(UserId, Timestamp)],
        ratings: &Ratings,
        at: Timestamp,
    ) -> Self {
        let game = table.game();
        Self {
            room: Arc::clone(room),
            seq: table.seq(),
            at,
            settings: table.settings().clone(),
            seats: seats(table, presence, vacations, ratings),
            status: table.status(),
            position: *table.position(),
            turn: game.and_then(Game::turn),
            clocks: table.clocks(at),
            game: game.map(GameView::new),
        }
    }

    /// Returns the snapshot with all clocks paused, for the time of a storage outage.
    pub(super) fn with_clocks_held(mut self) -> Self {
        self.clocks = frozen(self.clocks);
        self
    }
}

impl GameView {
    fn new(game: &Game) -> Self {
        let open = |what| game.offered(what).map(|(by, agreed)| OfferView { what, by, agreed });
        Self {
            id: game.id(),
            moves: game.moves().to_vec(),
            ledger: game.ledger().to_vec(),
            berserk: game.berserk(),
            offers: Offer::ALL.into_iter().filter_map(open).collect(),
            outcome: game.outcome().cloned(),
        }
    }
}

/// Returns the clocks in the paused state.
pub(super) fn frozen(clocks: Clocks) -> Clocks {
    Clocks { running: None, turn_began_at: None, first_move_by: None, ..clocks }
}

/// Returns the seats of a table.
pub(super) fn seats(
    table: &Table,
    presence: &Presence,
    vacations: &[(UserId, Timestamp)],
    ratings: &Ratings,
) -> Vec<SeatView> {
    let out = table.game().map_or(SeatSet::EMPTY, Game::out);
    Seat::first(table.chairs().len())
        .zip(table.chairs())
        .zip(presence_of(table, presence, vacations))
        .zip(ratings.of(table))
        .map(|(((seat, chair), presence), rating)| SeatView {
            player: chair.player.clone(),
            rating,
            ready: chair.is_ready(),
            out: out.contains(seat),
            presence,
        })
        .collect()
}

/// Returns the presence of the players at a table, by seat. `vacations` has the players on vacation, and until when.
pub(super) fn presence_of(
    table: &Table,
    presence: &Presence,
    vacations: &[(UserId, Timestamp)],
) -> Vec<SeatPresence> {
    let vacation_of = |user| vacations.iter().find(|(of, _)| *of == user).map(|(_, until)| *until);
    Seat::first(table.chairs().len())
        .map(|seat| SeatPresence {
            connected: table.player(seat).is_some_and(|player| presence.is_connected(player.id)),
            claimable_at: table.claimable_at(seat, presence),
            vacation_until: table.player(seat).and_then(|player| vacation_of(player.id)),
        })
        .collect()
}
