//! The site as its operator has set it up.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::Language;
use sumito_protocol::site::{Site, SiteText, SiteTextKind};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{ProblemResponse, caching, cors};

/// A logo in SVG could contain scripts: opened as a page, it may load and run nothing.
const LOGO_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = OpenApiRouter::new().routes(routes!(site)).routes(routes!(text)).routes(routes!(logo));
    cors::public_data(public)
}

/// Returns the site: its name, who may create an account, and its retention times.
#[utoipa::path(get, path = "/site", tag = "site")]
pub(super) async fn site(State(app): State<App>) -> Json<Site> {
    Json(app.site.shown().clone())
}

/// The language of a text.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct TextQuery {
    /// The preferred language; English if omitted.
    #[serde(default)]
    #[param(inline)]
    language: Language,
}

/// Returns a text of the operator, in the preferred language if it exists.
#[utoipa::path(
    get, path = "/site/texts/{kind}", tag = "site",
    params(("kind" = inline(SiteTextKind), Path, description = "The text"), TextQuery)
)]
pub(super) async fn text(
    State(app): State<App>,
    PathParts(kind): PathParts<SiteTextKind>,
    Parameters(query): Parameters<TextQuery>,
) -> Result<Json<SiteText>, ProblemResponse> {
    let text = app.site.text(kind, codec::language_from_wire(query.language));
    let (language, text) =
        text.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "this site has no such text"))?;
    Ok(Json(SiteText { language: codec::language(language), text: text.to_owned() }))
}

/// Returns the logo of the site.
#[utoipa::path(
    get, path = "/site/logo", tag = "site",
    responses(
        (status = 200, description = "The logo, in SVG, PNG or WebP", content_type = "image/*", body = Vec<u8>),
        (status = 404, description = "The site has no own logo", body = ProblemBody),
    )
)]
pub(super) async fn logo(State(app): State<App>, headers: HeaderMap) -> Result<Cached<()>, ProblemResponse> {
    let logo = app.site.logo().ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "this site has no own logo; show the logo of Sumito")
    })?;
    let mut response =
        caching::answer(&headers, logo.content_type, "public, max-age=300", logo.bytes.clone());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(LOGO_POLICY));
    Ok(response.into())
}
