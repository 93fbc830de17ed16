//! The proof of who one is that comes with a request.

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
use crate::config::Config;
use crate::identity::{self, Caller, Scope, Visitor};
use crate::limits::ClientAddress;
use crate::store::{Role, UserRow};
use crate::wire::Refusal;

/// The cookie that holds a browser's token. Over TLS its name is such that no other host can set it, not even a neighbour of the same
/// domain (RFC 6265bis, "`__Host-` prefix").
const COOKIE: &str = "sumito_session";
const SECURE_COOKIE: &str = "__Host-sumito_session";

/// How long a browser keeps it. Browsers allow no more than 400 days.
const COOKIE_DAYS: i64 = 400;

/// The proof of who one is that comes with a request: a header or, in browsers, a cookie. The header wins.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Credentials {
    /// `Authorization: Bearer TOKEN`.
    Header(Zeroizing<String>),
    /// The session cookie.
    Cookie(Zeroizing<String>),
    /// No proof.
    None,
}

impl Credentials {
    /// Whether a browser may have sent the request of its own accord: with its cookie, or to be given one. A page that shows a token was
    /// given it. No other header counts: a browser sends the password of a proxy by itself, too.
    pub(crate) fn could_be_ambient(&self) -> bool {
        !matches!(self, Self::Header(_))
    }

    /// Whether the browser sent it by itself, so that the page behind the request may not be ours.
    pub(crate) fn are_ambient(&self) -> bool {
        matches!(self, Self::Cookie(_))
    }

    /// Who it is, and what they may do; nobody without a proof. A cookie that has become worthless counts as none, since a person
    /// cannot do anything about it; a worthless header is the program's mistake.
    ///
    /// # Errors
    /// `bad_token`, or when the store cannot be asked.
    pub(crate) async fn caller(&self, app: &App) -> Result<Option<Caller>, Refusal> {
        match self {
            Self::None => Ok(None),
            Self::Cookie(token) => Ok(app.identities().caller(token).await?),
            Self::Header(token) => {
                let caller = app.identities().caller(token).await?;
                caller.map(Some).ok_or_else(Refusal::bad_token)
            }
        }
    }

    /// Who it is that looks; nobody without a proof.
    ///
    /// # Errors
    /// As [`caller`](Self::caller).
    pub(crate) async fn user(&self, app: &App) -> Result<Option<UserRow>, Refusal> {
        Ok(self.caller(app).await?.map(|caller| caller.user))
    }

    /// Who it is that looks.
    ///
    /// # Errors
    /// `unauthenticated` for nobody, and as [`caller`](Self::caller).
    pub(crate) async fn require_user(&self, app: &App) -> Result<UserRow, Refusal> {
        self.user(app).await?.ok_or_else(Refusal::unauthenticated)
    }

    /// Who it is that acts, if they may do what is in `scope`.
    ///
    /// # Errors
    /// `missing_scope`, and as [`require_user`](Self::require_user).
    pub(crate) async fn require(&self, app: &App, scope: Scope) -> Result<UserRow, Refusal> {
        Ok(self.require_caller(app, scope).await?.user)
    }

    /// The same, with what has proved it: for what a role permits.
    ///
    /// # Errors
    /// As [`require`](Self::require).
    pub(crate) async fn require_caller(&self, app: &App, scope: Scope) -> Result<Caller, Refusal> {
        let caller = self.caller(app).await?.ok_or_else(Refusal::unauthenticated)?;
        if caller.may(scope) { Ok(caller) } else { Err(Refusal::missing_scope(scope)) }
    }

    /// Who it is that changes their own account: not a program with a token.
    ///
    /// # Errors
    /// `missing_scope`, and as [`require_user`](Self::require_user).
    pub(crate) async fn require_session(&self, app: &App) -> Result<Caller, Refusal> {
        let caller = self.caller(app).await?.ok_or_else(Refusal::unauthenticated)?;
        if caller.has_session() { Ok(caller) } else { Err(Refusal::needs_session()) }
    }

    /// Who it is that acts as a moderator or more.
    ///
    /// # Errors
    /// `forbidden`, and as [`require_session`](Self::require_session).
    pub(crate) async fn require_role(&self, app: &App, role: Role) -> Result<Caller, Refusal> {
        let caller = self.require_session(app).await?;
        if caller.role() >= role { Ok(caller) } else { Err(Refusal::needs_role(role)) }
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
        let cookie = jar.get(cookie_name(app.config()));
        Ok(cookie.map_or(Self::None, |cookie| Self::Cookie(cookie.value().to_owned().into())))
    }
}

/// Whoever begins a session with this request.
pub(super) fn visitor(address: ClientAddress, headers: &HeaderMap) -> Visitor {
    let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    Visitor { label: identity::label(user_agent.unwrap_or_default()), network: Some(address.network()) }
}

/// The cookie that makes a browser remember `token`. Pages cannot read it.
pub(super) fn cookie(token: &str, config: &Config) -> Cookie<'static> {
    build(token.to_owned(), config, time::Duration::days(COOKIE_DAYS))
}

/// The cookie that makes a browser forget its token.
pub(super) fn no_cookie(config: &Config) -> Cookie<'static> {
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
