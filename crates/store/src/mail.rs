//! Mail addresses for the recovery of forgotten passwords.

use sumito_game::{Timestamp, UserId};

use super::{Grounds, Store, StoreError, Stored, TokenHash, UserRow, each_database};

/// A mail address, as typed and normalised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAddressKey {
    /// The address as typed.
    pub address: String,
    /// The address normalised for comparison.
    pub key: String,
}

/// The mail addresses of a user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailRow {
    /// The confirmed address.
    pub address: Option<String>,
    /// The address that waits for confirmation.
    pub waiting: Option<String>,
}

/// Search key for accounts with a mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailLookup {
    /// The account with this normalised name.
    Name(String),
    /// Accounts with this normalised address.
    Address(String),
}

impl Store {
    /// Returns the addresses of a user.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn mail_of(&self, user: UserId, now: Timestamp) -> Result<MailRow, StoreError> {
        each_database!(self, queries => queries.mail_of(user, now).await)
    }

    /// Stores an address that waits for confirmation by this code, and replaces an earlier waiting address.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn await_confirmation(
        &self,
        grounds: &Grounds,
        claim: &MailAddressKey,
        code: &TokenHash,
        expires_at: Timestamp,
    ) -> Stored<()> {
        each_database!(self, queries => queries.await_confirmation(grounds, claim, code, expires_at).await)
    }

    /// Confirms the waiting address of the user; `false` if no address waits for this code now.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn confirm_mail(
        &self,
        user: UserId,
        code: &TokenHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.confirm_mail(user, code, now).await)
    }

    /// Removes all addresses of a user.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn remove_mail(&self, grounds: &Grounds) -> Stored<()> {
        each_database!(self, queries => queries.remove_mail(grounds).await)
    }

    /// Returns accounts with their confirmed address: the account of a name, or at most `limit` accounts of an address.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn mail_accounts(
        &self,
        whom: &MailLookup,
        limit: u32,
    ) -> Result<Vec<(UserRow, String)>, StoreError> {
        each_database!(self, queries => queries.mail_accounts(whom, limit).await)
    }
}
