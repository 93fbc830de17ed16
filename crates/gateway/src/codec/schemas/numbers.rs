//! Bounds of numbers, from the constants with which the server checks them.

use std::time::Duration;

use serde_json::{Map, Value, json};
use sumito_game::{Computer, Seat, Settings};
use sumito_tournament::limits;

use super::field;
use sumito_services::accounts::identity::registration;
use sumito_services::play::bots;

const LAST_SEAT: u64 = Seat::MAX as u64 - 1;
const TOP_LEVEL: u64 = Computer::LEVELS as u64;

pub(super) fn write(schemas: &mut Map<String, Value>) {
    for (schema, name, min, max) in fields() {
        bound(field(schemas, schema, name), min, max);
    }
    for (union, bounds) in [("Clock", clock as fn(&str) -> Option<(u64, u64)>), ("TournamentFormat", format)]
    {
        for name in variants(schemas, union) {
            let fields = schemas[&name]["properties"].as_object_mut().into_iter().flatten();
            for (name, field) in fields {
                if let (Some((min, max)), Some(field)) = (bounds(name), field.as_object_mut()) {
                    bound(field, min, max);
                }
            }
        }
    }
    schemas.values_mut().for_each(integers);
}

/// The bounds of fields: schema, field, least, most.
fn fields() -> [(&'static str, &'static str, u64, u64); 22] {
    let delay = Settings::SPECTATOR_DELAY_MAX.as_secs();
    let uses = registration::MAX_USES.into();
    let days = registration::MAX_DAYS.into();
    let seconds = limits::SECONDS_MAX.into();
    let entrants = limits::PARTICIPANTS_MAX.into();
    [
        ("CreateRoom", "spectator_delay_s", 0, delay),
        ("TournamentSettings", "spectator_delay_s", 0, delay),
        ("CreateRoom", "seat", 0, LAST_SEAT),
        ("Terms", "seat", 0, LAST_SEAT),
        ("BotSeat", "seat", 0, LAST_SEAT),
        ("ComputerSeat", "seat", 0, LAST_SEAT),
        ("ComputerSeat", "level", 1, TOP_LEVEL),
        ("AddComputerClientMessage", "level", 1, TOP_LEVEL),
        ("AddComputerClientMessage", "seat", 0, LAST_SEAT),
        ("RemoveComputerClientMessage", "seat", 0, LAST_SEAT),
        ("JoinClientMessage", "seat", 0, LAST_SEAT),
        ("JoinRoomCommand", "seat", 0, LAST_SEAT),
        ("CreateRoomClientMessage", "spectator_delay_s", 0, delay),
        ("CreateRoomClientMessage", "seat", 0, LAST_SEAT),
        ("SeekClientMessage", "computers", 1, TOP_LEVEL),
        ("CreateRegistrationLink", "uses", 1, uses),
        ("CreateRegistrationLink", "days", 1, days),
        ("TournamentEntry", "minimum", 2, entrants),
        ("TournamentEntry", "capacity", 2, entrants),
        ("TournamentRounds", "break_s", 0, seconds),
        ("TournamentRounds", "deadline_s", 60, seconds),
        ("BotAccepts", "games_at_once", 1, bots::GAMES_AT_ONCE_MAX.into()),
    ]
}

fn clock(field: &str) -> Option<(u64, u64)> {
    let (min, max) = match field {
        "initial_ms" | "limit_ms" => (Settings::TIME_MIN, Settings::GAME_MAX),
        "increment_ms" | "delay_ms" => (Duration::ZERO, Settings::INCREMENT_MAX),
        "move_ms" => (Settings::TIME_MIN, Settings::MOVE_MAX),
        _ => return None,
    };
    Some((min.as_millis() as u64, max.as_millis() as u64))
}

/// The server checks them in `sumito_tournament::Settings::validate`.
fn format(field: &str) -> Option<(u64, u64)> {
    let (min, max) = match field {
        "late_entry_rounds" | "half_point_byes" => (0, limits::SWISS_ROUNDS_MAX),
        "extra_pairs" => (0, limits::EXTRA_PAIRS_MAX),
        "duration_s" => (limits::ARENA_SECONDS_MIN, limits::ARENA_SECONDS_MAX),
        "closing_s" => (0, limits::ARENA_SECONDS_MAX - 1),
        "wave_s" => (1, limits::WAVE_SECONDS_MAX),
        _ => return None,
    };
    Some((min.into(), max.into()))
}

fn bound(field: &mut Map<String, Value>, min: u64, max: u64) {
    field.insert("minimum".to_owned(), min.into());
    field.insert("maximum".to_owned(), max.into());
}

/// Returns the names of the schemas of a union's variants.
pub(super) fn variants(schemas: &Map<String, Value>, union: &str) -> Vec<String> {
    let places = schemas[union]["oneOf"].as_array().into_iter().flatten();
    let names = places.filter_map(|variant| variant["$ref"].as_str()?.rsplit('/').next());
    names.map(str::to_owned).collect()
}

/// Limits integers to the range of their types. `utoipa` writes the format of an unsigned integer differently.
pub(crate) fn integers(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(format)) = fields.get_mut("format")
                && let Some(bits) = format.strip_prefix("u-int")
            {
                *format = format!("uint{bits}");
            }
            let max = match fields.get("format").and_then(Value::as_str) {
                Some("uint8") => Some(json!(u8::MAX)),
                Some("uint16") => Some(json!(u16::MAX)),
                Some("uint32") => Some(json!(u32::MAX)),
                _ => None,
            };
            if let Some(max) = max {
                fields.entry("maximum").or_insert(max);
            }
            fields.values_mut().for_each(integers);
        }
        Value::Array(values) => values.iter_mut().for_each(integers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
