//! Creations in progress, and creations with an unknown outcome because the storage failed. After the outage, this node checks which rooms
//! exist: it loads these, since their clocks run, and releases its claims to the others.

use std::collections::HashSet;

use parking_lot::Mutex;
use sumito_game::RoomId;
use tracing::warn;

use super::{RoomError, Rooms};
use sumito_kit::retry::Retry;
use sumito_kit::task;
use sumito_store::ClaimKey;

/// The rooms that are being created, and the rooms with a creation to check again.
#[derive(Debug, Default)]
pub(super) struct Creations(Mutex<HashSet<RoomId>>);

/// A creation in progress: no other request creates this room while it lasts.
pub(super) struct Creation<'a> {
    rooms: &'a Rooms,
    id: RoomId,
    is_unsettled: bool,
}

impl Rooms {
    /// Starts to create a room; `None` if it is being created, or may have been.
    pub(super) fn begin_creation(&self, id: RoomId) -> Option<Creation<'_>> {
        let is_first = self.context().creations.0.lock().insert(id);
        is_first.then_some(Creation { rooms: self, id, is_unsettled: false })
    }

    /// Checks whether a room was created, as soon as the storage is back.
    async fn settle(&self, id: RoomId) {
        // Writes from before the end of the outage are visible afterwards, and none of them is stored later.
        self.context().event_log.outages().until_up().await;
        let settle = || async {
            match self.inbox(id).await {
                Err(RoomError::NoSuchRoom) => {
                    self.context().node.release(&[ClaimKey::Room(id)]).await.map_err(RoomError::from)
                }
                Err(error @ (RoomError::Unavailable | RoomError::Busy)) => Err(error),
                Err(error) => {
                    warn!(room = %id, %error, "room load failed after an uncertain creation");
                    Ok(())
                }
                Ok(_) => Ok(()),
            }
        };
        Retry::quiet("check of an uncertain creation").run(settle).await;
    }
}

impl Creation<'_> {
    /// Records that the room may exist although its creation failed.
    pub(super) fn leave_unsettled(mut self) {
        self.is_unsettled = true;
        let (rooms, id) = (self.rooms.clone(), self.id);
        task::spawn(async move {
            let stopping = rooms.context().stopping.clone();
            stopping.run_until_cancelled(rooms.settle(id)).await;
            rooms.context().creations.0.lock().remove(&id);
        });
    }
}

impl Drop for Creation<'_> {
    fn drop(&mut self) {
        if !self.is_unsettled {
            self.rooms.context().creations.0.lock().remove(&self.id);
        }
    }
}
