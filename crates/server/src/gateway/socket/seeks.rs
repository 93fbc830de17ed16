//! Seeks of a socket's user.

use sumito_protocol::client::SeekRequest;
use sumito_protocol::server::Outcome;
use uuid::Uuid;

use super::answer::Responder;
use super::dispatch::SocketSession;
use crate::gateway::codec;
use crate::play::matchmaking::{self, SeekId};

impl SocketSession {
    pub(super) async fn seek(&self, wish: SeekRequest, answer: Responder) {
        let user = match self.player() {
            Ok(user) => user,
            Err(refusal) => return answer.refuse(refusal),
        };
        let wish = match codec::seek_from_wire(wish) {
            Ok(wish) => wish,
            Err(refusal) => return answer.refuse(refusal),
        };
        if let Err(refusal) = self.may_seek() {
            return answer.refuse(refusal);
        }
        let command = answer.id().map(str::to_owned);
        self.app.matchmaking.seek(user, wish, command, reply(answer)).await;
    }

    pub(super) async fn take_seek(&self, seek: Uuid, answer: Responder) {
        let user = match self.player() {
            Ok(user) => user,
            Err(refusal) => return answer.refuse(refusal),
        };
        if let Err(refusal) = self.may_seek() {
            return answer.refuse(refusal);
        }
        self.app.matchmaking.take(user, SeekId(seek), reply(answer)).await;
    }

    pub(super) async fn cancel_seek(&self, answer: Responder) {
        match self.player() {
            Ok(user) => {
                self.app.matchmaking.cancel(user.id).await;
                answer.ok(Outcome::default());
            }
            Err(refusal) => answer.refuse(refusal),
        }
    }
}

fn reply(answer: Responder) -> matchmaking::SeekReply {
    Box::new(move |sought| match sought {
        Ok(sought) => answer.ok(codec::sought(sought)),
        Err(error) => answer.refuse(error),
    })
}
