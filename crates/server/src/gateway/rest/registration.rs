//! Registration links and accounts, for administrators.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::admin::{
    AccountPage, AccountsCreated, CreateAccounts, CreateRegistrationLink, RegistrationLinkCreated,
    RegistrationLinkList,
};
use sumito_protocol::rest::Problem as ProblemBody;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::accounts::identity::name_key;
use crate::accounts::mail::Address;
use crate::gateway::app::App;
use crate::gateway::codec::{self, ApiError};
use crate::gateway::http::created::Created;
use crate::gateway::http::json_body::Body;
use crate::gateway::http::paging::PageSize;
use crate::gateway::http::problem::{Parameters, PathParts};
use crate::gateway::http::{Credentials, ProblemResponse};
use sumito_store::{AccountSearch, ListedAccount, Role};

/// Default and maximum number of accounts per page.
const DEFAULT_ACCOUNTS: u32 = 50;
const MOST_ACCOUNTS: u32 = 200;
/// Maximum number of accounts that one request creates.
const MOST_CREATED: usize = 300;
/// Maximum length of a searched name and of a searched email address, in characters.
const LONGEST_NAME: usize = 30;
const LONGEST_MAIL: usize = 254;
/// Maximum length of a cursor, in bytes.
const LONGEST_CURSOR: usize = 400;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(links, create_link))
        .routes(routes!(revoke_link))
        .routes(routes!(accounts, create_accounts))
}

/// Lists the valid registration links, without their codes.
#[utoipa::path(
    get, path = "/admin/registration-links", tag = "admin",
    responses(
        (status = 200, description = "The links", body = RegistrationLinkList),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "Not an administrator (`forbidden`)", body = ProblemBody),
    )
)]
pub(super) async fn links(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<RegistrationLinkList>, ProblemResponse> {
    credentials.require_role(&app, Role::Admin).await?;
    let links = app.identities.registration_links().await.map_err(ApiError::from)?;
    Ok(Json(RegistrationLinkList { links: links.into_iter().map(codec::registration_link).collect() }))
}

/// Creates a registration link, with which visitors create accounts where registration is by invitation.
///
/// It ends when its maker is no longer an administrator.
#[utoipa::path(
    post, path = "/admin/registration-links", tag = "admin", request_body = CreateRegistrationLink,
    responses(
        (status = 201, description = "The link, with its code", body = RegistrationLinkCreated),
        (status = 400, description = "`uses` or `days` is out of range", body = ProblemBody),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "Not an administrator (`forbidden`), or a page of another origin", body = ProblemBody),
        (status = 429, description = "There are too many links (`too_many`), or too many requests", body = ProblemBody),
    )
)]
pub(super) async fn create_link(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<CreateRegistrationLink>,
) -> Result<Created<RegistrationLinkCreated>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Admin).await?;
    let CreateRegistrationLink { uses, days } = request;
    let created = app.identities.create_registration_link(&by, uses, days).await.map_err(ApiError::from)?;
    let location = format!("/admin/registration-links/{}", created.row.id);
    Ok(Created::at(location, codec::created_registration_link(created)))
}

/// Revokes a registration link.
#[utoipa::path(
    delete, path = "/admin/registration-links/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The link")),
    responses(
        (status = 204, description = "The link is not valid any more"),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "Not an administrator (`forbidden`), or a page of another origin", body = ProblemBody),
        (status = 404, description = "No such link", body = ProblemBody),
    )
)]
pub(super) async fn revoke_link(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<StatusCode, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Admin).await?;
    app.identities.revoke_registration_link(&by, id).await.map_err(ApiError::from)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Search and page of accounts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountsQuery {
    /// Beginning of the name, in any spelling. Without it and without `mail`, the newest accounts come first.
    #[param(min_length = 1, max_length = 30)]
    name: Option<String>,
    /// Beginning of the email address. Not together with `name`.
    #[param(min_length = 1, max_length = 254)]
    mail: Option<String>,
    /// Accounts per page: 1 to 200, 50 if omitted.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// `next` of the previous page.
    #[param(max_length = 400)]
    cursor: Option<String>,
}

/// Lists accounts, the newest first, or those whose name or email address begins with a text.
#[utoipa::path(
    get, path = "/admin/accounts", tag = "admin", params(AccountsQuery),
    responses(
        (status = 200, description = "A page of accounts", body = AccountPage),
        (status = 400, description = "A parameter is invalid", body = ProblemBody),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "Not an administrator (`forbidden`)", body = ProblemBody),
    )
)]
pub(super) async fn accounts(
    State(app): State<App>,
    credentials: Credentials,
    Parameters(query): Parameters<AccountsQuery>,
) -> Result<Json<AccountPage>, ProblemResponse> {
    credentials.require_role(&app, Role::Admin).await?;
    let page = PageSize::wanted(query.limit, DEFAULT_ACCOUNTS, MOST_ACCOUNTS)?;
    let search = search(&query)?;
    let found = app.identities.list_accounts(&search, page.rows()).await.map_err(ApiError::from)?;
    let (found, next) = page.cut(found, |last| cursor(&search, last));
    Ok(Json(AccountPage { accounts: found.into_iter().map(codec::listed_account).collect(), next }))
}

/// Creates accounts whose users choose their passwords with a code.
///
/// Names that exist are reported and not changed, so the request can be sent again. With `mail`, users with an address get their code by
/// email; the other codes are in the answer, and nowhere else.
#[utoipa::path(
    post, path = "/admin/accounts", tag = "admin", request_body = CreateAccounts,
    responses(
        (status = 200, description = "What became of each account", body = AccountsCreated),
        (status = 400, description = "No accounts, or too many (`out_of_range`)", body = ProblemBody),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "Not an administrator (`forbidden`), or a page of another origin", body = ProblemBody),
        (status = 422, description = "Email is disabled on this server (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn create_accounts(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<CreateAccounts>,
) -> Result<Json<AccountsCreated>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Admin).await?;
    let CreateAccounts { accounts, mail } = request;
    if !(1..=MOST_CREATED).contains(&accounts.len()) {
        let message = format!("`accounts` must be 1 to {MOST_CREATED}");
        return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
    }
    let names: Vec<_> = accounts.iter().map(|account| account.name.clone()).collect();
    let orders = accounts.into_iter().map(codec::account_order).collect();
    let language = mail.map(codec::language_from_wire);
    let created = app.identities.create_accounts(&by, orders, language).await.map_err(ApiError::from)?;
    let accounts = names
        .into_iter()
        .zip(&created)
        .map(|(name, outcome)| codec::account_outcome(name, outcome, mail.is_some()))
        .collect();
    Ok(Json(AccountsCreated { accounts }))
}

/// # Errors
/// `out_of_range` for parameters that are too long or do not fit together.
fn search(query: &AccountsQuery) -> Result<AccountSearch, ApiError> {
    let AccountsQuery { name, mail, cursor, limit: _ } = query;
    let invalid = |message: &'static str| ApiError::new(ErrorCode::OutOfRange, message);
    let cursor = cursor.as_deref();
    if cursor.is_some_and(|cursor| cursor.len() > LONGEST_CURSOR) {
        return Err(invalid("`cursor` is not one of this list"));
    }
    let check = |text: &str, longest: usize| {
        let fits = (1..=longest).contains(&text.chars().count());
        if fits { Ok(()) } else { Err(invalid("`name` must be 1 to 30 characters, `mail` 1 to 254")) }
    };
    match (name, mail) {
        (Some(_), Some(_)) => Err(invalid("search by `name` or by `mail`, not by both")),
        (Some(name), None) => {
            check(name, LONGEST_NAME)?;
            Ok(AccountSearch::Name { prefix: name_key(name), after: cursor.map(str::to_owned) })
        }
        (None, Some(mail)) => {
            check(mail, LONGEST_MAIL)?;
            let after = cursor.map(|cursor| {
                let parts = cursor.split_once(' ').and_then(|(user, key)| Some((key, user.parse().ok()?)));
                let (key, user) = parts.ok_or_else(|| invalid("`cursor` is not one of this list"))?;
                Ok::<_, ApiError>((key.to_owned(), UserId(user)))
            });
            Ok(AccountSearch::Mail { prefix: Address::key(mail), after: after.transpose()? })
        }
        (None, None) => {
            let before = cursor.map(str::parse::<Uuid>).transpose();
            let before = before.map_err(|_| invalid("`cursor` is not one of this list"))?;
            Ok(AccountSearch::Newest(before.map(UserId)))
        }
    }
}

/// Returns the cursor behind an account.
fn cursor(search: &AccountSearch, last: &ListedAccount) -> String {
    match search {
        AccountSearch::Newest(_) => last.user.id.0.to_string(),
        AccountSearch::Name { .. } => last.name_key.clone(),
        AccountSearch::Mail { .. } => {
            let key = last.mail.as_ref().map_or("", |mail| &mail.key);
            format!("{} {key}", last.user.id.0)
        }
    }
}
