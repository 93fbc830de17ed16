//! Seeks and lobbies, in both directions.

use sumito_protocol::client::SeekRequest;
use sumito_protocol::parts::{RatingRange as WireRange, Seek};
use sumito_protocol::rooms::LobbyOffer;
use sumito_protocol::server::Outcome;
use sumito_protocol::{ErrorCode, RoomId};

use super::api_error::ApiError;
use super::parts;
use super::room::layout_named;
use sumito_services::play::lobby::SeekListing;
use sumito_services::play::matchmaking::{LobbyFilter, NewSeek, RatingRange, SeekError, SeekStarted};

/// Converts a seek for lists.
pub(crate) fn seek(listing: &SeekListing) -> Seek {
    Seek {
        id: listing.id,
        user: parts::player(&listing.player),
        rating: listing.rating,
        mode: parts::mode(listing.mode),
        layout: listing.layout.to_string(),
        clock: parts::clock(listing.time),
        rated: listing.rated,
        rating_range: WireRange { min: listing.min_rating, max: listing.max_rating },
        computers: listing.computers,
        bots: listing.bots,
        since: listing.since.0,
    }
}

/// Converts a client's seek.
///
/// # Errors
/// `bad_layout` for an unknown layout.
pub(crate) fn seek_from_wire(request: SeekRequest) -> Result<NewSeek, ApiError> {
    let SeekRequest { lobby, mode, layout, clock, rated, rating_range, computers, bots } = request;
    let range = rating_range.map_or(RatingRange::ALL, |WireRange { min, max }| RatingRange {
        min: min.unwrap_or(i32::MIN),
        max: max.unwrap_or(i32::MAX),
    });
    Ok(NewSeek {
        lobby,
        mode: parts::mode_from_wire(mode),
        layout: layout.map(|name| layout_named(&name)).transpose()?,
        time: parts::time_from_wire(&clock),
        rated,
        range,
        computers,
        bots,
    })
}

/// Converts the outcome of a seek.
pub(crate) fn sought((seek, room): SeekStarted) -> Outcome {
    Outcome { seek: Some(seek.0), room: room.map(|room| RoomId(room.to_string())), ..Outcome::default() }
}

/// Converts the configuration of a lobby.
pub(crate) fn lobby_offer(name: &str, offer: &LobbyFilter) -> LobbyOffer {
    LobbyOffer {
        name: name.to_owned(),
        modes: offer.modes.iter().copied().map(parts::mode).collect(),
        layouts: offer.layouts.iter().map(ToString::to_string).collect(),
        clocks: offer.clocks.iter().copied().map(parts::clock).collect(),
        rated: offer.rated,
    }
}

impl From<SeekError> for ApiError {
    fn from(error: SeekError) -> Self {
        use SeekError as E;
        let code = match error {
            E::Room(error) => return error.into(),
            E::Unavailable => ErrorCode::Unavailable,
            E::NoSuchLobby => ErrorCode::NoSuchLobby,
            E::NoSuchSeek => ErrorCode::NoSuchSeek,
            E::NotOffered(_) | E::RatedWithComputers => ErrorCode::Unsupported,
            E::Full | E::BeingMade => ErrorCode::Busy,
            E::OwnSeek | E::NotForYou => ErrorCode::Forbidden,
            E::NoSuchLevel | E::Range => ErrorCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}
