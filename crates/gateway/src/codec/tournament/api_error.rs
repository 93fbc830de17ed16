//! Rejections of tournament commands in their wire form.

use sumito_protocol::ErrorCode;
use sumito_tournament::{CommandError as Refused, SettingsError};

use crate::codec::ApiError;
use sumito_services::tournaments::TournamentError;

impl From<TournamentError> for ApiError {
    fn from(error: TournamentError) -> Self {
        use TournamentError as E;
        let code = match error {
            E::Refused(refused) => return refused.into(),
            E::Identity(error) => return error.into(),
            E::Room(error) => return error.into(),
            E::Club(error) => return error.into(),
            E::NoSuchTournament => ErrorCode::NoSuchTournament,
            E::NoSuchPlayer => ErrorCode::NoSuchPlayer,
            E::Busy => ErrorCode::Busy,
            E::Draining => ErrorCode::Draining,
            E::Unavailable | E::NotOwner => ErrorCode::Unavailable,
            E::NeedsAccount => ErrorCode::NeedsAccount,
            E::TooManyOpen { .. } | E::TooManyOfClub { .. } | E::TooManyInvitations { .. } => {
                ErrorCode::TooMany
            }
            E::MembersOnly => ErrorCode::MembersOnly,
            E::Blocked | E::KeptOut => ErrorCode::Forbidden,
            E::TooManyPlaces { .. } | E::StartsAt | E::RoundsTooLate | E::NeedsPassword => {
                ErrorCode::OutOfRange
            }
            E::WrongPassword => ErrorCode::WrongPassword,
            E::Corrupt | E::Internal => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        let code = match &refused {
            Refused::Settings(error) => settings_code(error),
            Refused::NotDirector
            | Refused::NotSystem
            | Refused::NeedsConsent
            | Refused::NotModerator
            | Refused::OwnGame(_) => ErrorCode::Forbidden,
            Refused::NotParticipant | Refused::NotInvited => ErrorCode::NotRegistered,
            Refused::Outdated | Refused::VerdictChanged(_) | Refused::NoSuchDraft(_) => ErrorCode::Outdated,
            Refused::Started => ErrorCode::AlreadyStarted,
            Refused::NotStarted | Refused::Over | Refused::NotPlaying(_) | Refused::GameOver(_) => {
                ErrorCode::NotPlaying
            }
            Refused::AlreadyIn | Refused::HasEntered => ErrorCode::AlreadyRegistered,
            Refused::Full(_) => ErrorCode::TournamentFull,
            Refused::TooLate | Refused::Advanced | Refused::NoBye(_) | Refused::NoSuchBye(_) => {
                ErrorCode::TooLate
            }
            Refused::RatingTooLow(_)
            | Refused::RatingTooHigh(_)
            | Refused::NoPrograms
            | Refused::Unratable
            | Refused::NeedsInvitation
            | Refused::IsComputer
            | Refused::Declined
            | Refused::ClubHasDeclined
            | Refused::ClubNotInvited
            | Refused::Excluded
            | Refused::NoReturn => ErrorCode::NotEligible,
            Refused::NeedsAccount => ErrorCode::NeedsAccount,
            Refused::NeedsPassword => ErrorCode::WrongPassword,
            Refused::NeedsTeamName
            | Refused::NeedsClub
            | Refused::NoSuchTeam(_)
            | Refused::NoSuchParticipant(_)
            | Refused::NoSuchGame(_)
            | Refused::BadVerdict { .. }
            | Refused::NoSuchPenalty(_)
            | Refused::BadPenalty
            | Refused::BadPair
            | Refused::BadAddedTime { .. }
            | Refused::BadDraft(_)
            | Refused::ForbiddenPair(..)
            | Refused::NeedsReason => ErrorCode::OutOfRange,
            Refused::NoBerserk
            | Refused::NoByes
            | Refused::NoTeams
            | Refused::NoForbiddenPairs
            | Refused::NoDrafts
            | Refused::NoAddedTime
            | Refused::FixedTeams => ErrorCode::Unsupported,
            Refused::TooFew { .. }
            | Refused::TooFewTeams
            | Refused::ClubTakesPart
            | Refused::NotNextRound(_)
            | Refused::BeforeItsTime(_)
            | Refused::AnnouncedJustNow
            | Refused::LastDirector
            | Refused::Paused => ErrorCode::NotNow,
            Refused::TooMany(_) | Refused::TooManyChanges(_) | Refused::ByesUsed(_) => ErrorCode::TooMany,
        };
        Self::new(code, refused.to_string())
    }
}

fn settings_code(error: &SettingsError) -> ErrorCode {
    match error {
        SettingsError::NoClock => ErrorCode::NeedsClock,
        SettingsError::Game(game) => ApiError::from(*game).code,
        SettingsError::Form
        | SettingsError::Rated
        | SettingsError::Teams
        | SettingsError::UnplayedRounds
        | SettingsError::Reviewed
        | SettingsError::NoHost => ErrorCode::Unsupported,
        _ => ErrorCode::OutOfRange,
    }
}
