//! What travels between a Sumito server and its clients.
//!
//! - [`client`]: what a client may send over the socket,
//! - [`server`]: what the server sends over the socket,
//! - [`rest`]: the bodies of the HTTP interface,
//! - [`parts`]: what several of them are made of (clocks, seats, results, …),
//! - [`identity`]: those of them that concern accounts, sessions and tokens,
//! - [`moderation`], [`admin`]: those of them for moderators, and for administrators,
//! - [`tournament`]: what concerns tournaments,
//! - [`long`]: how messages with long lists travel in parts,
//! - [`chat`]: where one talks, and what is said,
//! - [`push`]: those of them that concern Web Push,
//! - [`error`]: the stable error codes, shared by socket and HTTP.
//!
//! These types are a contract with programs that other people write. They are deliberately not the domain's own types: a
//! rename inside `sumito-game` must not change a byte here. TypeScript and JSON Schema are generated from
//! them by [`generated::files`]; a test fails when the committed files are out of date.
//!
//! Units: a field named `…_ms` is in milliseconds; `at` and `now` are microseconds since the Unix epoch.

pub mod admin;
pub mod challenges;
pub mod chat;
pub mod client;
pub mod error;
pub mod generated;
pub mod identity;
pub mod long;
pub mod moderation;
pub mod notifications;
pub mod parts;
pub mod push;
pub mod rest;
pub mod room_id;
pub mod secret;
pub mod server;
pub mod tournament;

pub use client::{ClientMessage, Command};
pub use error::ErrorCode;
pub use room_id::RoomId;
pub use secret::Secret;
pub use server::ServerMessage;

/// The number of this contract, sent in `hello`. It grows when a client written for the number before would break.
pub const VERSION: u32 = 1;

/// What a message of the server has at most, in bytes, if it can be told in parts.
pub const PART_BYTES: usize = 65_536;

/// What any message of the server has at most, in bytes: only a snapshot of a very long game has more than [`PART_BYTES`].
pub const MAX_MESSAGE_BYTES: usize = 131_072;

/// So many of the last moves of a game have an entry in the `ledger` of a snapshot that comes over the socket.
pub const SNAPSHOT_LEDGER: usize = 500;

/// The longest `id` that a client may give a message, in bytes.
pub const MAX_COMMAND_ID_BYTES: usize = 64;
