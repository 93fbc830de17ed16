//! List of start layouts.

use axum::Json;
use axum::http::{HeaderName, header};
use serde::{Deserialize, Serialize};
use sumito_protocol::positions::LayoutInfo;
use sumito_rules::Layout;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec;
use crate::http::cors;
use crate::http::handler::routes;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(list)))
}

/// The list is the same for all callers; another version of the server may have more layouts.
const FOR_AN_HOUR: &str = "public, max-age=3600";

/// Response of `GET /layouts`: every start layout.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct LayoutList {
    /// Layouts, the most common first.
    layouts: Vec<LayoutInfo>,
}

/// Lists every start layout by name.
#[utoipa::path(get, path = "/layouts", tag = "rules")]
pub(super) async fn list() -> ([(HeaderName, &'static str); 1], Json<LayoutList>) {
    let layouts = Layout::ALL.into_iter().map(codec::layout_info).collect();
    ([(header::CACHE_CONTROL, FOR_AN_HOUR)], Json(LayoutList { layouts }))
}
