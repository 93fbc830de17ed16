//! The records of OAuth in the store.
//!
//! No secret is stored: of each code and token there is only a hash. The record of an authorization code names the token that was issued
//! for it, and is therefore encrypted with the code.

use std::sync::Arc;
use std::time::SystemTime;

use oauth_as::authorization::{AuthorizationCodeRecord, AuthorizationCodeState};
use oauth_as::client::{Client, ClientAuth, ClientId};
use oauth_as::device::{DeviceGrant, DeviceGrantState, normalize_user_code};
use oauth_as::scope::ScopeSet;
use oauth_as::store::{RevocationWindow, Storage, StorageError, WriteOutcome};
use oauth_as::token::{IssuedToken, RefreshTokenRecord};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sumito_game::UserId;
use uuid::Uuid;

use super::redirect::with_port;
use super::{AppError, GRANT_TYPES, Inner, log_failure, system_time, timestamp};
use crate::accounts::identity::{PERSONAL, read_scopes, token_hash, write_scopes};
use sumito_kit::sealed;
use sumito_store::{AppTokenLimits, CodeRow, DeviceRow, DeviceSelector, NewSession, StoreError};
use sumito_vocabulary::Scope;

/// Purpose of the encryption of records.
const PURPOSE: &str = "authorization code";

/// Codes of a user that wait for their apps.
const CODES_PER_USER: u32 = 20;

/// Devices that wait for the users of an app.
const DEVICES_PER_APP: u32 = 1_000;

/// Tokens of an app for a user: one for each of a few devices.
const TOKENS_PER_APP: u32 = 5;

/// Tries to replace a record that other requests change.
const TRIES: u32 = 8;

type Result<T> = std::result::Result<T, StorageError>;

/// The records of OAuth in the store.
pub(super) struct AppStorage(Arc<Inner>);

impl AppStorage {
    pub(super) fn new(inner: Arc<Inner>) -> Self {
        Self(inner)
    }

    /// Returns the error for a caller of the server.
    pub(super) fn error(error: &StorageError) -> AppError {
        StoreError::Corrupt(error.0.clone()).into()
    }
}

impl Storage for AppStorage {
    async fn get_client(&self, id: &ClientId) -> Result<Option<Arc<Client>>> {
        let Ok(id) = Uuid::parse_str(id.as_str()) else { return Ok(None) };
        let app = self.0.store.apps(&[id]).await.map_err(failed)?.pop();
        Ok(app.map(|app| {
            Arc::new(Client {
                client_id: ClientId::new(app.id.to_string()),
                auth: ClientAuth::Public,
                grant_types: GRANT_TYPES.to_vec(),
                redirect_uris: app.redirect_uris.iter().map(|uri| with_port(uri).into_owned()).collect(),
                allowed_scopes: scope_set(&Scope::ALL),
                default_scopes: scope_set(&[Scope::Read]),
                name: Some(app.name.into_string()),
                registration: None,
            })
        }))
    }

    async fn put_client(&self, _: Client) -> Result<()> {
        Err(not_registered_here())
    }

    async fn compare_and_swap_client(&self, _: &Client, _: Client) -> Result<bool> {
        Err(not_registered_here())
    }

    async fn delete_client(&self, _: &ClientId, _: RevocationWindow) -> Result<bool> {
        Err(not_registered_here())
    }

    async fn put_device_grant(&self, grant: DeviceGrant) -> Result<()> {
        let put = self.0.store.put_device(&device_row(grant)?, DEVICES_PER_APP).await.map_err(failed)?;
        if put { Ok(()) } else { Err(StorageError::new("too many devices wait for this app")) }
    }

    async fn get_device_grant(&self, device_code: &str) -> Result<Option<DeviceGrant>> {
        let hash = token_hash(device_code);
        let record = self.0.store.device(DeviceSelector::Hash(hash)).await.map_err(failed)?;
        record.map(|record| with_code(&record, device_code)).transpose()
    }

    async fn find_device_grant_by_user_code(&self, user_code: &str) -> Result<Option<DeviceGrant>> {
        let record = self.0.store.device(DeviceSelector::UserCode(user_code)).await.map_err(failed)?;
        record.map(|record| parse(&record)).transpose()
    }

    async fn take_device_grant(&self, device_code: &str) -> Result<Option<DeviceGrant>> {
        let record = self.0.store.take_device(&token_hash(device_code)).await.map_err(failed)?;
        record.map(|record| with_code(&record, device_code)).transpose()
    }

    async fn compare_and_swap_device_grant(
        &self,
        expected: &DeviceGrantState,
        updated: DeviceGrant,
    ) -> Result<bool> {
        // The device and its user may change different parts at the same moment.
        for _ in 0..TRIES {
            let code = normalize_user_code(&updated.user_code);
            let old = self.0.store.device(DeviceSelector::UserCode(&code)).await.map_err(failed)?;
            let Some(old) = old else { return Ok(false) };
            if parse::<DeviceGrant>(&old)?.state != *expected {
                return Ok(false);
            }
            let row = device_row(updated.clone())?;
            if self.0.store.replace_device(&row, &old).await.map_err(failed)? {
                return Ok(true);
            }
        }
        Err(changes_too_often())
    }

    async fn put_authorization_code(&self, record: AuthorizationCodeRecord) -> Result<()> {
        let row = CodeRow {
            hash: token_hash(&record.code),
            app: app_of(&record.client_id)?,
            user: user_of(&record.subject)?,
            record: seal(&record)?,
            expires_at: timestamp(record.expires_at),
        };
        let put = self.0.store.put_code(&row, CODES_PER_USER).await.map_err(failed)?;
        if put { Ok(()) } else { Err(StorageError::new("too many codes of this user wait for apps")) }
    }

    async fn compare_and_swap_authorization_code(
        &self,
        expected: &AuthorizationCodeState,
        updated: AuthorizationCodeRecord,
    ) -> Result<bool> {
        let hash = token_hash(&updated.code);
        for _ in 0..TRIES {
            let Some(old) = self.0.store.code(&hash).await.map_err(failed)? else { return Ok(false) };
            if open(&updated.code, &old)?.state != *expected {
                return Ok(false);
            }
            if self.0.store.replace_code(&hash, &old, &seal(&updated)?).await.map_err(failed)? {
                return Ok(true);
            }
        }
        Err(changes_too_often())
    }

    async fn take_authorization_code(&self, code: &str) -> Result<Option<AuthorizationCodeRecord>> {
        let record = self.0.store.take_code(&token_hash(code)).await.map_err(failed)?;
        record.map(|record| open(code, &record)).transpose()
    }

    async fn put_token(&self, token: IssuedToken) -> Result<WriteOutcome> {
        let subject = token.subject.as_deref().ok_or_else(|| StorageError::new("a token without a user"))?;
        let app = self.0.store.apps(&[app_of(&token.client_id)?]).await.map_err(failed)?.pop();
        let Some(app) = app else { return Ok(WriteOutcome::RefusedRevoked) };
        let (from, until) = (timestamp(token.issued_at), timestamp(token.expires_at));
        let hash = token_hash(&shown_token(&token.access_token));
        let mut session = NewSession::new(hash, app.name, from, until);
        session.row.scopes = Some(write_scopes(&scopes(&token.scope)));
        session.row.app = Some(app.id);
        let limits = AppTokenLimits { per_app: TOKENS_PER_APP, apps: self.0.config.allowed_apps };
        let replaced = self.0.store.add_app_token(user_of(subject)?, &session, limits).await;
        let Some(replaced) = replaced.map_err(failed)? else { return Ok(WriteOutcome::RefusedRevoked) };
        self.0.changes.sessions_ended(&replaced);
        Ok(WriteOutcome::Applied)
    }

    async fn get_token(&self, access_token: &str) -> Result<Option<Arc<IssuedToken>>> {
        let owner =
            self.0.store.holder(&token_hash(access_token), self.0.time.now()).await.map_err(failed)?;
        let Some(owner) = owner else { return Ok(None) };
        let (Some(app), Some(words)) = (owner.session.app, owner.session.scopes) else { return Ok(None) };
        Ok(Some(Arc::new(IssuedToken::new(
            access_token,
            ClientId::new(app.to_string()),
            Some(owner.user.id.0.to_string()),
            scope_set(&read_scopes(&words)),
            system_time(owner.session.created_at),
            system_time(owner.session.expires_at),
        ))))
    }

    async fn delete_token(&self, access_token: &str) -> Result<()> {
        // As its app has it, and as the library has recorded it.
        let shown = shown_token(access_token);
        for token in [access_token, shown.as_str()] {
            let ended = self.0.store.end_app_token(&token_hash(token)).await.map_err(failed)?;
            self.0.changes.sessions_ended(ended.as_slice());
        }
        Ok(())
    }

    async fn put_refresh_token(&self, _: RefreshTokenRecord) -> Result<WriteOutcome> {
        Err(StorageError::new("this server issues no refresh tokens"))
    }

    async fn get_refresh_token(&self, _: &str) -> Result<Option<Arc<RefreshTokenRecord>>> {
        Ok(None)
    }

    async fn take_refresh_token(&self, _: &str) -> Result<Option<RefreshTokenRecord>> {
        Ok(None)
    }

    async fn revoke_token_family(&self, _: &str, _: RevocationWindow) -> Result<u64> {
        Err(StorageError::new("this server issues no refresh tokens"))
    }

    async fn sweep_expired(&self, now: SystemTime) -> Result<u64> {
        self.0.store.forget_codes(timestamp(now), u32::MAX).await.map_err(failed)
    }
}

/// Returns the token that the app gets. Secret scanners find it by its prefix.
pub(super) fn shown_token(token: &str) -> String {
    format!("{PERSONAL}{token}")
}

/// Returns the permissions; a word that names none permits nothing.
pub(super) fn scopes(set: &ScopeSet) -> Vec<Scope> {
    Scope::ALL.into_iter().filter(|scope| set.contains(scope.as_str())).collect()
}

fn scope_set(scopes: &[Scope]) -> ScopeSet {
    // The words are valid, and a set without them would permit nothing.
    ScopeSet::from_tokens(scopes.iter().map(|scope| scope.as_str())).unwrap_or_else(|_| ScopeSet::empty())
}

/// Returns the row of a device. Its code is removed from the record: a reader of the database could take the token of the device with it.
fn device_row(mut grant: DeviceGrant) -> Result<DeviceRow> {
    let hash = token_hash(&std::mem::take(&mut grant.device_code));
    let user = match &grant.state {
        DeviceGrantState::Approved { subject } => Some(user_of(subject)?),
        DeviceGrantState::Pending | DeviceGrantState::Denied => None,
    };
    Ok(DeviceRow {
        hash,
        user_code: normalize_user_code(&grant.user_code),
        app: app_of(&grant.client_id)?,
        user,
        record: to_json(&grant)?,
        expires_at: timestamp(grant.expires_at),
    })
}

fn with_code(record: &[u8], device_code: &str) -> Result<DeviceGrant> {
    Ok(DeviceGrant { device_code: device_code.to_owned(), ..parse(record)? })
}

fn seal(record: &AuthorizationCodeRecord) -> Result<Vec<u8>> {
    let sealed = sealed::seal(PURPOSE, &record.code, &[], &to_json(record)?);
    sealed.ok_or_else(|| StorageError::new("a record is too long"))
}

fn open(code: &str, record: &[u8]) -> Result<AuthorizationCodeRecord> {
    let json = sealed::open(PURPOSE, code, &[], record);
    parse(&json.ok_or_else(|| StorageError::new("the record of a code is damaged"))?)
}

fn to_json(record: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(record).map_err(|error| StorageError::new(error.to_string()))
}

fn parse<T: DeserializeOwned>(record: &[u8]) -> Result<T> {
    serde_json::from_slice(record).map_err(|error| StorageError::new(error.to_string()))
}

fn app_of(client: &ClientId) -> Result<Uuid> {
    Uuid::parse_str(client.as_str()).map_err(|error| StorageError::new(error.to_string()))
}

fn user_of(subject: &str) -> Result<UserId> {
    Uuid::parse_str(subject).map(UserId).map_err(|error| StorageError::new(error.to_string()))
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn failed(error: StoreError) -> StorageError {
    log_failure(&error);
    StorageError::new(error.to_string())
}

fn changes_too_often() -> StorageError {
    StorageError::new("the record changes too often")
}

fn not_registered_here() -> StorageError {
    StorageError::new("apps are registered by their developers")
}
