//! Import of a tournament from a file of another program.

use axum::extract::State;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use sumito_game::{TournamentId, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::tournament::{CreateTournament, ImportTournament, ImportedTournament, RefusedPlayer};
use sumito_store::AccountRow;
use sumito_tournament::Actor;
use sumito_tournament::import::{Trf, TrfPlayer};
use sumito_vocabulary::Scope;
use utoipa_axum::router::OpenApiRouter;

use super::tournaments::checked;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};
use sumito_services::accounts::identity::name_key;
use sumito_services::tournaments::TournamentError;

/// Accounts that are read at the same time.
const LOOKUPS_AT_ONCE: usize = 8;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(import))
}

/// Creates a tournament from a TRF, with the caller as director, and invites the players who have an account.
///
/// The format and the players come from the file, and so does the name if `settings` has none. Everything else is in `settings`. Results in
/// the file are not imported: they need games that were played here. Like all invited players, players from the file take part only if they
/// accept.
#[utoipa::path(
    post, path = "/tournaments/import", tag = "tournaments", request_body = ImportTournament,
    responses(
        (status = 400, description = "A line of the file (`bad_trf`) or the settings are invalid", body = ProblemBody),
        (status = 404, description = "Club not found (`no_such_club`)", body = ProblemBody),
        (status = 413, description = "The file or the body is too long", body = ProblemBody),
        (status = 422, description = "No clock (`needs_clock`), or not offered", body = ProblemBody),
    )
)]
pub(super) async fn import(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(body): Body<ImportTournament>,
) -> Result<Created<ImportedTournament>, ProblemResponse> {
    let ImportTournament { trf, mut settings, time_of_day_s, password, club } = body;
    let user = credentials.require(&app, Scope::Tournament).await?;
    app.address_limits.count(Limit::Tournaments, address)?;
    if user.guest {
        return Err(TournamentError::NeedsAccount.into());
    }
    let file = Trf::parse(&trf).map_err(ApiError::from)?;
    let left_out = codec::apply_trf(&file, &mut settings, time_of_day_s, app.time.now())?;
    let tournament = checked(&app, &user, CreateTournament { settings, password, club }).await?;
    // All that can fail without a tournament comes first.
    let accounts = accounts(&app, &file.players).await?;
    let view = app.tournaments.create(&user, tournament).await?;
    let id = view.tournament.id();
    let mut imported = ImportedTournament {
        tournament: codec::tournament_detail(&view),
        invited: Vec::new(),
        unknown: Vec::new(),
        refused: Vec::new(),
        left_out,
    };
    invite(&app, user.id, id, file.players.iter().zip(accounts), &mut imported).await;
    Ok(Created::at(format!("/tournaments/{}", id.0), imported))
}

/// Invites the players of a file who have an account, and adds each player to a list of `imported`.
async fn invite(
    app: &App,
    user: UserId,
    id: TournamentId,
    players: impl Iterator<Item = (&TrfPlayer, Option<AccountRow>)>,
    imported: &mut ImportedTournament,
) {
    // After a limit is reached, every further invitation fails for the same reason.
    let mut limit: Option<(ErrorCode, String)> = None;
    for (line, account) in players {
        let player = codec::file_player(line);
        let Some(account) = account else {
            imported.unknown.push(player);
            continue;
        };
        if let Some((code, detail)) = limit.clone() {
            imported.refused.push(RefusedPlayer { player, code, detail });
            continue;
        }
        match app.tournaments.invite(id, Actor::User(user), &account.user, false).await {
            Ok(view) => {
                imported.tournament = codec::tournament_detail(&view);
                imported.invited.push(player);
            }
            Err(error) => {
                let ApiError { code, message, .. } = error.into();
                let detail = message.into_owned();
                if matches!(code, ErrorCode::TooMany | ErrorCode::Busy | ErrorCode::Unavailable) {
                    limit = Some((code, detail.clone()));
                }
                imported.refused.push(RefusedPlayer { player, code, detail });
            }
        }
    }
}

/// Returns the account of each player, if an account has the player's name.
async fn accounts(app: &App, players: &[TrfPlayer]) -> Result<Vec<Option<AccountRow>>, ApiError> {
    let keys: Vec<_> = players.iter().map(|player| name_key(&player.name)).collect();
    let read = |key: String| async move { Ok(app.store.account_of_name(&key).await?) };
    stream::iter(keys).map(read).buffered(LOOKUPS_AT_ONCE).try_collect().await
}
