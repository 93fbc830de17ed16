//! The one character that PostgreSQL cannot store in a text, and that no text here needs.

use sumito_protocol::ErrorCode;

use crate::wire::Refusal;

/// Refuses JSON, a message or a body, in which a text holds the character U+0000. It can only be there as `\u0000`: as it is, it is
/// no JSON.
///
/// # Errors
/// `out_of_range`.
pub(crate) fn refuse_nul_in_json(json: &[u8]) -> Result<(), Refusal> {
    let mut rest = json;
    while let Some(backslash) = rest.iter().position(|byte| *byte == b'\\') {
        let escaped = &rest[backslash + 1..];
        if escaped.starts_with(b"u0000") {
            return Err(refusal());
        }
        // What follows a backslash begins no other escape, not even a second backslash.
        rest = escaped.get(1..).unwrap_or_default();
    }
    Ok(())
}

/// Refuses the part of an address behind the `?` if a text in it holds the character U+0000.
///
/// # Errors
/// `out_of_range`.
pub(crate) fn refuse_nul_in_query(query: &str) -> Result<(), Refusal> {
    if query.contains("%00") { Err(refusal()) } else { Ok(()) }
}

fn refusal() -> Refusal {
    Refusal::new(ErrorCode::OutOfRange, "the character U+0000 is not allowed in any text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_in_json_however_it_is_surrounded() {
        for json in [r#"{"a":"\u0000"}"#, r#"{"\u0000":1}"#, r#"["x\\\u0000y"]"#, r#""\n\u0000""#] {
            let refused = refuse_nul_in_json(json.as_bytes()).unwrap_err();
            assert_eq!(refused.code, ErrorCode::OutOfRange, "{json}");
        }
        for json in ["", "{}", r#""\\u0000""#, r#""\u0001""#, r#""u0000""#, r#""\\\\u0000""#, "\\", r#""\"#] {
            assert_eq!(refuse_nul_in_json(json.as_bytes()), Ok(()), "{json}");
        }
    }

    #[test]
    fn nul_is_found_in_a_query() {
        assert!(refuse_nul_in_query("player=a%00b").is_err());
        for query in ["", "player=%2500", "player=%01", "limit=100"] {
            assert_eq!(refuse_nul_in_query(query), Ok(()), "{query}");
        }
    }
}
