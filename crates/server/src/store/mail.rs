//! Where somebody who has forgotten their password can be written to.

use sumito_game::{Timestamp, UserId};

use super::{Grounds, Store, StoreError, Stored, TokenHash, UserRow, each_database};

/// A mail address, as it was typed and as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressClaim {
    /// As it was typed.
    pub address: String,
    /// As it is compared.
    pub key: String,
}

/// The mail addresses of a user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailRow {
    /// The one that was confirmed.
    pub address: Option<String>,
    /// The one that waits to be confirmed.
    pub waiting: Option<String>,
}

/// Whose address is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addressee {
    /// That of the account with this name, as names are compared.
    Name(String),
    /// This one, as addresses are compared.
    Address(String),
}

impl Store {
    /// The addresses of a user.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn mail_of(&self, user: UserId, now: Timestamp) -> Result<MailRow, StoreError> {
        each_database!(self, queries => queries.mail_of(user, now).await)
    }

    /// Lets an address wait until somebody shows this code, in the place of one that has waited.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn await_confirmation(
        &self,
        grounds: &Grounds,
        claim: &AddressClaim,
        code: &TokenHash,
        expires_at: Timestamp,
    ) -> Stored<()> {
        each_database!(self, queries => queries.await_confirmation(grounds, claim, code, expires_at).await)
    }

    /// Makes the address that waits the user's; `false` where none waits for this code at this moment.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
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
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn remove_mail(&self, grounds: &Grounds) -> Stored<()> {
        each_database!(self, queries => queries.remove_mail(grounds).await)
    }

    /// Accounts with a confirmed address, and that address: the one of a name, or at most `limit` of an address.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn mail_accounts(
        &self,
        whom: &Addressee,
        limit: u32,
    ) -> Result<Vec<(UserRow, String)>, StoreError> {
        each_database!(self, queries => queries.mail_accounts(whom, limit).await)
    }
}
