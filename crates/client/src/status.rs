//! How a client's connection is.

use std::sync::Arc;

use sumito_protocol::parts::User;

use crate::Failure;

/// How a client's connection is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// The server has said hello.
    Open {
        /// Who one is to it; `None` for nobody, who may watch and list.
        user: Option<Arc<User>>,
    },
    /// The connection broke, and the next attempt is a moment away.
    Waiting {
        /// Attempts that have failed since.
        failed: u32,
    },
    /// An attempt is being made.
    Connecting,
    /// There will be no connection any more: because the program wants none, or for this reason.
    Closed(Option<Failure>),
}

impl Status {
    /// Whether there is a connection.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }
}
