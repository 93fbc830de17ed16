//! The check of all texts that arrive: in paths, queries, forms, bodies and messages. Handlers and the store receive no text with a control
//! character, which no keyboard types and PostgreSQL refuses in part, and none that is not UTF-8.

use std::borrow::Cow;

use percent_encoding::percent_decode;
use sumito_protocol::ErrorCode;

use crate::codec::ApiError;

/// Rejects JSON, a message or a body, with a control character in a text. Unescaped, all of them but U+007F are invalid JSON.
///
/// # Errors
/// `out_of_range` if there is such a text.
pub(crate) fn check_json(json: &[u8]) -> Result<(), ApiError> {
    if json.contains(&0x7f) {
        return Err(refusal('\u{7f}'));
    }
    let mut rest = json;
    while let Some(backslash) = rest.iter().position(|byte| *byte == b'\\') {
        let escaped = &rest[backslash + 1..];
        let character = match escaped {
            [b'b', ..] => Some('\u{8}'),
            [b'f', ..] => Some('\u{c}'),
            [b'u', digits @ ..] => character(digits),
            _ => None,
        };
        if let Some(control) = character.filter(|c| is_refused(*c)) {
            return Err(refusal(control));
        }
        // The character after a backslash starts no other escape, even if it is a backslash.
        rest = escaped.get(1..).unwrap_or_default();
    }
    Ok(())
}

/// Rejects a query or a form with a control character, or with a text that is not UTF-8.
///
/// # Errors
/// `out_of_range` if there is such a text.
pub(crate) fn check_query(query: &[u8]) -> Result<(), ApiError> {
    let text = decoded(query).ok_or_else(|| {
        ApiError::new(ErrorCode::OutOfRange, "every parameter must be UTF-8, percent-encoded")
    })?;
    text.chars().find(|c| is_refused(*c)).map_or(Ok(()), |control| Err(refusal(control)))
}

/// Rejects a path with a control character, or with a text that is not UTF-8.
///
/// # Errors
/// `not_found`: nothing has such a path.
pub(crate) fn check_path(path: &str) -> Result<(), ApiError> {
    match decoded(path.as_bytes()) {
        Some(text) if !text.contains(is_refused) => Ok(()),
        _ => {
            let message = "no such resource: the path has a control character, or is not UTF-8";
            Err(ApiError::new(ErrorCode::NotFound, message))
        }
    }
}

/// Returns the text without percent encoding; `None` if it is not UTF-8.
fn decoded(text: &[u8]) -> Option<Cow<'_, str>> {
    percent_decode(text).decode_utf8().ok()
}

/// Returns the character that four hexadecimal digits name.
fn character(digits: &[u8]) -> Option<char> {
    let digits = str::from_utf8(digits.get(..4)?).ok()?;
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// Returns whether no text may have this character.
fn is_refused(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
}

fn refusal(control: char) -> ApiError {
    let message = format!("the character U+{:04X} is not allowed in any text", u32::from(control));
    ApiError::new(ErrorCode::OutOfRange, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_character_is_found_in_json_in_any_context() {
        for json in [
            r#"{"a":"\u0000"}"#,
            r#"{"\u0000":1}"#,
            r#"["x\\\u0000y"]"#,
            r#""\n\u0000""#,
            r#""\u0001""#,
            r#""\u001B""#,
            r#""\u007f""#,
            "\"\u{7f}\"",
            r#""a\b""#,
            r#""\\\f""#,
        ] {
            let refused = check_json(json.as_bytes()).unwrap_err();
            assert_eq!(refused.code, ErrorCode::OutOfRange, "{json}");
        }
        for json in [
            "",
            "{}",
            r#""\\u0000""#,
            r#""\u0009\u000a""#,
            r#""\t\n\r""#,
            r#""\\b\\f""#,
            r#""u0000""#,
            r#""\\\\u0000""#,
            r#""\u00e9""#,
            "\\",
            r#""\"#,
            r#""\u00"#,
        ] {
            assert_eq!(check_json(json.as_bytes()), Ok(()), "{json}");
        }
    }

    #[test]
    fn control_character_and_bad_encoding_are_found_in_queries_and_paths() {
        for text in ["player=a%00b", "player=%01", "a%7F", "%ff", "a%C3", "%ED%A0%80"] {
            assert_eq!(check_query(text.as_bytes()).unwrap_err().code, ErrorCode::OutOfRange, "{text}");
            assert_eq!(check_path(text).unwrap_err().code, ErrorCode::NotFound, "{text}");
        }
        for text in ["", "player=%2500", "limit=100", "%C3%A9", "%09", "100%", "%zz", "ü"] {
            assert_eq!(check_query(text.as_bytes()), Ok(()), "{text}");
            assert_eq!(check_path(text), Ok(()), "{text}");
        }
    }
}
