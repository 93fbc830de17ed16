//! Between the domain and the wire: how a table, an event or a game looks to clients.
//!
//! Nothing else turns a domain value into a protocol value, so that a change on either side shows here.

mod event;
mod game;
mod parts;
mod snapshot;

use axum::extract::ws::Utf8Bytes;
use sumito_protocol::ServerMessage;
use sumito_protocol::server::Outcome;

use crate::json::Json;

pub(crate) use event::{event, event_text};
pub(crate) use game::{game_detail, game_summary};
pub(crate) use parts::{
    domain_claim, domain_mode, domain_offer, domain_reason, domain_time, layout_info, user,
};
pub(crate) use snapshot::{snapshot, summary, with_clocks_held};

/// More than an answer to a move takes.
const OK_BYTES: usize = 128;

/// A message as it goes out.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("every message has a JSON form").into()
}

/// The answer to a command that was carried out, as it goes out: every move has one.
pub(crate) fn ok_text(id: Option<&str>, result: &Outcome) -> Utf8Bytes {
    let mut json = Json::with_capacity(OK_BYTES);
    json.raw(r#"{"type":"ok""#);
    if let Some(id) = id {
        json.raw(r#","id":"#).value(id);
    }
    json.raw(r#","result":{"#);
    if let Some(room) = result.room {
        json.raw(r#""room":""#).raw(room.as_str()).raw("\",");
    }
    if let Some(seat) = result.seat {
        json.raw(r#""seat":"#).number(seat).raw(",");
    }
    if let Some(seq) = result.seq {
        json.raw(r#""seq":"#).number(seq).raw(",");
    }
    json.without_comma().raw("}}").finish().into()
}

#[cfg(test)]
mod tests {
    use sumito_protocol::RoomId;

    use super::*;

    #[test]
    fn both_ways_of_writing_an_answer_are_one() {
        let played = Outcome { room: Some(RoomId::from_random([7; 8])), seat: Some(1), seq: Some(12) };
        for id in [None, Some("m1"), Some("\"\\\n")] {
            let room = Outcome { room: played.room, ..Outcome::default() };
            for result in [Outcome::default(), room, played.clone()] {
                let written = ok_text(id, &result);
                assert_eq!(written, text(&ServerMessage::Ok { id: id.map(str::to_owned), result }));
            }
        }
    }
}
