//! Where the answer to a request goes.

use std::fmt;

use sumito_game::{RoomId, Seat};
use tokio::sync::oneshot;

use super::RoomError;
use crate::telemetry::Traced;

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// The room that was asked.
    pub room: RoomId,
    /// The seat that the user has now.
    pub seat: Option<Seat>,
    /// The first event that the request has caused or, after a `watch`, the last event that the subscriber may know.
    pub seq: Option<u64>,
}

/// What a request is answered by.
pub type Answer = Result<Done, RoomError>;

/// Where the answer to one request goes: a function that the room calls exactly once, on its own task, before it tells anybody
/// what the request has caused. A reply that is dropped answers [`RoomError::Busy`].
pub struct Reply {
    take: Option<Box<dyn FnOnce(Answer) + Send>>,
    traced: Traced,
}

impl Reply {
    /// Hands the answer to `take`, which must not block.
    pub fn new(take: impl FnOnce(Answer) + Send + 'static) -> Self {
        Self { take: Some(Box::new(take)), traced: Traced::default() }
    }

    /// For callers that wait for the answer.
    pub fn channel() -> (Self, oneshot::Receiver<Answer>) {
        let (sender, receiver) = oneshot::channel();
        // Whoever has asked may have stopped waiting.
        let reply = Self::new(move |answer| drop(sender.send(answer)));
        (reply, receiver)
    }

    /// The same for a request that is traced: what the room does belongs to that.
    pub(crate) fn traced(mut self, traced: Traced) -> Self {
        self.traced = traced;
        self
    }

    /// What the request belongs to.
    pub(super) fn trace(&self) -> &Traced {
        &self.traced
    }

    /// It was done.
    pub(super) fn done(mut self, done: Done) {
        self.answer(Ok(done));
    }

    /// It was refused.
    pub(super) fn refuse(mut self, error: RoomError) {
        self.answer(Err(error));
    }

    fn answer(&mut self, answer: Answer) {
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
