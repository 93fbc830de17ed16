//! The rooms in which a user has a seat, in memory or not.

use sumito_game::{RoomId, UserId};
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tracing::error;

use super::handle::Message;
use super::room::Room;
use super::{MyGame, RoomError, Rooms};
use sumito_store::{StoredRoom, Tenure};

/// Rooms of one user that are read with one query.
const READ_TOGETHER: usize = 32;

impl Rooms {
    /// Returns the summaries of the rooms that are listed to `user` as their own: at most `limit`, in no particular order. Loads no room
    /// into memory.
    ///
    /// # Errors
    /// Fails if the rooms cannot be read.
    pub async fn my_games(&self, user: UserId, limit: u32) -> Result<Vec<MyGame>, RoomError> {
        let ids = self.store().my_games(user, self.now(), limit).await?;
        let (mut my_games, mut on_disk) = (Vec::with_capacity(ids.len()), Vec::new());
        for id in ids {
            match self.my_game_in_memory(id, user).await {
                Some(my_game) => my_games.push(my_game),
                None => on_disk.push(id),
            }
        }
        for ids in on_disk.chunks(READ_TOGETHER) {
            let mut stored = self.store().load_rooms(ids).await?;
            for id in ids {
                let room = stored.remove(id);
                my_games.extend(room.and_then(|stored| self.my_game_on_disk(&stored)));
                // Replaying a long game takes a while, and other tasks need this thread.
                yield_now().await;
            }
        }
        // The user may have left the room since, or it may have ended.
        let now = self.now();
        my_games.retain(|my_game| my_game.seat_of(user).is_some() && my_game.until > now);
        Ok(my_games)
    }

    /// Asks a room that is in memory.
    async fn my_game_in_memory(&self, id: RoomId, user: UserId) -> Option<MyGame> {
        let inbox = self.active_inbox(id)?;
        let (reply, my_game) = oneshot::channel();
        inbox.try_send(Message::MyGame { user, reply }).ok()?;
        // A room that leaves memory at this moment does not answer, but all its events are then stored.
        my_game.await.ok()
    }

    fn my_game_on_disk(&self, stored: &StoredRoom) -> Option<MyGame> {
        match Room::load(stored, Tenure::always(), self.context()) {
            Ok(room) => Some(room.my_game()),
            Err(corrupt) => {
                error!(room = %stored.row.id, error = %corrupt, "stored room corrupt");
                None
            }
        }
    }
}
