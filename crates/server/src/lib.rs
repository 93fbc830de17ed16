//! The Sumito server: sockets, rooms, storage, history. This is the only crate that does I/O.
//!
//! The modules from top to bottom; each uses only modules below it:
//!
//! | module | content |
//! |---|---|
//! | [`http`] | REST API, files of the web client, health checks |
//! | [`session`] | one task per socket: reads commands, writes updates |
//! | `wire` | conversion between domain values and protocol values |
//! | [`administration`] | server-wide actions of administrators |
//! | [`moderation`] | bans, mutes, renamed accounts, closed rooms, and the moderation log |
//! | [`boards`] | live boards of the games of a lobby that are most worth watching |
//! | [`chat`] | chat in rooms, lobbies and tournaments |
//! | [`push`] | Web Push notifications to users without an open page, if the server has a key |
//! | [`identity`] | guests, accounts, sessions and tokens |
//! | [`mail`] | email to users, if the server is configured to send it |
//! | [`lobby`] | lists of rooms to join or watch |
//! | [`own_rooms`] | rooms in which a user has a seat |
//! | [`rooms`] | one task per room: the only writer of its state |
//! | [`feed`] | projections of finished games |
//! | [`retention`] | retention time and form of each kind of data |
//! | [`journal`] | stores events before any client sees them, many rooms per transaction; records outages |
//! | [`text`] | validation of texts by users, for each kind of text |
//! | [`store`] | SQLite or PostgreSQL: the only module with SQL |
//!
//! Beside them: [`server`] starts and stops all of it, [`verify`] checks all stored data, [`import`] imports games that were played
//! elsewhere, [`telemetry`] has logs and traces.

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
pub mod encoded;
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
