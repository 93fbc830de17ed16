//! What a table does, told as stories: somebody asks for something, and this comes of it.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod endings;
mod limits;
mod many;
mod meetings;
mod offers;
mod properties;
mod recorded;
mod scene;
mod seats;
mod storage;
mod takebacks;
mod time;
mod tournament;
mod turns;
