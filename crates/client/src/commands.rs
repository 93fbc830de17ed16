//! Commands to rooms that one does not follow (yet).

use sumito_protocol::client::{CreateRoom, SeekWish};
use sumito_protocol::rest::RoomCreated;
use sumito_protocol::server::Outcome;
use sumito_protocol::{Command, RoomId};
use uuid::Uuid;

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

    /// Seeks a game, in place of what one sought before; returns the seek. [`notifications`](Self::notifications) say when the game has
    /// begun. The server forgets a seek whose user has no socket for some seconds.
    ///
    /// # Errors
    /// When it is refused, or the connection is gone for too long.
    pub async fn seek(&self, wish: SeekWish) -> Result<Uuid, Failure> {
        seek_of(&self.request(Command::Seek(wish)).await?)
    }

    /// Plays with whoever waits with this seek, as a lobby lists it; returns one's own.
    ///
    /// # Errors
    /// When nobody waits with it any more, or they would not play.
    pub async fn take_seek(&self, seek: Uuid) -> Result<Uuid, Failure> {
        seek_of(&self.request(Command::TakeSeek { seek }).await?)
    }

    /// Seeks nothing any more.
    ///
    /// # Errors
    /// When the connection is gone for too long.
    pub async fn cancel_seek(&self) -> Result<(), Failure> {
        self.request(Command::CancelSeek {}).await.map(drop)
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

fn seek_of(outcome: &Outcome) -> Result<Uuid, Failure> {
    outcome.seek.ok_or_else(|| Failure::Unreachable("it does not name the seek".to_owned()))
}
