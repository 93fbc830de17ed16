//! Seeks of a socket's user.

use sumito_protocol::client::SeekRequest;
use sumito_protocol::server::Outcome;
use uuid::Uuid;

use super::answer::{Handled, Responder};
use super::dispatch::SocketSession;
use crate::codec;
use sumito_services::play::matchmaking::{self, SeekId};

impl SocketSession {
    pub(super) async fn seek(&self, request: SeekRequest, answer: &Responder) -> Handled {
        let user = self.player()?;
        let seek = codec::seek_from_wire(request)?;
        self.may_seek()?;
        let command = answer.id().map(str::to_owned);
        self.app.matchmaking.seek(user, seek, command, reply(answer)).await;
        Ok(None)
    }

    pub(super) async fn take_seek(&self, seek: Uuid, answer: &Responder) -> Handled {
        let user = self.player()?;
        self.may_seek()?;
        self.app.matchmaking.take(user, SeekId(seek), reply(answer)).await;
        Ok(None)
    }

    pub(super) async fn cancel_seek(&self) -> Handled {
        self.app.matchmaking.cancel(self.player()?.id).await?;
        Ok(Some(Outcome::default()))
    }
}

fn reply(answer: &Responder) -> matchmaking::SeekReply {
    let answer = answer.clone();
    Box::new(move |sought| match sought {
        Ok(sought) => answer.ok(codec::sought(sought)),
        Err(error) => answer.refuse(error),
    })
}
