//! Accounts: users with a chosen name and a password.

use std::net::IpAddr;
use std::sync::Arc;

use futures_util::FutureExt;
use sumito_game::{Timestamp, UserId};

use super::{
    ActiveSanction, NewSession, Role, SecondFactor, SessionId, Store, StoreError, TokenHash, UserRow,
    each_database, store_api,
};
use sumito_kit::names::{self, Called};

/// Name and password for a new account.
#[derive(Clone, PartialEq, Eq)]
pub struct NewCredentials {
    /// The displayed name.
    pub name: String,
    /// The normalised name for comparison.
    pub name_key: String,
    /// Argon2id hash as a PHC string.
    pub password_hash: String,
    /// Code of the registration link with which the account is created, if any. It is used up once more.
    pub link: Option<TokenHash>,
    /// The terms of use that the user accepts, if the site has any.
    pub terms: Option<AcceptedTerms>,
}

/// A version of the terms of use of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedTerms {
    /// SHA-256 of `texts`.
    pub hash: [u8; 32],
    /// The texts by language, as a JSON object.
    pub texts: Arc<str>,
}

/// An account row.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// User of the account.
    pub user: UserRow,
    /// Argon2id hash as a PHC string.
    pub password_hash: String,
}

/// Preconditions of a user that were checked before slow work, such as comparing or hashing a password. If they no longer hold, nothing is
/// stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Grounds {
    /// Id of the user.
    pub user: UserId,
    /// The caller's session, if any.
    pub session: Option<SessionId>,
    /// The stored password hash that the given password was compared with, if any.
    pub password_hash: Option<String>,
    /// The user's second factor. Required with the password if the account has two-factor login.
    pub second: Option<SecondFactor>,
}

/// A precondition that no longer holds, so that nothing was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outdated {
    /// The account has a different password, or none.
    Password,
    /// The session has ended.
    Session,
    /// The account has two-factor login, and no second factor was shown.
    NoSecondFactor,
    /// The second factor is wrong, or was used before.
    SecondFactor,
    /// The registration link has expired, is used up, or was revoked.
    RegistrationLink,
    /// The user has been banned since.
    Banned(ActiveSanction),
}

/// Result of a write that depends on preconditions.
pub type Stored<T> = Result<Result<T, Outdated>, StoreError>;

/// Result of a request to delete an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeleteOutcome {
    /// The user has this number of seats in rooms that wait or are being played in; nothing has changed.
    Seated(u64),
    /// The account is deleted, and these sessions and tokens have ended.
    Done(Vec<SessionId>),
}

/// Result of using a recovery code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveryOutcome {
    /// The user of the code.
    pub user: UserRow,
    /// The sessions and tokens that ended.
    pub ended: Vec<SessionId>,
}

store_api! { each_database:
    /// Adds a user with an account and a session.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another user has that name.
    pub async fn add_account(&self, user: &UserRow, claim: &NewCredentials, session: &NewSession) -> Stored<()>;

    /// Returns the account with this normalised name.
    pub async fn account_of_name(&self, name_key: &str) -> Result<Option<AccountRow>, StoreError>;

    /// Returns the account of a user; `None` for a user without an account.
    pub async fn account(&self, user: UserId) -> Result<Option<AccountRow>, StoreError>;

    /// Changes the password of an account and ends all sessions except the caller's. Returns the ended sessions. Recovery codes with an
    /// expiry time are removed too.
    pub async fn set_password(&self, grounds: &Grounds, password_hash: &str) -> Stored<Vec<SessionId>>;

    /// Replaces the user's recovery codes.
    pub async fn set_recovery_codes(&self, grounds: &Grounds, codes: &[TokenHash]) -> Stored<()>;

    /// Adds a recovery code with an expiry time, and removes the user's expired codes.
    pub async fn add_recovery_code(
        &self,
        user: UserId,
        code: &TokenHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the number of a user's remaining recovery codes.
    pub async fn recovery_codes(&self, user: UserId) -> Result<u64, StoreError>;

    /// Uses up a recovery code: changes the password of its account, ends all sessions and tokens, and starts a session. `None` if the
    /// name and the code do not match, or if the code is expired. A code of a banned user is not used up.
    ///
    /// One of the user's own codes disables two-factor login; with a code that was sent, the second factor is needed.
    pub async fn recover(
        &self,
        name_key: &str,
        code: &TokenHash,
        second: Option<&SecondFactor>,
        password_hash: &str,
        session: &NewSession,
    ) -> Stored<Option<RecoveryOutcome>>;

    /// Returns whether this network is among the known login networks of the account with this name.
    pub async fn knows_network(&self, name_key: &str, network: IpAddr) -> Result<bool, StoreError>;

    /// Removes at most `limit` login networks of accounts that were last used before then; returns the number removed.
    pub async fn forget_networks(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;

    /// Returns a deleted user who still has rows to be erased.
    pub async fn deleted_with_rows(&self) -> Result<Option<UserId>, StoreError>;

    /// Erases about `limit` rows of a deleted user: chat lines, blocks, follows in both directions, challenges. Returns whether none is
    /// left.
    pub async fn erase(&self, user: UserId, limit: u32) -> Result<bool, StoreError>;

    /// Returns the last `limit` users with a name changed since then, on the clock of the database, the latest change first. The
    /// query also returns the time of that clock.
    pub async fn names_changed_since(&self, since: Timestamp, limit: u32) -> Result<(Timestamp, Vec<(UserId, Called)>), StoreError>;

    /// Sets the role of a user. The registration links of a user who is no longer an administrator end.
    pub async fn set_role(&self, user: UserId, role: Role) -> Result<(), StoreError>;
}

impl Store {
    /// Turns a guest into an account, with `session` in place of all earlier sessions. Returns those sessions; `None` if the user is not a
    /// guest. The push subscription of the browser is kept.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another user has that name.
    pub async fn make_account(
        &self,
        grounds: &Grounds,
        claim: &NewCredentials,
        session: &NewSession,
    ) -> Stored<Option<Vec<SessionId>>> {
        let made =
            each_database!(self, queries => queries.make_account(grounds, claim, session).boxed().await)?;
        if matches!(made, Ok(Some(_))) {
            names::changed(grounds.user, Called { name: claim.name.clone(), guest: false });
        }
        Ok(made)
    }

    /// Removes the identity of a user: name, password, sessions, tokens. That is final, and takes one short transaction;
    /// [`erase`](Self::erase) removes the other data. Names in games, rooms and tournaments are looked up, and are therefore gone as well.
    pub async fn delete_user(&self, grounds: &Grounds, name: &str) -> Stored<DeleteOutcome> {
        let deletion = each_database!(self, queries => queries.delete_user(grounds, name).boxed().await)?;
        if matches!(deletion, Ok(DeleteOutcome::Done(_))) {
            names::changed(grounds.user, Called { name: name.to_owned(), guest: true });
        }
        Ok(deletion)
    }
}
