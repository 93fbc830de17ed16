//! Answers to a client's messages.

use sumito_protocol::server::Outcome;
use sumito_protocol::{ErrorCode, ServerMessage};
use uuid::Uuid;

use crate::codec::{self, ApiError};
use sumito_kit::drain::Drain;
use sumito_kit::metrics;
use sumito_kit::telemetry::TraceSpan;
use sumito_rooms as rooms;
use sumito_services::social::chat::ChatError;
use sumito_services::social::sockets::{CloseReason, Outbox};

/// The result of a command: the outcome to answer with, or `None` if the answer is already sent or comes from elsewhere, such as a room.
pub(super) type Handled = Result<Option<Outcome>, ApiError>;

/// Callback for the answer to a message: writes into the outbox of the socket that the message came from, with the id that the client gave
/// it.
#[derive(Debug, Clone)]
pub(super) struct Responder {
    outbox: Outbox,
    drain: Drain,
    id: Option<String>,
    traced: TraceSpan,
}

impl Responder {
    pub(super) fn new(outbox: Outbox, drain: Drain, id: Option<String>) -> Self {
        Self { outbox, drain, id, traced: TraceSpan::default() }
    }

    /// Attaches the trace that ends with this answer.
    pub(super) fn traced(self, traced: TraceSpan) -> Self {
        Self { traced, ..self }
    }

    /// Returns the id of the message, if it has one.
    pub(super) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Answers with the result of a command.
    pub(super) fn finish(self, handled: Handled) {
        match handled {
            Ok(Some(outcome)) => self.ok(outcome),
            Ok(None) => {}
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Answers with a successful outcome.
    pub(super) fn ok(self, result: Outcome) {
        self.outbox.send(codec::text(&ServerMessage::Ok { id: self.id, result }));
    }

    /// Answers with an error. If other nodes take the game that this one refuses, closes the socket instead: the client reconnects to one of
    /// them, and resends the command.
    pub(super) fn refuse(self, refusal: impl Into<ApiError>) {
        let ApiError { code, message, reason, part, until, retry_after_s, .. } = refusal.into();
        metrics::refusal(code.into());
        self.traced.record("refused", <&str>::from(code));
        if code == ErrorCode::Draining && self.drain.is_only_here() {
            self.outbox.close(CloseReason::Stopping);
            return;
        }
        let until = until.map(|moment| moment.0);
        let (message, reason) = (message.into_owned(), reason.map(str::to_owned));
        self.outbox.send(codec::text(&ServerMessage::Error {
            id: self.id,
            code,
            message,
            reason,
            part,
            until,
            retry_after_s,
        }));
    }

    /// Returns a callback for a chat line.
    pub(super) fn into_said(self) -> impl FnOnce(Result<Uuid, ChatError>) + Send + 'static {
        move |said| match said {
            Ok(line) => self.ok(Outcome { line: Some(line), ..Outcome::default() }),
            Err(error) => self.refuse(error),
        }
    }

    /// Returns a reply for a room request.
    pub(super) fn into_reply(self) -> rooms::Reply {
        let traced = self.traced.clone();
        rooms::Reply::new(move |answer| match answer {
            Ok(done) => self.ok(codec::done(&done)),
            Err(error) => self.refuse(error),
        })
        .traced(traced)
    }
}
