//! Extractors of JSON request bodies.

use axum::Json;
use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::{DeserializeOwned, IgnoredAny};
use utoipa::ToSchema;

use crate::codec::schemas;
use crate::http::ProblemResponse;

/// Extractor of a JSON object that has the described form; errors become a [`ProblemResponse`].
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + ToSchema> FromRequest<S> for Body<T> {
    type Rejection = ProblemResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ProblemResponse> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::new(body), state).await.unwrap_or_default();
        let request = Request::from_parts(parts, bytes.clone().into());
        match Json::<IgnoredAny>::from_request(request, state).await {
            Ok(_) | Err(JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_)) => {
                Ok(Self(schemas::decode_body(&bytes)?))
            }
            Err(rejection) => Err(rejection.into()),
        }
    }
}

/// Extractor of an optional JSON object: an object, no body, or `null`.
#[derive(Debug)]
pub(crate) struct OptionalBody<T>(pub(crate) Option<T>);

impl<S: Send + Sync, T: DeserializeOwned + ToSchema> FromRequest<S> for OptionalBody<T> {
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
