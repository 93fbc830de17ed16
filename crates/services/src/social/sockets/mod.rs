//! Open WebSocket connections by their owner, the queue of messages to each, and the changes of users that close them.

mod open;
mod outbox;
mod user_changes;

pub use open::{Checks, SocketOwner, SocketRegistry};
pub use outbox::{CloseReason, Outbox, OutboxReader};
pub(crate) use user_changes::UserChanges;
