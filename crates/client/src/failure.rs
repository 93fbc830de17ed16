//! Why something did not come about.

use sumito_protocol::ErrorCode;

/// Why something that was asked of the server did not come about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The server will not do it; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Nobody answered at the address, or something that is no Sumito server.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The text is not the address of a server.
    #[error("not the address of a server, such as `https://example.org`: {0}")]
    Address(String),
    /// The server speaks another version of the protocol.
    #[error("the server speaks version {0} of the protocol, this client version {VERSION}", VERSION = sumito_protocol::VERSION)]
    Protocol(u32),
    /// The connection broke, and the command meant something on that connection only.
    #[error("the connection broke")]
    Disconnected,
    /// The command waited too long for a connection and never reached the server.
    #[error("there was no connection for too long: the command was not sent")]
    NotSent,
    /// The command was sent, and the connection broke before the answer. It may have been carried out: by now, what is
    /// followed shows whether it was.
    #[error("the connection broke before the answer came")]
    Unanswered,
    /// The client has been closed, or has given up: [`Client::status`](crate::Client::status) says why.
    #[error("the client is closed")]
    Closed,
}

impl Failure {
    /// The server's refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// Whether the server refused with this code.
    pub fn is(&self, code: ErrorCode) -> bool {
        self.refusal().is_some_and(|refusal| refusal.code == code)
    }

    /// Whether trying to connect again may come to another end.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Refused(refusal) => refusal.is_passing() || refusal.code == ErrorCode::TooMany,
            Self::Unreachable(_) | Self::Disconnected => true,
            _ => false,
        }
    }
}

/// The server's answer to something that it will not do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word}: {message}")]
pub struct Refusal {
    /// For programs. A code that a newer server has added counts as [`ErrorCode::Internal`].
    pub code: ErrorCode,
    /// The code as the server wrote it.
    pub word: String,
    /// For people: what is wrong and what to do.
    pub message: String,
    /// Why a move is illegal, when `code` is [`ErrorCode::IllegalMove`]: `occupied`, `pac`, `gap`, … What is wrong with a line of chat,
    /// when it is [`ErrorCode::BadWords`].
    pub reason: Option<String>,
    /// When it may go better, where that is known, in microseconds since the Unix epoch.
    pub until: Option<i64>,
}

impl Refusal {
    /// A refusal as it travels.
    pub(crate) fn new(word: String, message: String, reason: Option<String>) -> Self {
        let code = serde_json::from_value(serde_json::Value::String(word.clone()));
        Self { code: code.unwrap_or(ErrorCode::Internal), word, message, reason, until: None }
    }

    /// Whether it is a refusal for the time being: it is worth asking for the same again after some seconds.
    pub fn is_passing(&self) -> bool {
        matches!(self.code, ErrorCode::RateLimited | ErrorCode::Busy | ErrorCode::Unavailable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_of_a_newer_server_counts_as_internal_and_keeps_its_word() {
        let known = Refusal::new("stale_ply".to_owned(), String::new(), None);
        assert_eq!(known.code, ErrorCode::StalePly);
        let unknown = Refusal::new("too_beautiful".to_owned(), "oh".to_owned(), None);
        assert_eq!((unknown.code, unknown.word.as_str()), (ErrorCode::Internal, "too_beautiful"));
        assert_eq!(unknown.to_string(), "too_beautiful: oh");
    }
}
