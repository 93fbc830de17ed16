//! Mail addresses for the recovery of forgotten passwords.

use sumito_game::{Timestamp, UserId};

use super::{Grounds, StoreError, Stored, TokenHash, UserRow, store_api};

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

store_api! { each_database:
    /// Returns the addresses of a user.
    pub async fn mail_of(&self, user: UserId, now: Timestamp) -> Result<MailRow, StoreError>;

    /// Stores an address that waits for confirmation by this code, and replaces an earlier waiting address.
    pub async fn await_confirmation(
        &self,
        grounds: &Grounds,
        claim: &MailAddressKey,
        code: &TokenHash,
        expires_at: Timestamp,
    ) -> Stored<()>;

    /// Confirms the waiting address of the user; `false` if no address waits for this code now.
    pub async fn confirm_mail(&self, user: UserId, code: &TokenHash, now: Timestamp) -> Result<bool, StoreError>;

    /// Removes all addresses of a user.
    pub async fn remove_mail(&self, grounds: &Grounds) -> Stored<()>;

    /// Returns accounts with their confirmed address: the account of a name, or at most `limit` accounts of an address.
    pub async fn mail_accounts(&self, whom: &MailLookup, limit: u32) -> Result<Vec<(UserRow, String)>, StoreError>;
}
