//! The socket as an [AsyncAPI 3](https://www.asyncapi.com/docs/reference/specification/v3.0.0) description: its messages, and the answers
//! to each command.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{Command, MAX_COMMAND_ID_BYTES, ServerMessage, VERSION};

const CHANNEL: &str = "#/channels/socket";

/// The description as JSON, from the server's view: received messages, sent messages and replies.
pub(super) fn document() -> Value {
    // AsyncAPI uses the schemas of JSON Schema's draft 7.
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let commands = variants(&mut generator, |generator| generator.root_schema_for::<Command>().to_value());
    let sent_messages =
        variants(&mut generator, |generator| generator.root_schema_for::<ServerMessage>().to_value());
    let messages = messages(&commands, &sent_messages);
    let in_channel = messages.keys().map(|name| (name.clone(), reference("#/components/messages", name)));
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Sumito's socket",
            "version": VERSION.to_string(),
            "description": "Play Abalone and watch games. docs/protocol.md explains the messages; identity, \
                lists and finished games are also served over HTTP (openapi.json). Clients must ignore \
                unknown fields and event kinds.",
            "license": {"name": "MIT OR Apache-2.0"}
        },
        "defaultContentType": "application/json",
        "servers": {"sumito": server()},
        "channels": {
            "socket": {
                "address": "/ws",
                "title": "The socket",
                "description": "A WebSocket without a subprotocol. Every message is one text frame with one JSON object, whose `type` \
                                says which it is. The server speaks first.",
                "messages": in_channel.collect::<Map<_, _>>()
            }
        },
        "operations": operations(&commands, &sent_messages),
        "components": {
            "messages": messages,
            "schemas": generator.take_definitions(true),
            "correlationIds": {
                "command": {
                    "location": "$message.payload#/id",
                    "description": "Id of a command and of its answer."
                }
            },
            "securitySchemes": security_schemes()
        }
    })
}

/// Returns the messages by name. Commands have an id.
fn messages(commands: &[(String, Value)], sent_messages: &[(String, Value)]) -> Map<String, Value> {
    let mut messages = Map::new();
    for (name, mut payload) in commands.iter().cloned() {
        payload["properties"]["id"] = json!({
            "type": "string",
            "maxLength": MAX_COMMAND_ID_BYTES,
            "description": "Chosen by the client and repeated in the answer. A command sent again with the \
                same id is executed once."
        });
        messages.insert(name.clone(), message(&name, payload));
    }
    for (name, payload) in sent_messages.iter().cloned() {
        messages.insert(name.clone(), message(&name, payload));
    }
    messages
}

fn server() -> Value {
    json!({
        "host": "{host}",
        "protocol": "wss",
        "description": "Any Sumito server; `ws` without TLS.",
        "variables": {"host": {"default": "127.0.0.1:8080", "description": "Host and port."}},
        "security": [
            {"$ref": "#/components/securitySchemes/token"},
            {"$ref": "#/components/securitySchemes/cookie"}
        ]
    })
}

fn security_schemes() -> Value {
    json!({
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "On the request for the socket: the token from `POST /api/v1/guests`."
        },
        "cookie": {
            "type": "httpApiKey",
            "in": "cookie",
            "name": "sumito_session",
            "description": "For browsers, set by `POST /api/v1/guests` and `POST /api/v1/sessions`; over TLS it is called `__Host-sumito_session`."
        }
    })
}

/// The variants of a message, with the word in their `type`.
fn variants(
    generator: &mut SchemaGenerator,
    schema: impl FnOnce(&mut SchemaGenerator) -> Value,
) -> Vec<(String, Value)> {
    let variants = schema(generator)["oneOf"].take();
    let variants = variants.as_array().expect("a message is one of several").clone();
    variants.into_iter().map(|variant| (word(&variant), variant)).collect()
}

/// Returns the word in the `type` of a message. If the message combines several schemas, one of them contains the word.
fn word(variant: &Value) -> String {
    let parts = std::iter::once(variant).chain(variant["allOf"].as_array().into_iter().flatten());
    let mut words = parts.filter_map(|part| part.pointer("/properties/type/const")?.as_str());
    words.next().expect("every message has a `type`").to_owned()
}

fn message(name: &str, mut payload: Value) -> Value {
    let summary = payload.as_object_mut().and_then(|payload| payload.remove("description"));
    let mut message = json!({"name": name, "title": name, "payload": payload});
    if let Some(summary) = summary {
        message["summary"] = summary;
    }
    if is_answer(name) || message["payload"]["properties"]["id"]["maxLength"].is_number() {
        message["correlationId"] = reference("#/components/correlationIds", "command");
    }
    message
}

/// Operations of the server: received commands with their replies, and sent messages.
fn operations(commands: &[(String, Value)], sent_messages: &[(String, Value)]) -> Map<String, Value> {
    let in_channel = |name: &str| reference(&format!("{CHANNEL}/messages"), name);
    let mut operations: Map<_, _> = commands
        .iter()
        .map(|(name, _)| {
            let replies: &[_] = if name == "ping" { &["pong", "error"] } else { &["ok", "error"] };
            let replies: Vec<_> = replies.iter().map(|reply| in_channel(reply)).collect();
            let operation = json!({
                "action": "receive",
                "channel": {"$ref": CHANNEL},
                "messages": [in_channel(name)],
                "reply": {"channel": {"$ref": CHANNEL}, "messages": replies}
            });
            (name.clone(), operation)
        })
        .collect();
    let unasked: Vec<_> =
        sent_messages.iter().filter(|(name, _)| !is_answer(name)).map(|(name, _)| in_channel(name)).collect();
    let send = json!({
        "action": "send",
        "channel": {"$ref": CHANNEL},
        "summary": "Messages that the server sends unasked: `hello` first, then updates of the client's \
            subscriptions.",
        "messages": unasked
    });
    operations.insert("tell".to_owned(), send);
    operations
}

fn is_answer(name: &str) -> bool {
    matches!(name, "ok" | "error" | "pong")
}

fn reference(folder: &str, name: &str) -> Value {
    json!({"$ref": format!("{folder}/{name}")})
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects every `$ref` in a value.
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("within the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }

    #[test]
    fn every_command_is_an_operation_and_every_message_has_a_payload() {
        let document = document();
        let messages = document["components"]["messages"].as_object().unwrap();
        assert_eq!(messages.len(), document["channels"]["socket"]["messages"].as_object().unwrap().len());
        for (name, message) in messages {
            assert_eq!(word(&message["payload"]), *name);
            assert!(message["summary"].is_string(), "{name} says what it is for");
        }
        for name in ["create_room", "join", "watch", "play", "ping"] {
            let operation = &document["operations"][name];
            assert_eq!(operation["action"], "receive", "{name}");
            let asked = operation["messages"][0]["$ref"].as_str().unwrap();
            assert!(asked.ends_with(name), "{asked}");
        }
        let sent = document["operations"]["tell"]["messages"].to_string();
        assert!(sent.contains("/event") && !sent.contains("/ok"), "{sent}");
    }
}
