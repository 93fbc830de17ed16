//! The rooms in which a user has a seat, in memory or not.

use sumito_game::{RoomId, UserId};
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tracing::error;

use super::handle::Message;
use super::room::Room;
use super::{MyRoom, RoomError, Rooms};
use sumito_store::StoredRoom;

/// Rooms of one user that are read with one query.
const READ_TOGETHER: usize = 32;

impl Rooms {
    /// Returns the summaries of the rooms that are listed to `user` as their own: at most `limit`, in no particular order. Loads no room
    /// into memory.
    ///
    /// # Errors
    /// Fails if the rooms cannot be read.
    pub async fn own(&self, user: UserId, limit: u32) -> Result<Vec<MyRoom>, RoomError> {
        let ids = self.store().own_rooms(user, self.now(), limit).await?;
        let (mut standings, mut on_disk) = (Vec::with_capacity(ids.len()), Vec::new());
        for id in ids {
            match self.standing_in_memory(id, user).await {
                Some(standing) => standings.push(standing),
                None => on_disk.push(id),
            }
        }
        for ids in on_disk.chunks(READ_TOGETHER) {
            let mut stored = self.store().load_rooms(ids).await?;
            for id in ids {
                let room = stored.remove(id);
                standings.extend(room.and_then(|stored| self.standing_on_disk(&stored)));
                // Replaying a long game takes a while, and other tasks need this thread.
                yield_now().await;
            }
        }
        // The room may have been left or have ended meanwhile.
        let now = self.now();
        standings.retain(|standing| standing.seat_of(user).is_some() && standing.until > now);
        Ok(standings)
    }

    /// Asks a room that is in memory.
    async fn standing_in_memory(&self, id: RoomId, user: UserId) -> Option<MyRoom> {
        let inbox = self.active_inbox(id)?;
        let (reply, standing) = oneshot::channel();
        inbox.try_send(Message::MyRoom { user, reply }).ok()?;
        // A room that leaves memory at this moment does not answer, but all its events are then stored.
        standing.await.ok()
    }

    fn standing_on_disk(&self, stored: &StoredRoom) -> Option<MyRoom> {
        match Room::load(stored, &[], self.context()) {
            Ok(room) => Some(room.standing()),
            Err(corrupt) => {
                error!(room = %stored.row.id, error = %corrupt, "stored room corrupt");
                None
            }
        }
    }
}
