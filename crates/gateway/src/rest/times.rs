//! Times as text. A client that prefers `times=iso8601` (RFC 7240) gets the times of JSON answers as RFC 3339 says, in place of
//! microseconds since the Unix epoch.

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::openapi_json;
use crate::http::cors::PREFERENCE_APPLIED;
use crate::http::middleware::{TIMES_AS_TEXT, prefers_text};

/// Answers that are longer keep their numbers.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// `ETag` suffix of responses with ISO 8601 times.
const TAG_END: &str = "-iso\"";

/// Names of all fields that the description calls times. No other field has one of these names.
static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let description: Value = serde_json::from_str(&openapi_json()).unwrap_or_default();
    let mut names = HashSet::new();
    collect(&description, &mut names);
    names
});

/// Writes the times of an answer as text if the client prefers that.
pub(crate) async fn as_preferred(mut request: Request, next: Next) -> Response {
    if !prefers_text(request.headers()) {
        return next.run(request).await;
    }
    // The handler compares tags of content with numbers only.
    for (name, value) in request.headers_mut() {
        if name == header::IF_NONE_MATCH {
            *value = with_tags(value, |tags| tags.replace(TAG_END, "\""));
        }
    }
    let mut response = next.run(request).await;
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let is_short = response.body().size_hint().upper().is_some_and(|bytes| bytes <= MAX_BYTES);
    response.headers_mut().append(header::VARY, HeaderValue::from_static("prefer"));
    if let Some(tag) = response.headers_mut().get_mut(header::ETAG) {
        *tag = with_tags(tag, |tag| {
            tag.strip_suffix('"').map_or(tag.to_owned(), |tag| format!("{tag}{TAG_END}"))
        });
    }
    if !is_json || !is_short {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let bytes = rewritten(&bytes).unwrap_or(bytes);
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(PREFERENCE_APPLIED, HeaderValue::from_static(TIMES_AS_TEXT));
    Response::from_parts(parts, Body::from(bytes))
}

fn with_tags(value: &HeaderValue, change: impl Fn(&str) -> String) -> HeaderValue {
    let changed = value.to_str().ok().and_then(|text| HeaderValue::from_str(&change(text)).ok());
    changed.unwrap_or_else(|| value.clone())
}

/// Returns the JSON text with its times as text; `None` if it is no JSON.
fn rewritten(json: &[u8]) -> Option<Bytes> {
    let mut value = serde_json::from_slice(json).ok()?;
    rewrite(&mut value);
    Some(serde_json::to_vec(&value).ok()?.into())
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_i64().filter(|_| NAMES.contains(name)).and_then(text_of) {
                    Some(text) => *value = Value::String(text),
                    None => rewrite(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(rewrite),
        _ => {}
    }
}

/// Returns a time as text; `None` after the year 9999.
fn text_of(micros: i64) -> Option<String> {
    let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000).ok()?;
    at.format(&Rfc3339).ok()
}

/// Collects the names of properties that are described as times.
fn collect(schema: &Value, names: &mut HashSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (name, property) in fields.get("properties").and_then(Value::as_object).into_iter().flatten()
            {
                let words = property["description"].as_str().unwrap_or_default();
                if words.contains("microseconds since the Unix epoch") {
                    names.insert(name.clone());
                }
            }
            fields.values().for_each(|field| collect(field, names));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use axum::http::HeaderMap;

    use super::*;
    use crate::http::cors::PREFER;

    #[test]
    fn only_times_become_text() {
        let json = json!({
            "games": [{"started_at": 1_767_268_800_000_001_i64, "plies": 12, "ended_at": null}],
            "until": i64::MAX,
        });
        let text = json.to_string();
        let expected = json!({
            "games": [{"started_at": "2026-01-01T12:00:00.000001Z", "plies": 12, "ended_at": null}],
            "until": i64::MAX,
        });
        let rewritten: Value = serde_json::from_slice(&rewritten(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(rewritten, expected);
        assert_eq!(super::rewritten(b"no JSON"), None);
    }

    /// A field of the same name that is no time would be damaged.
    #[test]
    fn names_of_times_are_unambiguous() {
        fn check(schema: &Value) {
            match schema {
                Value::Object(fields) => {
                    for (name, property) in
                        fields.get("properties").and_then(Value::as_object).into_iter().flatten()
                    {
                        let text = property.to_string();
                        let is_time = text.contains("microseconds since the Unix epoch");
                        assert!(is_time || !NAMES.contains(name), "{name}: {text}");
                    }
                    fields.values().for_each(check);
                }
                Value::Array(values) => values.iter().for_each(check),
                _ => {}
            }
        }
        assert!(NAMES.contains("created_at") && NAMES.len() > 20, "{:?}", *NAMES);
        check(&serde_json::from_str(&openapi_json()).unwrap());
    }

    #[test]
    fn preference_is_found_in_a_list() {
        for (value, prefers) in [
            ("times=iso8601", true),
            ("return=minimal, Times=ISO8601", true),
            ("times=iso", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(PREFER, HeaderValue::from_static(value))]);
            assert_eq!(prefers_text(&headers), prefers, "{value}");
        }
    }
}
