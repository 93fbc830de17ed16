//! Credentials of requests.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::TypedHeader;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use axum_extra::headers::Authorization;
use axum_extra::headers::authorization::Bearer;
use zeroize::Zeroizing;

use crate::app::App;
use crate::codec::ApiError;
use crate::limits::ClientAddress;
use sumito_config::Config;
use sumito_kit::holder::Holder;
use sumito_services::accounts::identity::{self, Caller, ClientInfo};
use sumito_store::{Role, UserRow};
use sumito_vocabulary::Scope;

/// Session cookie of browsers. Over TLS its name has a prefix that prevents other hosts from setting it, even on the same domain (RFC
/// 6265bis, "`__Host-` prefix").
const COOKIE: &str = "sumito_session";
const SECURE_COOKIE: &str = "__Host-sumito_session";

/// Lifetime of the cookie. Browsers allow at most 400 days.
const COOKIE_DAYS: i64 = 400;

/// Credentials of a request: a header or, in browsers, a cookie. The header takes precedence.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Credentials {
    /// `Authorization: Bearer TOKEN` header.
    Header(Zeroizing<String>),
    /// Token of the session cookie.
    Cookie(Zeroizing<String>),
    /// Neither header nor cookie.
    None,
}

impl Credentials {
    /// Returns whether a browser may have sent the request on behalf of another site: with its cookie, or to receive a cookie. A page
    /// that sends a token has been given that token. No other header counts, since a browser also sends the password of a proxy
    /// automatically.
    pub(crate) fn could_be_ambient(&self) -> bool {
        !matches!(self, Self::Header(_))
    }

    /// Returns whether the browser added the credentials automatically, so that the request may come from a page of another site.
    pub(crate) fn are_ambient(&self) -> bool {
        matches!(self, Self::Cookie(_))
    }

    /// Returns the token of the credentials.
    pub(crate) fn token(&self) -> Option<&str> {
        match self {
            Self::Header(token) | Self::Cookie(token) => Some(token),
            Self::None => None,
        }
    }

    /// Returns the caller; `None` without credentials. An expired cookie counts as none, since a person cannot do anything about it; an
    /// invalid header is a mistake of the program.
    ///
    /// # Errors
    /// `bad_token`, or the store is unavailable.
    pub(crate) async fn caller(&self, app: &App) -> Result<Option<Caller>, ApiError> {
        let caller = match self {
            Self::None => None,
            Self::Cookie(token) => app.identities.caller(token).await?,
            Self::Header(token) => Some(app.identities.caller(token).await?.ok_or_else(ApiError::bad_token)?),
        };
        if let Some(caller) = &caller {
            Holder::set_user(caller.user.id);
        }
        Ok(caller)
    }

    /// Returns the user of the caller; `None` without credentials.
    ///
    /// # Errors
    /// The errors of [`caller`](Self::caller).
    pub(crate) async fn user(&self, app: &App) -> Result<Option<UserRow>, ApiError> {
        Ok(self.caller(app).await?.map(|caller| caller.user))
    }

    /// Returns the user of the caller.
    ///
    /// # Errors
    /// `unauthenticated` without credentials, and as [`caller`](Self::caller).
    pub(crate) async fn require_user(&self, app: &App) -> Result<UserRow, ApiError> {
        self.user(app).await?.ok_or_else(ApiError::unauthenticated)
    }

    /// Returns the user of the caller if the credentials permit `scope`.
    ///
    /// # Errors
    /// `missing_scope`, and as [`require_user`](Self::require_user).
    pub(crate) async fn require(&self, app: &App, scope: Scope) -> Result<UserRow, ApiError> {
        Ok(self.require_caller(app, scope).await?.user)
    }

    /// Returns the caller if the credentials permit `scope`. For actions that depend on the role.
    ///
    /// # Errors
    /// The errors of [`require`](Self::require).
    pub(crate) async fn require_caller(&self, app: &App, scope: Scope) -> Result<Caller, ApiError> {
        let caller = self.caller(app).await?.ok_or_else(ApiError::unauthenticated)?;
        if caller.may(scope) { Ok(caller) } else { Err(ApiError::missing_scope(scope)) }
    }

    /// Returns a caller with a session, for changes of their own account. API tokens do not permit these.
    ///
    /// # Errors
    /// `missing_scope`, and as [`require_user`](Self::require_user).
    pub(crate) async fn require_session(&self, app: &App) -> Result<Caller, ApiError> {
        let caller = self.caller(app).await?.ok_or_else(ApiError::unauthenticated)?;
        if caller.has_session() { Ok(caller) } else { Err(ApiError::needs_session()) }
    }

    /// Returns a caller with at least this role.
    ///
    /// # Errors
    /// `forbidden`, and as [`require_session`](Self::require_session).
    pub(crate) async fn require_role(&self, app: &App, role: Role) -> Result<Caller, ApiError> {
        let caller = self.require_session(app).await?;
        if caller.role() >= role { Ok(caller) } else { Err(ApiError::needs_role(role)) }
    }
}

impl FromRequestParts<App> for Credentials {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let bearer = TypedHeader::<Authorization<Bearer>>::from_request_parts(parts, app).await;
        if let Ok(TypedHeader(Authorization(bearer))) = bearer {
            return Ok(Self::Header(bearer.token().to_owned().into()));
        }
        let jar = CookieJar::from_headers(&parts.headers);
        let cookie = jar.get(cookie_name(&app.config));
        Ok(cookie.map_or(Self::None, |cookie| Self::Cookie(cookie.value().to_owned().into())))
    }
}

/// Returns the client data of a new session.
pub(crate) fn visitor(address: ClientAddress, headers: &HeaderMap) -> ClientInfo {
    let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    ClientInfo { label: identity::label(user_agent.unwrap_or_default()), network: Some(address.network()) }
}

/// Returns the cookie that stores `token` in a browser. Scripts cannot read it.
pub(crate) fn cookie(token: &str, config: &Config) -> Cookie<'static> {
    build(token.to_owned(), config, time::Duration::days(COOKIE_DAYS))
}

/// Returns the cookie that removes the token from a browser.
pub(crate) fn no_cookie(config: &Config) -> Cookie<'static> {
    build(String::new(), config, time::Duration::ZERO)
}

fn build(token: String, config: &Config, max_age: time::Duration) -> Cookie<'static> {
    Cookie::build((cookie_name(config), token))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(config.secure_cookie())
        .max_age(max_age)
        .build()
}

fn cookie_name(config: &Config) -> &'static str {
    if config.secure_cookie() { SECURE_COOKIE } else { COOKIE }
}
