//! API tokens for programs.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::Secret;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{CreateToken, TokenCreated, TokenList};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_services::accounts::identity;
use sumito_store::{SessionId, SessionSelector};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(end))
}

/// Lists the caller's API tokens, without their secrets.
#[utoipa::path(
    get, path = "/tokens", tag = "tokens",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<TokenList>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let tokens = app.identities.tokens(&caller).await.map_err(ApiError::from)?;
    let tokens = tokens.into_iter().map(|(row, scopes)| codec::token(row, &scopes)).collect();
    Ok(Json(TokenList { tokens }))
}

/// Creates an API token for a program that acts as the caller.
#[utoipa::path(
    post, path = "/tokens", tag = "tokens", request_body = CreateToken,
    responses((status = 400, description = "No such label, scopes or days (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn create(
    State(app): State<App>,
    credentials: Credentials,
    Body(body): Body<CreateToken>,
) -> Result<Created<TokenCreated>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let scopes = body.scopes;
    let request = identity::CreateToken { label: body.label, scopes: scopes.clone(), days: body.days };
    let made = app.identities.create_token(&caller, request).await.map_err(ApiError::from)?;
    let token = Secret::from(made.token.as_str());
    let info = codec::token(made.row, &scopes);
    Ok(Created::at(format!("/tokens/{}", info.id), TokenCreated { token, info }))
}

/// Ends one of the caller's API tokens and closes its sockets (4001).
#[utoipa::path(
    delete, path = "/tokens/{id}", tag = "tokens", params(("id" = Uuid, Path, description = "The token"))
)]
pub(super) async fn end(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    app.identities.end(&caller, SessionSelector::Token(SessionId(id))).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
