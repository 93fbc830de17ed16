//! Upgrade of an HTTP request to a WebSocket.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use sumito_protocol::ErrorCode;

use crate::app::App;
use crate::codec::ApiError;
use crate::http::{Credentials, ProblemResponse, require_own_origin};
use crate::limits::ClientAddress;
use sumito_kit::task;

/// Frames larger than this many times the message limit are not read: the connection is closed instead.
const FRAME_HEADROOM: usize = 8;
/// Size of a socket's read buffer: larger than almost every message. tungstenite's default of 128 KiB costs every idle socket that much
/// memory, and the whole buffer is zeroed on each read. With many sockets that memory is in no cache.
const READ_BUFFER_BYTES: usize = 256;
/// Bytes that tungstenite buffers before it writes without a flush: an answer and its event are one system call. Nothing is reserved.
const GATHERED_BYTES: usize = 16 * 1024;
/// Maximum bytes that tungstenite may buffer for a socket besides one message: buffered messages, pongs, and the close frame.
const WRITE_BUFFER_BYTES: usize = GATHERED_BYTES + 64 * 1024;

/// Handles `GET /ws`.
pub(crate) async fn upgrade(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ProblemResponse> {
    if app.stopping.is_cancelled() || app.rooms.drain().is_here() {
        return Err(ApiError::unavailable().into());
    }
    // Before the check of the upgrade: a page whose socket fails to open can then request the reason without an upgrade, since browsers do
    // not show it. Also before the database is queried for the user.
    let place = app.address_limits.socket(address)?;
    let upgrade = upgrade.map_err(|rejection| ApiError::new(ErrorCode::BadMessage, rejection.body_text()))?;
    if credentials.are_ambient() {
        require_own_origin(&app, &headers)?;
    }
    let checks = app.sockets.checks();
    let caller = credentials.caller(&app).await?;
    let limits = &app.config.limits;
    let message_bytes = limits.message_bytes;
    let frame_bytes = message_bytes.saturating_mul(FRAME_HEADROOM);
    Ok(upgrade
        .max_message_size(frame_bytes)
        .max_frame_size(frame_bytes)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(GATHERED_BYTES)
        // The outbox limits messages: a message that is longer than the whole outbox never gets here.
        .max_write_buffer_size(WRITE_BUFFER_BYTES.saturating_add(limits.outbox_bytes))
        .on_upgrade(move |socket| {
            task::watched(async move {
                let _place = place;
                super::run(app, socket, caller, checks, address).await;
            })
        }))
}
