//! The Sumito server: sockets, rooms, storage, history. The only crate that touches the world.
//!
//! From top to bottom; nothing uses what stands above it:
//!
//! | module | what it holds |
//! |---|---|
//! | [`http`] | the REST interface, the web client's files, health |
//! | [`session`] | one task a socket: reads commands, writes what happens |
//! | `wire` | between domain values and protocol values |
//! | [`administration`] | what administrators do with the server as a whole |
//! | [`moderation`] | bans, mutes, names and rooms that cannot stay, and the log of who did what |
//! | [`boards`] | the games of a lobby that are most worth watching, small and alive |
//! | [`chat`] | what people say in rooms, lobbies and tournaments |
//! | [`push`] | Web Push, where the server has a key: what concerns people while no page is open |
//! | [`identity`] | who somebody is |
//! | [`mail`] | letters to people, where the server is configured to send any |
//! | [`lobby`] | which rooms one can join or watch |
//! | [`own_rooms`] | in which rooms somebody has a seat |
//! | [`rooms`] | one task a room: the only writer of what is in it |
//! | [`feed`] | who follows finished games |
//! | [`retention`] | what is kept for how long, and in which form |
//! | [`journal`] | stores events before anybody is told, for many rooms at once; knows when the server was away |
//! | [`text`] | what users write: checked once, for each kind of text |
//! | [`store`] | SQLite or PostgreSQL: the only place that knows SQL |
//!
//! Beside them: [`server`] starts and stops all of it, [`verify`] checks all that is stored, [`import`] takes in games
//! that were played elsewhere, [`telemetry`] holds the log and traces.

pub mod administration;
pub mod analyses;
mod app;
mod blocking;
pub mod boards;
pub mod bots;
mod caught;
pub mod challenges;
pub mod chat;
pub mod cli;
pub mod computers;
pub mod config;
pub mod drain;
mod essential;
pub mod feed;
#[cfg(test)]
mod fuzz;
pub mod http;
pub mod identity;
pub mod import;
pub mod journal;
mod limits;
pub mod lobby;
pub mod mail;
pub mod matchmaking;
pub mod metrics;
pub mod moderation;
mod names;
pub mod notifications;
pub mod own_rooms;
mod pictures;
mod plain;
pub mod process;
pub mod push;
mod random;
mod recent_table;
mod refusals;
pub mod retention;
pub mod rooms;
pub mod server;
pub mod session;
pub mod shared;
#[cfg(test)]
mod simulation;
mod sockets;
pub mod store;
pub mod sweep;
pub mod telemetry;
pub mod text;
pub mod thinking;
pub mod time_source;
mod token_bucket;
pub mod tournaments;
pub mod verify;
mod wire;

pub use app::App;
pub use server::Server;
