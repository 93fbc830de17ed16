//! Sessions: one task for each socket.
//!
//! A session reads what its client sends, hands it on, and writes what is put into its outbox. It does not wait
//! for what a command causes: answers come back through the outbox as well.

mod dispatch;
mod outbox;
mod sessions;
mod socket;
mod upgrade;

#[cfg(test)]
pub(crate) use dispatch::Session;
#[cfg(test)]
pub(crate) use outbox::Pickup;
pub use outbox::{Outbox, Reply, SessionId};
pub(crate) use sessions::Sessions;
pub(crate) use upgrade::upgrade;
