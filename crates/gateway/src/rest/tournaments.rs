//! Tournaments over HTTP: creating, listing and running them. Their games are played over the socket.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use sumito_game::TournamentId;
use sumito_protocol::clubs::TournamentClubList;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::tournament::{
    CreateTournament, TournamentBracket, TournamentCommand, TournamentDetail, TournamentEdit,
    TournamentGamePage, TournamentHall, TournamentInvitations, TournamentLog, TournamentNextRound,
    TournamentPage, TournamentRoundPage, TournamentStandings, TournamentState,
};
use sumito_tournament::{Actor, Command, CommandError, Record};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::players;
use crate::app::App;
use crate::codec::{self, ApiError, TournamentRequest as Asked};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::moment::Moment;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse, cors};
use crate::limits::{ClientAddress, Limit};
use sumito_services::accounts::identity::Caller;
use sumito_services::tournaments::{self, NewTournament, Order, TournamentView};
use sumito_store::{OfClub, TournamentFilter, UserRow};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = OpenApiRouter::new()
        .routes(routes!(standings))
        .routes(routes!(rounds))
        .routes(routes!(bracket))
        .routes(routes!(games))
        .routes(routes!(log));
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, edit))
        .routes(routes!(command))
        .routes(routes!(clubs))
        .routes(routes!(invitations))
        .routes(routes!(draft))
        .routes(routes!(hall))
        .merge(cors::public_data(public))
}

/// Filters of tournaments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct TournamentsQuery {
    /// If true, lists ended tournaments, the latest first; otherwise the others, by start time.
    #[serde(default)]
    over: bool,
    /// Id of a club: only its tournaments, and team arenas in which it takes part.
    club: Option<Uuid>,
    /// If true, lists the team arenas that invite `club` and wait for its answer.
    #[serde(default)]
    invited: bool,
    /// Earliest start, inclusive, in microseconds since the Unix epoch.
    #[param(value_type = Option<i64>)]
    since: Option<Moment>,
    /// Latest start, exclusive, in microseconds since the Unix epoch.
    #[param(value_type = Option<i64>)]
    until: Option<Moment>,
}

type TournamentList = Listing<TournamentsQuery, 50, 200>;

/// Lists tournaments, for a list or a calendar.
#[utoipa::path(get, path = "/tournaments", tag = "tournaments", params(TournamentList))]
pub(super) async fn list(
    State(app): State<App>,
    TournamentList { filters, page }: TournamentList,
) -> Result<Listed<TournamentPage>, ProblemResponse> {
    let filter = TournamentFilter {
        open: !filters.over,
        club: filters
            .club
            .map(|club| if filters.invited { OfClub::Invited(club) } else { OfClub::Joined(club) }),
        since: filters.since.map(|Moment(at)| at),
        until: filters.until.map(|Moment(at)| at),
        after: page.after()?,
        limit: page.rows(),
    };
    let found = app.tournaments.list(&filter).await?;
    Ok(page.answer(
        found,
        |(one, _)| (one.at, one.id),
        |found, next| TournamentPage {
            tournaments: found.iter().map(codec::tournament_summary).collect(),
            next,
        },
    ))
}

/// Creates a tournament, with the caller as director.
///
/// It requires an account, and its games require a clock.
#[utoipa::path(
    post, path = "/tournaments", tag = "tournaments", request_body = CreateTournament,
    responses(
        (status = 404, description = "Club not found (`no_such_club`)", body = ProblemBody),
        (status = 422, description = "No clock (`needs_clock`), or not offered", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(body): Body<CreateTournament>,
) -> Result<Created<TournamentDetail>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Tournament).await?;
    app.address_limits.count(Limit::Tournaments, address)?;
    let view = app.tournaments.create(&user, checked(&app, &user, body).await?).await?;
    let detail = codec::tournament_detail(&view);
    Ok(Created::at(format!("/tournaments/{}", detail.state.id), detail))
}

/// Checks the tournament that a user wants to create.
///
/// # Errors
/// If the user is muted, or the settings are invalid.
pub(super) async fn checked(
    app: &App,
    user: &UserRow,
    wanted: CreateTournament,
) -> Result<NewTournament, ProblemResponse> {
    let policy = |time| app.config.policy.for_games(time);
    let unmuted = app.moderation.check_mute(user.id).await?;
    let tournament = codec::tournament_from_wire(&wanted.settings, wanted.password, unmuted, policy)?;
    Ok(tournament.of_club(wanted.club))
}

/// Returns a tournament with its participants, standings and last round.
#[utoipa::path(
    get, path = "/tournaments/{id}", tag = "tournaments", params(("id" = Uuid, Path, description = "The tournament"))
)]
pub(super) async fn show(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<TournamentDetail>, ProblemResponse> {
    Ok(Json(codec::tournament_detail(&*app.tournaments.show(TournamentId(id)).await?)))
}

/// Changes the settings of a tournament before its start.
///
/// The caller must be a director.
#[utoipa::path(
    patch, path = "/tournaments/{id}", tag = "tournaments", request_body = TournamentEdit,
    params(("id" = Uuid, Path, description = "The tournament")),
    responses(
        (status = 409, description = "The tournament has started (`already_started`), or was edited since (`outdated`)", body = ProblemBody),
        (status = 422, description = "No clock (`needs_clock`), or not offered", body = ProblemBody),
    )
)]
pub(super) async fn edit(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(edit): Body<TournamentEdit>,
) -> Result<Json<TournamentDetail>, ProblemResponse> {
    let caller = credentials.require_caller(&app, Scope::Tournament).await?;
    app.address_limits.tournament_command(address, caller.user.id)?;
    let id = TournamentId(id);
    if edit.password.is_some() {
        app.address_limits.tournament_password(address, id).await?;
    }
    let policy = |time| app.config.policy.for_games(time);
    let unmuted = app.moderation.check_mute(caller.user.id).await?;
    let settings = codec::tournament_from_wire(&edit.settings, edit.password, unmuted, policy)?;
    let by = tournaments::on_behalf_of(&caller);
    let view = app.tournaments.edit(id, by, settings, edit.revision).await?;
    record_steward_action(&app, &caller, &view, "edit").await?;
    Ok(Json(codec::tournament_detail(&view)))
}

/// Sends a command to a tournament: to register or remove participants, to start, to pause, to decide a game.
///
/// The documentation of each command says whether it requires a director; moderators may send those too.
#[utoipa::path(
    post, path = "/tournaments/{id}/commands", tag = "tournaments", request_body = TournamentCommand,
    params(("id" = Uuid, Path, description = "The tournament")),
    responses(
        (status = 403, description = "Not a director (`forbidden`), not within the limits (`not_eligible`, `needs_account`), not a member of the \
                                      club (`members_only`), a wrong \
                                      password (`wrong_password`), a page of another origin, or a token without the scope", body = ProblemBody),
        (status = 409, description = "Not possible now: full, started, finished, paused, or changed by another user", body = ProblemBody),
        (status = 422, description = "Not offered by this tournament", body = ProblemBody),
    )
)]
pub(super) async fn command(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(command): Body<TournamentCommand>,
) -> Result<Json<TournamentState>, ProblemResponse> {
    use TournamentCommand as C;
    let id = TournamentId(id);
    // Participants need the play scope only; directors need a separate scope.
    let takes_part = matches!(
        command,
        C::Register { .. }
            | C::Withdraw {}
            | C::Return {}
            | C::AskBye { .. }
            | C::CancelBye { .. }
            | C::DeclineInvitation {}
    );
    let answers_for_club = matches!(command, C::AnswerClub { .. });
    let scope = if takes_part { Scope::Play } else { Scope::Tournament };
    let caller = credentials.require_caller(&app, scope).await?;
    let user = &caller.user;
    let by = if takes_part { Actor::User(user.id) } else { tournaments::on_behalf_of(&caller) };
    app.address_limits.tournament_command(address, user.id)?;
    if matches!(command, C::Register { password: Some(_), .. }) {
        app.address_limits.tournament_password(address, id).await?;
    }
    let words = words(&command);
    let unmuted = app.moderation.check_mute(user.id).await.map_err(ApiError::from);
    let request = codec::tournament_command_from_wire(command, &unmuted)?;
    let view = carry_out(&app, id, user, by, request).await?;
    if !takes_part && !answers_for_club {
        record_steward_action(&app, &caller, &view, &words).await?;
    }
    Ok(Json(codec::tournament_state(&view)))
}

async fn carry_out(
    app: &App,
    id: TournamentId,
    user: &UserRow,
    by: Actor,
    request: Asked,
) -> Result<Arc<TournamentView>, ApiError> {
    let all = &app.tournaments;
    Ok(match request {
        Asked::Order(order) => all.order(id, by, order).await?,
        Asked::Register(registration) => all.register(id, user, registration).await?,
        Asked::Return => all.rejoin(id, user.id).await?,
        Asked::Decline => all.order(id, by, Order::silent(Command::Uninvite { user: user.id })).await?,
        Asked::Invite(player, exempt) => {
            all.invite(id, by, &players::find(app, &player).await?, exempt).await?
        }
        Asked::AddDirector(player) => all.add_director(id, by, players::find(app, &player).await?.id).await?,
        Asked::InviteClub(club) => all.invite_club(id, by, club).await?,
        Asked::AnswerClub(club, accept) => all.answer_for_club(id, user.id, club, accept).await?,
        Asked::AddComputer(level, registration) => all.add_computer(id, by, level, registration).await?,
        Asked::About(player, command) => {
            let user = players::find(app, &player).await?.id;
            all.order(id, by, Order::silent(command(user))).await?
        }
    })
}

/// Describes a command for the log: its type, and the reason if there is one.
fn words(command: &TournamentCommand) -> String {
    let command = serde_json::to_value(command).unwrap_or_default();
    let field = |name: &str| command.get(name).and_then(Value::as_str).unwrap_or_default();
    match field("reason") {
        "" => field("type").to_owned(),
        reason => format!("{}: {reason}", field("type")),
    }
}

/// Records in the moderation log that a moderator acted in a tournament without being its director.
async fn record_steward_action(
    app: &App,
    caller: &Caller,
    view: &TournamentView,
    what: &str,
) -> Result<(), ApiError> {
    let tournament = &view.tournament;
    let is_steward = matches!(tournaments::on_behalf_of(caller), Actor::Steward(_));
    if !is_steward || tournament.is_director(Actor::User(caller.user.id)) {
        return Ok(());
    }
    let words = format!("{}: {what}", tournament.settings().name);
    Ok(app.moderation.record_tournament(caller, tournament.id(), words).await?)
}

/// Lists the caller's open invitations to tournaments, the newest first.
///
/// The command `register` accepts an invitation, `decline_invitation` declines it.
#[utoipa::path(get, path = "/me/invitations", tag = "tournaments")]
pub(super) async fn invitations(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<TournamentInvitations>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let found = app.tournaments.invitations_to(user).await?;
    let invitations = found.into_iter().map(codec::tournament_invitation).collect();
    Ok(Json(TournamentInvitations { invitations }))
}

/// Lists the clubs of a tournament with the caller's role in each: the club to which it belongs, and the teams of a team arena.
#[utoipa::path(
    get, path = "/tournaments/{id}/clubs", tag = "tournaments", params(("id" = Uuid, Path, description = "The tournament"))
)]
pub(super) async fn clubs(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<TournamentClubList>, ProblemResponse> {
    let viewer = credentials.user(&app).await?.map(|user| user.id);
    let view = app.tournaments.show(TournamentId(id)).await?;
    let clubs = app.store.clubs_with_roles(&view.clubs(), viewer).await?;
    Ok(Json(TournamentClubList { clubs: clubs.into_iter().map(codec::tournament_club).collect() }))
}

/// Returns the pairing of the next round that waits for a director.
///
/// The caller must be a director. The pairing becomes public when the round starts.
#[utoipa::path(
    get, path = "/tournaments/{id}/draft", tag = "tournaments", params(("id" = Uuid, Path, description = "The tournament")),
    responses((status = 403, description = "Not a director (`forbidden`), or a token without the scope `tournament`", body = ProblemBody))
)]
pub(super) async fn draft(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<TournamentNextRound>, ProblemResponse> {
    let caller = credentials.require_caller(&app, Scope::Tournament).await?;
    let view = app.tournaments.show(TournamentId(id)).await?;
    if !view.tournament.is_director(tournaments::on_behalf_of(&caller)) {
        return Err(ApiError::from(CommandError::NotDirector).into());
    }
    Ok(Json(codec::tournament_next_round(&view)))
}

/// Returns the running games with their clocks, and the absent participants.
///
/// The caller must be a director. A page asks every few seconds.
#[utoipa::path(
    get, path = "/tournaments/{id}/hall", tag = "tournaments", params(("id" = Uuid, Path, description = "The tournament")),
    responses((status = 403, description = "Not a director (`forbidden`), or a token without the scope `tournament`", body = ProblemBody))
)]
pub(super) async fn hall(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<TournamentHall>, ProblemResponse> {
    let caller = credentials.require_caller(&app, Scope::Tournament).await?;
    app.address_limits.tournament_command(address, caller.user.id)?;
    let view = app.tournaments.show(TournamentId(id)).await?;
    if !view.tournament.is_director(tournaments::on_behalf_of(&caller)) {
        return Err(ApiError::from(CommandError::NotDirector).into());
    }
    let tournaments::Hall { at, absent, boards } = app.tournaments.hall(&view).await;
    Ok(Json(codec::tournament_hall(at, absent, &boards)))
}

/// Returns the standings of a tournament.
#[utoipa::path(
    get, path = "/tournaments/{id}/standings", tag = "tournaments", params(("id" = Uuid, Path, description = "The tournament"))
)]
pub(super) async fn standings(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<TournamentStandings>, ProblemResponse> {
    Ok(Json(codec::tournament_standings(&*app.tournaments.show(TournamentId(id)).await?)))
}

type RoundList = Listing<NoFilters, 32, 32>;

/// Lists rounds with their games. A page has fewer rounds if they have more than 1,024 games.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds", tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), RoundList)
)]
pub(super) async fn rounds(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
    RoundList { page, .. }: RoundList,
) -> Result<Listed<TournamentRoundPage>, ProblemResponse> {
    let view = app.tournaments.show(TournamentId(id)).await?;
    let after = page.after()?.unwrap_or(0);
    let (rounds, games, next) = codec::tournament_rounds(&view, after, page.limit() as usize);
    Ok(page.ending(next, |next| TournamentRoundPage { rounds, games, next }))
}

/// Returns the bracket of a knockout or a double elimination.
#[utoipa::path(
    get, path = "/tournaments/{id}/bracket", tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"))
)]
pub(super) async fn bracket(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<TournamentBracket>, ProblemResponse> {
    Ok(Json(codec::tournament_bracket(&*app.tournaments.show(TournamentId(id)).await?)))
}

type GameList = Listing<NoFilters, 50, 200>;

/// Lists the games of a tournament by number, including running games.
#[utoipa::path(
    get, path = "/tournaments/{id}/games", tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), GameList)
)]
pub(super) async fn games(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
    GameList { page, .. }: GameList,
) -> Result<Listed<TournamentGamePage>, ProblemResponse> {
    let view = app.tournaments.show(TournamentId(id)).await?;
    let games = codec::tournament_games(&view, page.after()?.unwrap_or(0), page.rows() as usize);
    Ok(page.answer(games, |game| game.number, |games, next| TournamentGamePage { games, next }))
}

type LogList = Listing<NoFilters, 200, 200>;

/// Lists a tournament's log: events and the users who caused them.
///
/// The log is public.
#[utoipa::path(
    get, path = "/tournaments/{id}/log", tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), LogList)
)]
pub(super) async fn log(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
    LogList { page, .. }: LogList,
) -> Result<Listed<TournamentLog>, ProblemResponse> {
    let after = page.after::<u32>()?.unwrap_or(0);
    let records = app.tournaments.log(TournamentId(id), u64::from(after), page.rows()).await?;
    let view = app.tournaments.show(TournamentId(id)).await?;
    let entry = |record: &Record| codec::tournament_log_entry(record, &view.tournament);
    Ok(page.answer(
        records,
        |record| record.seq,
        |records, next| TournamentLog { events: records.iter().map(entry).collect(), next },
    ))
}
