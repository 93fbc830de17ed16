//! Export of a tournament as a file, for people, spreadsheets and other programs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sumito_game::{TournamentId, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::tournament::TournamentExport;
use sumito_tournament::export::{ClubNames, TrfHead};
use sumito_tournament::{ClubId, Tournament, export};
use tracing::error;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{ProblemResponse, cors};
use crate::limits::{ClientAddress, Limit};
use sumito_kit::blocking::NotRun;
use sumito_kit::names;
use sumito_services::tournaments::TournamentView;
use sumito_store::{FaceRow, StoreError};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(export)))
}

/// Maximum length of a city, in characters.
const CITY_MAX: usize = 80;

/// File formats of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum TournamentFile {
    /// The whole tournament: settings, participants, standings, rounds with their games.
    Json,
    /// The standings with the cross-table, for spreadsheets (RFC 4180).
    Csv,
    /// The standings with the cross-table, as plain text in columns.
    Text,
    /// FIDE's Tournament Report File, TRF16; two-player tournaments only.
    Trf,
}

impl TournamentFile {
    fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Text | Self::Trf => "text/plain; charset=utf-8",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Text => "txt",
            Self::Trf => "trf",
        }
    }

    fn write(self, view: &TournamentView, clubs: &ClubNames, head: &TrfHead) -> Result<Bytes, ApiError> {
        let tournament = &named(&view.tournament);
        match self {
            Self::Json => Ok(codec::body(&codec::tournament_export(view))),
            // Spreadsheets take a file without the mark for one in the encoding of their language.
            Self::Csv => Ok(format!("\u{feff}{}", export::csv(tournament, clubs)).into()),
            Self::Text => Ok(export::text(tournament, clubs).into()),
            Self::Trf => match export::trf(tournament, head) {
                Ok(text) => Ok(text.into()),
                Err(error) => Err(ApiError::new(ErrorCode::Unsupported, error.to_string())),
            },
        }
    }
}

/// File to export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct FileQuery {
    /// File format: `json`, `csv`, `text` or `trf`.
    #[param(inline)]
    format: TournamentFile,
    /// City of the tournament, for a TRF (022): at most 80 characters.
    #[param(max_length = 80)]
    city: Option<String>,
    /// Federation of the organizer, for a TRF (032): three letters, such as `BEL`.
    #[param(pattern = "^[A-Za-z]{3}$")]
    federation: Option<String>,
}

impl FileQuery {
    /// Returns the request's values for the head of a TRF.
    fn head(&self) -> Result<TrfHead, ApiError> {
        let bad = |message| ApiError::new(ErrorCode::OutOfRange, message);
        let city = self.city.clone().unwrap_or_default();
        if city.chars().count() > CITY_MAX {
            return Err(bad("`city` must be at most 80 characters"));
        }
        let is_code = |text: &String| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !self.federation.iter().all(is_code) {
            return Err(bad("`federation` must be three letters, such as `BEL`"));
        }
        let federation = self.federation.as_deref().unwrap_or_default().to_ascii_uppercase();
        Ok(TrfHead { city, federation, ..TrfHead::default() })
    }
}

/// Returns the tournament with the current names of its players.
fn named(tournament: &Tournament) -> Cow<'_, Tournament> {
    let mut named = Cow::Borrowed(tournament);
    for member in tournament.participants().iter().flat_map(|one| &one.members) {
        let player = &member.player;
        if let Some(called) = names::new_name(player.id).filter(|called| called.name != player.name) {
            named.to_mut().call(player.id, &called.name, called.guest);
        }
    }
    named
}

/// Returns the names of the directors, the creator first.
async fn officials(app: &App, view: &TournamentView) -> Result<Vec<String>, StoreError> {
    let ids: Vec<_> = view.tournament.directors().iter().copied().collect();
    let mut directors = app.store.users(&ids).await?;
    directors.sort_by_key(|user| (Some(user.id) != view.row.made_by, user.id));
    Ok(directors.into_iter().map(|user| user.name).collect())
}

/// Returns FIDE's codes of the countries that the players show.
async fn federations(app: &App, view: &TournamentView) -> Result<BTreeMap<UserId, &'static str>, StoreError> {
    let members = view.tournament.participants().iter().flat_map(|one| &one.members);
    let ids: Vec<_> = members.map(|member| member.player.id).collect();
    let federation = |face: FaceRow| export::federation_of(&face.country?);
    let faces = app.store.faces(&ids).await?;
    Ok(faces.into_iter().filter_map(|(user, face)| Some((user, federation(face)?))).collect())
}

/// Exports a tournament in its current state as a file.
#[utoipa::path(
    get, path = "/tournaments/{id}/export", tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), FileQuery),
    responses(
        (status = 200, description = "The file", content(
            (TournamentExport = "application/json"), (String = "text/csv"), (String = "text/plain")
        )),
        (status = 422, description = "A TRF of teams, three players or an arena (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn export(
    State(app): State<App>,
    address: ClientAddress,
    PathParts(id): PathParts<Uuid>,
    Parameters(query): Parameters<FileQuery>,
) -> Result<Response, ProblemResponse> {
    app.address_limits.count(Limit::Exports, address)?;
    let view = app.tournaments.show(TournamentId(id)).await?;
    let clubs = app.store.clubs_with_roles(&view.clubs(), None).await?;
    let clubs: ClubNames = clubs.into_iter().map(|(club, _)| (ClubId(club.id), club.settings.name)).collect();
    let mut head = query.head()?;
    let format = query.format;
    if format == TournamentFile::Trf {
        head.officials = officials(&app, &view).await?;
        head.federations = federations(&app, &view).await?;
    }
    // The cross-table of a thousand players keeps a thread busy for a while, so it is written on a blocking thread.
    let write = move || format.write(&view, &clubs, &head);
    let written = app.jobs.run(app.address_limits.payer(None, address), write).await;
    let body = written.map_err(|why| match why {
        NotRun::Full(_) => ApiError::busy(),
        NotRun::Panicked => {
            error!(tournament = %id, "tournament export panicked");
            ApiError::new(ErrorCode::Internal, "internal error: cannot export the tournament")
        }
    })??;
    let name = format!("attachment; filename=\"tournament-{id}.{}\"", format.extension());
    let headers = [
        (header::CONTENT_TYPE, format.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, body).into_response())
}
