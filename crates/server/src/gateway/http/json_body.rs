//! Extractors of JSON request bodies.

use axum::Json;
use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};
use serde_path_to_error::Segment;
use sumito_protocol::ErrorCode;

use crate::gateway::codec::ApiError;
use crate::gateway::http::ProblemResponse;
use sumito_config::input_error;

/// Every integer below this value is exact as a float.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Extractor of a JSON object; errors become a [`ProblemResponse`]. Arrays are rejected, since serde would read an array as the fields of an
/// object in order.
///
/// In JSON, `5.0` is the number 5, and some languages write it so. A number without a fraction is therefore accepted as an integer.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ProblemResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ProblemResponse> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::new(body), state).await.unwrap_or_default();
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Err(ApiError::new(ErrorCode::BadMessage, "the body is an array, not an object").into());
        }
        let request = Request::from_parts(parts, bytes.clone().into());
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            // Some JSON that does not match a type is reported as a syntax error.
            Err(JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_)) => {
                Ok(Self(read_again(&bytes)?))
            }
            Err(rejection) => Err(rejection.into()),
        }
    }
}

/// Extractor of an optional JSON object: an object, no body, or `null`.
#[derive(Debug)]
pub(crate) struct OptionalBody<T>(pub(crate) Option<T>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalBody<T> {
    type Rejection = ProblemResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ProblemResponse> {
        if request.body().is_end_stream() {
            return Ok(Self(None));
        }
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::new(body), state).await.unwrap_or_default();
        if bytes.trim_ascii() == b"null" {
            return Ok(Self(None));
        }
        Ok(Self(Some(Body::from_request(Request::from_parts(parts, bytes.into()), state).await?.0)))
    }
}

/// Reads a rejected body again, with floats without a fraction as integers, and describes the error.
fn read_again<T: DeserializeOwned>(json: &[u8]) -> Result<T, ApiError> {
    let mut value = serde_json::from_slice(json)
        .map_err(|error| ApiError::new(ErrorCode::BadJson, format!("the body is not JSON: {error}")))?;
    make_integers(&mut value);
    serde_path_to_error::deserialize(value).map_err(|error| {
        let detail = input_error::json_error(error.inner(), json);
        let known = error.path().iter().filter(|step| !matches!(step, Segment::Unknown));
        let pointer = input_error::pointer(known.map(ToString::to_string), error.inner(), json);
        ApiError { pointer: Some(pointer), ..ApiError::new(ErrorCode::BadMessage, detail) }
    })
}

fn make_integers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < EXACT) {
                *number = Number::from(float as i64);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_integers),
        Value::Object(fields) => fields.values_mut().for_each(make_integers),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
