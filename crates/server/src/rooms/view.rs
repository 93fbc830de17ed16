//! A room at one moment.

use std::sync::Arc;

use sumito_game::{
    Clocks, Game, GameId, MoveText, MoveTiming, Offer, Outcome, Player, Presence, Seat, SeatSet, Settings,
    Status, Table, Timestamp,
};
use sumito_rules::Position;

use super::ratings::Ratings;
use super::{SeatPresence, SeatRating};
use crate::store::RoomRow;

/// A room at one moment: everything that is needed to draw it.
#[derive(Debug, Clone)]
pub struct RoomView {
    /// What is known of the room besides its table.
    pub room: Arc<RoomRow>,
    /// The last event that is contained; 1 is the creation of the room.
    pub seq: u64,
    /// The moment.
    pub at: Timestamp,
    /// What is played, and how.
    pub settings: Settings,
    /// By seat.
    pub seats: Vec<SeatView>,
    /// Where the room is in its life.
    pub status: Status,
    /// Where the marbles are.
    pub position: Position,
    /// Whose turn it is, while a game is under way.
    pub turn: Option<Seat>,
    /// The clocks at `at`.
    pub clocks: Clocks,
    /// The game under way, or the last one; `None` before the first.
    pub game: Option<GameView>,
}

/// A seat of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatView {
    /// Who sits there.
    pub player: Option<Player>,
    /// How strong they are, where that is known.
    pub rating: Option<SeatRating>,
    /// Whether they said that they are ready to begin.
    pub ready: bool,
    /// Whether they play no more, while the others go on.
    pub out: bool,
    /// Whether they are there.
    pub presence: SeatPresence,
}

/// A game in a room.
#[derive(Debug, Clone)]
pub struct GameView {
    /// Its id.
    pub id: GameId,
    /// The moves so far, in order.
    pub moves: Vec<MoveText>,
    /// What each of them did to its player's clock.
    pub ledger: Vec<MoveTiming>,
    /// Who plays with half of the time.
    pub berserk: SeatSet,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// An offer that waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferView {
    /// What is offered.
    pub what: Offer,
    /// Who made it.
    pub by: Seat,
    /// Who agrees so far, the one who made it among them.
    pub agreed: SeatSet,
}

impl RoomView {
    /// The room with this table at the moment `at`.
    pub(crate) fn new(
        room: &Arc<RoomRow>,
        table: &Table,
        presence: &Presence,
        ratings: &Ratings,
        at: Timestamp,
    ) -> Self {
        let game = table.game();
        Self {
            room: Arc::clone(room),
            seq: table.seq(),
            at,
            settings: table.settings().clone(),
            seats: seats(table, presence, ratings),
            status: table.status(),
            position: *table.position(),
            turn: game.and_then(Game::turn),
            clocks: table.clocks(at),
            game: game.map(GameView::new),
        }
    }

    /// The same while nothing can be stored, and no clock runs.
    pub(super) fn with_clocks_held(mut self) -> Self {
        self.clocks = held(self.clocks);
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

/// Clocks that stand still.
pub(super) fn held(clocks: Clocks) -> Clocks {
    Clocks { running: None, turn_began_at: None, first_move_by: None, ..clocks }
}

/// The seats of a table.
pub(super) fn seats(table: &Table, presence: &Presence, ratings: &Ratings) -> Vec<SeatView> {
    let out = table.game().map_or(SeatSet::EMPTY, Game::out);
    Seat::first(table.chairs().len())
        .zip(table.chairs())
        .zip(presence_of(table, presence))
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

/// Which of the players at a table are there, by seat.
pub(super) fn presence_of(table: &Table, presence: &Presence) -> Vec<SeatPresence> {
    Seat::first(table.chairs().len())
        .map(|seat| SeatPresence {
            connected: table.player(seat).is_some_and(|player| presence.is_connected(player.id)),
            claimable_at: table.claimable_at(seat, presence),
        })
        .collect()
}
