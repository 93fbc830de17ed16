//! Settings of a bot.

use std::time::Duration;

use sumito_client::protocol::bots::BotAccepts;

use crate::{EngineCommand, TokenSource};

/// The settings of a bot.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address of the server: `https://HOST`.
    pub server: String,
    /// The bot's token.
    pub token: TokenSource,
    /// The games that it accepts. Each has its own engine, never more than `games_at_once`.
    pub accepts: BotAccepts,
    /// The engine's command line.
    pub engine: EngineCommand,
    /// The engine's time limits.
    pub thinking: TimeLimits,
    /// The bot's answers to offers.
    pub answers: OfferPolicy,
}

/// Time limits of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    /// Time for a move without a clock for the whole game. With such a clock, the engine gets the clock and decides itself.
    pub move_time: Duration,
    /// Time by which it may exceed that, and maximum time to stop when asked. An engine that takes longer counts as hanging.
    pub grace: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self { move_time: Duration::from_secs(1), grace: Duration::from_secs(5) }
    }
}

/// The bot's answers to offers. It declines draws, and agrees when a partner proposes to resign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OfferPolicy {
    /// True if it accepts rematches, provided that it has no other game to play by then.
    pub rematches: bool,
    /// True if it accepts takebacks.
    pub takebacks: bool,
}
