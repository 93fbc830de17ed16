//! Bounds of values in the description. The server checks them elsewhere; a test sends values at and beyond these bounds.

use std::collections::HashSet;

use serde_json::{Map, Value, json};
use sumito_rules::Layout;

use super::operations_of;
use crate::codec::schemas;

const COMPONENTS: &str = "#/components/schemas/";

/// Writes the bounds into a description.
pub(super) fn write(api: &mut Value) {
    games_of_player(api);
    write_components(api);
    schemas::integers(api);
    close_bodies(api);
    for parameter in parameters(api) {
        let is_layout = parameter["name"] == "layout";
        if parameter["description"]
            .as_str()
            .is_some_and(|words| words.contains("microseconds since the Unix epoch"))
        {
            let number = json!({"type": "integer", "format": "int64"});
            parameter["schema"] = json!({"oneOf": [number, {"type": "string", "format": "date-time"}]});
            continue;
        }
        let schema = at(parameter, "/schema");
        if is_layout {
            schema.insert("enum".to_owned(), schemas::layout_names(Layout::ALL).into());
        } else if schema["type"] == "string" && !schema.contains_key("enum") && !schema.contains_key("format")
        {
            schema.entry("pattern").or_insert(schemas::TEXT.into());
        }
    }
}

/// Replaces the schemas of protocol types by those with bounds, and adds all to which the description refers.
fn write_components(api: &mut Value) {
    let mut waiting = Vec::new();
    references(api, &mut waiting);
    let mut written = HashSet::new();
    while let Some(name) = waiting.pop() {
        if !written.insert(name.clone()) {
            continue;
        }
        if let Some(schema) = schemas::schema(&name) {
            references(schema, &mut waiting);
            api["components"]["schemas"][&name] = schema.clone();
        }
    }
    at(api, "/components/schemas").values_mut().for_each(schemas::without_nul);
}

/// Forbids unknown fields in request bodies, which the server rejects.
fn close_bodies(api: &mut Value) {
    let mut waiting: Vec<String> = Vec::new();
    for (_, operation) in operations_of(api) {
        references(&operation["requestBody"], &mut waiting);
    }
    let mut closed = HashSet::new();
    while let Some(name) = waiting.pop() {
        let schema = &mut api["components"]["schemas"][&name];
        if closed.insert(name) {
            references(schema, &mut waiting);
            if let Some(fields) = schema.as_object_mut().filter(|fields| fields.contains_key("properties")) {
                fields.entry("additionalProperties").or_insert(false.into());
            }
        }
    }
}

/// Collects the names of the schemas that a schema refers to.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            found.extend(name.and_then(|place| place.strip_prefix(COMPONENTS)).map(str::to_owned));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Removes the player filter from the list of a player's games: the path names the player.
fn games_of_player(api: &mut Value) {
    let operation = at(api, "/paths/~1api~1v1~1players~1{name}~1games/get");
    if let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) {
        parameters.retain(|parameter| parameter["name"] != "player");
    }
}

/// Returns all query parameters.
fn parameters(api: &mut Value) -> impl Iterator<Item = &mut Value> {
    let parameters =
        operations_of(api).filter_map(|(_, operation)| operation.get_mut("parameters")?.as_array_mut());
    parameters.flatten().filter(|parameter| parameter["in"] == "query")
}

fn at<'a>(value: &'a mut Value, pointer: &str) -> &'a mut Map<String, Value> {
    let object = value.pointer_mut(pointer).and_then(Value::as_object_mut);
    object.unwrap_or_else(|| panic!("the description has nothing at {pointer}"))
}
