//! Apps of other developers: their registration, and the tokens that users give them by OAuth 2.1
//! ([ADR 0073](../../../../../docs/adr/0073-give-apps-access-by-oauth.md)).
//!
//! The crate `oauth-as` implements the rules of the protocol. Its storage is here; the token of an app is a row in the table of the user's
//! sessions and own tokens, so that all other code treats it as any API token.

mod redirect;
mod storage;

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use oauth_as::authorization::{
    AuthorizationError, AuthorizationErrorRedirect, AuthorizationRequest, ValidatedAuthorizationRequest,
};
use oauth_as::client::ClientId;
use oauth_as::device::{DeviceAuthorizationResponse, normalize_user_code};
use oauth_as::error::ErrorResponse;
use oauth_as::grant::GrantType;
use oauth_as::metadata::AuthorizationServerMetadata;
use oauth_as::scope::ScopeSet;
use oauth_as::server::{
    AuthorizationServer, Clock, DeviceApprovalError, ServerConfig, TokenRequest, UserApproval,
};
use oauth_as::store::Storage as _;
use oauth_as::token::TokenResponse;
use sumito_game::Timestamp;
use tracing::error;
use uuid::Uuid;

pub use self::redirect::RedirectUriError;
use self::storage::AppStorage;
use crate::accounts::identity::{
    Caller, Identities, IdentityError, NameError, check_app_name, read_scopes, write_scopes,
};
use crate::env::Env;
use crate::social::sockets::UserChanges;
use sumito_config::Accounts;
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_store::{AppRow, Store, StoreError};
use sumito_vocabulary::Scope;

const DAY: Duration = Duration::from_hours(24);

/// Validity of an authorization code.
const CODE_SPAN: Duration = Duration::from_mins(1);

/// Validity of the codes of a device.
const DEVICE_SPAN: Duration = Duration::from_mins(10);

/// Length of the code that a user types: eight of twenty letters, which a caller cannot guess within the limits of requests.
const USER_CODE_LETTERS: usize = 8;

/// The kinds of codes that an app can exchange for a token.
pub const GRANT_TYPES: [GrantType; 2] = [GrantType::AuthorizationCode, GrantType::DeviceCode];

/// Maximum number of redirect addresses of an app.
pub const MAX_REDIRECT_URIS: usize = 5;

/// Reasons for which a request about apps is refused.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// A redirect address is not allowed.
    #[error(transparent)]
    RedirectUri(#[from] RedirectUriError),
    /// The name is not allowed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The app has too many redirect addresses.
    #[error("`redirect_uris` must be at most {MAX_REDIRECT_URIS} addresses")]
    RedirectUris,
    /// The caller has the maximum number of own apps.
    #[error("app limit reached ({0}); delete one first")]
    TooManyApps(u32),
    /// The caller has given access to the maximum number of apps.
    #[error("{0} apps have access to your account; remove one first")]
    TooManyAllowed(u32),
    /// The caller has no such app.
    #[error("app not found")]
    NoSuchApp,
    /// The app has sent a request that OAuth does not allow, so that its user cannot be sent back to it.
    #[error("the app has sent an invalid request: {0}")]
    Request(String),
    /// No device waits for this code.
    #[error("no device waits for this code; check it, or begin again on the device")]
    NoSuchDevice,
    /// The account does not permit it.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The permissions that an app requests from its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// The app that requests access.
    pub app: AppRow,
    /// The requested permissions.
    pub scopes: Vec<Scope>,
    /// The address to which the user is sent back; `None` for a device.
    pub redirect_uri: Option<String>,
}

/// An authorization request of an app, reduced to the data for the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authorization {
    /// The user decides.
    Ask(Consent),
    /// The request is invalid.
    Refuse {
        /// The fault of the request.
        error: ErrorResponse,
        /// The address of the app with the error. The user goes there only by their own decision: a registered app could otherwise use
        /// the server's address to lead a user to its own (RFC 9700, 4.11.2).
        to: String,
    },
}

/// Apps of other developers. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Apps(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    time: TimeSource,
    changes: UserChanges,
    identities: Identities,
    config: Accounts,
    /// Name of the site, which no app may have.
    site: String,
}

impl Apps {
    /// Starts the service. It reports ended tokens to all nodes.
    pub(crate) fn start(env: &Env, changes: &UserChanges, identities: &Identities) -> Self {
        Self(Arc::new(Inner {
            store: env.store.clone(),
            time: env.time,
            changes: changes.clone(),
            identities: identities.clone(),
            config: env.config.accounts.clone(),
            site: env.config.site.name.clone(),
        }))
    }

    /// Registers an app of the caller.
    ///
    /// # Errors
    /// [`AppError`] says why not.
    pub async fn create(
        &self,
        caller: &Caller,
        name: Text,
        redirect_uris: Vec<String>,
    ) -> Result<AppRow, AppError> {
        if caller.user.guest {
            return Err(IdentityError::NeedsAccount.into());
        }
        check_app_name(name.as_str(), &self.0.site)?;
        if redirect_uris.len() > MAX_REDIRECT_URIS {
            return Err(AppError::RedirectUris);
        }
        redirect_uris.iter().try_for_each(|uri| redirect::check(uri))?;
        let app = AppRow {
            id: Uuid::now_v7(),
            owner: caller.user.id,
            owner_name: caller.user.name.clone(),
            name,
            redirect_uris,
            created_at: self.0.time.now(),
        };
        let max = self.0.config.apps_per_user;
        match self.0.store.add_app(&caller.grounds(), &app, max).await? {
            Ok(true) => Ok(app),
            Ok(false) => Err(AppError::TooManyApps(max)),
            Err(outdated) => Err(IdentityError::from(outdated).into()),
        }
    }

    /// Returns the apps of the caller, the oldest first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<AppRow>, AppError> {
        Ok(self.0.store.apps_of(caller.user.id).await?)
    }

    /// Deletes an app of the caller, ends its tokens and closes their sockets.
    ///
    /// # Errors
    /// [`AppError::NoSuchApp`], or the store is unavailable.
    pub async fn delete(&self, caller: &Caller, id: Uuid) -> Result<(), AppError> {
        let ended = self.0.store.remove_app(caller.user.id, id).await?.ok_or(AppError::NoSuchApp)?;
        self.0.changes.sessions_ended(&ended);
        Ok(())
    }

    /// Returns the permissions in this authorization request of an app: the query of the address to which it has sent its user.
    ///
    /// # Errors
    /// [`AppError::Request`] if the request does not name an app and one of its addresses.
    pub async fn asked(&self, site: &str, query: &str) -> Result<Authorization, AppError> {
        match self.validate(site, query).await? {
            Ok(request) => self.consent_of(&request).await.map(Authorization::Ask),
            Err(refused) => Ok(Authorization::Refuse { to: refused.location(), error: refused.error }),
        }
    }

    /// Records the caller's answer to an authorization request; returns the address to which the user is sent back.
    ///
    /// # Errors
    /// [`AppError`] says why the answer cannot be recorded.
    pub async fn answer(
        &self,
        caller: &Caller,
        site: &str,
        query: &str,
        allow: bool,
    ) -> Result<String, AppError> {
        let request = match self.validate(site, query).await? {
            Ok(request) => request,
            Err(refused) => return Err(request_error(&refused.error)),
        };
        if !allow {
            return Ok(request.denied().location());
        }
        self.check_room(caller, request.client_id.as_str()).await?;
        let approval = UserApproval::granted(&request, caller.user.id.0);
        match self.server(site).issue_authorization_code(approval).await {
            Ok(response) => Ok(response.location(&request.redirect_uri)),
            Err(AuthorizationError::Redirect(redirect)) => Ok(redirect.location()),
            Err(AuthorizationError::Direct(refused)) => Err(request_error(&refused)),
        }
    }

    /// Returns the permissions that the app on a device requests.
    ///
    /// # Errors
    /// [`AppError::NoSuchDevice`], or the store is unavailable.
    pub async fn asked_by_device(&self, user_code: &str) -> Result<Consent, AppError> {
        let storage = self.storage();
        let grant = storage.find_device_grant_by_user_code(&normalize_user_code(user_code)).await;
        let grant = grant.map_err(|error| AppStorage::error(&error))?.ok_or(AppError::NoSuchDevice)?;
        let is_pending = grant.state == oauth_as::device::DeviceGrantState::Pending;
        if !is_pending || grant.expires_at <= system_time(self.0.time.now()) {
            return Err(AppError::NoSuchDevice);
        }
        self.consent(&grant.client_id, &grant.scope, None).await
    }

    /// Records the caller's answer to the app on a device.
    ///
    /// # Errors
    /// [`AppError`] says why the answer cannot be recorded.
    pub async fn answer_device(
        &self,
        caller: &Caller,
        site: &str,
        user_code: &str,
        allow: bool,
    ) -> Result<(), AppError> {
        let consent = self.asked_by_device(user_code).await?;
        let server = self.server(site);
        let answered = if allow {
            self.check_room(caller, &consent.app.id.to_string()).await?;
            server.approve_device(user_code, caller.user.id.0).await
        } else {
            if caller.user.guest {
                return Err(IdentityError::NeedsAccount.into());
            }
            server.deny_device(user_code).await
        };
        answered.map_err(|refused| match refused {
            DeviceApprovalError::Storage(error) => AppStorage::error(&error),
            _ => AppError::NoSuchDevice,
        })
    }

    /// Gives an app on a device its codes (RFC 8628, 3.1).
    ///
    /// # Errors
    /// An error of OAuth.
    pub async fn begin_device(
        &self,
        site: &str,
        client: &ClientId,
        scope: Option<&ScopeSet>,
    ) -> Result<DeviceAuthorizationResponse, ErrorResponse> {
        self.server(site).device_authorization(client, None, scope).await
    }

    /// Gives an app its token for a code (RFC 6749, 4.1.3; RFC 8628, 3.4).
    ///
    /// # Errors
    /// An error of OAuth.
    pub async fn token(&self, site: &str, request: TokenRequest) -> Result<TokenResponse, ErrorResponse> {
        let mut response = self.server(site).token(with_port(request)).await?;
        response.access_token = storage::shown_token(&response.access_token);
        response.scope = response.scope.map(|words| write_scopes(&read_scopes(&words)));
        Ok(response)
    }

    /// Ends a token of an app, and closes its sockets (RFC 7009).
    ///
    /// # Errors
    /// An error of OAuth.
    pub async fn revoke(&self, site: &str, client: &ClientId, token: &str) -> Result<(), ErrorResponse> {
        self.server(site).revoke(client, None, token, None).await
    }

    /// Returns the description of the server for apps (RFC 8414).
    pub fn metadata(&self, site: &str) -> AuthorizationServerMetadata {
        self.server(site).metadata()
    }

    /// # Errors
    /// Returns [`AppError`] if the caller cannot give access to this app.
    async fn check_room(&self, caller: &Caller, app: &str) -> Result<(), AppError> {
        if caller.user.guest {
            return Err(IdentityError::NeedsAccount.into());
        }
        let tokens = self.0.identities.tokens(caller).await?;
        let mut others: Vec<_> = tokens.iter().filter_map(|(row, _)| row.app).collect();
        others.retain(|other| other.to_string() != app);
        others.sort_unstable();
        others.dedup();
        let max = self.0.config.allowed_apps;
        if others.len() >= max as usize { Err(AppError::TooManyAllowed(max)) } else { Ok(()) }
    }

    /// Returns the valid request, or the error for the app.
    async fn validate(
        &self,
        site: &str,
        query: &str,
    ) -> Result<Result<ValidatedAuthorizationRequest, AuthorizationErrorRedirect>, AppError> {
        // A parameter without a value counts as omitted (RFC 6749, 3.1).
        let pairs = form_urlencoded::parse(query.as_bytes()).filter(|(_, value)| !value.is_empty());
        let mut request = AuthorizationRequest::from_pairs(pairs);
        request.redirect_uri = request.redirect_uri.map(|uri| redirect::with_port(&uri).into_owned().into());
        match self.server(site).validate_authorization_request(&request).await {
            Ok(request) => Ok(Ok(request)),
            Err(AuthorizationError::Redirect(refused)) => Ok(Err(refused)),
            Err(AuthorizationError::Direct(refused)) => Err(request_error(&refused)),
        }
    }

    async fn consent_of(&self, request: &ValidatedAuthorizationRequest) -> Result<Consent, AppError> {
        self.consent(&request.client_id, &request.scope, Some(request.redirect_uri.clone())).await
    }

    async fn consent(
        &self,
        client: &ClientId,
        scope: &ScopeSet,
        redirect_uri: Option<String>,
    ) -> Result<Consent, AppError> {
        let id = Uuid::parse_str(client.as_str()).map_err(|_| AppError::NoSuchApp)?;
        let app = self.0.store.apps(&[id]).await?.pop().ok_or(AppError::NoSuchApp)?;
        Ok(Consent { app, scopes: storage::scopes(scope), redirect_uri })
    }

    fn storage(&self) -> AppStorage {
        AppStorage::new(Arc::clone(&self.0))
    }

    /// Returns the rules of OAuth for the server at this address.
    fn server(&self, site: &str) -> AuthorizationServer<AppStorage, AppClock> {
        let mut config = ServerConfig::new(site, format!("{site}/device"));
        config.authorization_endpoint = Some(format!("{site}/oauth/authorize"));
        config.token_endpoint = Some(format!("{site}/api/v1/oauth/token"));
        config.device_authorization_endpoint = Some(format!("{site}/api/v1/oauth/device_authorization"));
        config.revocation_endpoint = Some(format!("{site}/api/v1/oauth/revoke"));
        config.introspection_endpoint = None;
        config.scopes_supported = Some(Scope::ALL.iter().map(|scope| scope.as_str().to_owned()).collect());
        config.authorization_code_ttl = CODE_SPAN;
        config.device_code_ttl = DEVICE_SPAN;
        config.access_token_ttl = DAY * self.0.config.app_token_days;
        // A refresh token would be a second secret with the same power: the app keeps one token, and asks again when it expires.
        config.issue_refresh_tokens = false;
        config.include_verification_uri_complete = true;
        config.user_code_length = USER_CODE_LETTERS;
        AuthorizationServer::with_clock(config, self.storage(), AppClock(self.0.time))
    }
}

/// Returns the request with the address in the form in which it is compared.
fn with_port(mut request: TokenRequest) -> TokenRequest {
    if let TokenRequest::AuthorizationCode { redirect_uri: Some(uri), .. } = &mut request {
        *uri = redirect::with_port(uri).into_owned();
    }
    request
}

/// Returns a text for the developer of the app.
fn request_error(refused: &ErrorResponse) -> AppError {
    let why = refused.error_description.as_deref().unwrap_or(refused.error.as_str());
    AppError::Request(why.to_owned())
}

/// The server's clock.
#[derive(Debug, Clone, Copy)]
struct AppClock(TimeSource);

impl Clock for AppClock {
    fn now(&self) -> SystemTime {
        system_time(self.0.now())
    }
}

fn system_time(at: Timestamp) -> SystemTime {
    UNIX_EPOCH + at.since(Timestamp(0))
}

fn timestamp(at: SystemTime) -> Timestamp {
    Timestamp(0) + at.duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Logs an error that an app receives only as `server_error`.
fn log_failure(error: &StoreError) {
    error!(%error, "app authorization failed");
}
