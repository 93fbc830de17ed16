//! Registration of accounts by invitation, and accounts that administrators create and list.

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{MailAddressKey, ModerationAction, NewCredentials, StoreError, TokenHash, UserRow, store_api};

/// A link with which visitors create accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistrationLinkRow {
    /// Id of the link; it is no secret.
    pub id: Uuid,
    /// Name of the administrator who made it; `None` if it was made on the command line.
    pub made_by: Option<String>,
    /// Time at which it ends.
    pub expires_at: Timestamp,
    /// Number of accounts that can still be created with it.
    pub uses_left: u32,
}

/// A new link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRegistrationLink {
    /// Id of the link.
    pub id: Uuid,
    /// Hash of its code.
    pub code: TokenHash,
    /// The administrator who makes it; `None` on the command line.
    pub made_by: Option<UserId>,
    /// Time of its creation.
    pub created_at: Timestamp,
    /// Time at which it ends.
    pub expires_at: Timestamp,
    /// Number of accounts that can be created with it.
    pub uses: u32,
}

/// An account that an administrator creates. Its user chooses the password with the code.
#[derive(Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// User of the account.
    pub user: UserRow,
    /// Name and password of the account.
    pub credentials: NewCredentials,
    /// Hash of the recovery code with which the user sets the first password.
    pub code: TokenHash,
    /// Time at which the code expires.
    pub code_expires_at: Timestamp,
    /// The user's email address.
    pub mail: Option<MailAddressKey>,
}

/// A search for accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountSearch {
    /// All accounts, the newest first; those created before the account with this id.
    Newest(Option<UserId>),
    /// Accounts by a prefix of the normalised name, in the order of their names, after a name.
    Name {
        /// Prefix of the name.
        prefix: String,
        /// The last normalised name of the page before.
        after: Option<String>,
    },
    /// Accounts by a prefix of the normalised email address, in the order of their addresses, after an address.
    Mail {
        /// Prefix of the address.
        prefix: String,
        /// The last normalised address of the page before, and its user.
        after: Option<(String, UserId)>,
    },
}

/// An account in the list for administrators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedAccount {
    /// User of the account.
    pub user: UserRow,
    /// The normalised name.
    pub name_key: String,
    /// The confirmed email address, as typed and normalised.
    pub mail: Option<MailAddressKey>,
    /// Last recorded use of a session or a token that has not expired; `None` if there is none.
    pub seen_at: Option<Timestamp>,
    /// Whether the user is banned now.
    pub banned: bool,
    /// Whether the user is muted now.
    pub muted: bool,
}

store_api! { each_database:
    /// Stores a link and writes that to the log; `false` if there are `max` links already.
    pub async fn add_registration_link(
        &self,
        link: &NewRegistrationLink,
        max: u32,
        action: Option<&ModerationAction>,
    ) -> Result<bool, StoreError>;

    /// Returns the valid links, the newest first.
    pub async fn registration_links(&self, now: Timestamp) -> Result<Vec<RegistrationLinkRow>, StoreError>;

    /// Removes a link and writes that to the log; `false` if there is no such link.
    pub async fn remove_registration_link(&self, id: Uuid, action: Option<&ModerationAction>) -> Result<bool, StoreError>;

    /// Returns whether an account can be created with this code now.
    pub async fn is_registration_link(&self, code: &TokenHash, now: Timestamp) -> Result<bool, StoreError>;

    /// Stores an account; `false` if its name, or one that looks alike, is taken.
    pub async fn create_account(&self, account: &NewAccount) -> Result<bool, StoreError>;

    /// Returns whether the database has neither games nor users except for computers.
    pub async fn has_no_people(&self) -> Result<bool, StoreError>;

    /// Returns up to `limit` accounts that a search finds.
    pub async fn list_accounts(&self, search: &AccountSearch, now: Timestamp, limit: u32) -> Result<Vec<ListedAccount>, StoreError>;

    /// Returns the plan of the query of [`list_accounts`](Self::list_accounts), for tests.
    pub async fn explain_list_accounts(&self, search: &AccountSearch, now: Timestamp, limit: u32) -> Result<String, StoreError>;
}
