//! Requests that still wait for an answer.

use serde::Deserialize;
use serde_json::Value;
use sumito_protocol::client::{ClientMessage, Command};
use sumito_protocol::{ErrorCode, MAX_COMMAND_ID_BYTES, ServerMessage};

/// The protocol reference, which has a row for each code.
const DESCRIPTION: &str = include_str!("../../../../docs/protocol.md");

/// Requests of one client without an answer.
#[derive(Debug, Default)]
pub(super) struct Owed(Vec<Sent>);

#[derive(Debug)]
struct Sent {
    /// Id of the answer.
    id: Option<String>,
    /// Whether the answer may be a pong, which has no id.
    is_ping: bool,
}

impl Owed {
    /// Records a sent text.
    pub(super) fn sent(&mut self, text: &str) {
        let message = serde_json::from_str::<ClientMessage>(text);
        let is_ping = message.is_ok_and(|message| matches!(message.command, Command::Ping { .. }));
        self.0.push(Sent { id: id_of(text), is_ping });
    }

    pub(super) fn nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// Applies a message if it is an answer; returns whether the request succeeded or was rejected.
    pub(super) fn apply(&mut self, message: &ServerMessage) -> Option<bool> {
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
        let place = place.unwrap_or_else(|| panic!("an answer without a request: {message:?}"));
        self.0.remove(place);
        Some(was_done)
    }
}

/// Returns the id of the answer to a text: the text's own id, if it is an object with an id that is not too long.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: String,
    }
    let OnlyId { id } = serde_json::from_str(text).ok()?;
    (id.len() <= MAX_COMMAND_ID_BYTES).then_some(id)
}

/// Reads a message and checks that encoding it again gives the same JSON, since some messages are encoded by hand.
pub(super) fn read(text: &str) -> (ServerMessage, Value) {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let message: ServerMessage = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let written = serde_json::to_value(&message).expect("every message has a JSON form");
    assert_eq!(written, value, "it says something else than its type");
    (message, value)
}
