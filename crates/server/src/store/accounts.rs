//! Accounts: users with a name of their own and a password.

use std::net::IpAddr;

use sumito_game::{Timestamp, UserId};

use super::{InForce, NewSession, SessionId, Store, StoreError, TokenHash, UserRow, each_database};
use crate::names::{self, Called};

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

/// What was true of a user before something that takes a while: a password was compared, another one was hashed. Where it is true no
/// more, nothing is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Grounds {
    /// The user.
    pub user: UserId,
    /// The session that was shown, if one was.
    pub session: Option<SessionId>,
    /// The stored password with which the shown one was compared, if one was.
    pub password_hash: Option<String>,
}

/// Why nothing was stored: what it was based on is true no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outdated {
    /// The account has another password, or none.
    Password,
    /// The session has ended.
    Session,
    /// Moderators keep the user away now.
    Banned(InForce),
}

/// What became of something that is stored only where its grounds are still true.
pub type Stored<T> = Result<Result<T, Outdated>, StoreError>;

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
    /// [`StoreError::Conflict`] when another user has that name.
    pub async fn add_account(&self, user: &UserRow, claim: &Claim, session: &NewSession) -> Stored<()> {
        each_database!(self, queries => queries.add_account(user, claim, session).await)
    }

    /// Makes an account of a guest, with `session` in the place of all sessions before. Returns those; `None` for a user who is no
    /// guest. A browser that is pushed to stays one.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another user has that name.
    pub async fn make_account(
        &self,
        grounds: &Grounds,
        claim: &Claim,
        session: &NewSession,
    ) -> Stored<Option<Vec<SessionId>>> {
        let made = each_database!(self, queries => queries.make_account(grounds, claim, session).await)?;
        if matches!(made, Ok(Some(_))) {
            names::changed(grounds.user, Called { name: claim.name.clone(), guest: false });
        }
        Ok(made)
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

    /// Gives an account another password, and ends all sessions but the one that was shown: they are returned. Recovery codes that end by
    /// themselves end with the password.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_password(&self, grounds: &Grounds, password_hash: &str) -> Stored<Vec<SessionId>> {
        each_database!(self, queries => queries.set_password(grounds, password_hash).await)
    }

    /// Puts these recovery codes in the place of those that the user had.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_recovery_codes(&self, grounds: &Grounds, codes: &[TokenHash]) -> Stored<()> {
        each_database!(self, queries => queries.set_recovery_codes(grounds, codes).await)
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
    /// name and the code do not belong together, or the code is not good any more. A code of a user who is banned is not used up.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn recover(
        &self,
        name_key: &str,
        code: &TokenHash,
        password_hash: &str,
        session: &NewSession,
    ) -> Stored<Option<Recovered>> {
        each_database!(self, queries => queries.recover(name_key, code, password_hash, session).await)
    }

    /// Removes what says who a user is: name, password, sessions, tokens. That is final, and takes one short transaction; what else is
    /// kept of them goes with [`erase`](Self::erase). Names in games, rooms and tournaments are looked up, and so are gone as well.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn delete_user(&self, grounds: &Grounds, name: &str) -> Stored<Deletion> {
        let deletion = each_database!(self, queries => queries.delete_user(grounds, name).await)?;
        if matches!(deletion, Ok(Deletion::Done(_))) {
            names::changed(grounds.user, Called { name: name.to_owned(), guest: true });
        }
        Ok(deletion)
    }

    /// Whether the account of this name was logged in to from this network, as far as that is known.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn knows_network(&self, name_key: &str, network: IpAddr) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.knows_network(name_key, network).await)
    }

    /// Forgets at most `limit` networks of accounts that were not logged in to from there since then; returns how many.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn forget_networks(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        each_database!(self, queries => queries.forget_networks(before, limit).await)
    }

    /// A user who was deleted and of whom rows are still kept that go.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn deleted_with_rows(&self) -> Result<Option<UserId>, StoreError> {
        each_database!(self, queries => queries.deleted_with_rows().await)
    }

    /// Removes about `limit` rows of a user who was deleted: lines of chat, whom they block and follow, who follows them, challenges.
    /// Returns whether none is left.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn erase(&self, user: UserId, limit: u32) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.erase(user, limit).await)
    }

    /// Gives a user a role.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn set_role(&self, user: UserId, role: Role) -> Result<(), StoreError> {
        each_database!(self, queries => queries.set_role(user, role).await)
    }
}
