//! Conversion between the domain and the wire, in both directions.
//!
//! No other module turns a domain value into a protocol value or back, so a change on either side shows here. Only `session` and `http`
//! use it.

mod administration;
mod analysis;
mod boards;
mod bot;
mod challenges;
mod chat;
mod event;
mod formations;
mod game;
mod identity;
mod import;
mod json;
mod matchmaking;
mod moderation;
mod notifications;
mod nul;
mod parts;
mod rating;
mod refusal;
mod room;
mod statistics;
mod tournament;

use bytes::Bytes;
use sumito_protocol::{PART_BYTES, RoomId, ServerMessage};

use sumito_kit::encoded::Encoding;
use sumito_rooms::{ClockCause, Notice, Update};

pub(crate) use administration::{announcement, counts, domain_announcement, shown_announcement};
pub(crate) use analysis::{analysis, evaluation};
pub(crate) use boards::{boards, domain_boards_of};
pub(crate) use bot::{bot, domain_accepts, domain_bots};
pub(crate) use challenges::{challenge, domain_terms, presence, reason_word};
pub(crate) use chat::{chat, domain_channel, words};
#[cfg(test)]
pub(crate) use event::event;
pub(crate) use formations::formations;
pub(crate) use game::{
    domain_result, explored, exported_game, game_detail, game_detail_with_positions, game_summary, game_text,
    mode_counts,
};
pub(crate) use identity::{domain_language, domain_scope, role, session, token};
pub(crate) use import::imported_game;
pub(crate) use matchmaking::{domain_seek, lobby_offer, seek, sought};
pub(crate) use moderation::{deed, domain_sanction, report, sanction, signals, suspect_pair};
pub(crate) use notifications::notification;
pub(crate) use nul::{refuse_nul_in_json, refuse_nul_in_query};
pub(crate) use parts::{
    domain_claim, domain_mode, domain_offer, domain_reason, domain_user, layout_info, room_id, user,
};
pub(crate) use rating::{domain_speed, leader, rating, rating_point};
pub(crate) use refusal::Refusal;
pub(crate) use room::{domain_seat, done, listing, own_rooms, room_plan, snapshot};
pub(crate) use statistics::statistics;
pub(crate) use tournament::{
    TournamentAsked, domain_rewording, domain_tournament, domain_tournament_command, reworded,
    tournament_change, tournament_deed, tournament_detail, tournament_games, tournament_invitation,
    tournament_rounds, tournament_standings, tournament_state, tournament_summary,
};

/// Encodes a message.
pub(crate) fn text(message: &ServerMessage) -> Bytes {
    serde_json::to_vec(message).expect("every message has a JSON form").into()
}

/// Encodes a message, in as many parts as it needs.
pub(crate) fn texts(message: ServerMessage) -> Vec<Bytes> {
    let whole = text(&message);
    if whole.len() <= PART_BYTES {
        return vec![whole];
    }
    message.in_parts(PART_BYTES).iter().map(text).collect()
}

/// Encodes the body of an HTTP response.
pub(crate) fn body<T: serde::Serialize>(value: &T) -> Bytes {
    serde_json::to_vec(value).expect("every body has a JSON form").into()
}

/// Encodes an update of a room.
pub(crate) fn update_text(update: &Update, form: Encoding) -> Bytes {
    match update {
        Update::Event(event) => event::text(event, form),
        other => text(&message(other, form)),
    }
}

/// Converts an update of a room to a message.
pub(crate) fn message(update: &Update, form: Encoding) -> ServerMessage {
    match update {
        Update::Event(event) => ServerMessage::Event(event::event(event, form)),
        Update::View(view) => ServerMessage::Snapshot(room::told_snapshot(view.value(), form)),
        Update::Presence { room, seats } => ServerMessage::Presence {
            room: RoomId(room.to_string()),
            seats: seats.iter().map(parts::seat_presence).collect(),
        },
        Update::Ratings { room, seats } => ServerMessage::Ratings {
            room: RoomId(room.to_string()),
            seats: seats.iter().map(|rating| rating.as_ref().map(rating::seat_rating)).collect(),
        },
        Update::Clock { room, at, clocks, cause } => ServerMessage::Clock {
            room: RoomId(room.to_string()),
            at: at.0,
            clocks: parts::clocks(clocks),
            cause: match cause {
                ClockCause::Stopping => sumito_protocol::server::ClockCause::Stopping,
                ClockCause::Continued => sumito_protocol::server::ClockCause::Continued,
                ClockCause::Resumed => sumito_protocol::server::ClockCause::Resumed,
            },
        },
        Update::Control { room, yours } => {
            ServerMessage::Control { room: RoomId(room.to_string()), yours: *yours }
        }
        Update::Notice { room, notice } => ServerMessage::Notice {
            room: RoomId(room.to_string()),
            notice: match notice {
                Notice::StorageUnavailable => sumito_protocol::server::Notice::StorageUnavailable,
                Notice::RoomLost => sumito_protocol::server::Notice::RoomLost,
                Notice::ComputerWaits => sumito_protocol::server::Notice::ComputerWaits,
            },
        },
    }
}
