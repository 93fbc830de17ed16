//! What proves who somebody is: sessions of people, and tokens for their programs.

use std::net::IpAddr;

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{Grounds, Store, StoreError, Stored, UserRow, each_database};
use crate::text::Text;

/// The SHA-256 of a token or a recovery code. The secret itself is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Names a session or a personal token to its user; it proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub Uuid);

/// A session, or a token for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// What it is called by.
    pub id: SessionId,
    /// What its user recognises it by.
    pub label: Text,
    /// What a program may do with it, as text that only the caller understands; `None` for a session, which may do everything.
    pub scopes: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was used, as far as that was noted.
    pub last_used_at: Timestamp,
    /// From when on it proves nothing.
    pub expires_at: Timestamp,
}

/// A session that is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// What its user sees of it.
    pub row: SessionRow,
    /// The hash of its secret.
    pub token: TokenHash,
    /// From where it was begun: an IPv4 address, or the /64 network of an IPv6 address.
    pub network: Option<IpAddr>,
}

impl NewSession {
    /// A session that begins now.
    pub fn new(token: TokenHash, label: Text, now: Timestamp, until: Timestamp) -> Self {
        let row = SessionRow {
            id: SessionId(Uuid::now_v7()),
            label,
            scopes: None,
            created_at: now,
            last_used_at: now,
            expires_at: until,
        };
        Self { row, token, network: None }
    }
}

/// Whom a token proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Who it is.
    pub user: UserRow,
    /// By which session or token.
    pub session: SessionRow,
}

/// Which of a user's proofs are to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// This session.
    Session(SessionId),
    /// This personal token.
    Token(SessionId),
    /// All sessions but this one. Tokens go on.
    OtherSessions(SessionId),
}

impl Store {
    /// Whom a token proves at this moment; `None` for one that nobody has, or whose time is over.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn holder(&self, token: &TokenHash, now: Timestamp) -> Result<Option<Holder>, StoreError> {
        each_database!(self, queries => queries.holder(token, now).await)
    }

    /// Adds a session. Where the user has more than `most` then, those go that were used least lately: they are returned.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn add_session(
        &self,
        grounds: &Grounds,
        session: &NewSession,
        most: u32,
    ) -> Stored<Vec<SessionId>> {
        each_database!(self, queries => queries.add_session(grounds, session, most).await)
    }

    /// Adds a token for programs; `false` where the user has `most` already.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn add_token(&self, grounds: &Grounds, token: &NewSession, most: u32) -> Stored<bool> {
        each_database!(self, queries => queries.add_token(grounds, token, most).await)
    }

    /// All sessions and tokens of a user whose time is not over, the one used last first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn sessions(&self, user: UserId, now: Timestamp) -> Result<Vec<SessionRow>, StoreError> {
        each_database!(self, queries => queries.sessions(user, now).await)
    }

    /// Ends sessions or tokens of a user; returns which.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn end_sessions(&self, user: UserId, which: Ending) -> Result<Vec<SessionId>, StoreError> {
        each_database!(self, queries => queries.end_sessions(user, which).await)
    }

    /// Notes when sessions and tokens were used. The sessions among them last until `until` from now on; a token's end stays.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn note_uses(
        &self,
        sessions: &[SessionId],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        each_database!(self, queries => queries.note_uses(sessions, now, until).await)
    }
}
