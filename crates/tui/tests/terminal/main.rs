//! The program in a pseudo-terminal of 80 by 24, against a real server.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod games;
mod pages;
mod terminal;
