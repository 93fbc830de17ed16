//! Any program that speaks `uai` (docs/engine.md) as a player on a Sumito server.
//!
//! A [`Bot`] is a user of the server who takes every game that it says it takes. It plays all of them on one connection, which comes
//! back by itself, and each with an engine of its own: a process that is told the position and the clocks and answers with a move.
//! An engine that hangs, dies or plays what the rules forbid is asked once more within the clock, in a fresh process where the old one
//! is of no use; then the bot resigns.

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
pub use settings::{Answers, Settings, Thinking};
pub use token::{Token, TokenError};

/// The program in Rust that the page for newcomers shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Page;
