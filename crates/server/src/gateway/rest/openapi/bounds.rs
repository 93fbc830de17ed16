//! Bounds of values in the schemas. The server checks them elsewhere; a test sends values at and beyond these bounds.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Map, Value, json};
use sumito_game::{Computer, Seat, Settings};
use sumito_protocol::parts::Mode;
use sumito_rules::Layout;

use crate::gateway::codec;

/// Any text without the control characters that no text may have.
const TEXT: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$";
/// Name of a lobby.
const LOBBY: &str = "^[a-z0-9-]{1,32}$";

/// Writes the bounds into a description.
pub(super) fn write(api: &mut Value) {
    room(at(api, "/components/schemas/CreateRoom/properties"));
    clocks(at(api, "/components/schemas/Clock"));
    games_of_player(api);
    let bot = at(api, "/components/schemas/BotSeat/properties/seat");
    bot.extend([("minimum".to_owned(), 0.into()), ("maximum".to_owned(), (Seat::MAX as u8 - 1).into())]);
    let computer = at(api, "/components/schemas/ComputerSeat/properties");
    for (field, min, max) in [("level", 1, Computer::LEVELS), ("seat", 0, Seat::MAX as u8 - 1)] {
        at(&mut computer[field], "")
            .extend([("minimum".to_owned(), min.into()), ("maximum".to_owned(), max.into())]);
    }
    let body = at(api, "/paths/~1api~1v1~1rooms/post/requestBody/content/application~1json");
    body.insert("schema".to_owned(), fitting("CreateRoom"));
    for schema in ["NewChallenge", "CounterOffer"] {
        let fields = at(api, &format!("/components/schemas/{schema}/properties"));
        fields.insert("terms".to_owned(), fitting("Terms"));
    }
    for schema in at(api, "/components/schemas").values_mut() {
        texts(schema);
    }
    integers(api);
    tournaments(api);
    close_bodies(api);
    for parameter in parameters(api) {
        let is_layout = parameter["name"] == "layout";
        let schema = at(parameter, "/schema");
        if is_layout {
            schema.insert("enum".to_owned(), names(Layout::ALL).into());
        } else if schema["type"] == "string" && !schema.contains_key("enum") && !schema.contains_key("format")
        {
            schema.entry("pattern").or_insert(TEXT.into());
        }
    }
}

/// Writes the bounds of tournaments. The server checks them in `sumito_tournament::Settings::validate`.
fn tournaments(api: &mut Value) {
    use sumito_tournament::limits;
    let mut bound = |schema: &str, field: &str, min: u32, max: u32| {
        let field = at(api, &format!("/components/schemas/{schema}/properties/{field}"));
        field.extend([("minimum".to_owned(), min.into()), ("maximum".to_owned(), max.into())]);
    };
    bound("TournamentEntry", "minimum", 2, limits::PARTICIPANTS_MAX);
    bound("TournamentEntry", "capacity", 2, limits::PARTICIPANTS_MAX);
    bound("TournamentRounds", "break_s", 0, limits::SECONDS_MAX);
    bound("TournamentRounds", "deadline_s", 60, limits::SECONDS_MAX);
    let starts = at(api, "/components/schemas/TournamentRounds/properties/starts");
    starts.insert("maxItems".to_owned(), limits::ROUND_STARTS_MAX.into());
    let order = at(api, "/components/schemas/TournamentSettings/properties/tie_breaks");
    order.insert("maxItems".to_owned(), sumito_tournament::TieBreak::ALL.len().into());
    order.insert("uniqueItems".to_owned(), true.into());
    let forms = at(api, "/components/schemas/TournamentFormat").get_mut("oneOf");
    for form in forms.into_iter().flat_map(items) {
        for (name, field) in at(form, "/properties") {
            let (min, max) = match name.as_str() {
                "late_entry_rounds" | "half_point_byes" => (0, limits::SWISS_ROUNDS_MAX),
                "extra_pairs" => (0, limits::EXTRA_PAIRS_MAX),
                "duration_s" => (limits::ARENA_SECONDS_MIN, limits::ARENA_SECONDS_MAX),
                "closing_s" => (0, limits::ARENA_SECONDS_MAX - 1),
                "wave_s" => (1, limits::WAVE_SECONDS_MAX),
                _ => continue,
            };
            at(field, "").extend([("minimum".to_owned(), min.into()), ("maximum".to_owned(), max.into())]);
        }
    }
}

/// Limits integers to the range of their types. `utoipa` writes the format of an unsigned integer in a way of its own.
fn integers(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(format)) = fields.get_mut("format")
                && let Some(bits) = format.strip_prefix("u-int")
            {
                *format = format!("uint{bits}");
            }
            let max = match fields.get("format").and_then(Value::as_str) {
                Some("uint8") => Some(u64::from(u8::MAX)),
                Some("uint16") => Some(u64::from(u16::MAX)),
                Some("uint32") => Some(u64::from(u32::MAX)),
                _ => None,
            };
            if let Some(max) = max {
                fields.entry("maximum").or_insert(max.into());
            }
            fields.values_mut().for_each(integers);
        }
        Value::Array(values) => values.iter_mut().for_each(integers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Forbids unknown fields in request bodies, which the server rejects.
fn close_bodies(api: &mut Value) {
    let mut waiting: Vec<String> = Vec::new();
    let operations = at(api, "/paths").values().filter_map(Value::as_object).flat_map(Map::values);
    operations
        .filter_map(|operation| operation.get("requestBody"))
        .for_each(|body| references(body, &mut waiting));
    let mut closed = HashSet::new();
    while let Some(name) = waiting.pop() {
        let schema = &mut api["components"]["schemas"][&name];
        if closed.insert(name) {
            references(schema, &mut waiting);
            close(schema);
        }
    }
}

/// Collects the names of the schemas that a schema refers to.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            found.extend(
                name.and_then(|place| place.strip_prefix("#/components/schemas/")).map(str::to_owned),
            );
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn close(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    if fields.contains_key("properties") {
        fields.entry("additionalProperties").or_insert(false.into());
    }
    fields.get_mut("oneOf").into_iter().flat_map(items).for_each(close);
}

/// Forbids U+0000 in all texts, of requests and responses.
fn texts(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_text = match fields.get("type") {
                Some(Value::String(kind)) => kind == "string",
                Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
                _ => false,
            };
            if is_text
                && !["enum", "format", "const", "pattern"].iter().any(|bound| fields.contains_key(*bound))
            {
                fields.insert("pattern".to_owned(), TEXT.into());
            }
            fields.values_mut().for_each(texts);
        }
        Value::Array(values) => values.iter_mut().for_each(texts),
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
    let operations =
        at(api, "/paths").values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    let parameters = operations.filter_map(|operation| operation.get_mut("parameters")).flat_map(items);
    parameters.filter(|parameter| parameter["in"] == "query")
}

fn room(fields: &mut Map<String, Value>) {
    let mut bound = |field: &str, bound: &str, value: Value| {
        at(&mut fields[field], "").insert(bound.to_owned(), value);
    };
    bound("lobby", "pattern", LOBBY.into());
    bound("spectator_delay_s", "maximum", Settings::SPECTATOR_DELAY_MAX.as_secs().into());
}

/// Returns the constraints between mode and other fields, for a room or seek schema of this name.
fn fitting(schema: &str) -> Value {
    let modes = [Mode::Two, Mode::Three, Mode::Four, Mode::FourConsecutive].map(|mode| {
        let fitting = Layout::ALL.into_iter().filter(|layout| layout.fits(codec::mode_from_wire(mode)));
        let layouts: Vec<_> = names(fitting).into_iter().chain([Value::Null]).collect();
        let last_seat = codec::mode_from_wire(mode).seats() - 1;
        let required = if mode == Mode::Two { json!([]) } else { json!(["mode"]) };
        json!({
            "type": "object",
            "required": required,
            "properties": {
                "mode": {"type": "string", "enum": [mode]},
                "layout": {"type": ["string", "null"], "enum": layouts},
                "seat": {"type": ["integer", "null"], "maximum": last_seat},
            },
        })
    });
    json!({"allOf": [{"$ref": format!("#/components/schemas/{schema}")}, {"oneOf": modes}]})
}

fn clocks(schema: &mut Map<String, Value>) {
    for kind in schema.get_mut("oneOf").into_iter().flat_map(items) {
        let fields = at(kind, "/properties").iter_mut();
        for (name, field) in fields {
            let (min, max) = match name.as_str() {
                "initial_ms" | "limit_ms" => (Settings::TIME_MIN, Settings::GAME_MAX),
                "increment_ms" | "delay_ms" => (Duration::ZERO, Settings::INCREMENT_MAX),
                "move_ms" => (Settings::TIME_MIN, Settings::MOVE_MAX),
                _ => continue,
            };
            let field = at(field, "");
            field.insert("minimum".to_owned(), json!(min.as_millis() as u64));
            field.insert("maximum".to_owned(), json!(max.as_millis() as u64));
        }
    }
}

fn names(layouts: impl IntoIterator<Item = Layout>) -> Vec<Value> {
    layouts.into_iter().map(|layout| layout.to_string().into()).collect()
}

fn items(list: &mut Value) -> impl Iterator<Item = &mut Value> {
    list.as_array_mut().into_iter().flatten()
}

fn at<'a>(value: &'a mut Value, pointer: &str) -> &'a mut Map<String, Value> {
    let object = value.pointer_mut(pointer).and_then(Value::as_object_mut);
    object.unwrap_or_else(|| panic!("the description has nothing at {pointer}"))
}
