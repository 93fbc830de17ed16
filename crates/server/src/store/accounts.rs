//! Accounts: users with a name of their own and a password.

use sumito_game::{Timestamp, UserId};

use super::{NewSession, SessionId, Store, StoreError, TokenHash, UserRow, each_database};

/// What somebody may do besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Role {
    /// Nothing.
    #[default]
    Player,
    /// Keep the peace.
    Moderator,
    /// Everything.
    Admin,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Player, Self::Moderator, Self::Admin];

    /// As it is stored and told.
    pub fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Moderator => "moderator",
            Self::Admin => "admin",
        }
    }

    /// Reads what [`word`](Self::word) writes.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// A name and a password that somebody wants to have.
#[derive(Clone, PartialEq, Eq)]
pub struct Claim {
    /// The name to show.
    pub name: String,
    /// The name as it is compared.
    pub name_key: String,
    /// Argon2id as a PHC string.
    pub password_hash: String,
}

/// An account, as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// Who it is.
    pub user: UserRow,
    /// Argon2id as a PHC string.
    pub password_hash: String,
}

/// What became of the wish to be deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deletion {
    /// They have so many seats in rooms that wait or are being played in; nothing has changed.
    Seated(u64),
    /// It is done. These sessions and tokens are gone.
    Done(Vec<SessionId>),
}

/// What became of a recovery code that somebody showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// Whose it was.
    pub user: UserRow,
    /// The sessions and tokens that ended.
    pub ended: Vec<SessionId>,
}

impl Store {
    /// Adds a user with an account and a session.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when somebody has that name.
    pub async fn add_account(
        &self,
        user: &UserRow,
        claim: &Claim,
        session: &NewSession,
    ) -> Result<(), StoreError> {
        each_database!(self, queries => queries.add_account(user, claim, session).await)
    }

    /// Makes a guest's an account; `false` for somebody who is no guest.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when somebody has that name.
    pub async fn make_account(&self, user: UserId, claim: &Claim) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.make_account(user, claim).await)
    }

    /// Whose name that is, as names are compared.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn account_of_name(&self, name_key: &str) -> Result<Option<AccountRow>, StoreError> {
        each_database!(self, queries => queries.account_of_name(name_key).await)
    }

    /// The account of a user; `None` for somebody without one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn account(&self, user: UserId) -> Result<Option<AccountRow>, StoreError> {
        each_database!(self, queries => queries.account(user).await)
    }

    /// Gives an account another password, and ends all sessions but `keep`: they are returned. Recovery codes that end by themselves
    /// end with the password.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_password(
        &self,
        user: UserId,
        password_hash: &str,
        keep: SessionId,
    ) -> Result<Vec<SessionId>, StoreError> {
        each_database!(self, queries => queries.set_password(user, password_hash, keep).await)
    }

    /// Puts these recovery codes in the place of those that the user had.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_recovery_codes(&self, user: UserId, codes: &[TokenHash]) -> Result<(), StoreError> {
        each_database!(self, queries => queries.set_recovery_codes(user, codes).await)
    }

    /// Adds a recovery code that is good until a moment, and removes those of the user that are good no more.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn add_recovery_code(
        &self,
        user: UserId,
        code: &TokenHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        each_database!(self, queries => queries.add_recovery_code(user, code, now, expires_at).await)
    }

    /// How many recovery codes of their own somebody has left.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn recovery_codes(&self, user: UserId) -> Result<u64, StoreError> {
        each_database!(self, queries => queries.recovery_codes(user).await)
    }

    /// Uses up a recovery code: gives its account another password, ends all sessions and tokens, and begins a session. `None` where the
    /// name and the code do not belong together, or the code is not good any more.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn recover(
        &self,
        name_key: &str,
        code: &TokenHash,
        password_hash: &str,
        session: &NewSession,
    ) -> Result<Option<Recovered>, StoreError> {
        each_database!(self, queries => queries.recover(name_key, code, password_hash, session).await)
    }

    /// Removes all that says who a user is: name, password, sessions, tokens, also the name in finished games, which stay.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn delete_user(&self, user: UserId, name: &str) -> Result<Deletion, StoreError> {
        each_database!(self, queries => queries.delete_user(user, name).await)
    }

    /// Gives a user a role.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_role(&self, user: UserId, role: Role) -> Result<(), StoreError> {
        each_database!(self, queries => queries.set_role(user, role).await)
    }
}
