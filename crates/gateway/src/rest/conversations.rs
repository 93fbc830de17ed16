//! The caller's conversations with other accounts. Lines are written over the socket, as in every chat channel.

use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::ErrorCode;
use sumito_protocol::conversations::{ConversationLines, ConversationPage, ReadConversation};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::players::find;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::{UserPair, UserRow};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(conversations))
        .routes(routes!(conversation, delete_conversation))
        .routes(routes!(read_conversation))
}

type ConversationList = Listing<NoFilters, 20, 50>;

type LineList = Listing<NoFilters, 50, 200>;

/// Lists the caller's conversations, the one with the latest line first.
#[utoipa::path(
    get, path = "/me/conversations", tag = "conversations", params(ConversationList),
    responses((status = 403, description = "`needs_account`, or `missing_scope`", body = ProblemBody))
)]
pub(super) async fn conversations(
    State(app): State<App>,
    credentials: Credentials,
    ConversationList { page, .. }: ConversationList,
) -> Result<Listed<ConversationPage>, ProblemResponse> {
    let user = account(&app, &credentials).await?.id;
    let rows = app.store.conversations(user, page.after()?, page.rows()).await?;
    let unread = app.store.unread_conversations(user).await?;
    Ok(page.answer(
        rows,
        |row| row.place,
        |rows, next| ConversationPage {
            conversations: rows.iter().map(codec::conversation).collect(),
            unread,
            next,
        },
    ))
}

/// Returns the lines of the caller's conversation with another account, newest first; none if it has not started.
///
/// The lines stay readable when the two cannot write to each other any more.
#[utoipa::path(
    get, path = "/me/conversations/{name}", tag = "conversations",
    params(("name" = String, Path, description = "Account name or user id"), LineList),
    responses(
        (status = 400, description = "A parameter is invalid, or the player is the caller (`out_of_range`)", body = ProblemBody),
        (status = 403, description = "`needs_account`, or `missing_scope`", body = ProblemBody),
    )
)]
pub(super) async fn conversation(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
    LineList { page, .. }: LineList,
) -> Result<Listed<ConversationLines>, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let (pair, partner) = with(&app, &user, &name).await?;
    let view = app.store.conversation_view(pair, user.id).await?;
    let hidden = view.map_or(Uuid::nil(), |view| view.hidden);
    let rows = app.store.lines_between(&pair.channel(), page.after()?, hidden, page.rows()).await?;
    let writable = app.store.may_converse(pair).await?;
    Ok(page.answer(
        rows,
        |line| line.id,
        |rows, next| ConversationLines {
            partner: codec::user(&partner),
            lines: rows.iter().map(codec::chat_line).collect(),
            writable,
            read: view.map(|view| view.read).filter(|read| !read.is_nil()),
            next,
        },
    ))
}

/// Deletes a conversation from the caller's view. The other account keeps it.
#[utoipa::path(
    delete, path = "/me/conversations/{name}", tag = "conversations",
    params(("name" = String, Path, description = "Account name or user id")),
    responses((status = 400, description = "The player is the caller (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn delete_conversation(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let (pair, partner) = with(&app, &user, &name).await?;
    app.conversations.hide(pair, user.id, partner).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Records that the caller has read a conversation up to a line.
#[utoipa::path(
    put, path = "/me/conversations/{name}/read", tag = "conversations", request_body = ReadConversation,
    params(("name" = String, Path, description = "Account name or user id")),
    responses((status = 400, description = "The player is the caller (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn read_conversation(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
    Body(ReadConversation { line }): Body<ReadConversation>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let (pair, partner) = with(&app, &user, &name).await?;
    app.conversations.read(pair, user.id, partner, line).await?;
    Ok(NoContent)
}

/// Returns the caller's account.
async fn account(app: &App, credentials: &Credentials) -> Result<UserRow, ApiError> {
    let user = credentials.require(app, Scope::Messages).await?;
    if user.guest {
        let message = "guests have no conversations; create an account with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message));
    }
    Ok(user)
}

/// Returns the caller and the player of this name as a pair, and the player.
async fn with(app: &App, user: &UserRow, name: &str) -> Result<(UserPair, UserRow), ApiError> {
    let partner = find(app, name).await?;
    let pair = UserPair::new(user.id, partner.id).ok_or_else(|| {
        ApiError::new(ErrorCode::OutOfRange, "you have no conversation with yourself; name another player")
    })?;
    Ok((pair, partner))
}
