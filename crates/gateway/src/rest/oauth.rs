//! OAuth 2.1: users give apps of other developers access to their accounts.
//!
//! The requests of apps have forms and errors as the RFCs say, no credentials and no effect on a session: pages of any origin may send
//! them. The answers of users are requests of the page, as all others.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, NoContent, Response};
use oauth_as::client::ClientId;
use oauth_as::error::{ErrorCode as OauthCode, ErrorResponse};
use oauth_as::grant::GrantType;
use oauth_as::scope::ScopeSet;
use oauth_as::server::TokenRequest;
use serde::{Deserialize, Serialize};
use sumito_protocol::ErrorCode;
use sumito_protocol::apps::{
    AnswerAuthorization, AnswerDevice, AppConsent, AppToken, Authorization, AuthorizationAnswered,
    DeviceCodes, DeviceForm, OauthMetadata, OauthProblem, RevocationForm, TokenForm,
};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError, check_query};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::{self, Parameters};
use crate::http::{Credentials, ProblemResponse, cors, form, host};
use crate::limits::{ClientAddress, Limit};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let of_apps = OpenApiRouter::new()
        .routes(routes!(token))
        .routes(routes!(device_authorization))
        .routes(routes!(revoke));
    OpenApiRouter::new()
        .routes(routes!(authorization, answer_authorization))
        .routes(routes!(device, answer_device))
        .merge(cors::for_apps(of_apps))
}

/// Builds the route of the description, whose address does not belong to the API.
pub(super) fn well_known() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(metadata)))
}

/// Describes the server for apps.
#[utoipa::path(get, path = "/.well-known/oauth-authorization-server", tag = "apps")]
pub(super) async fn metadata(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<OauthMetadata>, ProblemResponse> {
    Ok(Json(codec::oauth_metadata(app.apps.metadata(&site(&app, &headers)?))))
}

/// Returns the permissions that an app requests from its user.
///
/// The query is the query string of the address to which the app has sent the user (RFC 6749, 4.1.1; RFC 7636, 4.3).
#[utoipa::path(
    get, path = "/oauth/authorization", tag = "apps",
    params(
        ("client_id" = String, Query, description = "The app's id"),
        ("response_type" = Option<String>, Query, description = "`code`"),
        ("redirect_uri" = Option<String>, Query, description = "A registered address of the app"),
        ("scope" = Option<String>, Query, description = "The permissions, separated by spaces; `read` if omitted"),
        ("state" = Option<String>, Query, description = "A text that the app gets back"),
        ("code_challenge" = Option<String>, Query, description = "The hash of the app's secret"),
        ("code_challenge_method" = Option<String>, Query, description = "`S256`"),
    ),
    responses((status = 400, description = "The request names no app, or an address that the app has not registered (`bad_authorization`)", body = ProblemBody))
)]
pub(super) async fn authorization(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Json<Authorization>, ProblemResponse> {
    let site = site(&app, &headers)?;
    let asked = app.apps.asked(&site, &query.unwrap_or_default()).await.map_err(ApiError::from)?;
    Ok(Json(codec::authorization(asked)))
}

/// Answers an app that asks for access to the caller's account.
#[utoipa::path(
    post, path = "/oauth/authorization", tag = "apps", request_body = AnswerAuthorization,
    responses((status = 400, description = "The request is invalid (`bad_authorization`)", body = ProblemBody))
)]
pub(super) async fn answer_authorization(
    State(app): State<App>,
    credentials: Credentials,
    headers: HeaderMap,
    Body(answer): Body<AnswerAuthorization>,
) -> Result<Json<AuthorizationAnswered>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let site = site(&app, &headers)?;
    let to = app.apps.answer(&caller, &site, &answer.query, answer.allow).await.map_err(ApiError::from)?;
    Ok(Json(AuthorizationAnswered { to }))
}

/// The code of a device.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct UserCode {
    /// The code that the device shows.
    user_code: String,
}

/// Returns the permissions that the app on a device requests from its user.
#[utoipa::path(
    get, path = "/oauth/device", tag = "apps", params(UserCode),
    responses(
        (status = 403, description = "An API token (`missing_scope`)", body = ProblemBody),
        (status = 404, description = "No device waits for this code (`no_such_device`)", body = ProblemBody),
    )
)]
pub(super) async fn device(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Parameters(query): Parameters<UserCode>,
) -> Result<Json<AppConsent>, ProblemResponse> {
    credentials.require_session(&app).await?;
    app.address_limits.count(Limit::DeviceCodes, address)?;
    let consent = app.apps.asked_by_device(&query.user_code).await.map_err(ApiError::from)?;
    Ok(Json(codec::app_consent(consent)))
}

/// Answers the app on a device that asks for access to the caller's account.
#[utoipa::path(
    post, path = "/oauth/device", tag = "apps", request_body = AnswerDevice,
    responses((status = 404, description = "No device waits for this code (`no_such_device`)", body = ProblemBody))
)]
pub(super) async fn answer_device(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    Body(answer): Body<AnswerDevice>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    app.address_limits.count(Limit::DeviceCodes, address)?;
    let site = site(&app, &headers)?;
    app.apps.answer_device(&caller, &site, &answer.user_code, answer.allow).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Gives an app on a device its codes.
#[utoipa::path(
    post, path = "/oauth/device_authorization", tag = "apps",
    request_body(content = DeviceForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The codes (RFC 8628)", body = DeviceCodes),
        (status = 400, description = "An error of OAuth", body = OauthProblem),
        (status = 401, description = "No such app (`invalid_client`)", body = OauthProblem),
    )
)]
pub(super) async fn device_authorization(
    State(app): State<App>,
    address: ClientAddress,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ProblemResponse> {
    app.address_limits.count(Limit::DeviceCodes, address)?;
    let site = site(&app, &headers)?;
    let codes = async {
        let form = Form::read(&headers, &body)?;
        app.apps.begin_device(&site, &form.client()?, form.scope()?.as_ref()).await
    };
    Ok(answer(codes.await))
}

/// Gives an app its token for a code.
#[utoipa::path(
    post, path = "/oauth/token", tag = "apps",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The token", body = AppToken),
        (status = 400, description = "An error of OAuth, such as `invalid_grant` or `authorization_pending`", body = OauthProblem),
        (status = 401, description = "No such app (`invalid_client`)", body = OauthProblem),
    )
)]
pub(super) async fn token(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ProblemResponse> {
    let site = site(&app, &headers)?;
    let token = async {
        let request = Form::read(&headers, &body)?.token_request()?;
        app.apps.token(&site, request).await
    };
    Ok(answer(token.await))
}

/// Ends a token of an app. An unknown token is no error.
#[utoipa::path(
    post, path = "/oauth/revoke", tag = "apps",
    request_body(content = RevocationForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The token is not valid any more"),
        (status = 400, description = "An error of OAuth", body = OauthProblem),
        (status = 401, description = "No such app (`invalid_client`)", body = OauthProblem),
    )
)]
pub(super) async fn revoke(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ProblemResponse> {
    let site = site(&app, &headers)?;
    let revoked = async {
        let form = Form::read(&headers, &body)?;
        app.apps.revoke(&site, &form.client()?, form.required("token")?).await
    };
    match revoked.await {
        Ok(()) => Ok(StatusCode::OK.into_response()),
        Err(refused) => Ok(refuse(&refused)),
    }
}

/// Returns the address of the server for its clients.
fn site(app: &App, headers: &HeaderMap) -> Result<String, ApiError> {
    let message = "the request has no valid `Host`, and the server has no `public_url`";
    host::site(&app.config, headers).ok_or_else(|| ApiError::new(ErrorCode::BadMessage, message))
}

fn answer<T: Serialize>(outcome: Result<T, ErrorResponse>) -> Response {
    let mut response = match outcome {
        Ok(body) => Json(body).into_response(),
        Err(refused) => refuse(&refused),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn refuse(refused: &ErrorResponse) -> Response {
    let status = StatusCode::from_u16(refused.http_status()).unwrap_or(StatusCode::BAD_REQUEST);
    let mut response = (status, Json(codec::oauth_problem(refused))).into_response();
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(problem::BEARER));
    }
    response
}

/// A form of an app. Unknown parameters are ignored, as RFC 6749 (3.2) says.
struct Form(BTreeMap<String, String>);

impl Form {
    /// # Errors
    /// `invalid_request` for another kind of body, or if a parameter is repeated.
    fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self, ErrorResponse> {
        if !form::is_form(headers) {
            return Err(invalid("the body must be a form: application/x-www-form-urlencoded"));
        }
        check_query(body).map_err(|refused| invalid(refused.message))?;
        let mut parameters = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(body) {
            // An empty value counts as omitted (RFC 6749, 3.2).
            if !value.is_empty() && parameters.insert(name.into_owned(), value.into_owned()).is_some() {
                return Err(invalid("a parameter is repeated"));
            }
        }
        Ok(Self(parameters))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// # Errors
    /// `invalid_request` if the parameter is missing.
    fn required(&self, name: &'static str) -> Result<&str, ErrorResponse> {
        self.get(name).ok_or_else(|| invalid(format!("`{name}` is missing")))
    }

    fn client(&self) -> Result<ClientId, ErrorResponse> {
        Ok(ClientId::new(self.required("client_id")?))
    }

    fn scope(&self) -> Result<Option<ScopeSet>, ErrorResponse> {
        let scope = self.get("scope").map(ScopeSet::parse).transpose();
        scope.map_err(|_| ErrorResponse::new(OauthCode::InvalidScope))
    }

    fn token_request(&self) -> Result<TokenRequest, ErrorResponse> {
        let owned = |name| self.get(name).map(str::to_owned);
        match GrantType::parse(self.required("grant_type")?) {
            Some(GrantType::AuthorizationCode) => Ok(TokenRequest::AuthorizationCode {
                client_id: self.client()?,
                client_secret: None,
                code: self.required("code")?.to_owned(),
                redirect_uri: owned("redirect_uri"),
                code_verifier: owned("code_verifier"),
            }),
            Some(GrantType::DeviceCode) => Ok(TokenRequest::DeviceCode {
                client_id: self.client()?,
                client_secret: None,
                device_code: self.required("device_code")?.to_owned(),
            }),
            _ => Err(ErrorResponse::new(OauthCode::UnsupportedGrantType)),
        }
    }
}

fn invalid(why: impl Into<std::borrow::Cow<'static, str>>) -> ErrorResponse {
    ErrorResponse::new(OauthCode::InvalidRequest).with_description(why)
}
