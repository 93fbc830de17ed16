//! Challenges to named players.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::challenges::{
    Acceptance, Challenge, ChallengeList, CounterOffer, Decline, NewChallenge,
};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_vocabulary::Scope;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::players::find;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, cancel))
        .routes(routes!(accept))
        .routes(routes!(decline))
        .routes(routes!(counter))
}

/// Lists the open challenges from and to the caller, the newest first.
#[utoipa::path(get, path = "/challenges", tag = "challenges")]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<ChallengeList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let challenges = app.challenges.open(user).await?;
    Ok(Json(ChallengeList { challenges: challenges.iter().map(codec::challenge).collect() }))
}

/// Challenges a player.
///
/// Unanswered challenges expire: after minutes for live games, after days for correspondence games.
#[utoipa::path(
    post, path = "/challenges", tag = "challenges", request_body = NewChallenge,
    responses(
        (status = 400, description = "The terms are invalid, or the challenged player is the caller", body = ProblemBody),
        (status = 404, description = "Player not found", body = ProblemBody),
        (status = 409, description = "The two players already have an open challenge", body = ProblemBody),
        (status = 422, description = "A bot or computer: use `bots` or `computers` of a new room", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(request): Body<NewChallenge>,
) -> Result<Created<Challenge>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Challenges).await?;
    let terms = codec::terms_from_wire(request.terms)?;
    app.address_limits.count(Limit::Challenges, address)?;
    let other = find(&app, &request.player).await?;
    app.address_limits.challenge_to(user.id, other.id)?;
    let challenge = app.challenges.challenge(user, other, terms).await.map_err(ApiError::from)?;
    Ok(Created::at(format!("/challenges/{}", challenge.id), codec::challenge(&challenge)))
}

/// Returns a challenge from or to the caller.
#[utoipa::path(
    get, path = "/challenges/{id}", tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id"))
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<Challenge>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let challenge = app.challenges.find(user, id).await.map_err(ApiError::from)?;
    Ok(Json(codec::challenge(&challenge)))
}

/// Withdraws the caller's offer.
#[utoipa::path(
    delete, path = "/challenges/{id}", tag = "challenges",
    params(("id" = Uuid, Path, description = "The challenge's id")),
    responses((status = 409, description = "The challenge is not open, or the caller must answer", body = ProblemBody))
)]
pub(super) async fn cancel(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require(&app, Scope::Challenges).await?.id;
    app.challenges.cancel(user, id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Accepts a challenge.
///
/// The answer names the room; accepting again names the same room.
#[utoipa::path(
    post, path = "/challenges/{id}/accept", tag = "challenges", request_body = Acceptance,
    params(("id" = Uuid, Path, description = "The challenge's id")),
    responses((status = 409, description = "The challenge is not open, its terms changed, or the opponent must answer", body = ProblemBody))
)]
pub(super) async fn accept(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(Acceptance { round }): Body<Acceptance>,
) -> Result<Json<Challenge>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Challenges).await?.id;
    let challenge = app.challenges.accept(user, id, round).await.map_err(ApiError::from)?;
    // A player whose game starts stops seeking another one, at the latest when matchmaking is available again.
    let _ = app.matchmaking.cancel(user).await;
    Ok(Json(codec::challenge(&challenge)))
}

/// Declines a challenge, optionally with a reason.
#[utoipa::path(
    post, path = "/challenges/{id}/decline", tag = "challenges", request_body = Decline,
    params(("id" = Uuid, Path, description = "The challenge's id")),
    responses((status = 409, description = "The challenge is not open, its terms changed, or the opponent must answer", body = ProblemBody))
)]
pub(super) async fn decline(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(Decline { round, reason }): Body<Decline>,
) -> Result<Json<Challenge>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Challenges).await?.id;
    let word = reason.map(|reason| reason.as_str().to_owned());
    let challenge = app.challenges.decline(user, id, round, word).await.map_err(ApiError::from)?;
    Ok(Json(codec::challenge(&challenge)))
}

/// Answers a challenge with a counter-offer.
///
/// The other player answers next.
#[utoipa::path(
    post, path = "/challenges/{id}/counter", tag = "challenges", request_body = CounterOffer,
    params(("id" = Uuid, Path, description = "The challenge's id")),
    responses(
        (status = 409, description = "The challenge is not open, its terms changed, or the opponent must answer", body = ProblemBody),
        (status = 422, description = "A rated game without a clock", body = ProblemBody),
    )
)]
pub(super) async fn counter(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(CounterOffer { round, terms }): Body<CounterOffer>,
) -> Result<Json<Challenge>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Challenges).await?.id;
    let terms = codec::terms_from_wire(terms)?;
    let challenge = app.challenges.counter(user, id, round, terms).await.map_err(ApiError::from)?;
    Ok(Json(codec::challenge(&challenge)))
}
