//! Bots: users played by programs.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use sumito_game::UserId;
use sumito_protocol::bots::{BotAccepts, BotAuthor, BotList};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::Me;
use sumito_protocol::parts::Mode;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, bad_cursor};
use crate::http::{Credentials, ProblemResponse, cors};
use sumito_kit::text::Text;
use sumito_services::play::bots::ShownBot;
use sumito_store::{BotCursor, UserRow};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = cors::public_data(OpenApiRouter::new().routes(routes!(list)));
    OpenApiRouter::new().routes(routes!(register)).routes(routes!(set_author)).merge(public)
}

/// Bots to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct BotsQuery {
    /// Whether to list the bots that are online, guests too. Without it, all bots with accounts.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    online: bool,
    /// Mode of the ratings; two players if omitted.
    #[param(inline)]
    mode: Option<Mode>,
}

type BotPages = Listing<BotsQuery, 50, 200>;

/// Lists bots with their authors, ratings and games, the highest ratings first.
#[utoipa::path(get, path = "/bots", tag = "bots", params(BotPages))]
pub(super) async fn list(
    State(app): State<App>,
    BotPages { filters: BotsQuery { online, mode }, page }: BotPages,
) -> Result<Listed<BotList>, ProblemResponse> {
    let after = page.after::<(u64, UserId)>()?;
    let after = after.map(|(value, user)| BotCursor { value: f64::from_bits(value), user });
    if after.is_some_and(|after| !after.value.is_finite()) {
        return Err(bad_cursor().into());
    }
    let mode = codec::mode_from_wire(mode.unwrap_or(Mode::Two));
    let bots = app.bots.list(mode, online, after, page.rows()).await?;
    let (now, place) = (app.time.now(), |shown: &ShownBot| (shown.cursor.value.to_bits(), shown.cursor.user));
    Ok(page.answer(bots, place, |bots, next| BotList {
        bots: bots.iter().map(|shown| codec::bot(shown, now)).collect(),
        next,
    }))
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

/// Sets the author that the list of bots shows for the caller, which is a bot.
#[utoipa::path(
    put, path = "/me/bot/author", tag = "bots", request_body = BotAuthor,
    responses((status = 400, description = "Too long, or with links or hidden characters (`bad_words`)", body = ProblemBody))
)]
pub(super) async fn set_author(
    State(app): State<App>,
    credentials: Credentials,
    Body(BotAuthor { author }): Body<BotAuthor>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require(&app, Scope::Bot).await?;
    let unmuted = app.moderation.check_mute(user.id).await?;
    let author = Text::bot_author(&author, unmuted)?;
    app.bots.set_author(&user, &author).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
