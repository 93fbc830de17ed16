//! What goes out to a client.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use sumito_protocol::ServerMessage;
use sumito_protocol::server::Outcome;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::refusal::Refusal;
use crate::wire;

/// A socket, for as long as the process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SessionId(u64);

impl SessionId {
    /// One that was never used before.
    pub(super) fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// What waits to be written to a client. Cheap to clone: rooms and lobbies hold one each.
#[derive(Debug, Clone)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    cut_off: CancellationToken,
}

impl Outbox {
    /// An outbox that holds `capacity` messages, and its other end. `cut_off` is cancelled when it has overflowed.
    pub(crate) fn new(capacity: usize, cut_off: CancellationToken) -> (Self, mpsc::Receiver<Utf8Bytes>) {
        let (queue, messages) = mpsc::channel(capacity);
        (Self { queue, cut_off }, messages)
    }

    /// Messages that can be put in before it is full.
    pub fn free_places(&self) -> usize {
        self.queue.capacity()
    }

    /// Closes the socket: its client comes back and resumes.
    pub fn cut_off(&self) {
        self.cut_off.cancel();
    }

    /// Puts a message in; nobody ever waits for a slow reader. Returns whether the client is still there: one whose
    /// outbox is full is cut off, since leaving a message out would break the order of what it sees.
    pub fn send(&self, text: Utf8Bytes) -> bool {
        match self.queue.try_send(text) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.cut_off.cancel();
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}

/// Where the answer to one message goes.
#[derive(Debug)]
pub struct Reply {
    outbox: Outbox,
    id: Option<String>,
}

impl Reply {
    pub(super) fn new(outbox: Outbox, id: Option<String>) -> Self {
        Self { outbox, id }
    }

    /// It was done, and what came of it.
    pub fn ok(self, result: &Outcome) {
        self.outbox.send(wire::ok_text(self.id.as_deref(), result));
    }

    /// It was refused.
    pub fn refuse(self, refusal: Refusal) {
        let Refusal { code, message, reason } = refusal;
        let (message, reason) = (message.into_owned(), reason.map(str::to_owned));
        self.outbox.send(wire::text(&ServerMessage::Error { id: self.id, code, message, reason }));
    }
}
