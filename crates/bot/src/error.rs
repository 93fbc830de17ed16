//! Why a bot does not play.

use sumito_client::Failure;

use crate::{EngineError, TokenError};

/// Why a bot does not play.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// There is no token.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The engine does not even begin.
    #[error("the engine cannot be used")]
    Engine(#[from] EngineError),
    /// The server does not take it as a bot, or is not there.
    #[error(transparent)]
    Server(#[from] Failure),
}
