//! Apps of other developers, their tokens, and the authorizations that are pending.

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{Grounds, NewSession, SessionId, StoreError, Stored, TokenHash, store_api};
use sumito_kit::text::Text;

/// An app of a developer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppRow {
    /// Id of the app.
    pub id: Uuid,
    /// The account that has created it.
    pub owner: UserId,
    /// Name of the owner.
    pub owner_name: String,
    /// Name of the app for its users.
    pub name: Text,
    /// Addresses to which a user can be sent back.
    pub redirect_uris: Vec<String>,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// An authorization code that waits for its app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRow {
    /// Hash of the code.
    pub hash: TokenHash,
    /// The app that receives the code.
    pub app: Uuid,
    /// The user who has authorized the app.
    pub user: UserId,
    /// The record, which the store does not interpret.
    pub record: Vec<u8>,
    /// Time after which the row is removed.
    pub expires_at: Timestamp,
}

/// The code of a device that waits for its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceRow {
    /// Hash of the device's code.
    pub hash: TokenHash,
    /// The code that the user types.
    pub user_code: String,
    /// The app on the device.
    pub app: Uuid,
    /// The user who has allowed it.
    pub user: Option<UserId>,
    /// The record, which the store does not interpret.
    pub record: Vec<u8>,
    /// Time after which the row is removed.
    pub expires_at: Timestamp,
}

/// Selection of a device by one of its codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceSelector<'a> {
    /// The hash of the device's code.
    Hash(TokenHash),
    /// The code that the user types.
    UserCode(&'a str),
}

/// Bounds of the tokens of apps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppTokenLimits {
    /// Tokens of one app for one user. A further token replaces the oldest.
    pub per_app: u32,
    /// Apps that may have tokens of one user.
    pub apps: u32,
}

store_api! { each_database:
    /// Adds an app; `false` if its owner has `max` already.
    pub async fn add_app(&self, grounds: &Grounds, app: &AppRow, max: u32) -> Stored<bool>;

    /// Returns the apps of an owner, the oldest first.
    pub async fn apps_of(&self, owner: UserId) -> Result<Vec<AppRow>, StoreError>;

    /// Returns the existing apps among `ids`, in any order.
    pub async fn apps(&self, ids: &[Uuid]) -> Result<Vec<AppRow>, StoreError>;

    /// Removes an app of an owner; returns the ids of its tokens, which end. `None` if there is no such app.
    pub async fn remove_app(&self, owner: UserId, id: Uuid) -> Result<Option<Vec<SessionId>>, StoreError>;

    /// Adds a token of an app, and returns the ids of the tokens that it replaces. `None` if the user allows too many other apps or is
    /// banned, or if the app or the user is gone.
    pub async fn add_app_token(
        &self,
        user: UserId,
        token: &NewSession,
        limits: AppTokenLimits,
    ) -> Result<Option<Vec<SessionId>>, StoreError>;

    /// Ends a token of an app, of any user; returns its id.
    pub async fn end_app_token(&self, token: &TokenHash) -> Result<Option<SessionId>, StoreError>;

    /// Adds an authorization code, or replaces its record. `false` if the user has `max` codes.
    pub async fn put_code(&self, code: &CodeRow, max: u32) -> Result<bool, StoreError>;

    /// Removes an authorization code and returns its record.
    pub async fn take_code(&self, hash: &TokenHash) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the record of an authorization code.
    pub async fn code(&self, hash: &TokenHash) -> Result<Option<Vec<u8>>, StoreError>;

    /// Replaces the record of an authorization code if it is still `old`; returns whether it was.
    pub async fn replace_code(&self, hash: &TokenHash, old: &[u8], new: &[u8]) -> Result<bool, StoreError>;

    /// Adds a device, or replaces its row. `false` if `max` devices wait for the app.
    pub async fn put_device(&self, device: &DeviceRow, max: u32) -> Result<bool, StoreError>;

    /// Returns the record of a device.
    pub async fn device(&self, which: DeviceSelector<'_>) -> Result<Option<Vec<u8>>, StoreError>;

    /// Removes a device and returns its record.
    pub async fn take_device(&self, hash: &TokenHash) -> Result<Option<Vec<u8>>, StoreError>;

    /// Replaces the user and the record of the device with this user code if the record is still `old`; returns whether it was.
    pub async fn replace_device(&self, device: &DeviceRow, old: &[u8]) -> Result<bool, StoreError>;

    /// Removes at most `limit` codes of users and devices that expired before a time; returns the number removed.
    pub async fn forget_codes(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
