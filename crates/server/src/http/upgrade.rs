//! From an HTTP request to a socket.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use sumito_protocol::ErrorCode;

use super::{Credentials, Problem, require_own_origin};
use crate::app::App;
use crate::limits::ClientAddress;
use crate::session;
use crate::wire::Refusal;

/// Frames above this many times the limit for a message are not even read: the connection is closed instead.
const FRAME_HEADROOM: usize = 8;
/// What is read from a socket at once: more than almost every message has. tungstenite's own default of 128 KiB costs every idle
/// socket that much memory, and all of it is zeroed whenever the socket is looked at. With many sockets that is memory that is in no
/// cache.
const READ_BUFFER_BYTES: usize = 256;
/// What is gathered in tungstenite before it writes without being told to: an answer and the event that belongs to it
/// are one system call. Nothing is reserved.
const GATHERED_BYTES: usize = 16 * 1024;
/// What may wait in tungstenite for one socket on top of one message: what was gathered before it, pongs, and the close frame.
const WRITE_BUFFER_BYTES: usize = GATHERED_BYTES + 64 * 1024;

/// `GET /ws`.
pub(super) async fn upgrade(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    if app.is_stopping() {
        return Err(Refusal::unavailable().into());
    }
    // First, so that a page whose socket does not open can ask for the reason without one: a browser does not tell it. Also before the
    // database is asked who it is.
    let place = app.address_limits().socket(address)?;
    let upgrade = upgrade.map_err(|rejection| Refusal::new(ErrorCode::BadMessage, rejection.body_text()))?;
    if credentials.are_ambient() {
        require_own_origin(&app, &headers)?;
    }
    let caller = credentials.caller(&app).await?;
    let limits = &app.config().limits;
    let message_bytes = limits.message_bytes;
    let frame_bytes = message_bytes.saturating_mul(FRAME_HEADROOM);
    Ok(upgrade
        .max_message_size(frame_bytes)
        .max_frame_size(frame_bytes)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(GATHERED_BYTES)
        // A message that is longer than the whole outbox never gets here: the outbox is what limits messages.
        .max_write_buffer_size(WRITE_BUFFER_BYTES.saturating_add(limits.outbox_bytes))
        .on_upgrade(move |socket| async move {
            let _place = place;
            session::run(app, socket, caller, address).await;
        }))
}
