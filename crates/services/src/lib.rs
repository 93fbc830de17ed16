//! The services of a Sumito server, without HTTP and without the wire format. The districts from top to bottom; each uses only districts
//! below it:
//!
//! | district | content |
//! |---|---|
//! | [`Services`] | starts all services |
//! | [`receipts`] | signed results of games and tournaments |
//! | [`play`] | lobbies, matchmaking, lists of games, computer players |
//! | [`tournaments`] | one task per tournament |
//! | [`accounts`] | guests, accounts, mail, moderation, administration |
//! | [`social`] | chat, challenges, notifications, open sockets |
//! | [`history`] | projections of finished games, analyses, retention, verification |
//! | [`Env`] | surroundings of the services |
//!
//! Below them are the crates [`sumito_rooms`], [`sumito_store`], [`sumito_kit`] and [`sumito_config`].
//!
//! ARCHITECTURE.md lists the modules of each district and their order; `crates/server/tests/layers.rs` checks the imports against it.

pub mod accounts;
mod env;
pub mod history;
pub mod play;
pub mod receipts;
mod services;
pub mod social;
pub mod tournaments;

pub use env::Env;
pub use services::Services;
