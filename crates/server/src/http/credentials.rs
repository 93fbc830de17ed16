//! The proof of who one is that comes with a request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::TypedHeader;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use axum_extra::headers::Authorization;
use axum_extra::headers::authorization::Bearer;

use crate::app::App;
use crate::store::UserRow;
use crate::wire::Refusal;

/// The cookie that holds a browser's token.
const COOKIE: &str = "sumito_session";

/// How long a browser keeps it. Browsers allow no more than 400 days.
const COOKIE_DAYS: i64 = 400;

/// The proof of who one is that comes with a request: a header or, in browsers, a cookie. The header wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Credentials {
    /// `Authorization: Bearer TOKEN`.
    Header(String),
    /// The session cookie.
    Cookie(String),
    /// No proof.
    None,
}

impl Credentials {
    /// Whether the browser sent it by itself, so that the page behind the request may not be ours.
    pub(crate) fn are_ambient(&self) -> bool {
        matches!(self, Self::Cookie(_))
    }

    /// Who it is; nobody without a proof. A cookie that has become worthless counts as none, since a person
    /// cannot do anything about it; a worthless header is the program's mistake.
    ///
    /// # Errors
    /// `bad_token`, or when the store cannot be asked.
    pub(crate) async fn user(&self, app: &App) -> Result<Option<UserRow>, Refusal> {
        match self {
            Self::None => Ok(None),
            Self::Cookie(token) => Ok(app.identities().user_of_token(token).await?),
            Self::Header(token) => {
                let user = app.identities().user_of_token(token).await?;
                user.map(Some).ok_or_else(Refusal::bad_token)
            }
        }
    }

    /// Who it is.
    ///
    /// # Errors
    /// `unauthenticated` for nobody, and as [`user`](Self::user).
    pub(crate) async fn require_user(&self, app: &App) -> Result<UserRow, Refusal> {
        self.user(app).await?.ok_or_else(Refusal::unauthenticated)
    }
}

impl FromRequestParts<App> for Credentials {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let bearer = TypedHeader::<Authorization<Bearer>>::from_request_parts(parts, app).await;
        if let Ok(TypedHeader(Authorization(bearer))) = bearer {
            return Ok(Self::Header(bearer.token().to_owned()));
        }
        let jar = CookieJar::from_headers(&parts.headers);
        Ok(jar.get(COOKIE).map_or(Self::None, |cookie| Self::Cookie(cookie.value().to_owned())))
    }
}

/// The cookie that makes a browser remember `token`. Pages cannot read it.
pub(super) fn cookie(token: String, secure: bool) -> Cookie<'static> {
    Cookie::build((COOKIE, token))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(time::Duration::days(COOKIE_DAYS))
        .build()
}
