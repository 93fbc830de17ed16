//! Messages of a server that may be newer than this client.

use serde::Deserialize;
use sumito_protocol::{RoomId, ServerMessage};
use tracing::warn;

use crate::ApiError;

/// A decoded text frame.
#[derive(Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is a message, and none is kept")]
pub(crate) enum Decoded {
    /// A message of this version of the protocol.
    Message(ServerMessage),
    /// A rejected command.
    Refused { id: Option<String>, refusal: ApiError },
    /// An event of a kind unknown to this client. Its number is known nevertheless.
    UnknownEvent { room: RoomId, seq: u64, kind: String },
    /// A message of unknown type.
    Unknown,
}

/// The part of a message that this client can read regardless of additions by newer servers.
#[derive(Debug, Deserialize)]
struct MessageHeader {
    #[serde(rename = "type")]
    message: String,
    id: Option<String>,
    code: Option<String>,
    #[serde(rename = "message")]
    text: Option<String>,
    reason: Option<String>,
    part: Option<String>,
    until: Option<i64>,
    room: Option<RoomId>,
    seq: Option<u64>,
    kind: Option<String>,
}

/// Decodes a frame. Reads only its outline if it does not fit this version.
pub(crate) fn decode(text: &str) -> Decoded {
    match serde_json::from_str(text) {
        Ok(ServerMessage::Error { .. }) | Err(_) => outline(text),
        Ok(message) => Decoded::Message(message),
    }
}

fn outline(text: &str) -> Decoded {
    let Ok(outline) = serde_json::from_str::<MessageHeader>(text) else {
        warn!(text, "undecodable message");
        return Decoded::Unknown;
    };
    match outline {
        MessageHeader { message, id, code: Some(word), text, reason, part, until, .. }
            if message == "error" =>
        {
            let refusal = ApiError::new(word, text.unwrap_or_default(), reason);
            Decoded::Refused { id, refusal: ApiError { part, until, ..refusal } }
        }
        MessageHeader { message, room: Some(room), seq: Some(seq), kind: Some(kind), .. }
            if message == "event" =>
        {
            warn!(%room, seq, kind, "unknown event kind");
            Decoded::UnknownEvent { room, seq, kind }
        }
        MessageHeader { message, .. } => {
            warn!(message, "unknown message type");
            Decoded::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_protocol::ErrorCode;

    #[test]
    fn additions_of_a_newer_server_are_no_errors() {
        let extended = r#"{"type":"pong","t":1,"now":2,"mood":"fine"}"#;
        assert_eq!(decode(extended), Decoded::Message(ServerMessage::Pong { t: 1, now: 2 }));
        let event = r#"{"type":"event","room":"f5cfawbpmmz8","seq":9,"at":1,"kind":"applauded","by":[1]}"#;
        let Decoded::UnknownEvent { room, seq: 9, kind } = decode(event) else {
            panic!("an event of an unknown kind")
        };
        assert_eq!((room.0.as_str(), kind.as_str()), ("f5cfawbpmmz8", "applauded"));
        assert_eq!(decode(r#"{"type":"weather"}"#), Decoded::Unknown);
        assert_eq!(decode("not JSON"), Decoded::Unknown);
        let refused = decode(r#"{"type":"error","id":"a","code":"asleep","message":"later","part":"this"}"#);
        let Decoded::Refused { id: Some(id), refusal } = refused else { panic!("a refusal") };
        assert_eq!((id.as_str(), refusal.code, refusal.word.as_str()), ("a", ErrorCode::Internal, "asleep"));
        assert_eq!(refusal.part.as_deref(), Some("this"));
    }
}
