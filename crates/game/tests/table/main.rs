//! Behaviour of a table, as scenarios: a player sends a command, and the test checks the result.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod conditional_moves;
mod endings;
mod limits;
mod many;
mod meetings;
mod offers;
mod properties;
mod recorded;
mod scene;
mod seats;
mod start_positions;
mod storage;
mod takebacks;
mod time;
mod tournament;
mod turns;
