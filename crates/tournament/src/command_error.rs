//! Reasons for rejecting a command.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{GameNumber, ParticipantId, SettingsError};

/// The reason for rejecting a command. The tournament is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandError {
    /// The settings do not allow a tournament. Has no stored form.
    #[error(transparent)]
    #[serde(skip)]
    Settings(#[from] SettingsError),
    /// The sender is not a director.
    #[error("only a director of the tournament can do this")]
    NotDirector,
    /// Only moderators can replace texts.
    #[error("only a moderator can do this")]
    NotModerator,
    /// A director cannot decide their own game while another director can.
    #[error("you play game {0} yourself; another director must decide it")]
    OwnGame(GameNumber),
    /// Only the server sends this.
    #[error("only the server can do this")]
    NotSystem,
    /// The sender is not a participant.
    #[error("you are not registered in this tournament")]
    NotParticipant,
    /// The settings have changed in the meantime.
    #[error("the tournament was edited since you loaded it; reload it and retry")]
    Outdated,
    /// Guests or programs have entered, whose games cannot be rated.
    #[error(
        "guests or bots are registered, and their games cannot be rated; make the tournament unrated, or \
         remove them first"
    )]
    Unratable,
    /// The settings of the games cannot change after the start.
    #[error("the tournament has started; this could be changed during registration only")]
    Started,
    /// The command is valid only while the tournament is running.
    #[error("the tournament has not started yet")]
    NotStarted,
    /// The tournament has ended or was cancelled.
    #[error("the tournament is over")]
    Over,
    /// The player is already a participant.
    #[error("you are already registered")]
    AlreadyIn,
    /// The capacity is reached.
    #[error("all {0} places are taken")]
    Full(u32),
    /// The format or the settings no longer allow entry.
    #[error("registration is closed")]
    TooLate,
    /// The rating is below the minimum.
    #[error("this tournament requires a rating of at least {0}")]
    RatingTooLow(u16),
    /// The rating is above the maximum, or too uncertain to be below it.
    #[error("this tournament requires a rating of at most {0} that is not provisional")]
    RatingTooHigh(u16),
    /// Guests cannot enter.
    #[error("this tournament requires an account; create one and enter again")]
    NeedsAccount,
    /// Programs cannot enter.
    #[error("this tournament is for humans only, not for computers and bots")]
    NoPrograms,
    /// The password was wrong or missing.
    #[error("this tournament requires a password; enter again with it")]
    NeedsPassword,
    /// The player has no invitation.
    #[error("this tournament requires an invitation by one of its directors")]
    NeedsInvitation,
    /// A director enters computers; players enter on their own.
    #[error("only the player can enter; invite the player")]
    NeedsConsent,
    /// The invited player is or was a participant.
    #[error("this player is already registered")]
    HasEntered,
    /// The invited player has declined before.
    #[error("this player declined the invitation, but can still enter")]
    Declined,
    /// Computers are not invited.
    #[error("a computer cannot accept an invitation; add it by its level")]
    IsComputer,
    /// The user was not invited.
    #[error("this player has no invitation")]
    NotInvited,
    /// The player has entered, left and returned too often.
    #[error("limit reached: you entered and left this tournament {0} times")]
    TooManyChanges(u32),
    /// A team needs a name.
    #[error("a team needs a name of 1 to {} characters", crate::limits::NAME_MAX)]
    NeedsTeamName,
    /// The team does not exist or is complete.
    #[error("no team {0} is looking for a player; create your own team")]
    NoSuchTeam(ParticipantId),
    /// The tournament is not a team arena.
    #[error("this tournament has no teams of clubs")]
    NoTeams,
    /// The setting `teams` is fixed when the tournament is created.
    #[error("a tournament cannot become a team arena, nor stop being one; create another")]
    FixedTeams,
    /// In a team arena, a player enters for a club that takes part.
    #[error("name the `club` for which you play; it must take part, and you must be a member of it")]
    NeedsClub,
    /// The club was not invited, or is no longer invited.
    #[error("this club has no invitation; ask a director")]
    ClubNotInvited,
    /// The club has declined before.
    #[error("this club declined the invitation; its admins can still accept it")]
    ClubHasDeclined,
    /// The club has participants, or the team arena belongs to it.
    #[error("this club cannot leave: players have entered for it, or the tournament belongs to it")]
    ClubTakesPart,
    /// Players of fewer than two teams are present.
    #[error("players of at least two teams are required to start")]
    TooFewTeams,
    /// Excluded participants cannot return.
    #[error("you were excluded from this tournament")]
    Excluded,
    /// The format does not allow returning.
    #[error("you cannot rejoin this tournament")]
    NoReturn,
    /// The participant does not exist.
    #[error("no participant {0} in this tournament")]
    NoSuchParticipant(ParticipantId),
    /// The game does not exist.
    #[error("no game {0} in this tournament")]
    NoSuchGame(GameNumber),
    /// The sender does not play this game, or it is over.
    #[error("you are not playing game {0}")]
    NotPlaying(GameNumber),
    /// The format has no half-point byes.
    #[error("this tournament has no half-point byes")]
    NoByes,
    /// The round is already paired, or does not exist.
    #[error("round {0} is already paired or will not be played; choose a later round")]
    NoBye(u32),
    /// The participant does not sit out this round, or it is already paired.
    #[error("you do not sit out round {0}, or it is already paired")]
    NoSuchBye(u32),
    /// The format has no pairs to forbid: all participants meet, or a game has three sides.
    #[error("pairs can be forbidden in Swiss systems, and in arenas with games of two sides")]
    NoForbiddenPairs,
    /// A pair consists of two different participants.
    #[error("a pair needs two different participants")]
    BadPair,
    /// Only pairings of a Swiss system can be changed.
    #[error("only the pairings of a Swiss system can be drafted")]
    NoDrafts,
    /// There is no draft of this round.
    #[error("round {0} has no draft; send `draft_round` first")]
    NoSuchDraft(u32),
    /// Each active participant must be in one game or have a bye, and a participant who asked for a bye must have it.
    #[error(
        "the draft must have each active participant once, in a game of two or with a bye, and a requested \
         bye as such; participant {0} does not fit, draft the round again"
    )]
    BadDraft(ParticipantId),
    /// A director has forbidden this pair.
    #[error("participants {0} and {1} must not meet; change the draft, or allow the pair first")]
    ForbiddenPair(ParticipantId, ParticipantId),
    /// A round with a published time starts earlier only if all participants are present.
    #[error("round {0} has a published time; before it, a round begins only when all are present")]
    BeforeItsTime(u32),
    /// The penalty does not exist, or is lifted.
    #[error("no penalty {0} that counts in this tournament")]
    NoSuchPenalty(u32),
    /// The points of a penalty are out of range.
    #[error("a penalty must be 0 to {} units of points; 0 is a warning", crate::limits::PENALTY_UNITS_MAX)]
    BadPenalty,
    /// Time is added to running games only.
    #[error("game {0} is over; time can be added while it runs")]
    GameOver(GameNumber),
    /// The side does not exist, or the time is out of range.
    #[error(
        "`side` must be 0 to {}, and `seconds` 1 to {}",
        .sides - 1,
        crate::limits::TIME_ADDED_SECONDS_MAX
    )]
    BadAddedTime {
        /// Number of sides of a game.
        sides: usize,
    },
    /// The players have no separate times.
    #[error("this time control has no clock for each player to which time could be added")]
    NoAddedTime,
    /// Announcements need a pause between them.
    #[error(
        "the last announcement was less than {} seconds ago; try again later",
        crate::limits::ANNOUNCEMENT_SECONDS_MIN
    )]
    AnnouncedJustNow,
    /// The participant has used all half-point byes that the tournament allows.
    #[error("half-point bye limit of this tournament reached ({0})")]
    ByesUsed(u8),
    /// The format does not allow going berserk.
    #[error("berserk is disabled in this tournament")]
    NoBerserk,
    /// Fewer participants than the minimum are present.
    #[error("at least {needed} participants are required to start; {present} are present")]
    TooFew {
        /// The required number.
        needed: u32,
        /// Number of participants who are active and present.
        present: u32,
    },
    /// Another round starts next, or a round is in progress.
    #[error("round {0} is not the next round")]
    NotNextRound(u32),
    /// The verdict is not possible for this game.
    #[error("a verdict must name sides from 0 to {}, and the marbles of each side", .sides - 1)]
    BadVerdict {
        /// Number of sides of a game.
        sides: usize,
    },
    /// The verdict has changed in the meantime.
    #[error("the result of game {0} changed since you loaded it; reload it")]
    VerdictChanged(GameNumber),
    /// Another participant would have advanced in a knockout, but its next round is already paired.
    #[error("too late: the next round was paired from the result of this match")]
    Advanced,
    /// A director must give a reason, which all users can read.
    #[error("give a reason of 1 to {} characters", crate::limits::REASON_MAX)]
    NeedsReason,
    /// The last director cannot be removed.
    #[error("a tournament requires a director; add another director first")]
    LastDirector,
    /// A limit of the tournament is reached.
    #[error("too many {0}")]
    TooMany(Cow<'static, str>),
    /// The tournament is paused, or is not.
    #[error("the tournament is paused; resume it first")]
    Paused,
}
