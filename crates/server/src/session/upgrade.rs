//! From an HTTP request to a socket.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use sumito_protocol::ErrorCode;

use super::socket;
use crate::app::App;
use crate::http::{ClientAddress, Credentials, Problem, require_own_origin};
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
/// What may wait in tungstenite for one socket, on top of a message.
const WRITE_BUFFER_BYTES: usize = 64 * 1024;

/// `GET /ws`.
pub(crate) async fn upgrade(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    if app.is_stopping() {
        return Err(Refusal::unavailable().into());
    }
    let upgrade = upgrade.map_err(|rejection| Refusal::new(ErrorCode::BadMessage, rejection.body_text()))?;
    if credentials.are_ambient() {
        require_own_origin(&app, &headers)?;
    }
    let user = credentials.user(&app).await?;
    let place = SocketCount::enter(app.sockets(), address, &app)?;
    let message_bytes = app.config().limits.message_bytes;
    let frame_bytes = message_bytes.saturating_mul(FRAME_HEADROOM);
    Ok(upgrade
        .max_message_size(frame_bytes)
        .max_frame_size(frame_bytes)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(GATHERED_BYTES)
        .max_write_buffer_size(WRITE_BUFFER_BYTES + frame_bytes)
        .on_upgrade(move |socket| async move {
            let _place = place;
            socket::run(app, socket, user).await;
        }))
}

/// How many sockets are open, in all and by address. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct SocketCount(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A place among the open sockets; free again when dropped.
#[derive(Debug)]
struct Place {
    count: SocketCount,
    address: IpAddr,
}

impl SocketCount {
    fn enter(&self, address: IpAddr, app: &App) -> Result<Place, Refusal> {
        let limits = &app.config().limits;
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if limits.sockets > 0 && open.values().sum::<usize>() >= limits.sockets {
            return Err(Refusal::busy());
        }
        let from_here = open.entry(address).or_default();
        if limits.sockets_per_address > 0
            && !address.is_loopback()
            && *from_here >= limits.sockets_per_address
        {
            let message = format!(
                "there are {} open sockets from your address; close some of them",
                limits.sockets_per_address
            );
            return Err(Refusal::new(ErrorCode::TooMany, message));
        }
        *from_here += 1;
        Ok(Place { count: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.count.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(from_here) = open.get_mut(&self.address) {
            *from_here -= 1;
            if *from_here == 0 {
                open.remove(&self.address);
            }
        }
    }
}
