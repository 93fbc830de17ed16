//! An example for each body. `tests/server/examples.rs` sends them to a server.

use serde_json::{Map, Value};

use super::operations_of;

/// The examples, by the names of the bodies' schemas.
const EXAMPLES: &str = include_str!("examples.json");

/// Writes the examples of all bodies.
pub(super) fn write(api: &mut Value) {
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).expect("the examples are JSON");
    for (_, operation) in operations_of(api) {
        let bodies = operation.get_mut("requestBody").and_then(|body| body["content"].as_object_mut());
        for body in bodies.into_iter().flat_map(Map::values_mut) {
            if let Some(example) = name_of(&body["schema"]).and_then(|name| examples.get(name)) {
                body["example"] = example.clone();
            }
        }
    }
}

/// Returns the name of a body's schema, also if the body can be absent or has constraints.
fn name_of(schema: &Value) -> Option<&str> {
    let parts = ["oneOf", "allOf"].into_iter().filter_map(|word| schema[word].as_array()).flatten();
    let mut places = std::iter::once(schema).chain(parts).filter_map(|part| part["$ref"].as_str());
    places.next()?.rsplit('/').next()
}
