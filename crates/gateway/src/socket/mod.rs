//! Socket sessions and streams: one task for each.
//!
//! A session reads messages from its client, dispatches them, and writes its outbox to the socket. It does not wait for the effects of a
//! command: answers come back through the outbox as well.

mod answer;
mod dispatch;
mod lag;
mod seeks;
pub(super) mod stream;
mod studies;
mod subscription;
mod task;
mod topics;
pub(super) mod upgrade;

#[cfg(feature = "simulated")]
pub(crate) use dispatch::SocketSession;
pub(crate) use task::run;
