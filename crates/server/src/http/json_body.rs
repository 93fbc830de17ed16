//! Bodies of requests.

use axum::Json;
use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};
use sumito_protocol::ErrorCode;

use super::Problem;
use crate::plain;
use crate::wire::Refusal;

/// Every integer below is a number of its own as a float.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A JSON object as a body; what is wrong with it is a [`Problem`]. An array is refused here, since serde takes one for the fields
/// of an object in their order.
///
/// To JSON, `5.0` is the number 5, and some languages write it so. A number without a fraction is therefore taken for an integer where
/// one is wanted.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::new(body), state).await.unwrap_or_default();
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Err(Refusal::new(ErrorCode::BadMessage, "the body is an array, not an object").into());
        }
        let request = Request::from_parts(parts, bytes.clone().into());
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            // Of some JSON that is no value of a type it is said that it is no JSON.
            Err(JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_)) => {
                Ok(Self(read_again(&bytes)?))
            }
            Err(rejection) => Err(rejection.into()),
        }
    }
}

/// A JSON object as a body, or no body at all, or `null` for none.
#[derive(Debug)]
pub(super) struct OptionalBody<T>(pub(super) Option<T>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
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

/// Reads a body that was refused once more, with floats without a fraction as integers, and says what is wrong with it.
fn read_again<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refusal> {
    let mut value = serde_json::from_slice(json)
        .map_err(|error| Refusal::new(ErrorCode::BadJson, format!("the body is not JSON: {error}")))?;
    make_integers(&mut value);
    serde_json::from_value(value)
        .map_err(|error| Refusal::new(ErrorCode::BadMessage, plain::json_error(&error, json)))
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
