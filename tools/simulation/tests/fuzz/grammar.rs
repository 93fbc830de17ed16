//! Generator of messages with valid syntax and possibly invalid content.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::names::{self, MOVES, ROOMS};

/// Message types. Types that lead to more states are more frequent.
const TYPES: [&str; 42] = [
    "play",
    "play",
    "play",
    "play",
    "play",
    "play",
    "play",
    "play",
    "join",
    "join",
    "join",
    "watch",
    "watch",
    "create_room",
    "create_room",
    "leave",
    "add_computer",
    "remove_computer",
    "unwatch",
    "ready",
    "ready",
    "offer",
    "offer",
    "accept",
    "accept",
    "decline",
    "berserk",
    "resign",
    "abort",
    "claim",
    "take_over",
    "seek",
    "seek",
    "take_seek",
    "cancel_seek",
    "chat",
    "chat",
    "subscribe",
    "subscribe",
    "unsubscribe",
    "ping",
    "authenticate",
];

/// Generates a message with the id of its answer.
pub(super) fn message(rng: &mut Rng, id: &str) -> Value {
    let kind = *rng.choice(&TYPES).unwrap_or(&"ping");
    let mut fields = Map::new();
    fields.insert("type".to_owned(), json!(kind));
    // Most messages have an id, a few reuse the id of another message.
    match rng.u8(..20) {
        0 => {}
        1 => drop(fields.insert("id".to_owned(), json!(format!("c{}", rng.u8(..40))))),
        _ => drop(fields.insert("id".to_owned(), json!(id))),
    }
    let Value::Object(more) = content(rng, kind) else { return Value::Object(fields) };
    fields.extend(more);
    Value::Object(fields)
}

/// Generates the fields of a message of this type besides type and id.
fn content(rng: &mut Rng, kind: &str) -> Value {
    let number = rng.usize(..ROOMS);
    let room = names::room(number);
    match kind {
        "authenticate" => json!({"token": text(rng)}),
        "create_room" => create_room(rng),
        "join" => with_some(rng, json!({"room": room}), |rng| [("seat", json!(seat(rng)))]),
        "add_computer" => {
            let level = rng.u8(..14);
            with_some(rng, json!({"room": room, "level": level}), |rng| [("seat", json!(seat(rng)))])
        }
        "remove_computer" => json!({"room": room, "seat": seat(rng)}),
        "watch" => {
            let legal = rng.u8(..4) > 0;
            with_some(rng, json!({"room": room, "legal": legal}), |rng| [("since", json!(rng.u64(..40)))])
        }
        "ready" => json!({"room": room, "ready": rng.bool()}),
        "play" => {
            let mv = if rng.u8(..8) == 0 { text(rng) } else { names::legal(number, rng.usize(..MOVES)) };
            let ply = if rng.u8(..8) == 0 { json!(rng.u32(..9)) } else { json!(names::ply(number)) };
            json!({"room": room, "ply": ply, "move": mv})
        }
        "offer" | "accept" | "decline" => {
            json!({"room": room, "what": pick(rng, &["draw", "takeback", "rematch", "resignation"])})
        }
        "claim" => json!({"room": room, "result": pick(rng, &["win", "draw"])}),
        "seek" => seek(rng),
        "take_seek" => json!({"seek": names::SEEK}),
        "cancel_seek" => json!({}),
        "ping" => json!({"t": rng.i64(..)}),
        "chat" => {
            let channel = channel(rng);
            if rng.bool() {
                json!({"channel": channel, "text": text(rng)})
            } else {
                json!({"channel": channel, "preset": pick(rng, &["hello", "good_luck", "thanks", "have_to_go"])})
            }
        }
        "subscribe" | "unsubscribe" => {
            let mut wanted = followed(rng);
            if kind == "subscribe" && wanted.get("chat").is_some() && rng.bool() {
                wanted["since"] = json!(names::LINE);
            }
            wanted
        }
        _ => json!({"room": room}),
    }
}

fn followed(rng: &mut Rng) -> Value {
    match rng.u8(..6) {
        0 => json!({"lobby": lobby(rng)}),
        1 => json!({"my_games": true}),
        2 => json!({"analysis": names::GAME}),
        3 => json!({"chat": channel(rng)}),
        4 => json!({"tournament": Uuid::from_u128(rng.u128(..)).to_string()}),
        _ => json!({"boards": lobby(rng)}),
    }
}

/// Generates settings of a new room, as a message and as a request body.
pub(super) fn create_room(rng: &mut Rng) -> Value {
    with_some(rng, json!({}), |rng| {
        [
            ("mode", mode(rng)),
            ("layout", layout(rng)),
            ("start_position", start_position(rng)),
            ("coach", json!(rng.u8(..6) == 0)),
            ("clock", clock(rng)),
            ("rated", json!(rng.u8(..6) == 0)),
            ("visibility", pick(rng, &["public", "private"])),
            ("lobby", lobby(rng)),
            ("ready", json!(rng.u8(..3) == 0)),
            ("spectator_delay_s", json!(*rng.choice(&[0, 0, 0, 1, 600, 601]).unwrap_or(&0))),
            ("seat", json!(seat(rng))),
            ("computers", json!([{"level": rng.u8(..14)}])),
            ("bots", json!([{"id": Uuid::from_u128(rng.u128(..)).to_string()}])),
        ]
    })
}

/// Generates settings of a seek.
pub(super) fn seek(rng: &mut Rng) -> Value {
    with_some(rng, json!({}), |rng| {
        [
            ("lobby", lobby(rng)),
            ("mode", mode(rng)),
            ("layout", layout(rng)),
            ("clock", clock(rng)),
            ("rated", json!(rng.u8(..6) == 0)),
            ("rating_range", json!({"below": rng.u32(..900), "above": rng.u32(..900)})),
            ("computers", json!(rng.u8(..14))),
            ("bots", json!(rng.bool())),
        ]
    })
}

fn mode(rng: &mut Rng) -> Value {
    pick(rng, &["two", "two", "two", "three", "four", "four-consecutive"])
}

fn layout(rng: &mut Rng) -> Value {
    pick(rng, &["standard", "standard", "belgian_daisy", "german_daisy", "alien", "pyramid", "four_standard"])
}

fn start_position(rng: &mut Rng) -> Value {
    pick(
        rng,
        &[
            "w4/6/7/8/b5wwb/8/7/6/5 w 5,5 0 0",
            "w4/6/7/8/b5wwb/8/7/6/5 b 0,0 4294967295 4294967295",
            "w4/6/7/8/b5wwb/8/7/6/5 w 6,5 0 0",
            "5/6/7/8/2b1w1r2/8/7/6/5 r 0,0,0 0 0",
            "5/6/7/8/9 w",
        ],
    )
}

fn lobby(rng: &mut Rng) -> Value {
    pick(rng, &["main", "main", "main", "other", "Ä", ""])
}

fn clock(rng: &mut Rng) -> Value {
    let ms = |rng: &mut Rng| *rng.choice(&[0, 1, 1_000, 60_000, 600_000, 86_400_000, u64::MAX]).unwrap_or(&0);
    match rng.u8(..7) {
        0 => json!({"kind": "none"}),
        1 => json!({"kind": "sudden_death", "initial_ms": ms(rng)}),
        2 => json!({"kind": "fischer", "initial_ms": ms(rng), "increment_ms": ms(rng)}),
        3 => json!({"kind": "bronstein", "initial_ms": ms(rng), "delay_ms": ms(rng)}),
        4 => json!({"kind": "delay", "initial_ms": ms(rng), "delay_ms": ms(rng)}),
        5 => json!({"kind": "per_move", "move_ms": ms(rng)}),
        _ => json!({"kind": "per_game", "limit_ms": ms(rng)}),
    }
}

fn channel(rng: &mut Rng) -> Value {
    match rng.u8(..4) {
        0 => json!({"kind": "lobby", "lobby": lobby(rng)}),
        1 => json!({"kind": "tournament", "tournament": Uuid::from_u128(rng.u128(..)).to_string()}),
        _ => {
            let audience = pick(rng, &["players", "spectators"]);
            json!({"kind": "room", "room": names::room(rng.usize(..ROOMS)), "audience": audience})
        }
    }
}

fn seat(rng: &mut Rng) -> u8 {
    if rng.u8(..12) == 0 { rng.u8(..) } else { rng.u8(..4) }
}

/// Generates text: usual text of people and programs, and hostile text.
pub(super) fn text(rng: &mut Rng) -> String {
    match rng.u8(..8) {
        0 => String::new(),
        1 => "\u{202e}\u{0}\u{feff}\u{1f3f4}\u{e0067}".to_owned(),
        2 => "x".repeat(rng.usize(..3_000)),
        3 => "https://example.org/ 'OR 1=1 --".to_owned(),
        4 => "a1b2".to_owned(),
        5 => "c6c7d6".to_owned(),
        6 => (0..rng.usize(..12)).map(|_| rng.char(..)).collect(),
        _ => "Good game!".to_owned(),
    }
}

fn pick(rng: &mut Rng, words: &[&str]) -> Value {
    json!(rng.choice(words))
}

/// Builds an object with some of the optional fields.
fn with_some<const N: usize>(
    rng: &mut Rng,
    mut object: Value,
    fields: impl FnOnce(&mut Rng) -> [(&'static str, Value); N],
) -> Value {
    for (name, value) in fields(rng) {
        if rng.u8(..5) == 0 {
            object[name] = value;
        }
    }
    object
}
