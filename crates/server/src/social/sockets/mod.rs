//! Open WebSocket connections by their owner, and the queue of messages to each.

mod open;
mod outbox;

pub(crate) use open::{SocketOwner, SocketRegistry};
pub(crate) use outbox::{CloseReason, Outbox, OutboxReader};
