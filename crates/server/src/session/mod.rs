//! Sessions: one task for each socket.
//!
//! A session reads what its client sends, hands it on, and writes what is put into its outbox. It does not wait
//! for what a command causes: answers come back through the outbox as well.

mod answer;
mod dispatch;
mod lag;
mod lists;
mod seeks;
mod socket;
mod subscription;

#[cfg(test)]
pub(crate) use dispatch::Session;
pub(crate) use socket::run;
