//! Bots: users played by programs.

use axum::Json;
use axum::extract::State;
use sumito_protocol::bots::{BotAccepts, BotList};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::Me;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::UserRow;
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(register))
}

/// Lists the bots that are online, with the games that they accept.
#[utoipa::path(get, path = "/bots", tag = "bots")]
pub(super) async fn list(State(app): State<App>) -> Result<Json<BotList>, ProblemResponse> {
    let bots = app.bots.present().await?;
    Ok(Json(BotList { bots: bots.iter().map(codec::bot).collect() }))
}

/// Makes the token's user a bot for good, or changes the games that it accepts.
///
/// While the bot has an open socket, other users may seat it in rooms with such games.
#[utoipa::path(
    put, path = "/me/bot", tag = "bots", request_body = BotAccepts,
    responses(
        (status = 400, description = "No game could match the preferences", body = ProblemBody),
        (status = 403, description = "A page of another origin, a token without the scope `bot`, or a user who has played as a human", body = ProblemBody),
    )
)]
pub(super) async fn register(
    State(app): State<App>,
    credentials: Credentials,
    Body(accepts): Body<BotAccepts>,
) -> Result<Json<Me>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Bot).await?;
    app.bots.register(&user, &codec::accepts_from_wire(&accepts)).await.map_err(ApiError::from)?;
    let role = codec::role(user.role);
    Ok(Json(Me { user: Some(codec::user(&UserRow { bot: true, ..user })), role }))
}
