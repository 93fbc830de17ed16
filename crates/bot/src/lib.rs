//! Any program that speaks `uai` (docs/engine.md) as a player on a Sumito server.
//!
//! A [`Bot`] is a user of the server who accepts all games within its preferences. It plays all of them over one connection, which
//! reconnects automatically, and uses a separate engine process for each: it sends the position and the clocks and reads a move. If an
//! engine hangs, dies or returns an illegal move, the bot asks once more within the clock, in a new process if the old one is unusable;
//! then it resigns.

mod bot;
mod engine;
mod error;
mod player;
mod question;
mod settings;
mod table;
mod token;

pub use bot::Bot;
pub use engine::{Engine, EngineCommand, EngineError, EngineOption, OptionError};
pub use error::BotError;
pub use settings::{OfferPolicy, Settings, TimeLimits};
pub use token::{TokenError, TokenSource};

/// Compiles the Rust program of the page for newcomers with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Page;
