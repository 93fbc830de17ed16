//! Replies to room requests.

use std::fmt;

use serde::{Deserialize, Serialize};
use sumito_game::{RoomId, Seat};
use tokio::sync::oneshot;

use super::RoomError;
use sumito_kit::telemetry::TraceSpan;

/// Outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandOutcome {
    /// The room that handled it.
    pub room: RoomId,
    /// The seat that the user has now.
    pub seat: Option<Seat>,
    /// The first event that the request caused. After a `watch`, the last event that the subscriber may have.
    pub seq: Option<u64>,
}

/// The answer to a request.
pub type CommandResult = Result<CommandOutcome, RoomError>;

/// Callback for the answer to a request. The room calls it exactly once, on its own task, before it sends the resulting updates. A reply
/// that is dropped answers [`RoomError::Busy`].
pub struct Reply {
    take: Option<Box<dyn FnOnce(CommandResult) + Send>>,
    traced: TraceSpan,
}

impl Reply {
    /// Passes the answer to `take`, which must not block.
    pub fn new(take: impl FnOnce(CommandResult) + Send + 'static) -> Self {
        Self { take: Some(Box::new(take)), traced: TraceSpan::default() }
    }

    /// Returns a reply and a receiver, for callers that wait for the answer.
    pub fn channel() -> (Self, oneshot::Receiver<CommandResult>) {
        let (sender, receiver) = oneshot::channel();
        // The caller may have stopped waiting.
        let reply = Self::new(move |answer| drop(sender.send(answer)));
        (reply, receiver)
    }

    /// Attaches the trace of the request, to which the room's work belongs.
    #[must_use]
    pub fn traced(mut self, traced: TraceSpan) -> Self {
        self.traced = traced;
        self
    }

    /// Returns the trace of the request.
    pub(super) fn trace(&self) -> &TraceSpan {
        &self.traced
    }

    /// Answers that the request succeeded.
    pub(super) fn done(mut self, done: CommandOutcome) {
        self.answer(Ok(done));
    }

    /// Answers with an error.
    pub(super) fn refuse(mut self, error: RoomError) {
        self.answer(Err(error));
    }

    fn answer(&mut self, answer: CommandResult) {
        if let Some(take) = self.take.take() {
            take(answer);
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.answer(Err(RoomError::Busy));
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reply")
    }
}
