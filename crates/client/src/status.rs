//! Status of a client's connection.

use std::sync::Arc;

use sumito_protocol::parts::User;

use crate::Error;

/// The status of a client's connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// The server has sent its `hello`.
    Open {
        /// The authenticated user; `None` for an anonymous client, which may watch and list.
        user: Option<Arc<User>>,
    },
    /// The connection broke, and the next attempt follows shortly.
    Waiting {
        /// Number of failed attempts since.
        failed: u32,
    },
    /// An attempt is in progress.
    Connecting,
    /// The connection has ended for good: closed by the program, or for this reason.
    Closed(Option<Error>),
}

impl Status {
    /// Returns whether there is a connection.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }
}
