//! The open sockets, and their outboxes.

mod open;
mod outbox;

pub(crate) use open::{SocketOwner, SocketRegistry};
pub(crate) use outbox::{CloseReason, Outbox, OutboxReader};
