//! The answer to one message of a client.

use sumito_protocol::ServerMessage;
use sumito_protocol::server::Outcome;
use uuid::Uuid;

use crate::chat::ChatError;
use crate::sockets::Outbox;
use crate::telemetry::Traced;
use crate::wire::{self, Refusal};
use crate::{metrics, rooms};

/// Where the answer to one message goes: into the outbox of the socket that it came from, under the id that the client gave it.
#[derive(Debug)]
pub(super) struct Answer {
    outbox: Outbox,
    id: Option<String>,
    traced: Traced,
}

impl Answer {
    pub(super) fn new(outbox: Outbox, id: Option<String>) -> Self {
        Self { outbox, id, traced: Traced::default() }
    }

    /// The same as the end of what is traced.
    pub(super) fn traced(self, traced: Traced) -> Self {
        Self { traced, ..self }
    }

    /// The id of the message, where it had one.
    pub(super) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// It was done, and what came of it.
    pub(super) fn ok(self, result: Outcome) {
        self.outbox.send_text(wire::text(&ServerMessage::Ok { id: self.id, result }));
    }

    /// It was refused.
    pub(super) fn refuse(self, refusal: impl Into<Refusal>) {
        let Refusal { code, message, reason, until, retry_after_s } = refusal.into();
        metrics::refusal(code.into());
        self.traced.note("refused", <&str>::from(code));
        let until = until.map(|moment| moment.0);
        let (message, reason) = (message.into_owned(), reason.map(str::to_owned));
        self.outbox.send_text(wire::text(&ServerMessage::Error {
            id: self.id,
            code,
            message,
            reason,
            until,
            retry_after_s,
        }));
    }

    /// For a line of chat.
    pub(super) fn into_said(self) -> impl FnOnce(Result<Uuid, ChatError>) + Send + 'static {
        move |said| match said {
            Ok(line) => self.ok(Outcome { line: Some(line), ..Outcome::default() }),
            Err(error) => self.refuse(error),
        }
    }

    /// For a room to answer.
    pub(super) fn into_reply(self) -> rooms::Reply {
        let traced = self.traced.clone();
        rooms::Reply::new(move |answer| match answer {
            Ok(done) => self.ok(wire::done(&done)),
            Err(error) => self.refuse(error),
        })
        .traced(traced)
    }
}
