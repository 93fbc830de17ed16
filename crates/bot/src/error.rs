//! Errors of a bot.

use sumito_client::Error;

use crate::{EngineError, TokenError};

/// The reason why a bot does not play.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// There is no token.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The engine does not start.
    #[error("engine error")]
    Engine(#[from] EngineError),
    /// The server is unreachable, or does not accept the user as a bot.
    #[error(transparent)]
    Server(#[from] Error),
}
