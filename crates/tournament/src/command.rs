//! Commands to a tournament.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{Outcome, Player, SeatSet, Timestamp, UserId};

use crate::{Bye, ClubId, GameNumber, Member, ParticipantId, Settings, Verdict};

/// A command to a tournament. Each variant names the permitted actors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Command {
    /// Change the settings before the start. For directors.
    Edit {
        /// The new settings.
        settings: Box<Settings>,
        /// [`Tournament::revision`](crate::Tournament::revision) in the director's view. Prevents two concurrent edits from undoing each
        /// other.
        revision: u32,
    },
    /// Add a director. For directors.
    AddDirector {
        /// The new director.
        user: UserId,
    },
    /// Remove a director; the last one stays. For directors.
    RemoveDirector {
        /// The director to remove.
        user: UserId,
    },
    /// Invite a player. Only the capacity can stop a player from accepting by [`Command::Register`]. For directors.
    Invite {
        /// The invited player.
        player: Box<Player>,
        /// True if the player can enter after the end of late entries, and beyond the capacity.
        #[serde(default)]
        exempt: bool,
    },
    /// Decline or withdraw an invitation. For the invited player and for directors.
    Uninvite {
        /// The invited player.
        user: UserId,
    },
    /// Invite a club to a team arena, before the start. For directors.
    InviteClub {
        /// The invited club.
        club: ClubId,
    },
    /// Withdraw the invitation of a club, or remove the club before any of its players enter. For directors.
    UninviteClub {
        /// The club concerned.
        club: ClubId,
    },
    /// Answer the invitation of a club. For admins of the club: the sender has verified their role.
    AnswerClub {
        /// The invited club.
        club: ClubId,
        /// True to take part; false to decline, also after accepting, before any player of the club enters.
        accept: bool,
    },
    /// Enter, before the start or late if the format allows it. For the entering player, or for a director who enters a computer. Directors
    /// cannot enter other players; [`Command::Invite`] asks them.
    Register {
        /// The entering player and the conditions of entry.
        applicant: Box<Applicant>,
    },
    /// Leave: before the start as if never entered, after it permanently or until [`Command::Return`]. For participants.
    Withdraw,
    /// Return after [`Command::Withdraw`]. For participants.
    Return,
    /// Skip a round of a Swiss system for half a point. For participants, before the round is paired.
    #[serde(rename = "ask_bye")]
    RequestBye {
        /// The number of the round.
        round: u32,
    },
    /// Play in a round after all, in which the sender would sit out. For participants, before the round is paired.
    CancelBye {
        /// The number of the round.
        round: u32,
    },
    /// Let a participant of a Swiss system sit out a round, also beyond the number of half-point byes. For directors, before the round is
    /// paired. The participant can [cancel](Command::CancelBye) it.
    GrantBye {
        /// The participant who sits out.
        participant: ParticipantId,
        /// The number of the round.
        round: u32,
        /// True for half a point, false for none.
        half: bool,
    },
    /// Let a participant return by [`Command::Return`] who is excluded, or has used up the number of returns. For directors.
    Readmit {
        /// The participant who may return.
        participant: ParticipantId,
        /// The reason of the director.
        reason: String,
    },
    /// Forbid two participants to meet. For directors.
    ForbidPair {
        /// The two participants.
        pair: [ParticipantId; 2],
    },
    /// Allow two participants to meet again. For directors.
    AllowPair {
        /// The two participants.
        pair: [ParticipantId; 2],
    },
    /// Pair the next round of a Swiss system without starting it. For directors, during the break. The draft waits until a director starts
    /// the round.
    DraftRound {
        /// The next round.
        round: u32,
    },
    /// Replace the draft of the next round by a pairing of one's own. For directors.
    ChangeDraft {
        /// The next round.
        round: u32,
        /// [`Draft::seq`](crate::Draft::seq) in the director's view. Prevents two directors from undoing each other's changes.
        seen: u64,
        /// The participants of each game, the first starts.
        tables: Vec<Vec<ParticipantId>>,
        /// The active participants who do not play.
        byes: Vec<Bye>,
    },
    /// Drop the draft: the round is paired when it starts. For directors.
    DropDraft {
        /// The next round.
        round: u32,
    },
    /// Take points from a participant, or warn them. For directors, also after the end.
    Penalise {
        /// The participant concerned.
        participant: ParticipantId,
        /// The points, in [units](Settings::point_unit); 0 for a warning.
        units: u32,
        /// The reason, which all users can read.
        reason: String,
    },
    /// Lift a penalty or a warning. For directors, also after the end.
    LiftPenalty {
        /// The number of the penalty.
        penalty: u32,
        /// The reason, which all users can read.
        reason: String,
    },
    /// Add time to the clock of a side in a running game. For directors who do not play in the game.
    AddTime {
        /// The game's number.
        game: GameNumber,
        /// The side with more time.
        side: u8,
        /// The added time.
        seconds: u32,
        /// The reason, which all users can read.
        reason: String,
    },
    /// Send a message to all participants. For directors.
    Announce {
        /// Text of the announcement.
        text: String,
    },
    /// Go berserk in an arena: half of the time, for an additional point. For participants, once before their first move, which the room
    /// checks.
    Berserk {
        /// The game's number.
        game: GameNumber,
    },
    /// Start with the players who are present. For directors.
    Start,
    /// End the break and start the next round. For directors.
    BeginRound {
        /// The round to start. If two directors send this at the same time, only one round starts.
        round: u32,
    },
    /// Pause: no pairings, and the tournament's time stops until it is resumed. Running games continue. For directors.
    Pause {
        /// The reason for the pause.
        reason: String,
    },
    /// Continue after [`Command::Pause`]. For directors.
    Resume,
    /// Cancel the tournament. For directors.
    Cancel {
        /// The reason for the cancellation.
        reason: String,
    },
    /// Exclude a participant: they can enter again if excluded before the start, but not after it. For directors.
    Exclude {
        /// The excluded participant.
        participant: ParticipantId,
        /// The reason for the exclusion.
        reason: String,
    },
    /// Decide a game, or correct an earlier decision. For directors.
    Rule {
        /// The game's number.
        game: GameNumber,
        /// The new verdict on the game.
        verdict: Verdict,
        /// The verdict in the director's view. The command fails if it has changed since.
        seen: Option<Verdict>,
        /// The reason for the decision.
        reason: String,
    },
    /// Replace unacceptable texts. For moderators, also after the end.
    Reword {
        /// The texts and their replacements.
        rewording: Rewording,
    },
    /// Replace the name of a deleted user, and continue without them. For the system, also after the end.
    Forget {
        /// The deleted user.
        user: UserId,
        /// The replacement name.
        name: String,
    },
    /// Apply all due events. For the system, at [`Tournament::next_alarm`](crate::Tournament::next_alarm) and when a player comes or goes.
    Tick,
    /// Apply the result of a game. For the system; idempotent.
    GameFinished {
        /// The game's number.
        game: GameNumber,
        /// The outcome of the game.
        outcome: Outcome,
        /// Moves of all players together.
        plies: u32,
        /// The seats that made a move: a player who lost on time without one did not come.
        moved: SeatSet,
        /// End of the game. It counts if it was not after the round's deadline or the arena's end.
        at: Timestamp,
    },
    /// Exclude a server outage from all deadlines. For the system, after a restart.
    Away {
        /// Start of the outage.
        from: Timestamp,
        /// End of the outage.
        until: Timestamp,
    },
}

/// Replacements for texts of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rewording {
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The new description; may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A team and its new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<(ParticipantId, String)>,
    /// True if the reasons that directors have given so far are removed.
    #[serde(default)]
    pub reasons: bool,
}

/// A player's application for entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applicant {
    /// The entering player.
    pub member: Member,
    /// In teams of two: the name of a new team; ignored otherwise.
    pub team_name: Option<String>,
    /// In teams of two: the team that waits for its second player.
    pub team: Option<ParticipantId>,
    /// In a team arena: the club for which the player plays. The sender has verified that the player is a member.
    pub club: Option<ClubId>,
    /// True if the player sent the right password, if one is needed.
    pub knew_password: bool,
}

/// Data from outside the tournament that a decision on a command needs.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Time at which the command reached the server, but never earlier than [`Tournament::at`](crate::Tournament::at).
    pub now: Timestamp,
    /// Users who are present. Computers always count as present and need not be listed.
    pub present: &'a BTreeSet<UserId>,
    /// Time without entries, departures or changes after which a tournament without a fixed start time is cancelled. `None`: never.
    /// [`WAITING`](crate::limits::WAITING) is usual.
    pub waiting: Option<Duration>,
}
