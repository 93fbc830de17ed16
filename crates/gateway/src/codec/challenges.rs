//! Challenges, in both directions.

use sumito_game::UserId;
use sumito_protocol::challenges::{Challenge, DeclineReason, Follower, PlayerPresence, Terms as WireTerms};
use sumito_protocol::pairings::{ChallengePairing, Pairing, PairingGame, PairingStatus};
use sumito_protocol::{ErrorCode, RoomId};

use super::api_error::ApiError;
use super::parts;
use super::room::{layout_named, seat_from_wire};
use sumito_services::social::challenges::{ChallengeError, REVOKED};
use sumito_store::{ChallengeRow, ChallengeStatus, ChallengeTerms, FollowerRow, UserRow};

/// Converts a challenge for its players.
pub(crate) fn challenge(row: &ChallengeRow) -> Challenge {
    let UserId(answers) = row.answers;
    Challenge {
        id: row.id,
        challenger: parts::user(&row.challenger),
        challenged: parts::user(&row.challenged),
        answers,
        round: row.round,
        terms: terms(&row.terms),
        status: row.status,
        reason: row.reason.as_deref().and_then(DeclineReason::parse),
        room: room(row),
        pairing: row.pairing.as_ref().map(|pairing| ChallengePairing {
            id: pairing.id,
            organizer: parts::user(&pairing.organizer),
            message: pairing.message.as_ref().map(ToString::to_string),
        }),
        created_at: row.created_at.0,
        expires_at: row.expires_at.0,
    }
}

fn terms(terms: &ChallengeTerms) -> WireTerms {
    WireTerms {
        mode: parts::mode(terms.mode),
        layout: Some(terms.layout.to_string()),
        clock: parts::clock(terms.time),
        rated: terms.rated,
        vacations: terms.vacations,
        seat: terms.seat.map(u8::from),
    }
}

/// Returns the room of an accepted challenge. The room of a pairing is not named before it is created.
fn room(row: &ChallengeRow) -> Option<RoomId> {
    let room = row.room.filter(|_| row.room_made || row.pairing.is_none());
    room.map(|room| RoomId(room.to_string()))
}

/// Converts the games of one pairing.
pub(crate) fn pairing(games: &[ChallengeRow]) -> Option<Pairing> {
    let first = games.first()?;
    let pairing = first.pairing.as_ref()?;
    let game = |row: &ChallengeRow| PairingGame {
        first: parts::user(&row.challenger),
        second: parts::user(&row.challenged),
        status: match row.status {
            ChallengeStatus::Accepted if row.room_made => PairingStatus::Started,
            ChallengeStatus::Open | ChallengeStatus::Accepted => PairingStatus::Waiting,
            ChallengeStatus::Cancelled | ChallengeStatus::Expired => PairingStatus::Cancelled,
            ChallengeStatus::Declined if row.reason.as_deref() == Some(REVOKED) => PairingStatus::Revoked,
            ChallengeStatus::Declined => PairingStatus::Refused,
        },
        room: room(row),
    };
    Some(Pairing {
        id: pairing.id,
        terms: terms(&first.terms),
        start_at: pairing.start_at.0,
        message: pairing.message.as_ref().map(ToString::to_string),
        created_at: first.created_at.0,
        games: games.iter().map(game).collect(),
    })
}

/// Converts the terms of a challenge.
///
/// # Errors
/// Fails if a layout or a seat does not exist.
pub(crate) fn terms_from_wire(terms: WireTerms) -> Result<ChallengeTerms, ApiError> {
    let WireTerms { mode, layout, clock, rated, vacations, seat } = terms;
    let mode = parts::mode_from_wire(mode);
    Ok(ChallengeTerms {
        mode,
        layout: layout.map(|name| layout_named(&name)).transpose()?.unwrap_or_else(|| mode.default_layout()),
        time: parts::time_from_wire(&clock),
        rated,
        vacations,
        seat: seat.map(seat_from_wire).transpose()?,
    })
}

/// Returns the presence of a user, as far as the caller may read it.
pub(crate) fn presence(
    user: &UserRow,
    online: bool,
    room: Option<sumito_game::RoomId>,
    followed: bool,
    friend: bool,
) -> PlayerPresence {
    PlayerPresence {
        user: parts::user(user),
        online,
        room: room.map(|room| RoomId(room.to_string())),
        followed,
        friend,
    }
}

/// Converts a player who follows another one.
pub(crate) fn follower(row: &FollowerRow) -> Follower {
    Follower { user: parts::user(&row.user), since: row.since.0, friend: row.is_friend }
}

impl From<ChallengeError> for ApiError {
    fn from(error: ChallengeError) -> Self {
        use ChallengeError as E;
        let code = match error {
            E::Room(error) => return error.into(),
            E::Store(error) => return error.into(),
            E::NoSuchChallenge => ErrorCode::NoSuchChallenge,
            E::Over | E::NotYourTurn | E::Open => ErrorCode::ChallengeOver,
            E::Yourself | E::NoSuchSeat => ErrorCode::OutOfRange,
            E::Blocked => ErrorCode::Forbidden,
            E::Computer | E::ByBot | E::PairedBot => ErrorCode::Unsupported,
            E::TooMany(_) | E::TooManyPairings(_) => ErrorCode::TooMany,
        };
        Self::new(code, error.to_string())
    }
}
