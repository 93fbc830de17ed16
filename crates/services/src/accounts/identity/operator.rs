//! Operator actions from the command line, which also work while a server runs.

use std::time::Duration;

use super::{name_key, secrets};
use sumito_kit::time_source::TimeSource;
use sumito_store::{Role, Store, StoreError, UserRow};

/// Errors of operator actions.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// No account has this name.
    #[error("no account named {0:?}")]
    NoSuchAccount(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sets the role of the account called `name`. It takes effect with the account's next request.
///
/// # Errors
/// [`OperatorError::NoSuchAccount`], or the store is unavailable.
pub async fn set_role(store: &Store, name: &str, role: Role) -> Result<UserRow, OperatorError> {
    let user = find(store, name).await?;
    store.set_role(user.id, role).await?;
    Ok(UserRow { role, ..user })
}

/// Creates a recovery code for the account called `name`, which is valid once within `span`. Until it is used, nothing changes.
///
/// # Errors
/// [`OperatorError::NoSuchAccount`], or the store is unavailable.
pub async fn reset_code(
    store: &Store,
    name: &str,
    span: Duration,
) -> Result<(UserRow, String), OperatorError> {
    let user = find(store, name).await?;
    let code = secrets::new_code();
    let now = TimeSource::from_system().now();
    store.add_recovery_code(user.id, &secrets::code_hash(&code), now, now + span).await?;
    Ok((user, code))
}

/// Disables two-factor login for the account called `name`, whose owner has lost the authenticator app and the recovery codes. Returns
/// whether it was enabled.
///
/// # Errors
/// [`OperatorError::NoSuchAccount`], or the store is unavailable.
pub async fn disable_two_factor(store: &Store, name: &str) -> Result<(UserRow, bool), OperatorError> {
    let user = find(store, name).await?;
    let was_enabled = store.remove_two_factor(user.id).await?;
    Ok((user, was_enabled))
}

async fn find(store: &Store, name: &str) -> Result<UserRow, OperatorError> {
    let account = store.account_of_name(&name_key(name)).await?;
    account.map(|account| account.user).ok_or_else(|| OperatorError::NoSuchAccount(name.to_owned()))
}
