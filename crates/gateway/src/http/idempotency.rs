//! `Idempotency-Key`: a `POST` that is resent with the same key takes effect once, and gets the first answer again.
//!
//! The answer may contain a secret, such as a new token. It is therefore stored encrypted with the caller's token, of which the store has
//! only a hash.

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use sha2::{Digest, Sha256};
use sumito_protocol::ErrorCode;
use tracing::warn;

use super::{Credentials, ProblemResponse, form};
use crate::app::App;
use crate::codec::ApiError;
use sumito_kit::sealed;
use sumito_store::{BegunRequest, IdempotentRequest, StoredAnswer};

/// The header of a request.
pub(crate) const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of an answer that is given again.
pub(crate) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Maximum length of a key.
pub(crate) const MAX_CHARACTERS: usize = 128;
/// Number of keys that are remembered for a session or token; older ones are forgotten.
const KEYS_PER_SESSION: u32 = 64;
/// Maximum size of an answer that is stored. A longer one is found at its `Location`.
const MAX_ANSWER_BYTES: u64 = 16 * 1024;
/// Purpose of the encryption of answers.
const PURPOSE: &str = "answer";

/// Answers a request that was sent before with its first answer. Requests without credentials and the forms of OAuth have no key.
pub(crate) async fn once(
    State(app): State<App>,
    credentials: Credentials,
    request: Request,
    next: Next,
) -> Result<Response, ProblemResponse> {
    if request.method() != Method::POST || form::is_form(request.headers()) {
        return Ok(next.run(request).await);
    }
    let (Some(key), Some(token)) = (key_of(request.headers())?, credentials.token()) else {
        return Ok(next.run(request).await);
    };
    let Some(caller) = credentials.caller(&app).await? else { return Ok(next.run(request).await) };
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
    let request = IdempotentRequest {
        session: caller.session,
        key: digest(&[key.as_bytes()]),
        content: digest(&[target.as_bytes(), &body]),
    };
    match app.store.begin_request(&request, app.time.now(), KEYS_PER_SESSION).await? {
        BegunRequest::First => {}
        BegunRequest::Other => return Err(key_reused().into()),
        BegunRequest::Pending => return Err(key_pending().into()),
        BegunRequest::Answered(answer) => {
            return Ok(Sealed { token, request: &request }.open(answer).unwrap_or_else(|| {
                warn!("idempotency: stored answer unreadable");
                ProblemResponse::from(key_pending()).into_response()
            }));
        }
    }
    let response = next.run(Request::from_parts(parts, body.into())).await;
    Ok(remember(&app, token, &request, response).await)
}

/// Stores the answer for repetitions, or forgets the key if the request had no effect.
async fn remember(app: &App, token: &str, request: &IdempotentRequest, response: Response) -> Response {
    if is_uncertain(&response) {
        // The request may have had its effect. The key stays, so that a repetition does not have it again.
        return response;
    }
    let is_login = response.headers().contains_key(header::SET_COOKIE);
    let (parts, body) = response.into_parts();
    let location = parts.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
    let is_short = body.size_hint().exact().is_some_and(|bytes| bytes <= MAX_ANSWER_BYTES);
    if !parts.status.is_success() || is_login || (!is_short && location.is_none()) {
        if let Err(error) = app.store.forget_request(request).await {
            warn!(%error, "idempotency: key of refused request not removed");
        }
        return Response::from_parts(parts, body);
    }
    let (sealed, body) = if is_short {
        let bytes = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        (Sealed { token, request }.seal(&bytes), Body::from(bytes))
    } else {
        (None, body)
    };
    let answer =
        StoredAnswer { status: parts.status.as_u16(), location: location.map(str::to_owned), body: sealed };
    if let Err(error) = app.store.answer_request(request, &answer).await {
        warn!(%error, "idempotency: answer not stored");
    }
    Response::from_parts(parts, body)
}

/// Returns whether it is unknown if the request had its effect.
fn is_uncertain(response: &Response) -> bool {
    match response.extensions().get::<ErrorCode>() {
        Some(code) => matches!(code, ErrorCode::Unavailable | ErrorCode::Internal),
        None => response.status().is_server_error(),
    }
}

/// Returns the key of a request: a string in quotes, or the same without quotes.
fn key_of(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let mut values = headers.get_all(KEY).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let is_valid = (1..=MAX_CHARACTERS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\');
    if is_valid && values.next().is_none() {
        return Ok(Some(text.to_owned()));
    }
    let message = format!(
        "`Idempotency-Key` must be 1 to {MAX_CHARACTERS} printable ASCII characters without spaces, such as a random UUID"
    );
    Err(ApiError::new(ErrorCode::OutOfRange, message))
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

fn key_reused() -> ApiError {
    let message = "this `Idempotency-Key` belongs to another request; use a new key for each new request";
    ApiError::new(ErrorCode::KeyReused, message)
}

fn key_pending() -> ApiError {
    let message = "a request with this `Idempotency-Key` is in progress, or was interrupted; ask again in a second, and if this stays, \
        look whether it took effect before you use a new key";
    ApiError { retry_after_s: Some(1), ..ApiError::new(ErrorCode::KeyPending, message) }
}

/// Encryption of the answer to a request.
struct Sealed<'a> {
    token: &'a str,
    request: &'a IdempotentRequest,
}

impl Sealed<'_> {
    fn seal(&self, body: &[u8]) -> Option<Vec<u8>> {
        sealed::seal(PURPOSE, self.token, &self.request.key, body)
    }

    /// Returns the first answer again. An answer that was too long is at its `Location`.
    fn open(&self, answer: StoredAnswer) -> Option<Response> {
        let mut response = match answer.body {
            Some(sealed) => {
                let body = sealed::open(PURPOSE, self.token, &self.request.key, &sealed)?;
                let mut response = StatusCode::from_u16(answer.status).ok()?.into_response();
                if !body.is_empty() {
                    let json = HeaderValue::from_static("application/json");
                    response.headers_mut().insert(header::CONTENT_TYPE, json);
                    *response.body_mut() = body.into();
                }
                response
            }
            None => StatusCode::SEE_OTHER.into_response(),
        };
        let headers = response.headers_mut();
        if let Some(location) = answer.location {
            headers.insert(header::LOCATION, HeaderValue::from_str(&location).ok()?);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
        Some(response)
    }
}

#[cfg(test)]
mod tests {
    use sumito_store::SessionId;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn key_may_have_quotes() {
        for (value, key) in [
            ("\"8e03978e-40d5-43dd\"", Some("8e03978e-40d5-43dd")),
            (" 1 ", Some("1")),
            ("", None),
            ("\"\"", None),
            ("a b", None),
            ("a\"b", None),
            ("é", None),
        ] {
            let headers = HeaderMap::from_iter([(KEY, HeaderValue::from_str(value).unwrap())]);
            assert_eq!(key_of(&headers).ok().flatten().as_deref(), key, "{value}");
        }
        assert_eq!(key_of(&HeaderMap::new()).unwrap(), None);
        let longest = "x".repeat(MAX_CHARACTERS);
        for (value, is_valid) in [(longest.clone(), true), (longest + "x", false)] {
            let headers = HeaderMap::from_iter([(KEY, HeaderValue::from_str(&value).unwrap())]);
            assert_eq!(key_of(&headers).is_ok(), is_valid);
        }
    }

    #[tokio::test]
    async fn stored_answer_opens_with_its_token_only() {
        let request = IdempotentRequest { session: SessionId(Uuid::nil()), key: [1; 32], content: [2; 32] };
        let sealed = Sealed { token: "token", request: &request }.seal(b"{\"secret\":1}").unwrap();
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        let answer =
            || StoredAnswer { status: 201, location: Some("/a".to_owned()), body: Some(sealed.clone()) };
        assert!(Sealed { token: "other", request: &request }.open(answer()).is_none());
        let other = IdempotentRequest { key: [3; 32], ..request.clone() };
        assert!(Sealed { token: "token", request: &other }.open(answer()).is_none());
        let response = Sealed { token: "token", request: &request }.open(answer()).unwrap();
        assert_eq!(response.status(), StatusCode::CREATED);
        assert_eq!(response.headers()[header::LOCATION], "/a");
        assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), "{\"secret\":1}");
    }
}
