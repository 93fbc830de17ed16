//! Bodies that are forms. Only the requests of OAuth have one.

use axum::http::{HeaderMap, header};

const FORM: &str = "application/x-www-form-urlencoded";

/// Returns whether the content type is the type of a form.
pub(crate) fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(FORM))
}
