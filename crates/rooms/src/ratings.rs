//! Ratings of a room's players. They are not part of its events: the room looks them up when a player has sat down, when a game starts,
//! and when the new ratings of a rated game are ready.

use std::collections::HashMap;
use std::future::pending;
use sumito_kit::task;

use serde::{Deserialize, Serialize};
use sumito_game::{Game, GameId, Player, Reason, Seat, Status, Table, Timestamp, UserId};
use sumito_ratings::{Pool, Rating, is_too_short};
use tokio::task::JoinHandle;

use sumito_store::{Store, StoreError, pool_with};

/// A player's displayed rating in the pool of a room's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRating {
    /// The rating value.
    pub value: i32,
    /// Whether the rating is provisional.
    pub is_provisional: bool,
    /// Change by the room's last game, once it has been computed.
    pub change: Option<i32>,
}

/// The players' ratings, cached by their room.
#[derive(Debug, Default)]
pub struct Ratings {
    lookup: RatingLookup,
    asked: Option<JoinHandle<Result<RatingsBySeat, StoreError>>>,
    known: RatingsBySeat,
}

/// Parameters of a rating lookup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct RatingLookup {
    /// Players who can have a rating.
    players: Vec<UserId>,
    /// The pool of their games; `None` without players.
    pool: Option<Pool>,
    /// The running game or the last game.
    game: Option<GameId>,
    /// Whether that game has ended and changes ratings.
    is_rated: bool,
}

/// Ratings that were found.
type RatingsBySeat = HashMap<UserId, SeatRating>;

impl Ratings {
    /// Returns the ratings of the players at a table, by seat.
    pub(super) fn of(&self, table: &Table) -> Vec<Option<SeatRating>> {
        let rating = |seat| self.known.get(&table.player(seat)?.id).copied();
        Seat::first(table.chairs().len()).map(rating).collect()
    }

    /// Looks up the ratings of the players at this table, unless they are known.
    pub(super) fn fetch(&mut self, table: &Table, store: &Store, now: Timestamp) {
        let lookup = RatingLookup::of(table);
        if lookup != self.lookup {
            self.lookup = lookup;
            self.refetch(store, now);
        }
    }

    /// Repeats the last lookup. An earlier lookup that is still running is dropped.
    pub(super) fn refetch(&mut self, store: &Store, now: Timestamp) {
        let (store, lookup) = (store.clone(), self.lookup.clone());
        self.asked = Some(task::spawn(async move {
            let Some(pool) = lookup.pool else { return Ok(RatingsBySeat::new()) };
            let rows = store.ratings_in(pool, &lookup.players).await?;
            let changes = match lookup.game.filter(|_| lookup.is_rated) {
                Some(game) => store.rating_changes(game).await?,
                None => Vec::new(),
            };
            let change_of = |user| {
                let change = changes.iter().find(|change| change.user == user)?;
                Some(Rating::shown(change.after) - Rating::shown(change.before))
            };
            let seat_rating = |value, is_provisional, user| {
                (user, SeatRating { value: Rating::shown(value), is_provisional, change: change_of(user) })
            };
            let known = rows.iter().map(|row| {
                seat_rating(row.rating.value, row.rating.is_provisional(pool.mode, now.0), row.user)
            });
            Ok(known.collect())
        }));
    }

    /// Waits for the result of the last lookup.
    pub(super) async fn answered(&mut self) -> Result<HashMap<UserId, SeatRating>, StoreError> {
        let Some(asked) = &mut self.asked else { return pending().await };
        let answer = asked.await;
        self.asked = None;
        // The lookup task ends early only with the server.
        answer.unwrap_or_else(|_| Ok(RatingsBySeat::new()))
    }

    /// Stores the ratings that were found; returns whether they have changed.
    pub(super) fn apply(&mut self, known: HashMap<UserId, SeatRating>) -> bool {
        let is_new = known != self.known;
        self.known = known;
        is_new
    }

    /// Forgets a failed lookup, so that the next change triggers a new lookup.
    pub(super) fn forget_lookup(&mut self) {
        self.lookup = RatingLookup::default();
    }

    /// Returns whether the last game changes ratings and the change is not known yet.
    pub(super) fn awaits_change(&self) -> bool {
        let is_known = |player| self.known.get(player).is_some_and(|rating| rating.change.is_some());
        self.lookup.is_rated && !self.lookup.players.iter().all(is_known)
    }
}

impl RatingLookup {
    fn of(table: &Table) -> Self {
        let has_account = |player: &&Player| !player.guest && player.computer().is_none();
        let seated = || Seat::first(table.chairs().len()).filter_map(|seat| table.player(seat));
        let players: Vec<_> = seated().filter(has_account).map(|player| player.id).collect();
        if players.is_empty() {
            return Self::default();
        }
        let game = table.game();
        let (mode, time) = (table.settings().mode, table.settings().time);
        let changes_ratings = |game: &Game| {
            game.outcome().is_some_and(|it| it.reason != Reason::Aborted)
                && !is_too_short(mode, game.ledger().iter().map(|timing| timing.seat.index()))
        };
        Self {
            players,
            pool: Some(pool_with(mode, time, seated())),
            game: game.map(Game::id),
            is_rated: table.settings().rated
                && table.status() != Status::Playing
                && game.is_some_and(changes_ratings),
        }
    }
}
