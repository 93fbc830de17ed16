//! Who is owed an answer.

use serde::Deserialize;
use serde_json::Value;
use sumito_protocol::client::{ClientMessage, Command};
use sumito_protocol::{ErrorCode, MAX_COMMAND_ID_BYTES, ServerMessage};

/// The protocol's description, which has a row for each code.
const DESCRIPTION: &str = include_str!("../../../../docs/protocol.md");

/// What one client has sent and has no answer to yet.
#[derive(Debug, Default)]
pub(super) struct Owed(Vec<Sent>);

#[derive(Debug)]
struct Sent {
    /// Under which it is answered.
    id: Option<String>,
    /// Whether the answer may be a pong, which has none.
    is_ping: bool,
}

impl Owed {
    /// Notes that a text was sent.
    pub(super) fn sent(&mut self, text: &str) {
        let message = serde_json::from_str::<ClientMessage>(text);
        let is_ping = message.is_ok_and(|message| matches!(message.command, Command::Ping { .. }));
        self.0.push(Sent { id: id_of(text), is_ping });
    }

    pub(super) fn nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes in an answer, if it is one; returns whether the message was carried out, or refused.
    pub(super) fn take_in(&mut self, message: &ServerMessage) -> Option<bool> {
        let (place, was_done) = match message {
            ServerMessage::Ok { id, .. } => (self.0.iter().position(|sent| sent.id == *id), true),
            ServerMessage::Error { id, code, message, .. } => {
                assert_ne!(*code, ErrorCode::Internal, "{message}");
                let word: &str = code.into();
                assert!(DESCRIPTION.contains(&format!("| `{word}` |")), "{word} is not described");
                assert!(!message.is_empty(), "a refusal says what is wrong");
                (self.0.iter().position(|sent| sent.id == *id), false)
            }
            ServerMessage::Pong { .. } => (self.0.iter().position(|sent| sent.is_ping), true),
            _ => return None,
        };
        let place = place.unwrap_or_else(|| panic!("an answer that nobody is owed: {message:?}"));
        self.0.remove(place);
        Some(was_done)
    }
}

/// The id under which a text is answered: its own, where it is an object with one that is not too long.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: String,
    }
    let OnlyId { id } = serde_json::from_str(text).ok()?;
    (id.len() <= MAX_COMMAND_ID_BYTES).then_some(id)
}

/// Reads a message, and looks whether it says the same when it is written again: some are written by hand.
pub(super) fn read(text: &str) -> (ServerMessage, Value) {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let message: ServerMessage = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let written = serde_json::to_value(&message).expect("every message has a JSON form");
    assert_eq!(written, value, "it says something else than its type");
    (message, value)
}
