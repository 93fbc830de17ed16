//! Media types that a client prefers.

use axum::http::{HeaderMap, header};

/// Returns whether the client prefers `kind` to `usual`. Clients that accept anything get `usual`.
pub(crate) fn prefers(headers: &HeaderMap, kind: &str, usual: &str) -> bool {
    let family = usual.split('/').next().unwrap_or_default();
    let lines = headers.get_all(header::ACCEPT).into_iter().filter_map(|line| line.to_str().ok());
    let mut best = [0.0_f32; 2];
    for range in lines.flat_map(|line| line.split(',')) {
        let mut parts = range.split(';').map(str::trim);
        let named = parts.next().unwrap_or_default();
        let weight: f32 = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
        let is_family = named.strip_suffix("/*").is_some_and(|named| named == family || named == "*");
        if named == kind {
            best[0] = weight.max(best[0]);
        } else if named == usual || is_family {
            best[1] = weight.max(best[1]);
        }
    }
    best[0] > best[1]
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn kind_is_returned_if_preferred() {
        for (accept, preferred) in [
            (None, false),
            (Some("*/*"), false),
            (Some("application/*"), false),
            (Some("application/json"), false),
            (Some("text/plain"), true),
            (Some("text/plain, */*;q=0.1"), true),
            (Some("text/plain;q=0.5, application/json"), false),
            (Some("text/html, application/json;q=0.9, text/plain;q=0.95"), true),
            (Some("text/plain;q=0"), false),
            (Some("text/html"), false),
        ] {
            let headers = accept.map(|accept| (header::ACCEPT, HeaderValue::from_static(accept)));
            let headers = headers.into_iter().collect();
            assert_eq!(prefers(&headers, "text/plain", "application/json"), preferred, "{accept:?}");
        }
    }
}
