//! Pairings: many games at once, between players who have given their tokens to an organizer (docs/adr/0082).

use std::collections::HashSet;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_game::UserId;
use sumito_kit::text::Text;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::pairings::{BadPair, NewPair, NewPairing, Pairing, PairingPage};
use sumito_rules::Mode;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError, Detail};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};
use sumito_services::accounts::identity::Caller;
use sumito_store::{ChallengeRow, ChallengeTerms, PairingRow, SessionId};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(show, cancel))
}

/// Maximum number of pairs in a request.
const MAX_PAIRS: usize = 64;
/// Maximum time from the request to the start.
const LATEST: Duration = Duration::from_hours(24 * 7);

type PairingList = Listing<NoFilters, 10, 20>;

/// Lists the caller's pairings, the newest first.
///
/// They are deleted seven days after their start.
#[utoipa::path(get, path = "/pairings", tag = "pairings", params(PairingList))]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
    PairingList { page, .. }: PairingList,
) -> Result<Listed<PairingPage>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let games = app.challenges.pairings(user, page.after()?, page.rows()).await?;
    let pairings = games.chunk_by(|one, other| pairing_id(one) == pairing_id(other));
    let pairings = pairings.filter_map(codec::pairing).collect();
    Ok(page.answer(pairings, |last: &Pairing| last.id, |pairings, next| PairingPage { pairings, next }))
}

/// Creates up to 64 games between pairs of players, at once or at a time within seven days.
///
/// Each player is represented by an API token with the scope `play`: by giving it to the organizer, the player has agreed. If one pair cannot be
/// made, nothing is created, and `pairs` of the error lists all pairs that cannot be made. A player whose token ends before the start does not
/// play.
#[utoipa::path(
    post, path = "/pairings", tag = "pairings", request_body = NewPairing,
    responses((status = 422, description = "Some pairs cannot be made (`bad_pairs`), or the mode is not for two players", body = ProblemBody))
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(request): Body<NewPairing>,
) -> Result<Created<Pairing>, ProblemResponse> {
    let organizer = credentials.require(&app, Scope::Play).await?;
    if organizer.guest {
        return Err(ApiError::new(ErrorCode::NeedsAccount, "pairings require an account").into());
    }
    let NewPairing { pairs, terms, start_at, message } = request;
    if !(1..=MAX_PAIRS).contains(&pairs.len()) {
        return Err(ApiError::new(ErrorCode::OutOfRange, format!("`pairs` must be 1 to {MAX_PAIRS}")).into());
    }
    let terms = codec::terms_from_wire(terms)?;
    if terms.mode != Mode::Two {
        return Err(ApiError::new(ErrorCode::Unsupported, "pairings are for games of two players").into());
    }
    let now = app.time.now();
    let start_at = start_at.map_or(now, |at| now.max(sumito_game::Timestamp(at)));
    if start_at.since(now) > LATEST {
        return Err(ApiError::new(ErrorCode::OutOfRange, "`start_at` must be within seven days").into());
    }
    let message = match message.filter(|message| !message.is_empty()) {
        None => None,
        Some(message) => {
            Some(Text::pairing_message(&message, app.moderation.check_mute(organizer.id).await?)?)
        }
    };
    app.address_limits.count(Limit::Challenges, address)?;
    let id = Uuid::now_v7();
    let pairing =
        |tokens| PairingRow { id, organizer: organizer.clone(), message: message.clone(), tokens, start_at };
    let games = checked_games(&app, &pairs, terms, pairing).await?;
    app.challenges.pair(&games).await.map_err(ApiError::from)?;
    if start_at <= now {
        // A player whose game starts stops seeking another one, at the latest when matchmaking is available again.
        for user in games.iter().flat_map(|game| [game.challenger.id, game.challenged.id]) {
            let _ = app.matchmaking.cancel(user).await;
        }
    }
    Ok(Created::at(format!("/pairings/{id}"), find(&app, organizer.id, id).await?))
}

/// Returns the games of all pairs.
///
/// # Errors
/// [`ErrorCode::BadPairs`] with all pairs that cannot be made.
async fn checked_games(
    app: &App,
    pairs: &[NewPair],
    terms: ChallengeTerms,
    pairing: impl Fn([SessionId; 2]) -> PairingRow,
) -> Result<Vec<ChallengeRow>, ApiError> {
    let (mut games, mut bad, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for (number, pair) in (0..).zip(pairs) {
        let game = async {
            let first = player(app, pair.first.reveal(), "first", &mut seen).await?;
            let second = player(app, pair.second.reveal(), "second", &mut seen).await?;
            let pairing = pairing([first.session, second.session]);
            let game = app.challenges.game_of(pairing, [first.user, second.user], terms);
            app.challenges.check_game(&game).await?;
            Ok::<_, ApiError>(game)
        };
        match game.await {
            Ok(game) => games.push(game),
            // The server cannot check the pairs now.
            Err(error) if is_passing(error.code) => return Err(error),
            Err(ApiError { code, message, .. }) => {
                bad.push(BadPair { pair: number, code, detail: message.into_owned() });
            }
        }
    }
    if bad.is_empty() {
        return Ok(games);
    }
    let message =
        format!("{} of {} pairs cannot be made: see `pairs`; nothing was created", bad.len(), pairs.len());
    Err(ApiError::new(ErrorCode::BadPairs, message).with(Detail::Pairs(bad)))
}

/// Returns a pairing of the caller.
#[utoipa::path(
    get, path = "/pairings/{id}", tag = "pairings", params(("id" = Uuid, Path, description = "The pairing's id"))
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<Pairing>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    Ok(Json(find(&app, user, id).await?))
}

/// Cancels a pairing before its start.
#[utoipa::path(
    delete, path = "/pairings/{id}", tag = "pairings", params(("id" = Uuid, Path, description = "The pairing's id")),
    responses((status = 409, description = "The pairing has begun or was cancelled", body = ProblemBody))
)]
pub(super) async fn cancel(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require(&app, Scope::Play).await?.id;
    app.challenges.cancel_pairing(user, id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Returns the holder of a player's token. `seen` has the players so far.
async fn player(app: &App, token: &str, which: &str, seen: &mut HashSet<UserId>) -> Result<Caller, ApiError> {
    let caller = app.identities.caller(token).await?;
    let invalid = || {
        ApiError::new(
            ErrorCode::BadToken,
            format!("`{which}` is not a valid token; the player may have ended it"),
        )
    };
    let caller = caller.ok_or_else(invalid)?;
    // A session can do everything, so a player must not give it away.
    if caller.has_session() || !caller.may(Scope::Play) {
        let message = format!("`{which}` is not an API token with the scope `play`");
        return Err(ApiError::new(ErrorCode::MissingScope, message));
    }
    if !seen.insert(caller.user.id) {
        let message = format!("the player of `{which}` is in this pairing twice");
        return Err(ApiError::new(ErrorCode::AlreadySeated, message));
    }
    Ok(caller)
}

async fn find(app: &App, organizer: UserId, id: Uuid) -> Result<Pairing, ApiError> {
    let games = app.challenges.pairing(organizer, id).await?;
    codec::pairing(&games).ok_or_else(|| ApiError::new(ErrorCode::NotFound, "you have no such pairing"))
}

fn pairing_id(game: &ChallengeRow) -> Option<Uuid> {
    game.pairing.as_ref().map(|pairing| pairing.id)
}

fn is_passing(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Unavailable | ErrorCode::Busy | ErrorCode::Draining | ErrorCode::Internal)
}
