//! Commands to a tournament.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use super::{TournamentDraftBye, TournamentVerdict};

/// `POST /tournaments/{id}/commands`: a command to a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentCommand {
    /// Enter the tournament.
    Register {
        /// The password, if required.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        password: Option<String>,
        /// In teams of two: the name of a new team.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team_name: Option<String>,
        /// In teams of two: the number of a team that waits for its second player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team: Option<u32>,
        /// In a team arena: the club for which the player plays. Needed only by members of several clubs that take part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        club: Option<Uuid>,
    },
    /// Leave the tournament, for good or until `return`.
    Withdraw {},
    /// Take part again.
    Return {},
    /// Skip a round of a Swiss system for half a point.
    AskBye {
        /// The number of the round.
        round: u32,
    },
    /// Play in a round after all, in which the sender would sit out. Before the round is paired.
    CancelBye {
        /// The number of the round.
        round: u32,
    },
    /// Let a participant of a Swiss system sit out a round, also beyond the number of half-point byes. The participant can send
    /// `cancel_bye`. Directors only.
    GrantBye {
        /// The number of the participant.
        participant: u32,
        /// The number of the round.
        round: u32,
        /// True for half a point, false for none.
        half: bool,
    },
    /// Forbid two participants of a Swiss system or an arena to meet. Directors only.
    ForbidPair {
        /// The numbers of the two participants.
        pair: [u32; 2],
    },
    /// Allow two participants to meet again. Directors only.
    AllowPair {
        /// The numbers of the two participants.
        pair: [u32; 2],
    },
    /// Pair the next round of a Swiss system without starting it, during the break before it. `GET /tournaments/{id}/draft` has the result,
    /// which waits for `begin_round`. Directors only.
    DraftRound {
        /// The number of the round.
        round: u32,
    },
    /// Replace the draft of the next round. Directors only.
    ChangeDraft {
        /// The number of the round.
        round: u32,
        /// The `seq` of the draft in the director's view.
        seen: u64,
        /// The games: the numbers of two participants, of whom the first starts.
        tables: Vec<Vec<u32>>,
        /// The active participants who do not play.
        byes: Vec<TournamentDraftBye>,
    },
    /// Drop the draft: the round is paired when it starts. Directors only.
    DropDraft {
        /// The number of the round.
        round: u32,
    },
    /// Start with the players who are present. Directors only.
    Start {},
    /// End the break before this round, and publish its draft if there is one. Directors only.
    BeginRound {
        /// The number of the round.
        round: u32,
    },
    /// Stop pairing until the tournament is resumed. Directors only.
    Pause {
        /// The reason for the pause.
        reason: String,
    },
    /// Continue a paused tournament. Directors only.
    Resume {},
    /// Cancel the tournament. Directors only.
    Cancel {
        /// The reason for the cancellation.
        reason: String,
    },
    /// Decide a game, or correct an earlier decision. Directors only.
    Rule {
        /// The number of the game.
        game: u32,
        /// The new verdict on the game.
        verdict: TournamentVerdict,
        /// The verdict in the director's view; left out if the game was in progress.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<TournamentVerdict>,
        /// The reason, which all users can read: 1 to 300 characters.
        reason: String,
    },
    /// Enter a computer player, or invite a player: exactly one of `computer` and `player`. With `player` it equals `invite`. Directors
    /// only.
    Add {
        /// A player's name or id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        player: Option<String>,
        /// A computer's level: 1 to 12.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 12))]
        #[ts(optional)]
        computer: Option<u8>,
        /// In teams of two: the name of a computer's new team.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team_name: Option<String>,
        /// In teams of two: the number of the team that waits for a second player and gets the computer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team: Option<u32>,
    },
    /// Exclude a participant. Directors only.
    Remove {
        /// The number of the participant.
        participant: u32,
        /// The reason for the exclusion.
        reason: String,
    },
    /// Let a participant send `return` who is excluded, or has used up the number of returns. Directors only.
    Readmit {
        /// The number of the participant.
        participant: u32,
        /// The reason, which all users can read: 1 to 300 characters.
        reason: String,
    },
    /// Take points from a participant, or warn them. Also after the end. Directors only.
    Penalise {
        /// The number of the participant.
        participant: u32,
        /// The points in units, `point_unit` of which are a point: 0 (a warning) to 20.
        #[schemars(range(max = 20))]
        units: u32,
        /// The reason, which all users can read: 1 to 300 characters.
        reason: String,
    },
    /// Lift a penalty or a warning. Also after the end. Directors only.
    LiftPenalty {
        /// The number of the penalty.
        penalty: u32,
        /// The reason, which all users can read: 1 to 300 characters.
        reason: String,
    },
    /// Add time to the clock of a side in a running game, at most 10 times in a game. For directors who do not play in it.
    AddTime {
        /// The number of the game.
        game: u32,
        /// The side with more time.
        side: u8,
        /// The added time: 1 to 3,600.
        #[schemars(range(min = 1, max = 3_600))]
        seconds: u32,
        /// The reason, which all users can read: 1 to 300 characters.
        reason: String,
    },
    /// Send a message to all participants: they are notified, and the page of the tournament shows it. At most once a minute. Directors only.
    Announce {
        /// The message: 1 to 300 characters.
        text: String,
    },
    /// Invite a player, regardless of the entry conditions. The player is notified, and accepts by `register`. Directors only.
    Invite {
        /// The player's name or id.
        player: String,
        /// True if the player can enter after the end of late entries, and beyond the capacity.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        exempt: bool,
    },
    /// Withdraw an unanswered invitation. Directors only.
    Uninvite {
        /// The player's name or id.
        player: String,
    },
    /// Decline an invitation.
    DeclineInvitation {},
    /// Invite a club to a team arena, before the start. Directors only.
    InviteClub {
        /// The club's id.
        club: Uuid,
    },
    /// Withdraw the invitation of a club, or remove the club before any of its players enter. Directors only.
    UninviteClub {
        /// The club's id.
        club: Uuid,
    },
    /// Answer the invitation of a club, before the start. For the owner and the admins of the club.
    AnswerClub {
        /// The club's id.
        club: Uuid,
        /// True to take part; false to decline, also after accepting, before any player of the club enters.
        accept: bool,
    },
    /// Add a director. Directors only.
    AddDirector {
        /// The user's name or id.
        player: String,
    },
    /// Remove a director. Directors only.
    RemoveDirector {
        /// The director's name or id.
        player: String,
    },
}
