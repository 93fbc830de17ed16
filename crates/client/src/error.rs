//! Errors of requests to the server.

use sumito_protocol::ErrorCode;

/// The reason why a request to the server failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The server rejected it; the state is unchanged.
    #[error(transparent)]
    Refused(#[from] ApiError),
    /// No server answered at the address, or it is not a Sumito server.
    #[error("cannot reach the server: {0}")]
    Unreachable(String),
    /// The text is not a valid server address.
    #[error("invalid server address (expected for example `https://example.org`): {0}")]
    Address(String),
    /// The server speaks another version of the protocol.
    #[error("protocol version mismatch: server {0}, client {VERSION}", VERSION = sumito_protocol::VERSION)]
    Protocol(u32),
    /// The connection broke, and the command was valid on that connection only.
    #[error("connection lost")]
    Disconnected,
    /// The command waited too long for a connection and never reached the server.
    #[error("command not sent: it expired before a connection was available")]
    Expired,
    /// The command was sent, and the connection broke before the answer. It may have been applied: the subscriptions are up to date and
    /// show the result.
    #[error("connection lost before the answer; the outcome is unknown")]
    OutcomeUnknown,
    /// The client has been closed or has stopped reconnecting: [`Client::status`](crate::Client::status) has the reason.
    #[error("the client is closed")]
    Closed,
}

impl Error {
    /// The server's rejection, if it is one.
    pub fn refusal(&self) -> Option<&ApiError> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// Returns whether the server rejected the request with this code.
    pub fn is(&self, code: ErrorCode) -> bool {
        self.refusal().is_some_and(|refusal| refusal.code == code)
    }

    /// Returns whether another attempt to connect may succeed.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Refused(refusal) => refusal.is_transient() || refusal.code == ErrorCode::TooMany,
            Self::Unreachable(_) | Self::Disconnected => true,
            _ => false,
        }
    }
}

/// The server's answer to a rejected request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word}: {message}")]
pub struct ApiError {
    /// The code for programs. A code that a newer server has added counts as [`ErrorCode::Internal`].
    pub code: ErrorCode,
    /// The code as the server sent it.
    pub word: String,
    /// The cause and the remedy, for people.
    pub message: String,
    /// The rule that an illegal move breaks, when `code` is [`ErrorCode::IllegalMove`]: `occupied`, `pac`, `gap`, … The fault of a chat
    /// line, when it is [`ErrorCode::BadWords`].
    pub reason: Option<String>,
    /// The part of a text that is at fault, when `code` is [`ErrorCode::BadWords`] or [`ErrorCode::BadName`] and the fault is a link or a
    /// blocked word.
    pub part: Option<String>,
    /// Time from which the request may succeed, if known, in microseconds since the Unix epoch.
    pub until: Option<i64>,
}

impl ApiError {
    /// Builds it from the fields of a message.
    pub(crate) fn new(word: String, message: String, reason: Option<String>) -> Self {
        let code = serde_json::from_value(serde_json::Value::String(word.clone()));
        Self { code: code.unwrap_or(ErrorCode::Internal), word, message, reason, part: None, until: None }
    }

    /// Returns whether the rejection is temporary: the same request may succeed after some seconds.
    pub fn is_transient(&self) -> bool {
        matches!(self.code, ErrorCode::RateLimited | ErrorCode::Busy | ErrorCode::Unavailable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_of_a_newer_server_counts_as_internal_and_keeps_its_word() {
        let known = ApiError::new("stale_ply".to_owned(), String::new(), None);
        assert_eq!(known.code, ErrorCode::StalePly);
        let unknown = ApiError::new("too_beautiful".to_owned(), "oh".to_owned(), None);
        assert_eq!((unknown.code, unknown.word.as_str()), (ErrorCode::Internal, "too_beautiful"));
        assert_eq!(unknown.to_string(), "too_beautiful: oh");
    }
}
