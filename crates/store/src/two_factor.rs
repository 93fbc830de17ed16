//! Two-factor login: secrets that users share with their authenticator apps.

use sumito_game::UserId;

use super::{Grounds, StoreError, Stored, TokenHash, store_api};

/// The secret of a user.
#[derive(Clone, PartialEq, Eq)]
pub struct TwoFactorRow {
    /// The secret that the server and the authenticator app share.
    pub secret: Vec<u8>,
    /// Whether a login needs a code; `false` until the user has confirmed a first code.
    pub enabled: bool,
}

/// A user's second factor in a login with a password.
#[derive(Clone, PartialEq, Eq)]
pub enum SecondFactor {
    /// A code of the authenticator app.
    AppCode {
        /// The secret from which the code was computed.
        secret: Vec<u8>,
        /// The time step of the code. Each step counts once, and none before it afterwards.
        step: i64,
    },
    /// One of the user's own recovery codes, which is used up.
    RecoveryCode(TokenHash),
}

store_api! { each_database:
    /// Returns the secret of a user; `None` if the user has not started to set up two-factor login.
    pub async fn two_factor(&self, user: UserId) -> Result<Option<TwoFactorRow>, StoreError>;

    /// Stores a new secret, which a code must confirm. Returns whether it did: not if two-factor login is enabled.
    pub async fn prepare_two_factor(&self, grounds: &Grounds, secret: &[u8]) -> Stored<bool>;

    /// Enables two-factor login after the first code, and replaces the user's recovery codes. Returns whether it did: not if the secret is
    /// another one, or if two-factor login is enabled.
    pub async fn enable_two_factor(
        &self,
        grounds: &Grounds,
        secret: &[u8],
        step: i64,
        codes: &[TokenHash],
    ) -> Stored<bool>;

    /// Disables two-factor login.
    pub async fn disable_two_factor(&self, grounds: &Grounds) -> Stored<()>;

    /// Disables two-factor login without a second factor, for the operator. Returns whether it was enabled.
    pub async fn remove_two_factor(&self, user: UserId) -> Result<bool, StoreError>;
}
