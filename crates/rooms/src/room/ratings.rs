//! Ratings of the players in a room, and their updates.

use std::collections::HashMap;

use sumito_game::UserId;
use tracing::debug;

use super::{DelayedView, Room, RoomUpdate, SeatRating, has_seat};
use sumito_store::StoreError;

impl Room {
    /// Looks up the players' ratings if the players have changed, or if a game has started or ended. Does not wait for the result.
    pub(super) fn fetch_ratings(&mut self) {
        self.ratings.fetch(&self.table, &self.context.store, self.context.time.now());
    }

    /// Looks up the ratings again after games changed ratings, perhaps the game that was played here.
    pub(super) fn refetch_ratings(&mut self) {
        self.ratings.refetch(&self.context.store, self.context.time.now());
    }

    /// Applies the players' ratings and sends them to the subscribers.
    pub(super) fn apply_ratings(&mut self, ratings: Result<HashMap<UserId, SeatRating>, StoreError>) {
        match ratings {
            Ok(ratings) => {
                if self.ratings.apply(ratings) {
                    self.cached_views.forget();
                    self.show_in_lists();
                    self.send_ratings();
                }
            }
            Err(error) => {
                debug!(room = %self.row.id, %error, "player ratings load failed");
                self.ratings.forget_lookup();
            }
        }
    }

    /// Sends the ratings to all subscribers, if they have changed since they were last sent.
    pub(super) fn send_ratings(&mut self) {
        let room = self.row.id;
        let delayed = self.delay.as_ref().map_or(&self.table, DelayedView::table);
        let seats = [&self.table, delayed].map(|table| self.ratings.of(table));
        for (is_for_players, (seats, sent)) in
            [true, false].into_iter().zip(seats.into_iter().zip(&mut self.sent_ratings))
        {
            let is_known = |seats: &[Option<SeatRating>]| seats.iter().any(Option::is_some);
            if seats != *sent && (is_known(&seats) || is_known(sent)) {
                sent.clone_from(&seats);
                let update = RoomUpdate::Ratings { room, seats }.into();
                self.subscribers.send_to(&update, |user| has_seat(&self.table, user) == is_for_players);
            }
        }
    }
}
