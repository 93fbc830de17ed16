//! Conversion between the domain and the wire, in both directions.
//!
//! No other module turns a domain value into a protocol value or back, so a change on either side shows here. Only the rest of
//! `gateway` uses it.

mod activity;
mod administration;
mod analysis;
mod api_error;
mod apps;
mod boards;
mod bot;
mod challenges;
mod chat;
mod clubs;
mod event;
mod formations;
mod game;
mod identity;
mod import;
mod json;
mod matchmaking;
mod moderation;
mod notifications;
mod overview;
mod parts;
mod puzzles;
mod rating;
mod receipts;
mod received_text;
mod registration;
mod room;
mod room_command;
pub(crate) mod schemas;
mod statistics;
mod studies;
mod tournament;
mod webhooks;

use bytes::Bytes;
use sumito_protocol::{PART_BYTES, RoomId, ServerMessage};

use sumito_kit::encoded::Encoding;
use sumito_rooms::{ClockCause, Notice, RoomUpdate};

pub(crate) use activity::{achievements, activity, face, follow_counts, pair_counts, rating_days};
pub(crate) use administration::{announcement, announcement_from_wire, counts, node, shown_announcement};
pub(crate) use analysis::{analysis, evaluation};
pub(crate) use api_error::{ApiError, Detail};
pub(crate) use apps::{app, app_consent, authorization, oauth_metadata, oauth_problem};
pub(crate) use boards::{boards, boards_of_from_wire};
pub(crate) use bot::{accepts_from_wire, bot, bots_from_wire};
pub(crate) use challenges::{challenge, follower, pairing, presence, terms_from_wire};
pub(crate) use chat::{channel_from_wire, chat, chat_line, conversation, words};
pub(crate) use clubs::{
    club, club_announcement, club_link, club_member, club_request, club_standing, player_club,
    tournament_club,
};
#[cfg(feature = "simulated")]
pub(crate) use event::event;
pub(crate) use formations::formations;
pub(crate) use game::{
    explored, exported_game, game_detail, game_detail_with_positions, game_summary, game_text, mode_counts,
    result_from_wire,
};
pub(crate) use identity::{language, language_from_wire, role, session, token};
pub(crate) use import::imported_game;
pub(crate) use matchmaking::{lobby_offer, seek, seek_from_wire, sought};
pub(crate) use moderation::{
    appeal, ban_notice, decision_from_wire, game_signals, moderation_action, moderation_note,
    moderation_overview, open_appeal, own_sanction, report, sanction, sanction_from_wire, shared_network,
    signal, transparent_month, user_record,
};
pub(crate) use notifications::notification;
pub(crate) use overview::{recent_game, recent_rating, recent_tournament};
pub(crate) use parts::{layout_info, mode_from_wire, room_id, user, user_from_wire};
pub(crate) use puzzles::{
    daily_puzzle, puzzle, puzzle_attempt, puzzle_run, puzzle_solver, puzzle_verdict, run_leader,
};
pub(crate) use rating::{distribution, leader, rating, rating_point, speed_from_wire, standing};
pub(crate) use receipts::{game_of_receipt, game_receipt, receipt_keys};
pub(crate) use received_text::{check_json, check_path, check_query};
pub(crate) use registration::{
    account_order, account_outcome, created_registration_link, listed_account, registration_link,
};
pub(crate) use room::{done, listing, my_games, room_plan, seat_from_wire, snapshot};
pub(crate) use room_command::{AskedOfRoom, room_command_from_wire};
pub(crate) use statistics::statistics;
pub(crate) use studies::{
    assumptions, check_study_text, study_chapter_from_wire, study_detail, study_edit_from_wire, study_name,
    study_summary, study_text, study_update_text,
};
pub(crate) use tournament::{
    TournamentRequest, apply_trf, file_player, reworded, rewording_from_wire, tournament_bracket,
    tournament_change, tournament_command_from_wire, tournament_detail, tournament_export,
    tournament_from_wire, tournament_games, tournament_hall, tournament_invitation, tournament_log_entry,
    tournament_next_round, tournament_receipt, tournament_rounds, tournament_standings, tournament_state,
    tournament_summary,
};
pub(crate) use webhooks::{webhook, webhook_created, webhook_test};

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

/// Encodes the body of an HTTP response. Types of the domain have no schema, so that none is sent.
pub(crate) fn body<T: serde::Serialize + utoipa::ToSchema>(value: &T) -> Bytes {
    serde_json::to_vec(value).expect("every body has a JSON form").into()
}

/// Encodes an update of a room.
pub(crate) fn update_text(update: &RoomUpdate, form: Encoding) -> Bytes {
    match update {
        RoomUpdate::Event(event) => event::text(event, form),
        other => text(&message(other, form)),
    }
}

/// Converts an update of a room to a message.
pub(crate) fn message(update: &RoomUpdate, form: Encoding) -> ServerMessage {
    match update {
        RoomUpdate::Event(event) => ServerMessage::Event(event::event(event, form)),
        RoomUpdate::View(view) => ServerMessage::Snapshot(room::snapshot_for_socket(view.value(), form)),
        RoomUpdate::Presence { room, seats } => ServerMessage::Presence {
            room: RoomId(room.to_string()),
            seats: seats.iter().map(parts::seat_presence).collect(),
        },
        RoomUpdate::Ratings { room, seats } => ServerMessage::Ratings {
            room: RoomId(room.to_string()),
            seats: seats.iter().map(|rating| rating.as_ref().map(rating::seat_rating)).collect(),
        },
        RoomUpdate::Clock { room, at, clocks, cause } => ServerMessage::Clock {
            room: RoomId(room.to_string()),
            at: at.0,
            clocks: parts::clocks(clocks),
            cause: match cause {
                ClockCause::Stopping => sumito_protocol::server::ClockCause::Stopping,
                ClockCause::Continued => sumito_protocol::server::ClockCause::Continued,
                ClockCause::Resumed => sumito_protocol::server::ClockCause::Resumed,
            },
        },
        RoomUpdate::Control { room, yours } => {
            ServerMessage::Control { room: RoomId(room.to_string()), yours: *yours }
        }
        RoomUpdate::ConditionalMoves { room, ply, lines } => ServerMessage::ConditionalMoves {
            room: RoomId(room.to_string()),
            ply: *ply,
            lines: lines.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect(),
        },
        RoomUpdate::Notice { room, notice } => ServerMessage::Notice {
            room: RoomId(room.to_string()),
            notice: match notice {
                Notice::StorageUnavailable => sumito_protocol::server::Notice::StorageUnavailable,
                Notice::OwnerUnreachable => sumito_protocol::server::Notice::RoomUnreachable,
                Notice::PlayerUnreachable => sumito_protocol::server::Notice::PlayerUnreachable,
                Notice::RoomLost => sumito_protocol::server::Notice::RoomLost,
                Notice::ComputerWaits => sumito_protocol::server::Notice::ComputerWaits,
            },
        },
    }
}
