//! Registration links and accounts, for administrators.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use serde_json::{Value, json};
use sumito_protocol::ErrorCode;
use sumito_protocol::admin::{
    AccountPage, AccountsCreated, CreateAccounts, CreateRegistrationLink, RegistrationLinkCreated,
    RegistrationLinkList,
};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, Page};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_services::accounts::identity::name_key;
use sumito_services::accounts::mail::Address;
use sumito_store::{AccountSearch, ListedAccount, Role};

/// Default and maximum number of accounts per page.
/// Maximum number of accounts that one request creates.
const MAX_CREATED: usize = 300;
/// Maximum length of a searched name and of a searched email address, in characters.
const LONGEST_NAME: usize = 30;
const LONGEST_MAIL: usize = 254;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(links, create_link))
        .routes(routes!(revoke_link))
        .routes(routes!(accounts, create_accounts))
}

/// Lists the valid registration links, without their codes.
#[utoipa::path(get, path = "/admin/registration-links", tag = "admin")]
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
    post, path = "/admin/registration-links", tag = "admin", request_body = CreateRegistrationLink
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
    params(("id" = Uuid, Path, description = "The link"))
)]
pub(super) async fn revoke_link(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Admin).await?;
    app.identities.revoke_registration_link(&by, id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Search of accounts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountsQuery {
    /// Prefix of the name, in any spelling. Without it and without `mail`, the newest accounts come first.
    #[param(min_length = 1, max_length = 30)]
    name: Option<String>,
    /// Prefix of the email address. Not together with `name`.
    #[param(min_length = 1, max_length = 254)]
    mail: Option<String>,
}

type AccountList = Listing<AccountsQuery, 50, 200>;

/// Lists accounts, the newest first, or those whose name or email address starts with a text.
#[utoipa::path(get, path = "/admin/accounts", tag = "admin", params(AccountList))]
pub(super) async fn accounts(
    State(app): State<App>,
    credentials: Credentials,
    AccountList { filters, page }: AccountList,
) -> Result<Listed<AccountPage>, ProblemResponse> {
    credentials.require_role(&app, Role::Admin).await?;
    let search = search(&filters, &page)?;
    let found = app.identities.list_accounts(&search, page.rows()).await.map_err(ApiError::from)?;
    Ok(page.answer(
        found,
        |last| place(&search, last),
        |found, next| AccountPage { accounts: found.into_iter().map(codec::listed_account).collect(), next },
    ))
}

/// Creates accounts whose users choose their passwords with a code.
///
/// Names that exist are reported and not changed, so the request can be sent again. With `mail`, users with an address get their code by
/// email; the other codes are in the answer, and nowhere else.
#[utoipa::path(
    post, path = "/admin/accounts", tag = "admin", request_body = CreateAccounts,
    responses(
        (status = 400, description = "No accounts, or too many (`out_of_range`)", body = ProblemBody),
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
    if !(1..=MAX_CREATED).contains(&accounts.len()) {
        let message = format!("`accounts` must be 1 to {MAX_CREATED}");
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
fn search(query: &AccountsQuery, page: &Page) -> Result<AccountSearch, ApiError> {
    let AccountsQuery { name, mail } = query;
    let invalid = |message: &'static str| ApiError::new(ErrorCode::OutOfRange, message);
    let check = |text: &str, longest: usize| {
        let fits = (1..=longest).contains(&text.chars().count());
        if fits { Ok(()) } else { Err(invalid("`name` must be 1 to 30 characters, `mail` 1 to 254")) }
    };
    match (name, mail) {
        (Some(_), Some(_)) => Err(invalid("search by `name` or by `mail`, not by both")),
        (Some(name), None) => {
            check(name, LONGEST_NAME)?;
            Ok(AccountSearch::Name { prefix: name_key(name), after: page.after()? })
        }
        (None, Some(mail)) => {
            check(mail, LONGEST_MAIL)?;
            Ok(AccountSearch::Mail { prefix: Address::key(mail), after: page.after()? })
        }
        (None, None) => Ok(AccountSearch::Newest(page.after()?)),
    }
}

/// Returns the place of an account in the list.
fn place(search: &AccountSearch, last: &ListedAccount) -> Value {
    match search {
        AccountSearch::Newest(_) => json!(last.user.id),
        AccountSearch::Name { .. } => json!(last.name_key),
        AccountSearch::Mail { .. } => {
            json!([last.mail.as_ref().map_or("", |mail| &mail.key), last.user.id])
        }
    }
}
