//! Users.

use sumito_game::{Timestamp, UserId};

use super::{NewSession, Role, Store, StoreError, each};

/// A user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserRow {
    /// The id, which never changes.
    pub id: UserId,
    /// The name to show.
    pub name: String,
    /// Whether they play without an account.
    pub guest: bool,
    /// Whether a program of theirs plays.
    pub bot: bool,
    /// What they may do besides playing.
    pub role: Role,
    /// When they first came.
    pub created_at: Timestamp,
}

/// A bot, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotRow {
    /// Who it is.
    pub user: UserRow,
    /// Which games it takes, as text that only the caller of [`Store::set_bot`] understands.
    pub accepts: String,
    /// In how many rooms it has a seat that wait or are being played in.
    pub seats: u64,
}

impl Store {
    /// Adds a user together with the session that proves who it is.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the user or the token exists.
    pub async fn add_user(&self, user: &UserRow, session: &NewSession) -> Result<(), StoreError> {
        each!(self, queries => queries.add_user(user, session).await)
    }

    /// Adds users whom no token proves: computer players, and players of imported games. Those that are there stay as they are.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn add_computers(&self, users: &[UserRow]) -> Result<(), StoreError> {
        each!(self, queries => queries.add_computers(users).await)
    }

    /// Makes a user a bot, or changes what it accepts, as text that only the caller understands.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_bot(&self, user: UserId, accepts: &str, now: Timestamp) -> Result<(), StoreError> {
        each!(self, queries => queries.set_bot(user, accepts, now).await)
    }

    /// A bot; `None` for somebody who is none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn bot(&self, user: UserId) -> Result<Option<BotRow>, StoreError> {
        each!(self, queries => queries.bot(user).await)
    }

    /// The bots among these users.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn bots_among(&self, users: &[UserId]) -> Result<Vec<BotRow>, StoreError> {
        each!(self, queries => queries.bots_among(users).await)
    }
}
