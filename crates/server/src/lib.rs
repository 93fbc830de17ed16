//! The Sumito server: sockets, rooms, storage, history. The only crate that touches the world.
//!
//! | module | what it holds |
//! |---|---|
//! | [`session`] | one task a socket: reads commands, writes what happens |
//! | [`http`] | the REST interface, the web client's files, health |
//! | [`rooms`] | one task a room: the only writer of what is in it |
//! | [`lobby`] | which rooms one can join or watch |
//! | [`journal`] | stores events before anybody is told, for many rooms at once |
//! | [`store`] | SQLite or PostgreSQL: the only place that knows SQL |
//! | [`verify`] | checks all that is stored |
//! | `wire` | between domain values and protocol values |
//! | `json` | writes by hand what is written with every move |
//! | [`process`] | what the program asks of the operating system |
//! | [`server`] | starts and stops all of it |

mod app;
pub mod cli;
pub mod config;
pub mod http;
pub mod identity;
pub mod journal;
mod json;
pub mod lobby;
mod nul;
pub mod process;
pub mod refusal;
pub mod rooms;
pub mod server;
pub mod session;
#[cfg(test)]
mod simulation;
pub mod store;
pub mod telemetry;
pub mod time_source;
mod token_bucket;
pub mod verify;
mod wire;

pub use app::App;
pub use server::Server;
