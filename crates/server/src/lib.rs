//! The Sumito server. The districts from top to bottom; each uses only districts below it:
//!
//! | district | content |
//! |---|---|
//! | [`boot`] | start and stop of the server, command line |
//! | [`gateway`] | HTTP, WebSockets, pages, and the wire format |
//! | [`services`] | starts all services |
//! | [`play`] | lobbies, matchmaking, lists of games, computer players |
//! | [`tournaments`] | one task per tournament |
//! | [`accounts`] | guests, accounts, mail, moderation, administration |
//! | [`social`] | chat, challenges, notifications, open sockets |
//! | [`history`] | projections of finished games, analyses, retention, verification |
//! | [`mod@env`] | surroundings of the services |
//!
//! Below them are the crates [`sumito_rooms`], [`sumito_store`], [`sumito_kit`] and [`sumito_config`].
//!
//! ARCHITECTURE.md lists the modules of each district and their order; `tests/layers.rs` checks the imports against it.

pub mod accounts;
pub mod boot;
pub mod env;
pub mod gateway;
pub mod history;
pub mod play;
pub mod services;
#[cfg(feature = "simulated")]
pub mod simulated;
pub mod social;
pub mod tournaments;

pub use boot::Server;
pub use gateway::app::App;
