//! Credentials of users: sessions of people, and tokens for their programs.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{Grounds, StoreError, Stored, UserRow, store_api};
use sumito_kit::text::Text;

/// The SHA-256 hash of a token or a recovery code. The secret itself is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Id of a session or a personal token for its user; it is no secret and proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(pub Uuid);

/// A session, or a token for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Id of the session or token.
    pub id: SessionId,
    /// Label for its user.
    pub label: Text,
    /// Scopes of a token, as text that the store does not interpret; `None` for a session, which may do everything.
    pub scopes: Option<String>,
    /// The app that has the token; `None` for a session, and for a token that the user has created.
    pub app: Option<Uuid>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of its last recorded use.
    pub last_used_at: Timestamp,
    /// Time at which it expires.
    pub expires_at: Timestamp,
}

/// A session that is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// The part that its user may read.
    pub row: SessionRow,
    /// The hash of its secret.
    pub token: TokenHash,
    /// Network of the login: an IPv4 address, or the /64 network of an IPv6 address.
    pub network: Option<IpAddr>,
}

impl NewSession {
    /// Returns a session that starts now.
    pub fn new(token: TokenHash, label: Text, now: Timestamp, until: Timestamp) -> Self {
        let row = SessionRow {
            id: SessionId(Uuid::now_v7()),
            label,
            scopes: None,
            app: None,
            created_at: now,
            last_used_at: now,
            expires_at: until,
        };
        Self { row, token, network: None }
    }
}

/// The holder of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenOwner {
    /// User of the token.
    pub user: UserRow,
    /// The session or token that was used.
    pub session: SessionRow,
}

/// Selection of a user's sessions and tokens to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionSelector {
    /// The session with this id.
    Session(SessionId),
    /// The personal token with this id.
    Token(SessionId),
    /// All sessions except this session. Tokens stay valid.
    OtherSessions(SessionId),
}

store_api! { each_database:
    /// Returns the current holder of a token; `None` if it is unknown or expired.
    pub async fn holder(&self, token: &TokenHash, now: Timestamp) -> Result<Option<TokenOwner>, StoreError>;

    /// Adds a session. If the user then has more than `max`, the least recently used sessions are removed and returned.
    pub async fn add_session(
        &self,
        grounds: &Grounds,
        session: &NewSession,
        max: u32,
    ) -> Stored<Vec<SessionId>>;

    /// Adds a token for programs; `false` if the user already has `max` such tokens.
    pub async fn add_token(&self, grounds: &Grounds, token: &NewSession, max: u32) -> Stored<bool>;

    /// Returns all valid sessions and tokens of a user, most recently used first.
    pub async fn sessions(&self, user: UserId, now: Timestamp) -> Result<Vec<SessionRow>, StoreError>;

    /// Ends sessions or tokens of a user; returns their ids. With a token, pending authorizations of apps end, too.
    pub async fn end_sessions(&self, user: UserId, which: SessionSelector) -> Result<Vec<SessionId>, StoreError>;

    /// Returns the existing sessions among `sessions`, in any order.
    pub async fn existing_sessions(&self, sessions: &[SessionId]) -> Result<Vec<SessionId>, StoreError>;

    /// Records uses of sessions and tokens. The sessions among them are extended to `until`; the expiry of tokens stays.
    pub async fn record_uses(
        &self,
        sessions: &[SessionId],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError>;
}
