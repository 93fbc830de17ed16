//! Between the domain and the wire: how a table, an event or a game looks to clients.
//!
//! Nothing else turns a domain value into a protocol value, so that a change on either side shows here.

mod event;
mod game;
mod parts;
mod snapshot;

use axum::extract::ws::Utf8Bytes;
use sumito_protocol::ServerMessage;

pub(crate) use event::{event, event_text};
pub(crate) use game::{game_detail, game_summary};
pub(crate) use parts::{
    domain_claim, domain_mode, domain_offer, domain_reason, domain_time, layout_info, user,
};
pub(crate) use snapshot::{snapshot, summary};

/// A message as it goes out.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("every message has a JSON form").into()
}
