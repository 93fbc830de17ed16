//! Mutation of generated messages.

use fastrand::Rng;
use serde_json::{Value, json};

use super::grammar;

/// Texts that are invalid JSON or unusual.
const ODD: [&str; 14] = [
    "NaN",
    "-Infinity",
    "1e999",
    "-0",
    "01",
    "0x10",
    "1e-400",
    "184467440737095516160",
    "\\ud800",
    "\\u0000",
    "\"\"",
    "[[[[[[[[",
    "{\"a\":",
    "//",
];

/// Mutates a message at random, possibly not at all, and encodes it.
pub(super) fn mutate(rng: &mut Rng, mut message: Value) -> Vec<u8> {
    if rng.u8(..100) < 40 {
        for _ in 0..rng.u8(1..3) {
            spoil_value(rng, &mut message);
        }
    }
    let mut text = message.to_string().into_bytes();
    if rng.u8(..100) < 15 {
        for _ in 0..rng.u8(1..4) {
            spoil_text(rng, &mut text);
        }
    }
    text
}

/// Mutates a value at any depth.
fn spoil_value(rng: &mut Rng, value: &mut Value) {
    match value {
        Value::Object(fields) if !fields.is_empty() && rng.u8(..10) > 0 => {
            let place = rng.usize(..fields.len());
            let name = fields.keys().nth(place).cloned().unwrap_or_default();
            match rng.u8(..8) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("zzz".to_owned(), odd_value(rng))),
                2 => {
                    let value = fields.remove(&name).unwrap_or_default();
                    fields.insert(name.to_uppercase(), value);
                }
                3 => drop(fields.insert("id".to_owned(), odd_value(rng))),
                _ => {
                    if let Some(value) = fields.get_mut(&name) {
                        spoil_value(rng, value);
                    }
                }
            }
        }
        Value::Array(values) if !values.is_empty() && rng.bool() => {
            let place = rng.usize(..values.len());
            if rng.bool() {
                let again = values[place].clone();
                values.extend(std::iter::repeat_n(again, rng.usize(1..40)));
            } else {
                spoil_value(rng, &mut values[place]);
            }
        }
        other => *other = odd_value(rng),
    }
}

fn odd_value(rng: &mut Rng) -> Value {
    match rng.u8(..12) {
        0 => Value::Null,
        1 => json!(rng.bool()),
        2 => json!(rng.i64(..)),
        3 => json!(u64::MAX),
        4 => json!(i64::MIN),
        5 => json!(rng.f64() * 1e300),
        6 => json!(-1),
        7 => json!([]),
        8 => json!({}),
        9 => nested(rng.usize(..200)),
        10 => json!({"type": "play", "id": {"id": []}}),
        _ => json!(grammar::text(rng)),
    }
}

fn nested(depth: usize) -> Value {
    (0..depth)
        .fold(Value::Null, |inner, level| if level % 2 == 0 { json!([inner]) } else { json!({"a": inner}) })
}

/// Mutates the encoded text.
fn spoil_text(rng: &mut Rng, text: &mut Vec<u8>) {
    let place = rng.usize(..=text.len());
    match rng.u8(..8) {
        0 => text.truncate(place),
        1 => drop(text.splice(place..place, rng.choice(ODD).unwrap_or_default().bytes())),
        2 => text.insert(place, rng.u8(..)),
        3 => drop(text.splice(place..place, [0xff, 0xc0, 0xed, 0xa0])),
        4 if place < text.len() => text[place] = rng.u8(..),
        5 if place < text.len() => drop(text.remove(place)),
        6 => {
            // Repeat a part of the text: duplicate names, unclosed brackets.
            let part: Vec<_> = text[place..].iter().copied().take(rng.usize(..60)).collect();
            drop(text.splice(place..place, part));
        }
        _ => {
            // Duplicate fields.
            if let Some(open) = text.iter().position(|&byte| byte == b'{') {
                let field = rng
                    .choice(["\"id\":\"twice\",", "\"type\":\"ping\",", "\"room\":7,"])
                    .unwrap_or_default();
                let inside = open + 1;
                drop(text.splice(inside..inside, field.bytes()));
            }
        }
    }
}
