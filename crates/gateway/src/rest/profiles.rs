//! Public details of players: the profile text, the country and the picture.

use axum::Json;
use axum::body::{Body as RawBody, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, NoContent};
use serde::Deserialize;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::players::{Avatar, FaceList, OwnCountry, OwnProfile};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::players::find;
use crate::app::App;
use crate::avatars::AvatarError;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, caching, cors};
use crate::limits::{ClientAddress, Limit};
use sumito_kit::text::Text;
use sumito_services::accounts::identity::country;
use sumito_store::UserRow;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = OpenApiRouter::new().routes(routes!(faces)).routes(routes!(avatar));
    OpenApiRouter::new()
        .routes(routes!(change_profile))
        .routes(routes!(change_country))
        .routes(routes!(upload, remove))
        .merge(cors::public_data(public))
}

/// A picture stays valid under its tag; a moderator may remove it.
const FOR_AN_HOUR: &str = "public, max-age=3600";
/// Public details change rarely.
const FOR_A_MINUTE: &str = "public, max-age=60";
/// Maximum number of users in a request for their avatars.
const MAX_FACES: usize = 50;

/// Returns the caller's account.
async fn account(app: &App, credentials: &Credentials) -> Result<UserRow, ApiError> {
    let user = credentials.require_session(app).await?.user;
    if user.guest {
        let message = "guests have no profile; create an account with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message));
    }
    Ok(user)
}

/// Changes the caller's profile text.
#[utoipa::path(
    put, path = "/me/profile", tag = "players", request_body = OwnProfile,
    responses((status = 400, description = "Too long, or with links or hidden characters (`bad_words`)", body = ProblemBody))
)]
pub(super) async fn change_profile(
    State(app): State<App>,
    credentials: Credentials,
    Body(profile): Body<OwnProfile>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let unmuted = app.moderation.check_mute(user.id).await?;
    let words = Text::profile(&profile.words, unmuted)?;
    app.store.set_bio(user.id, &words, app.time.now()).await?;
    Ok(NoContent)
}

/// Changes or removes the country that the caller shows.
#[utoipa::path(
    put, path = "/me/country", tag = "players", request_body = OwnCountry,
    responses((status = 400, description = "No such country (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn change_country(
    State(app): State<App>,
    credentials: Credentials,
    Body(own): Body<OwnCountry>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let known = |code: String| {
        let message = "`country` must be a code of ISO 3166-1 with two capital letters, or null";
        country(&code).ok_or_else(|| ApiError::new(ErrorCode::OutOfRange, message))
    };
    let country = own.country.map(known).transpose()?;
    app.store.set_country(user.id, country, app.time.now()).await?;
    Ok(NoContent)
}

/// Replaces the caller's picture.
///
/// The middle of the picture becomes a square of 128 pixels in WebP. Everything else in the file is dropped.
#[utoipa::path(
    put, path = "/me/avatar", tag = "players",
    request_body(content(
        (Vec<u8> = "application/octet-stream"), (Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp")
    ), description = "A PNG, JPEG or WebP file of at most 524,288 bytes and 4,096 × 4,096 pixels"),
    responses(
        (status = 400, description = "No such picture, or it did not arrive (`bad_message`)", body = ProblemBody),
        (status = 413, description = "The file is too large (`too_large`)", body = ProblemBody),
        (status = 503, description = "Other uploads are in progress (`busy`)", body = ProblemBody),
    )
)]
pub(super) async fn upload(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    body: RawBody,
) -> Result<Json<Avatar>, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.moderation.check_mute(user.id).await?;
    app.address_limits.count(Limit::Avatars, address)?;
    let payer = app.address_limits.payer(Some(user.id), address);
    let avatar = app.avatars.receive(payer, body).await.map_err(ApiError::from)?;
    app.address_limits.stored(address, avatar.picture.len())?;
    app.store.set_avatar(user.id, Some(&avatar), app.time.now()).await?;
    Ok(Json(Avatar { tag: avatar.tag }))
}

impl From<AvatarError> for ApiError {
    fn from(error: AvatarError) -> Self {
        let code = match error {
            AvatarError::Busy => ErrorCode::Busy,
            AvatarError::TooLarge => ErrorCode::TooLarge,
            AvatarError::Incomplete | AvatarError::Unreadable(_) => ErrorCode::BadMessage,
            AvatarError::Broken => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

/// Removes the caller's picture.
#[utoipa::path(delete, path = "/me/avatar", tag = "players")]
pub(super) async fn remove(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.store.set_avatar(user.id, None, app.time.now()).await?;
    Ok(NoContent)
}

/// Returns a player's picture.
#[utoipa::path(
    get, path = "/players/{name}/avatar", tag = "players",
    params(("name" = String, Path, description = "Account name or user id")),
    responses((status = 200, description = "The picture, 128 by 128 pixels", content_type = "image/webp", body = Vec<u8>))
)]
pub(super) async fn avatar(
    State(app): State<App>,
    PathParts(name): PathParts<String>,
    headers: HeaderMap,
) -> Result<Cached<()>, ProblemResponse> {
    let player = find(&app, &name).await?;
    let Some(avatar) = app.store.avatar(player.id).await? else {
        return Err(ApiError::new(ErrorCode::NotFound, "the player has no picture").into());
    };
    let etag = format!("\"{}\"", avatar.tag);
    let known = caching::is_known(&headers, &etag);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Bytes::from(avatar.picture).into_response()
    };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_AN_HOUR));
    out.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // A picture that is opened as a page is not part of this site.
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        out.insert(header::ETAG, etag);
    }
    Ok(response.into())
}

/// Users whose avatars to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct FacesQuery {
    /// 1 to 50 user ids, separated by commas.
    #[param(
        pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,49}$"
    )]
    users: String,
}

/// Returns the details shown next to players' names.
#[utoipa::path(get, path = "/faces", tag = "players", params(FacesQuery))]
pub(super) async fn faces(
    State(app): State<App>,
    Parameters(query): Parameters<FacesQuery>,
    headers: HeaderMap,
) -> Result<Cached<Json<FaceList>>, ProblemResponse> {
    let ids: Result<Vec<Uuid>, _> = query.users.split(',').take(MAX_FACES + 1).map(str::parse).collect();
    let ids = ids.ok().filter(|ids| ids.len() <= MAX_FACES).ok_or_else(|| {
        ApiError::new(ErrorCode::OutOfRange, "`users` must be 1 to 50 user ids, separated by commas")
    })?;
    let ids: Vec<_> = ids.into_iter().map(codec::user_from_wire).collect();
    let faces = FaceList { faces: app.store.faces(&ids).await?.into_iter().map(codec::face).collect() };
    Ok(caching::json(&headers, FOR_A_MINUTE, &faces))
}
