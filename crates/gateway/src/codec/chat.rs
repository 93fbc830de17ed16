//! Chat messages, in both directions.

use sumito_game::{TournamentId, UserId};
use sumito_protocol::chat::{ChatChannel, ChatLine, Preset};
use sumito_protocol::conversations::Conversation;
use sumito_protocol::{ErrorCode, RoomId, ServerMessage};

use super::ApiError;
use sumito_rooms::check_lobby_name;
use sumito_services::social::chat::{Channel, ChatUpdate, LineText};
use sumito_store::{ConversationRow, LineContent, LineRow, UserPair};

/// Converts the channel that the client names.
///
/// # Errors
/// `no_such_room`, or `out_of_range` for an invalid lobby name or the users of a conversation in another order.
pub(crate) fn channel_from_wire(channel: ChatChannel) -> Result<Channel, ApiError> {
    match channel {
        ChatChannel::Room { room, audience } => Ok(Channel::Room(super::room_id(&room.0)?, audience)),
        ChatChannel::Lobby { lobby } => {
            check_lobby_name(&lobby)?;
            Ok(Channel::Lobby(lobby))
        }
        ChatChannel::Tournament { tournament } => Ok(Channel::Tournament(TournamentId(tournament))),
        ChatChannel::Club { club } => Ok(Channel::Club(club)),
        ChatChannel::Conversation { users: [low, high] } => {
            let pair = UserPair::new(UserId(low), UserId(high)).filter(|_| low < high);
            pair.map(Channel::Conversation).ok_or_else(|| {
                let message = "`users` must be the ids of two accounts in ascending order";
                ApiError::new(ErrorCode::OutOfRange, message)
            })
        }
    }
}

fn channel(channel: &Channel) -> ChatChannel {
    match channel {
        Channel::Room(room, audience) => {
            ChatChannel::Room { room: RoomId(room.to_string()), audience: *audience }
        }
        Channel::Lobby(name) => ChatChannel::Lobby { lobby: name.clone() },
        Channel::Tournament(id) => ChatChannel::Tournament { tournament: id.0 },
        Channel::Club(club) => ChatChannel::Club { club: *club },
        Channel::Conversation(pair) => ChatChannel::Conversation { users: pair.users().map(|user| user.0) },
    }
}

/// Converts the content of a client's line.
///
/// # Errors
/// `bad_message` unless exactly one of the two is given.
pub(crate) fn words(text: Option<String>, preset: Option<Preset>) -> Result<LineText, ApiError> {
    match (text, preset) {
        (Some(text), None) => Ok(LineText::Custom(text)),
        (None, Some(preset)) => Ok(LineText::Preset(preset)),
        _ => {
            let message = "send exactly one of `text` and `preset`";
            Err(ApiError::new(ErrorCode::BadMessage, message))
        }
    }
}

/// Converts a change of a chat for its subscribers.
pub(crate) fn chat(update: &ChatUpdate) -> ServerMessage {
    ServerMessage::Chat {
        channel: channel(&update.channel),
        full: update.full,
        lines: update.lines.iter().map(|row| chat_line(row)).collect(),
        gone: update.gone.clone(),
        closed: update.closed,
        more: false,
    }
}

/// Converts a conversation for one of its users.
pub(crate) fn conversation(row: &ConversationRow) -> Conversation {
    let ConversationRow { partner, line, unread, .. } = row;
    Conversation { partner: super::user(partner), line: chat_line(line), unread: *unread }
}

/// Converts a line.
pub(crate) fn chat_line(row: &LineRow) -> ChatLine {
    let (text, preset) = match &row.said {
        LineContent::Text(text) => (Some(text.as_str().to_owned()), None),
        LineContent::Preset(preset) => (None, Some(*preset)),
    };
    ChatLine { id: row.id, at: row.at.0, author: super::user(&row.author), text, preset }
}
