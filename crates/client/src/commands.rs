//! Commands to rooms that one does not follow (yet).

use sumito_protocol::client::CreateRoom;
use sumito_protocol::rest::RoomCreated;
use sumito_protocol::server::Outcome;
use sumito_protocol::{Command, RoomId};

use crate::{Client, Failure};

impl Client {
    /// Makes a room and takes a seat in it.
    ///
    /// # Errors
    /// When it is refused, or the connection is gone for too long.
    pub async fn create_room(&self, wish: CreateRoom) -> Result<RoomCreated, Failure> {
        match self.request(Command::CreateRoom(wish)).await? {
            Outcome { room: Some(room), seat: Some(seat), .. } => Ok(RoomCreated { room, seat }),
            _ => Err(Failure::Unreachable("it names neither the room nor the seat".to_owned())),
        }
    }

    /// Takes this seat of a room, or the first free one; returns which.
    ///
    /// # Errors
    /// When it is refused, or the connection is gone for too long.
    pub async fn join(&self, room: &RoomId, seat: Option<u8>) -> Result<u8, Failure> {
        let outcome = self.request(Command::Join { room: room.clone(), seat }).await?;
        outcome.seat.ok_or_else(|| Failure::Unreachable("it does not name the seat".to_owned()))
    }
}
