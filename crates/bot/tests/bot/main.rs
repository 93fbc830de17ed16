//! The bot on a real server, with the real engine as a separate program, and with engines that fail.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod failing;
mod games;
mod program;
mod setting;
