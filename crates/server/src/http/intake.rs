//! What is done with every request to the interface before its handler sees it.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::{ClientAddress, Problem};
use crate::app::App;

/// Counts the request.
pub(super) async fn take_in(
    State(app): State<App>,
    address: ClientAddress,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.address_limits().request(address)?;
    Ok(next.run(request).await)
}
