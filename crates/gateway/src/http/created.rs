//! Responses to requests that create something.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Prefix of all paths of the REST API.
const PREFIX: &str = "/api/v1";

/// A response with status 201, the new resource, and its address as `Location`.
#[derive(Debug)]
pub(crate) struct Created<T> {
    location: String,
    body: T,
}

impl<T> Created<T> {
    /// Returns the response for a resource at `path` of the API.
    pub(crate) fn at(path: impl AsRef<str>, body: T) -> Self {
        Self { location: format!("{PREFIX}{}", path.as_ref()), body }
    }
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        let mut response = (StatusCode::CREATED, Json(self.body)).into_response();
        if let Ok(location) = HeaderValue::from_str(&self.location) {
            response.headers_mut().insert(header::LOCATION, location);
        }
        response
    }
}
