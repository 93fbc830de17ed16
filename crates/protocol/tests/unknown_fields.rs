//! Client messages with unknown fields are rejected, in every variant of every tagged type.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sumito_protocol::{Command, chat, parts, tournament};

/// Sends each variant of `T` with its required fields and one unknown field.
fn refuses_unknown_fields<T: JsonSchema + DeserializeOwned>() {
    let schema = schema_for!(T).to_value();
    let variants = schema["oneOf"].as_array().unwrap();
    for variant in variants {
        let mut message = least(variant, &schema).as_object().unwrap().clone();
        let known = serde_json::from_value::<T>(message.clone().into());
        assert!(known.is_ok(), "{message:?}: {}", known.err().unwrap());
        message.insert("zz".to_owned(), json!(1));
        let Err(error) = serde_json::from_value::<T>(message.clone().into()) else {
            panic!("{message:?} is taken");
        };
        assert!(error.to_string().contains("unknown field `zz`"), "{message:?}: {error}");
    }
}

/// The smallest value that fits a schema: required fields only, and the first of several alternatives.
fn least(schema: &Value, root: &Value) -> Value {
    if let Some(place) = schema["$ref"].as_str() {
        let mut found = least(root.pointer(place.trim_start_matches('#')).unwrap(), root);
        // A variant with fields of another type has its own tag next to the reference.
        if let (Some(found), Some(own)) = (found.as_object_mut(), schema["properties"].as_object()) {
            found.extend(fields(own, &schema["required"], root));
        }
        return found;
    }
    if !schema["const"].is_null() {
        return schema["const"].clone();
    }
    for several in ["enum", "oneOf", "anyOf"] {
        if let Some(first) = schema[several].get(0) {
            return if several == "enum" { first.clone() } else { least(first, root) };
        }
    }
    match schema["type"].as_str() {
        Some("object") => {
            fields(schema["properties"].as_object().unwrap_or(&Map::new()), &schema["required"], root).into()
        }
        Some("array") => {
            let count = schema["minItems"].as_u64().unwrap_or_default();
            (0..count).map(|_| least(&schema["items"], root)).collect()
        }
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(false),
        Some("string") if schema["format"] == "uuid" => json!("00000000-0000-4000-8000-000000000000"),
        Some("string") if schema.get("pattern").is_some() => json!("ABCDEFGHJKMN"),
        Some("string") => json!("main"),
        _ => Value::Null,
    }
}

fn fields(properties: &Map<String, Value>, required: &Value, root: &Value) -> Map<String, Value> {
    let is_required =
        |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let wanted = properties.iter().filter(|(name, _)| is_required(name));
    wanted.map(|(name, schema)| (name.clone(), least(schema, root))).collect()
}

#[test]
fn every_variant_refuses_fields_that_it_does_not_know() {
    refuses_unknown_fields::<Command>();
    refuses_unknown_fields::<chat::ChatChannel>();
    refuses_unknown_fields::<parts::Clock>();
    refuses_unknown_fields::<tournament::TournamentCommand>();
    refuses_unknown_fields::<tournament::TournamentFormat>();
    refuses_unknown_fields::<tournament::TournamentStart>();
    refuses_unknown_fields::<tournament::TournamentVerdict>();
}
