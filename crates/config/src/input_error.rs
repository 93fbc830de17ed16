//! Error messages for invalid query parameters and settings: they name the sender's parameters, and no internals of the program.

use std::borrow::Cow;

/// Describes why query parameters are invalid, from axum's error: `limit: invalid digit found in string`. `others` are allowed parameters
/// that are read elsewhere.
pub fn parameter_error(text: &str, others: &[&str]) -> String {
    let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(text);
    // axum puts the name in front of serde's message.
    let text = match text.split_once(": ") {
        Some((name, why)) if is_name(name) && why.contains(" field `") => why,
        _ => text,
    };
    if let Some(name) = text.strip_prefix("missing field ") {
        return format!("the parameter {name} is missing");
    }
    if let Some(name) = text.strip_prefix("duplicate field ") {
        return format!("the parameter {name} is given twice");
    }
    if let Some(rest) = text.strip_prefix("unknown field ") {
        let (name, expected) = rest.split_once(", ").unwrap_or((rest, ""));
        let allowed: Vec<_> = quoted(expected).chain(others.iter().copied()).collect();
        return format!("unknown parameter {name}{}", one_of(&allowed));
    }
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
        why if why.starts_with("must be ") => format!("{subject} {why}"),
        why if why.starts_with("UUID parsing failed") => format!("{subject} must be an id (a UUID)"),
        why => match why.strip_prefix("unknown variant ") {
            Some(rest) => {
                let (word, expected) = rest.split_once(", ").unwrap_or((rest, ""));
                format!("{subject} cannot be {word}{}", one_of(&quoted(expected).collect::<Vec<_>>()))
            }
            None => format!("{subject} is invalid: {why}"),
        },
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the names that serde's error lists: ``expected one of `two`, `three` ``.
fn quoted(expected: &str) -> impl Iterator<Item = &str> {
    expected.split('`').skip(1).step_by(2)
}

/// Lists the allowed names.
fn one_of(allowed: &[&str]) -> String {
    let named: Vec<_> = allowed.iter().map(|name| format!("`{name}`")).collect();
    if named.is_empty() { String::new() } else { format!("; allowed: {}", named.join(", ")) }
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

#[cfg(test)]
mod tests {
    use super::*;

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
            ("Failed to deserialize query string: missing field `mode`", "the parameter `mode` is missing"),
            (
                "Failed to deserialize query string: duplicate field `mode`",
                "the parameter `mode` is given twice",
            ),
            (
                "Failed to deserialize query string: mode: unknown variant `five`, expected one of `two`, `three`",
                "`mode` cannot be `five`; allowed: `two`, `three`",
            ),
            (
                "Failed to deserialize query string: unknown field `lim`, expected `mode`",
                "unknown parameter `lim`; allowed: `mode`, `limit`, `cursor`",
            ),
            (
                "Failed to deserialize query string: unknown field `lim`, there are no fields",
                "unknown parameter `lim`; allowed: `limit`, `cursor`",
            ),
        ] {
            assert_eq!(parameter_error(text, &["limit", "cursor"]), message);
        }
        assert_eq!(
            parameter_error("unknown field `lim`, there are no fields", &[]),
            "unknown parameter `lim`"
        );
    }
}
