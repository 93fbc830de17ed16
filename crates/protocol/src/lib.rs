//! Messages and bodies between a Sumito server and its clients.
//!
//! - [`client`]: messages from clients over the socket,
//! - [`server`]: messages from the server over the socket,
//! - [`parts`]: common parts of messages and bodies (clocks, seats, results, …),
//! - [`games`], [`rooms`], [`positions`]: bodies for games, rooms and lobbies, and single positions,
//! - [`players`], [`ratings`], [`leaderboards`], [`statistics`], [`achievements`], [`bots`]: bodies about players,
//! - [`identity`]: bodies for accounts, sessions and tokens,
//! - [`moderation`], [`admin`]: bodies for moderators and administrators,
//! - [`tournament`]: messages and bodies for tournaments,
//! - [`long`]: splitting of messages with long lists,
//! - [`chat`]: chat channels and lines,
//! - [`clubs`]: clubs and their members,
//! - [`conversations`]: conversations of two accounts,
//! - [`topic_key`]: topics of subscriptions,
//! - [`overview`]: the caller's overview, and the server's activity,
//! - [`push`]: bodies for Web Push,
//! - [`correspondence`]: bodies for players of correspondence games,
//! - [`puzzles`]: puzzles, attempts and runs,
//! - [`receipts`]: receipts of games and tournaments, and their log,
//! - [`shape`]: strict decoding by the published schemas,
//! - [`site`]: the site, as its operator has set it up,
//! - [`studies`]: studies, their chapters and edits,
//! - [`error`]: stable error codes, shared by socket and HTTP.
//!
//! These types are a contract with third-party programs. They are deliberately separate from the domain types: a rename inside
//! `sumito-game` must not change a byte here. Enums of words, which the domain shares, are in `sumito_vocabulary`. [`generated::files`]
//! generates TypeScript and JSON Schema from all; a test fails when the committed files are out of date.
//!
//! Units: fields named `…_ms` are in milliseconds; `at` and `now` are microseconds since the Unix epoch.

pub mod achievements;
pub mod admin;
pub mod apps;
pub mod bots;
pub mod challenges;
pub mod chat;
pub mod client;
pub mod clubs;
pub mod conversations;
pub mod correspondence;
pub mod error;
pub mod games;
pub mod generated;
pub mod identity;
pub mod leaderboards;
pub mod long;
pub mod moderation;
pub mod notifications;
pub mod overview;
pub mod pairings;
pub mod parts;
pub mod players;
pub mod positions;
pub mod push;
pub mod puzzles;
pub mod ratings;
pub mod receipts;
pub mod room_command;
pub mod room_id;
pub mod rooms;
pub mod secret;
pub mod server;
pub mod shape;
pub mod site;
pub mod statistics;
pub mod studies;
pub mod topic_key;
pub mod tournament;
pub mod webhooks;

pub use client::{ClientMessage, Command};
pub use error::ErrorCode;
pub use room_id::RoomId;
pub use secret::Secret;
pub use server::ServerMessage;
pub use topic_key::TopicKey;

/// The version of this contract, sent in `hello`. It increases when a client written for the previous version would break.
pub const VERSION: u32 = 1;

/// Maximum size of a server message in bytes, if the message can be split.
pub const PART_BYTES: usize = 65_536;

/// Maximum size of any server message in bytes: only a snapshot of a very long game exceeds [`PART_BYTES`].
pub const MAX_MESSAGE_BYTES: usize = 131_072;

/// Number of moves, counted from the last, that have an entry in the `ledger` of a snapshot over the socket.
pub const SNAPSHOT_LEDGER: usize = 500;

/// Maximum length of a client's message `id`, in bytes.
pub const MAX_COMMAND_ID_BYTES: usize = 64;
