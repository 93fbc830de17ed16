//! The start layouts.

use axum::Json;
use serde::{Deserialize, Serialize};
use sumito_protocol::rest::LayoutInfo;
use sumito_rules::Layout;
use utoipa::ToSchema;

use crate::wire;

/// `GET /layouts`: every start layout.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct LayoutList {
    /// In the order of their usual use.
    layouts: Vec<LayoutInfo>,
}

/// Every start layout, by name.
#[utoipa::path(
    get, path = "/layouts", tag = "rules",
    responses((status = 200, description = "The layouts", body = LayoutList))
)]
pub(super) async fn list() -> Json<LayoutList> {
    Json(LayoutList { layouts: Layout::ALL.into_iter().map(wire::layout_info).collect() })
}
