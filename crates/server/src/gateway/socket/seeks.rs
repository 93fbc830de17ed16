//! Seeks of a socket's user.

use sumito_protocol::client::SeekRequest;
use sumito_protocol::server::Outcome;
use uuid::Uuid;

use super::answer::Answer;
use super::dispatch::Session;
use crate::gateway::codec;
use crate::play::matchmaking::{self, SeekId};

impl Session {
    pub(super) async fn seek(&self, wish: SeekRequest, answer: Answer) {
        let user = match self.player() {
            Ok(user) => user,
            Err(refusal) => return answer.refuse(refusal),
        };
        let wish = match codec::domain_seek(wish) {
            Ok(wish) => wish,
            Err(refusal) => return answer.refuse(refusal),
        };
        if let Err(refusal) = self.may_seek() {
            return answer.refuse(refusal);
        }
        let command = answer.id().map(str::to_owned);
        self.app.matchmaking().seek(user, wish, command, reply(answer)).await;
    }

    pub(super) async fn take_seek(&self, seek: Uuid, answer: Answer) {
        let user = match self.player() {
            Ok(user) => user,
            Err(refusal) => return answer.refuse(refusal),
        };
        if let Err(refusal) = self.may_seek() {
            return answer.refuse(refusal);
        }
        self.app.matchmaking().take(user, SeekId(seek), reply(answer)).await;
    }

    pub(super) async fn cancel_seek(&self, answer: Answer) {
        match self.player() {
            Ok(user) => {
                self.app.matchmaking().cancel(user.id).await;
                answer.ok(Outcome::default());
            }
            Err(refusal) => answer.refuse(refusal),
        }
    }
}

fn reply(answer: Answer) -> matchmaking::Answer {
    Box::new(move |sought| match sought {
        Ok(sought) => answer.ok(codec::sought(sought)),
        Err(error) => answer.refuse(error),
    })
}
