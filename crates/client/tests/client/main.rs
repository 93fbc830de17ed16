//! The client against a real server, over connections that break.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod chat;
mod games;
mod lists;
mod once;
mod proxy;
mod reconnect;
mod refusals;
mod seeks;
mod server;
mod slow_reader;
