//! Clubs, in both directions.

use sumito_game::Timestamp;
use sumito_protocol::{ErrorCode, clubs as wire};

use super::api_error::ApiError;
use super::{parts, rating};
use sumito_kit::text::Text;
use sumito_services::accounts::identity::ClubNameError;
use sumito_store::{
    ClubAnnouncementRow, ClubLinkRow, ClubMemberRow, ClubRefusal, ClubRequestRow, ClubRole, ClubRow,
    ClubStanding,
};

/// Converts a club for a list.
pub(crate) fn club(row: ClubRow) -> wire::ClubSummary {
    wire::ClubSummary {
        id: row.id,
        name: row.settings.name,
        description: row.settings.description.into_string(),
        joining: row.settings.joining,
        members: row.members,
        owner: parts::user(&row.owner),
        created_at: row.created_at.0,
    }
}

/// Converts a club with a player's role in it.
pub(crate) fn player_club((row, role): (ClubRow, ClubRole)) -> wire::PlayerClub {
    wire::PlayerClub { club: club(row), role }
}

/// Converts a club of a tournament, with a user's role in the club.
pub(crate) fn tournament_club((row, role): (ClubRow, Option<ClubRole>)) -> wire::TournamentClub {
    wire::TournamentClub { club: club(row), role }
}

/// Converts a user's relation to a club.
pub(crate) fn club_standing(standing: ClubStanding) -> wire::ClubStanding {
    let ClubStanding { role, requested, banned, offered, requests, notified } = standing;
    wire::ClubStanding { role, requested, banned, offered, requests, notified }
}

/// Converts a member of a club.
pub(crate) fn club_member(row: &ClubMemberRow, now: Timestamp) -> wire::ClubMember {
    wire::ClubMember {
        user: parts::user(&row.user),
        role: row.role,
        joined_at: row.joined_at.0,
        rating: row.rating.as_ref().map(|row| rating::rating(row, now)),
    }
}

/// Converts a request to join.
pub(crate) fn club_request(row: ClubRequestRow) -> wire::ClubRequest {
    wire::ClubRequest {
        user: parts::user(&row.user),
        words: Text::into_string(row.words),
        at: row.created_at.0,
    }
}

/// Converts an invitation link.
pub(crate) fn club_link(row: ClubLinkRow) -> wire::ClubLink {
    let ClubLinkRow { id, made_by, expires_at, uses_left } = row;
    wire::ClubLink { id, made_by, expires_at: expires_at.0, uses_left }
}

/// Converts an announcement.
pub(crate) fn club_announcement(row: ClubAnnouncementRow) -> wire::ClubAnnouncement {
    let ClubAnnouncementRow { id, author, title, text, created_at } = row;
    wire::ClubAnnouncement {
        id,
        title: title.into_string(),
        text: text.into_string(),
        author: parts::user(&author),
        at: created_at.0,
    }
}

impl From<ClubRefusal> for ApiError {
    fn from(refusal: ClubRefusal) -> Self {
        use ClubRefusal as R;
        let code = match refusal {
            R::TooManyAnnouncements { wait, .. } => {
                return Self::new(ErrorCode::RateLimited, refusal.to_string()).retry_after(wait);
            }
            R::NoSuchClub => ErrorCode::NoSuchClub,
            R::Role => ErrorCode::Forbidden,
            R::NoAccount => ErrorCode::NeedsAccount,
            R::NotMember | R::NoRequest | R::NoOffer | R::NoSuchAnnouncement => ErrorCode::NotFound,
            R::Banned | R::NeedsLink => ErrorCode::NotEligible,
            R::BadLink => ErrorCode::WrongCode,
            R::Owner | R::Full(_) | R::TooManyRequests => ErrorCode::NotNow,
            R::TooManyOwned(_)
            | R::TooManyMemberships(_)
            | R::TooManyOwnRequests(_)
            | R::TooManyLinks(_)
            | R::TooManyBans(_) => ErrorCode::TooMany,
        };
        Self::new(code, refusal.to_string())
    }
}

impl From<ClubNameError> for ApiError {
    fn from(error: ClubNameError) -> Self {
        let message = error.to_string();
        let part = if let ClubNameError::Offensive(part) = error { Some(part) } else { None };
        Self { part, ..Self::new(ErrorCode::BadName, message) }
    }
}
