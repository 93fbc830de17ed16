//! Error messages for invalid messages and settings: they name the sender's fields, and no internals of the program.

use std::borrow::Cow;

use serde_json::Value;

/// Number of allowed values that a message lists.
const NAMED: usize = 16;

/// Describes why a JSON text is invalid, from serde's error. The field is found by the rejected value.
pub fn json_error(error: &serde_json::Error, json: &[u8]) -> String {
    let text = error.to_string();
    let text = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
    let sent = serde_json::from_slice(json).unwrap_or_default();
    said(text, |found| field_with(&sent, found))
}

/// Describes why query parameters are invalid, from axum's error: `limit: invalid digit found in string`.
pub fn parameter_error(text: &str) -> String {
    let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(text);
    let (field, why) = match text.split_once(": ") {
        Some((field, why)) if is_name(field) => (Some(field), why),
        _ => (None, text),
    };
    let subject = field.map_or(Cow::Borrowed("a parameter"), |field| format!("`{field}`").into());
    match why {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            format!("{subject} must be a whole number")
        }
        "number too large to fit in target type" => format!("{subject} is too large"),
        "number too small to fit in target type" => format!("{subject} is too small"),
        "provided string was not `true` or `false`" => format!("{subject} must be `true` or `false`"),
        why if why.starts_with("UUID parsing failed") => format!("{subject} must be an id (a UUID)"),
        why => said(why, |_| field.map(str::to_owned)),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Rephrases serde's error. `field` finds the field of a rejected value.
fn said(text: &str, field: impl Fn(&str) -> Option<String>) -> String {
    let subject =
        |found: &str| field(found).map_or(Cow::Borrowed("a field"), |name| format!("`{name}`").into());
    if let Some(name) = text.strip_prefix("missing field ") {
        return format!("the field {name} is missing");
    }
    if let Some(name) = text.strip_prefix("duplicate field ") {
        return format!("the field {name} is given twice");
    }
    if let Some(rest) = text.strip_prefix("unknown field ") {
        let (name, expected) = rest.split_once(", ").unwrap_or((rest, ""));
        return format!("unknown field {name}{}", one_of(expected, "; allowed: "));
    }
    if let Some(rest) = text.strip_prefix("unknown variant ") {
        let (name, expected) = rest.split_once(", ").unwrap_or((rest, ""));
        let found = format!("string {:?}", name.trim_matches('`'));
        return format!("{} cannot be {name}{}", subject(&found), one_of(expected, "; allowed: "));
    }
    let fits = text.strip_prefix("invalid type: ").or_else(|| text.strip_prefix("invalid value: "));
    if let Some((found, expected)) = fits.and_then(|rest| rest.rsplit_once(", expected ")) {
        let wanted = wanted(expected);
        let number = found.strip_prefix("integer `").and_then(|rest| rest.strip_suffix('`'));
        if wanted.contains("at least 0") && number.is_some_and(|number| !number.starts_with('-')) {
            return format!("{} is too large: {}", subject(found), number.unwrap_or_default());
        }
        let instead = number.filter(|_| wanted.contains("number")).unwrap_or_else(|| kind_of(found));
        return format!("{} must be {wanted}, not {instead}", subject(found));
    }
    if let Some(rest) = text.strip_prefix("invalid length ") {
        let length = rest.split_once(',').map_or(rest, |(length, _)| length);
        return format!("a list has {length} values, which is the wrong number");
    }
    if text.starts_with("data did not match any variant") {
        return "a field matches none of its possible forms".to_owned();
    }
    text.to_owned()
}

/// Lists the allowed values, if there are few.
fn one_of(expected: &str, before: &str) -> String {
    let list = expected.trim_start_matches("expected ").trim_start_matches("one of ");
    if !list.contains('`') {
        return String::new();
    }
    let all: Vec<_> = list.split('`').skip(1).step_by(2).collect();
    let named: Vec<_> = all.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = if all.len() > NAMED { ", …" } else { "" };
    format!("{before}{}{more}", named.join(", "))
}

/// Describes the expected value, from serde's words.
pub fn wanted(expected: &str) -> Cow<'_, str> {
    let expected = expected.trim_start_matches("a ").trim_start_matches("an ");
    match expected {
        // The largest value of a type is not the bound of a field.
        "u8" | "u16" | "u32" | "u64" | "usize" | "u128" => "a whole number of at least 0".into(),
        "i8" | "i16" | "i32" | "i64" | "isize" | "i128" => "a whole number".into(),
        "f32" | "f64" => "a number".into(),
        "string" | "borrowed string" | "character" | "str" => "a text".into(),
        "boolean" => "`true` or `false`".into(),
        "unit" | "null" => "`null`".into(),
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        uuid if uuid.contains("UUID") => "an id (a UUID)".into(),
        text if text.starts_with("string") || text.starts_with("variant identifier") => "a text".into(),
        list if ["array", "tuple", "sequence"].iter().any(|word| list.starts_with(word)) => "a list".into(),
        object
            if ["struct", "internally tagged", "adjacently tagged", "externally tagged", "enum", "map"]
                .iter()
                .any(|word| object.starts_with(word)) =>
        {
            "an object".into()
        }
        _ => "something else".into(),
    }
}

/// Describes the type of the value that was found.
fn kind_of(found: &str) -> &'static str {
    match found.split(' ').next().unwrap_or_default() {
        "integer" => "a number",
        "floating" => "a number with a fraction",
        "boolean" => "`true` or `false`",
        "string" | "character" => "a text",
        "null" | "unit" => "`null`",
        "sequence" => "a list",
        "map" | "struct" => "an object",
        _ => "that",
    }
}

/// Returns the field with the value that serde describes in these words, if it is unique.
fn field_with(sent: &Value, found: &str) -> Option<String> {
    let mut fields = Vec::new();
    search(sent, "", found, &mut fields);
    match &fields[..] {
        [one] => Some(one.clone()),
        _ => None,
    }
}

fn search(value: &Value, path: &str, found: &str, fields: &mut Vec<String>) {
    if !path.is_empty() && is_described_as(value, found) {
        fields.push(path.to_owned());
    }
    match value {
        Value::Object(inner) => {
            for (name, value) in inner {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                search(value, &path, found, fields);
            }
        }
        Value::Array(inner) => inner.iter().for_each(|value| search(value, path, found, fields)),
        _ => {}
    }
}

/// Returns whether serde describes a value in these words.
fn is_described_as(value: &Value, found: &str) -> bool {
    match value {
        Value::Null => matches!(found, "null" | "unit value"),
        Value::Bool(value) => found == format!("boolean `{value}`"),
        Value::Number(number) => found.ends_with(&format!("`{number}`")) && !found.starts_with("string"),
        Value::String(text) => found == format!("string {text:?}"),
        Value::Array(_) => found == "sequence",
        Value::Object(_) => found == "map",
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    #[expect(dead_code, reason = "it is only read")]
    enum Message {
        Join { room: String, seat: Option<u8> },
        Watch { room: String, legal: bool, clock: Option<Clock> },
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
    #[expect(dead_code, reason = "it is only read")]
    enum Clock {
        Fischer { initial_ms: u64, stages: Vec<i64> },
    }

    fn of_message(json: &str) -> String {
        json_error(&serde_json::from_str::<Message>(json).unwrap_err(), json.as_bytes())
    }

    #[test]
    fn error_names_the_field() {
        for (json, message) in [
            (r#"{"type":"join"}"#, "the field `room` is missing"),
            (r#"{"id":"1"}"#, "the field `type` is missing"),
            (
                r#"{"type":"join","room":"abc","seat":"first"}"#,
                "`seat` must be a whole number of at least 0, not a text",
            ),
            (r#"{"type":"join","room":"abc","seat":300}"#, "`seat` is too large: 300"),
            (r#"{"type":"join","room":5}"#, "`room` must be a text, not a number"),
            (
                r#"{"type":"watch","room":"abc","legal":"yes"}"#,
                "`legal` must be `true` or `false`, not a text",
            ),
            (
                r#"{"type":"watch","room":"abc","legal":true,"clock":{"kind":"fischer","initial_ms":-1,"stages":[]}}"#,
                "`clock.initial_ms` must be a whole number of at least 0, not -1",
            ),
            (r#"{"type":"dance"}"#, "`type` cannot be `dance`; allowed: `join`, `watch`"),
            (r#"{"type":"join","room":"abc","chair":1}"#, "unknown field `chair`; allowed: `room`, `seat`"),
            // Two values match.
            (r#"{"type":"join","room":5,"seat":5}"#, "a field must be a text, not a number"),
        ] {
            assert_eq!(of_message(json), message, "{json}");
        }
    }

    #[test]
    fn errors_reveal_no_internals() {
        for json in [
            r#"{"type":"join","room":"abc","seat":-1}"#,
            r#"{"type":"join","room":"abc","seat":1.5}"#,
            r#"{"type":"join","room":"abc","seat":[]}"#,
            r#"{"type":"watch","room":"abc","legal":true,"clock":7}"#,
            r#"{"type":"watch","room":"abc","legal":true,"clock":{"kind":"fischer","initial_ms":1,"stages":7}}"#,
            r#"{"type":7}"#,
            "5",
            "null",
        ] {
            let text = of_message(json);
            for word in ["usize", "u8", "u64", "i64", "struct", "enum", "variant", "expected", "line"] {
                let mut words = text.split(|c: char| !c.is_alphanumeric());
                assert!(!words.any(|part| part == word), "{json}: {text}");
            }
        }
    }

    #[test]
    fn parameter_errors_name_the_parameter() {
        for (text, message) in [
            (
                "Failed to deserialize query string: limit: invalid digit found in string",
                "`limit` must be a whole number",
            ),
            (
                "Failed to deserialize query string: limit: number too large to fit in target type",
                "`limit` is too large",
            ),
            ("Failed to deserialize query string: missing field `mode`", "the field `mode` is missing"),
            (
                "Failed to deserialize query string: mode: unknown variant `five`, expected one of `two`, `three`",
                "`mode` cannot be `five`; allowed: `two`, `three`",
            ),
            (
                "Failed to deserialize query string: unknown field `lim`, expected `limit`",
                "unknown field `lim`; allowed: `limit`",
            ),
        ] {
            assert_eq!(parameter_error(text), message);
        }
    }
}
