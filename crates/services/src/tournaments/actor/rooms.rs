//! The rooms of a tournament's games: their creation, added time and end.

use std::collections::BTreeSet;
use std::time::Duration;

use sumito_game::Seat;
use sumito_rooms::RoomError;
use sumito_tournament::{AddedTime, GameNumber, PendingGame, TournamentStatus};
use tokio::time::Instant;
use tracing::error;

use super::super::tables;
use super::Actor;
use crate::social::notifications::{GameOrigin, Notification};

impl Actor {
    /// Creates missing rooms, gives added times, and closes the rooms of adjudicated games.
    ///
    /// # Errors
    /// If the storage or a room is not available.
    pub(super) async fn update_rooms(&mut self) -> Result<(), RoomError> {
        self.create_missing_rooms().await?;
        self.give_added_times().await?;
        self.close_adjudicated_rooms().await
    }

    async fn create_missing_rooms(&mut self) -> Result<(), RoomError> {
        let missing: Vec<_> =
            self.shown.tournament.games_to_make().filter(|game| !self.made.contains(&game.number)).collect();
        for game in missing {
            match tables::make(&self.shared.rooms, &self.shown.tournament, &game).await {
                Ok(()) => {
                    self.faults.succeeded();
                    self.made.insert(game.number);
                    self.call(&game);
                }
                Err(error) if is_temporary(&error) => return Err(error),
                Err(error) => {
                    let pause = self.faults.failed(format!("game {}: {error}", game.number.0));
                    self.again_at = Some(Instant::now() + pause);
                }
            }
        }
        Ok(())
    }

    async fn give_added_times(&mut self) -> Result<(), RoomError> {
        let is_new = |(_, added): &(GameNumber, AddedTime)| !self.given.contains(&added.seq);
        let times: Vec<_> = self.shown.tournament.times_to_add().filter(is_new).collect();
        for (game, added) in times {
            match self.give_time(game, added).await {
                Ok(()) => {}
                Err(error) if is_temporary(&error) => return Err(error),
                // The game may have ended.
                Err(error) => {
                    error!(tournament = %self.shown.row.id.0, game = game.0, %error, "time not added to clock");
                }
            }
            self.given.insert(added.seq);
        }
        Ok(())
    }

    async fn close_adjudicated_rooms(&mut self) -> Result<(), RoomError> {
        while let Some(game) = self.to_close.first().copied() {
            let closed = match self.shared.rooms.get(game.room_of(self.shown.row.id)).await {
                Ok(room) => room.close().await.map(drop),
                Err(error) => Err(error),
            };
            match closed {
                Err(error) if is_temporary(&error) => return Err(error),
                Ok(()) | Err(_) => self.to_close.remove(&game),
            };
        }
        Ok(())
    }

    /// Gives the players of a side more time. The room carries out each order once, so this can be repeated after a restart.
    async fn give_time(&self, game: GameNumber, added: AddedTime) -> Result<(), RoomError> {
        let mode = self.shown.tournament.settings().mode();
        let room = self.shared.rooms.get(game.room_of(self.shown.row.id)).await?;
        let is_on_side = |seat: &Seat| seat.index() % mode.teams() == usize::from(added.side);
        for seat in Seat::first(mode.seats()).filter(is_on_side) {
            // Each seat has its own order, and later records have higher numbers.
            let order = added.seq * Seat::MAX as u64 + seat.index() as u64;
            let time = Duration::from_secs(added.seconds.into());
            room.add_time(sumito_game::AddedTime { order, seat, time }).await?;
        }
        Ok(())
    }

    /// Notifies the players of a game that its room exists. After a restart they are notified again, since they may have missed it.
    fn call(&self, game: &PendingGame) {
        let occasion = GameOrigin::Tournament(self.shown.row.id);
        for player in &game.players {
            self.shared
                .notifications
                .send(player.id, Notification::GameStarted { room: game.room, occasion });
        }
    }

    pub(super) fn know_tables(&mut self) {
        let id = self.shown.row.id;
        self.tables =
            self.shown.tournament.games().iter().map(|game| (game.number.room_of(id), game.number)).collect();
    }

    /// Returns the games of the last round that were adjudicated.
    pub(super) fn ruled_games(&self) -> BTreeSet<GameNumber> {
        if self.shown.tournament.status() != TournamentStatus::Running {
            return BTreeSet::new();
        }
        let last = self.shown.tournament.rounds().len() as u32;
        let ruled =
            self.shown.tournament.games().iter().filter(|game| game.ruling.is_some() && game.round == last);
        ruled.map(|game| game.number).collect()
    }
}

/// Returns whether the same request may succeed later.
fn is_temporary(error: &RoomError) -> bool {
    matches!(error, RoomError::Busy | RoomError::Unavailable)
}
