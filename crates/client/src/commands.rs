//! Commands to rooms without a subscription.

use sumito_protocol::client::{CreateRoom, SeekRequest};
use sumito_protocol::rooms::RoomCreated;
use sumito_protocol::server::Outcome;
use sumito_protocol::{Command, RoomId};
use uuid::Uuid;

use crate::{Client, Error};

impl Client {
    /// Creates a room and takes a seat in it.
    ///
    /// # Errors
    /// Fails if the server rejects it, or the connection is lost for too long.
    pub async fn create_room(&self, request: CreateRoom) -> Result<RoomCreated, Error> {
        match self.request(Command::CreateRoom(request)).await? {
            Outcome { room: Some(room), seat: Some(seat), .. } => Ok(RoomCreated { room, seat }),
            _ => Err(Error::Unreachable("the answer lacks the room or the seat".to_owned())),
        }
    }

    /// Starts seeking a game, in place of the user's previous seek; returns the seek's id. [`notifications`](Self::notifications) announce
    /// the game. The server drops a seek whose user has had no socket for some seconds.
    ///
    /// # Errors
    /// Fails if the server rejects it, or the connection is lost for too long.
    pub async fn seek(&self, request: SeekRequest) -> Result<Uuid, Error> {
        seek_of(&self.request(Command::Seek(request)).await?)
    }

    /// Plays against the owner of this seek from a lobby's list; returns the user's own seek.
    ///
    /// # Errors
    /// Fails if the seek no longer exists, or its limits do not admit the user.
    pub async fn take_seek(&self, seek: Uuid) -> Result<Uuid, Error> {
        seek_of(&self.request(Command::TakeSeek { seek }).await?)
    }

    /// Cancels the user's seek.
    ///
    /// # Errors
    /// Fails if the connection is lost for too long.
    pub async fn cancel_seek(&self) -> Result<(), Error> {
        self.request(Command::CancelSeek {}).await.map(drop)
    }

    /// Takes this seat of a room, or the first free one; returns the seat.
    ///
    /// # Errors
    /// Fails if the server rejects it, or the connection is lost for too long.
    pub async fn join(&self, room: &RoomId, seat: Option<u8>) -> Result<u8, Error> {
        let outcome = self.request(Command::Join { room: room.clone(), seat }).await?;
        outcome.seat.ok_or_else(|| Error::Unreachable("the answer lacks the seat".to_owned()))
    }
}

fn seek_of(outcome: &Outcome) -> Result<Uuid, Error> {
    outcome.seek.ok_or_else(|| Error::Unreachable("the answer lacks the seek".to_owned()))
}
