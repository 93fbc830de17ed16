//! How a bot is to play.

use std::time::Duration;

use sumito_client::protocol::rest::BotAccepts;

use crate::{EngineCommand, Token};

/// How a bot is to play.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address of the server: `https://HOST`.
    pub server: String,
    /// Who the bot is.
    pub token: Token,
    /// Which games it takes. An engine runs for each of them, never more than `games_at_once`.
    pub accepts: BotAccepts,
    /// What plays.
    pub engine: EngineCommand,
    /// How long the engine is given.
    pub thinking: Thinking,
    /// What the bot says to what others offer.
    pub answers: Answers,
}

/// How long an engine is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// For a move where no clock of a whole game runs. With a clock the engine is told the clock, and decides for itself.
    pub move_time: Duration,
    /// By how much it may overrun that, and how long it may take to stop when it is told to. One that takes longer hangs.
    pub grace: Duration,
}

impl Default for Thinking {
    fn default() -> Self {
        Self { move_time: Duration::from_secs(1), grace: Duration::from_secs(5) }
    }
}

/// What a bot says to what others offer. It declines draws, and agrees when a partner wants to give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers {
    /// Whether it plays again when it is asked to, if it has no other games to play by then.
    pub rematches: bool,
    /// Whether others may take moves back.
    pub takebacks: bool,
}
