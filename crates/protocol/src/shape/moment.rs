//! Times as text.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Description of the two forms of a time.
pub const FORMS: &str =
    "a time: microseconds since the Unix epoch, or a text as RFC 3339 says, such as `2026-01-01T12:00:00Z`";

/// Reads a time as RFC 3339 says. Returns microseconds since the Unix epoch.
pub fn from_text(text: &str) -> Option<i64> {
    let at = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    i64::try_from(at.unix_timestamp_nanos().div_euclid(1_000)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_microseconds() {
        for text in ["2026-01-01T12:00:00.000001Z", "2026-01-01T13:00:00.000001+01:00"] {
            assert_eq!(from_text(text), Some(1_767_268_800_000_001), "{text}");
        }
        for text in ["", "2026-01-01", "2026-01-01T12:00:00", "1767268800000000", "2026-13-01T12:00:00Z"] {
            assert_eq!(from_text(text), None, "{text}");
        }
    }
}
