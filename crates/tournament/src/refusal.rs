//! Reasons for rejecting a command.

use crate::{GameNumber, ParticipantId, SettingsError};

/// The reason for rejecting a command. The tournament is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The settings do not allow a tournament.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The sender is not a director.
    #[error("only a director of the tournament can do this; ask one")]
    NotDirector,
    /// Only moderators can replace texts.
    #[error("only a moderator can do this")]
    NotModerator,
    /// A director cannot decide their own game while another director can.
    #[error("you play game {0}; have another director decide on it")]
    OwnGame(GameNumber),
    /// Only the server sends this.
    #[error("only the server can do this")]
    NotSystem,
    /// The sender is not a participant.
    #[error("you do not take part in this tournament")]
    NotParticipant,
    /// The settings have changed in the meantime.
    #[error("the tournament was edited since you read it; read it again and repeat your change")]
    Outdated,
    /// Guests or programs have entered, whose games cannot be rated.
    #[error(
        "guests or programs have entered, and their games cannot be rated; leave the games unrated, or take them out first"
    )]
    Unratable,
    /// The settings of the games cannot change after the start.
    #[error("the tournament has begun; only its registration could be changed before that")]
    Started,
    /// The command is valid only while the tournament is running.
    #[error("the tournament has not begun yet")]
    NotStarted,
    /// The tournament has ended or was cancelled.
    #[error("the tournament is over")]
    Over,
    /// The player is already a participant.
    #[error("you take part already")]
    AlreadyIn,
    /// The capacity is reached.
    #[error("all {0} places are taken")]
    Full(u32),
    /// The format or the settings do not allow entry any more.
    #[error("it is too late to enter")]
    TooLate,
    /// The rating is below the minimum.
    #[error("this tournament is for ratings from {0}")]
    RatingTooLow(u16),
    /// The rating is above the maximum, or too uncertain to be below it.
    #[error("this tournament is for ratings up to {0} that are no longer provisional")]
    RatingTooHigh(u16),
    /// Guests cannot enter.
    #[error("this tournament is for those who have an account; make one and enter again")]
    NeedsAccount,
    /// Programs cannot enter.
    #[error("this tournament is for people, not for computers and bots")]
    NoPrograms,
    /// The password was wrong or missing.
    #[error("this tournament asks for a password; enter again with it")]
    NeedsPassword,
    /// The player has no invitation.
    #[error("this tournament asks for an invitation by one of its directors")]
    NeedsInvitation,
    /// A director enters computers; players enter by themselves.
    #[error("a player enters only by themselves; invite them")]
    NeedsConsent,
    /// The invited player is or was a participant.
    #[error("this player has entered already")]
    HasEntered,
    /// The invited player has declined before.
    #[error("this player has declined the invitation; they can still enter by themselves")]
    Declined,
    /// Computers are not invited.
    #[error("a computer cannot accept an invitation; add it by its level")]
    IsComputer,
    /// The user was not invited.
    #[error("there is no invitation of this player")]
    NotInvited,
    /// The player has entered, left and returned too often.
    #[error("you have entered and left this tournament {0} times; that is the limit")]
    TooManyChanges(u32),
    /// A team needs a name.
    #[error("a team needs a name of 1 to {} characters", crate::limits::NAME_MAX)]
    NeedsTeamName,
    /// The team does not exist or is complete.
    #[error("there is no team {0} that waits for a player; make one of your own")]
    NoSuchTeam(ParticipantId),
    /// Excluded participants cannot return.
    #[error("you were excluded from this tournament")]
    Excluded,
    /// The format does not allow returning.
    #[error("one cannot come back to this tournament")]
    NoReturn,
    /// The participant does not exist.
    #[error("there is no participant {0}")]
    NoSuchParticipant(ParticipantId),
    /// The game does not exist.
    #[error("there is no game {0}")]
    NoSuchGame(GameNumber),
    /// The sender does not play this game, or it is over.
    #[error("you are not playing game {0}")]
    NotPlaying(GameNumber),
    /// The format has no half-point byes.
    #[error("this tournament has no half-point byes")]
    NoByes,
    /// The round is already paired, or does not exist.
    #[error("round {0} is paired already or will not be played; ask for a later round")]
    NoBye(u32),
    /// The participant has used all half-point byes that the tournament allows.
    #[error("you have asked for all {0} half-point byes of this tournament")]
    ByesUsed(u8),
    /// The format does not allow going berserk.
    #[error("in this tournament nobody plays with half of the time")]
    NoBerserk,
    /// Fewer participants than the minimum are present.
    #[error("{needed} are needed to begin, and {present} are here")]
    TooFew {
        /// The required number.
        needed: u32,
        /// Number of participants who are active and present.
        present: u32,
    },
    /// Another round begins next, or a round is in progress.
    #[error("round {0} is not the next to begin")]
    NotNextRound(u32),
    /// The verdict is not possible for this game.
    #[error("a verdict names sides from 0 to {}, and the marbles of each of them", .sides - 1)]
    BadVerdict {
        /// Number of sides of a game.
        sides: usize,
    },
    /// The verdict has changed in the meantime.
    #[error("game {0} counts for something else than what you saw; look again")]
    VerdictChanged(GameNumber),
    /// Another participant would have advanced in a knockout whose next round is already paired.
    #[error("the next round was paired from this match; who advanced cannot change any more")]
    Advanced,
    /// A director must give a reason, which all users can read.
    #[error("give a reason of 1 to {} characters", crate::limits::REASON_MAX)]
    NeedsReason,
    /// The last director cannot be removed.
    #[error("a tournament has a director; add another one first")]
    LastDirector,
    /// A limit of the tournament is reached.
    #[error("there are too many {0}")]
    TooMany(&'static str),
    /// The tournament is paused, or is not.
    #[error("the tournament is paused; resume it first")]
    Paused,
}
