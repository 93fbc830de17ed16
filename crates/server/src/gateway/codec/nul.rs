//! Rejection of U+0000, the only character that PostgreSQL cannot store in a text.

use sumito_protocol::ErrorCode;

use crate::gateway::codec::ApiError;

/// Rejects JSON, a message or a body, with a text that contains the character U+0000. It can occur only as `\u0000`: unescaped, it is
/// invalid JSON.
///
/// # Errors
/// `out_of_range` if there is such a text.
pub(crate) fn refuse_nul_in_json(json: &[u8]) -> Result<(), ApiError> {
    let mut rest = json;
    while let Some(backslash) = rest.iter().position(|byte| *byte == b'\\') {
        let escaped = &rest[backslash + 1..];
        if escaped.starts_with(b"u0000") {
            return Err(refusal());
        }
        // The character after a backslash begins no other escape, even if it is a backslash.
        rest = escaped.get(1..).unwrap_or_default();
    }
    Ok(())
}

/// Rejects a query string with a text that contains the character U+0000.
///
/// # Errors
/// `out_of_range` if there is such a text.
pub(crate) fn refuse_nul_in_query(query: &str) -> Result<(), ApiError> {
    if query.contains("%00") { Err(refusal()) } else { Ok(()) }
}

fn refusal() -> ApiError {
    ApiError::new(ErrorCode::OutOfRange, "the character U+0000 is not allowed in any text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_in_json_in_any_context() {
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
