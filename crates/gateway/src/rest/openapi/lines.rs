//! Schemas of the lines of streams: each line is a message of the socket.

use serde_json::{Map, Value, json};

use crate::codec::schemas;
use crate::http::json_lines::CONTENT_TYPE;
use crate::socket::stream::EVENT_STREAM;

/// The streams with the messages that they have.
const STREAMS: [(&str, &[&str]); 2] = [
    ("/api/v1/me/stream", &["my_games", "notification", "announcement"]),
    (
        "/api/v1/rooms/{id}/stream",
        &[
            "snapshot",
            "event",
            "presence",
            "ratings",
            "clock",
            "control",
            "conditional_moves",
            "notice",
            "announcement",
        ],
    ),
];

/// Writes the schema of a line as the schema of the response: OpenAPI 3.1 has no other place for it.
pub(super) fn write(api: &mut Value) {
    for (path, words) in STREAMS {
        let all = schemas::schema("ServerMessage").map(|union| &union["discriminator"]["mapping"]);
        let mapping: Map<_, _> = words.iter().map(|word| ((*word).to_owned(), place(all, word))).collect();
        let variants: Vec<_> = words.iter().map(|word| json!({"$ref": mapping[*word]})).collect();
        let content = &mut api["paths"][path]["get"]["responses"]["200"]["content"];
        content[CONTENT_TYPE] = json!({"schema": {
            "description": "The form of each line.",
            "oneOf": variants,
            "discriminator": {"propertyName": "type", "mapping": mapping},
        }});
        content[EVENT_STREAM] = json!({"schema": {
            "type": "string",
            "description": "Server-sent events. The data of each is a message in the form of a line.",
        }});
    }
}

fn place(mapping: Option<&Value>, word: &str) -> Value {
    let place = mapping.and_then(|mapping| mapping.get(word));
    place.unwrap_or_else(|| panic!("there is no message {word}")).clone()
}
