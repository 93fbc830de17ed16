//! Notifications in their wire form.

use sumito_protocol::{RoomId, ServerMessage, notifications};

use super::challenges::challenge;
use sumito_services::social::notifications::{ClubNews, GameOrigin, Notification, TournamentNews};

/// Converts a notification to a message.
pub(crate) fn notification(notification: &Notification) -> ServerMessage {
    let notification = match notification {
        &Notification::GameStarted { room, occasion } => {
            let room = RoomId(room.to_string());
            let (mut seek, mut challenge, mut tournament) = (None, None, None);
            match occasion {
                GameOrigin::Seek(id) => seek = Some(id),
                GameOrigin::Challenge(id) => challenge = Some(id),
                GameOrigin::Tournament(id) => tournament = Some(id.0),
            }
            notifications::Notification::GameStarted { room, seek, challenge, tournament }
        }
        Notification::Challenge(row) => notifications::Notification::Challenge { challenge: challenge(row) },
        &Notification::Invitation { tournament, open } => {
            notifications::Notification::TournamentInvitation { tournament: tournament.0, open }
        }
        &Notification::SeekEnded { seek, why } => {
            notifications::Notification::SeekEnded { seek, reason: why }
        }
        Notification::ClubAnnouncement(news) => {
            let ClubNews { club, club_name, announcement, title } = news.clone();
            notifications::Notification::ClubAnnouncement { club, club_name, announcement, title }
        }
        Notification::TournamentAnnouncement(news) => {
            let TournamentNews { tournament, name, text } = news.clone();
            notifications::Notification::TournamentAnnouncement { tournament: tournament.0, name, text }
        }
        Notification::Conversation { partner, unread } => {
            notifications::Notification::Conversation { partner: super::user(partner), unread: *unread }
        }
    };
    ServerMessage::Notification { notification }
}
