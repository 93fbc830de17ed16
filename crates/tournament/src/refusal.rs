//! Why a tournament may refuse a command.

use crate::{GameNumber, ParticipantId, SettingsError};

/// Why a command was refused. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nobody can play by the settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The sender does not run the tournament.
    #[error("only a director of the tournament can do this; ask one")]
    NotDirector,
    /// Moderators look after words.
    #[error("only a moderator can do this")]
    NotModerator,
    /// Who plays a game does not decide on it while another director can.
    #[error("you play game {0}; have another director decide on it")]
    OwnGame(GameNumber),
    /// Only the server sends this.
    #[error("only the server can do this")]
    NotSystem,
    /// The sender does not take part.
    #[error("you do not take part in this tournament")]
    NotParticipant,
    /// Somebody changed what is agreed in the meantime.
    #[error("the tournament was edited since you read it; read it again and repeat your change")]
    Outdated,
    /// Guests or programs have entered, whose games cannot be rated.
    #[error(
        "guests or programs have entered, and their games cannot be rated; leave the games unrated, or take them out first"
    )]
    Unratable,
    /// What is played by cannot change after the start.
    #[error("the tournament has begun; only its registration could be changed before that")]
    Started,
    /// This can be asked for only while it runs.
    #[error("the tournament has not begun yet")]
    NotStarted,
    /// It has ended or was broken off.
    #[error("the tournament is over")]
    Over,
    /// The player takes part already.
    #[error("you take part already")]
    AlreadyIn,
    /// All places are taken.
    #[error("all {0} places are taken")]
    Full(u32),
    /// The form or the settings do not let anybody enter any more.
    #[error("it is too late to enter")]
    TooLate,
    /// The rating is below the lowest.
    #[error("this tournament is for ratings from {0}")]
    RatingTooLow(u16),
    /// The rating is above the highest, or not sure enough to be below it.
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
    /// There is no invitation.
    #[error("this tournament asks for an invitation by one of its directors")]
    NeedsInvitation,
    /// A director enters computers; players enter by themselves.
    #[error("a player enters only by themselves; invite them")]
    NeedsConsent,
    /// The player who is to be invited takes part or took part.
    #[error("this player has entered already")]
    HasEntered,
    /// The player who is to be invited has declined.
    #[error("this player has declined the invitation; they can still enter by themselves")]
    Declined,
    /// Computers are not invited.
    #[error("a computer cannot accept an invitation; add it by its level")]
    IsComputer,
    /// The user was not invited.
    #[error("there is no invitation of this player")]
    NotInvited,
    /// The player has entered, gone and come back too often.
    #[error("you have entered and left this tournament {0} times; that is the limit")]
    TooManyChanges(u32),
    /// A team has a name.
    #[error("a team needs a name of 1 to {} characters", crate::limits::NAME_MAX)]
    NeedsTeamName,
    /// The team has two players, or is none.
    #[error("there is no team {0} that waits for a player; make one of your own")]
    NoSuchTeam(ParticipantId),
    /// Those who were excluded do not come back.
    #[error("you were excluded from this tournament")]
    Excluded,
    /// The form does not let anybody come back.
    #[error("one cannot come back to this tournament")]
    NoReturn,
    /// There is nobody with this number.
    #[error("there is no participant {0}")]
    NoSuchParticipant(ParticipantId),
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameNumber),
    /// The sender does not play this game, or it is over.
    #[error("you are not playing game {0}")]
    NotPlaying(GameNumber),
    /// The form has no half-point byes.
    #[error("this tournament has no half-point byes")]
    NoByes,
    /// The round is paired already, or is not one of the tournament's.
    #[error("round {0} is paired already or will not be played; ask for a later round")]
    NoBye(u32),
    /// The participant has asked for as many half-point byes as the tournament allows.
    #[error("you have asked for all {0} half-point byes of this tournament")]
    ByesUsed(u8),
    /// The form has no games with half of the time.
    #[error("in this tournament nobody plays with half of the time")]
    NoBerserk,
    /// Fewer than the least number are there.
    #[error("{needed} are needed to begin, and {present} are here")]
    TooFew {
        /// How many it takes.
        needed: u32,
        /// How many are in and there.
        present: u32,
    },
    /// Another round begins next, or one is under way.
    #[error("round {0} is not the next to begin")]
    NotNextRound(u32),
    /// The verdict is not one that this game can have.
    #[error("a verdict names sides from 0 to {}, and the marbles of each of them", .sides - 1)]
    BadVerdict {
        /// How many sides a game has.
        sides: usize,
    },
    /// Somebody else changed the verdict in the meantime.
    #[error("game {0} counts for something else than what you saw; look again")]
    VerdictChanged(GameNumber),
    /// Another would have advanced in a knockout, and the next round was paired without them.
    #[error("the next round was paired from this match; who advanced cannot change any more")]
    Advanced,
    /// A director gives a reason, so that everybody can know it.
    #[error("give a reason of 1 to {} characters", crate::limits::REASON_MAX)]
    NeedsReason,
    /// The last director stays.
    #[error("a tournament has a director; add another one first")]
    LastDirector,
    /// There are more of them than a tournament takes.
    #[error("there are too many {0}")]
    TooMany(&'static str),
    /// It is paused, or it is not.
    #[error("the tournament is paused; resume it first")]
    Paused,
}
