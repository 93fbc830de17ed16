//! The open sockets, and what waits to be written to each.

mod open;
mod outbox;

pub(crate) use open::{OpenSockets, Who};
pub(crate) use outbox::{CutOff, Outbox, OutboxReader};
