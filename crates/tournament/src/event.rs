//! Events of a tournament.

use serde::{Deserialize, Serialize};
use sumito_game::{Player, Timestamp, UserId};

use crate::{
    Actor, Bye, ClubId, GameNumber, Member, ParticipantId, Rewording, RulingReason, Settings, Verdict,
};

/// An event with its position in the tournament's history. Records are stored, shown in the audit log, and suffice to rebuild the
/// tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The record's number, from 1, without gaps.
    pub seq: u64,
    /// Time of the event; never earlier than the previous record.
    pub at: Timestamp,
    /// The actor who caused it.
    pub by: Actor,
    /// The recorded event.
    pub event: Event,
}

/// An event of a tournament. Its serialised form is stored: it may be extended but never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The tournament was created: always the first event.
    Created {
        /// The tournament's settings.
        settings: Box<Settings>,
        /// The first director.
        director: UserId,
    },
    /// The settings were changed.
    Edited {
        /// The new settings.
        settings: Box<Settings>,
    },
    /// A director was added.
    DirectorAdded {
        /// The new director.
        user: UserId,
    },
    /// A director was removed.
    DirectorRemoved {
        /// The removed director.
        user: UserId,
    },
    /// A player was invited.
    Invited {
        /// The player's id.
        user: UserId,
        /// The invited player, who is asked to enter. `None` in tournaments of older versions: there an invitation asks no player, and only
        /// permits entry where an invitation is required.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Box<Player>>,
        /// True if the player can enter after the end of late entries, and beyond the capacity.
        #[serde(default, skip_serializing_if = "is_false")]
        exempt: bool,
    },
    /// The player declined an invitation, or a director withdrew it.
    Uninvited {
        /// The invited player.
        user: UserId,
    },
    /// A club was invited to a team arena.
    ClubInvited {
        /// The invited club.
        club: ClubId,
    },
    /// A club takes part: its admin accepted, or it is the club to which the team arena belongs.
    ClubJoined {
        /// The club concerned.
        club: ClubId,
    },
    /// An admin of the club declined the invitation, or took back the acceptance before the start.
    ClubDeclined {
        /// The club concerned.
        club: ClubId,
    },
    /// A director withdrew the invitation of a club, or removed the club before the start.
    ClubUninvited {
        /// The club concerned.
        club: ClubId,
    },
    /// A player entered, or a team with its first player.
    Registered {
        /// The number of the new participant: the next number, or the number of a participant who left before the start.
        participant: ParticipantId,
        /// The name for display.
        name: String,
        /// The entering player.
        member: Box<Member>,
        /// The first round of the participant.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        since_round: u32,
        /// The club for which the player plays, in a team arena.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        club: Option<ClubId>,
    },
    /// A second player joined a team.
    Joined {
        /// The team's number.
        participant: ParticipantId,
        /// The second player.
        member: Box<Member>,
    },
    /// A player left before the start. A team is removed with its last player.
    Left {
        /// The player's number, or their team's.
        participant: ParticipantId,
        /// The user who left.
        user: UserId,
    },
    /// A participant left after the start.
    Withdrew {
        /// The participant who left.
        participant: ParticipantId,
    },
    /// A participant who had left returned.
    Returned {
        /// The returning participant.
        participant: ParticipantId,
    },
    /// A participant was excluded.
    Excluded {
        /// The excluded participant.
        participant: ParticipantId,
        /// The director's reason; `None` if the participant missed their games.
        reason: Option<String>,
    },
    /// A user's account was deleted: all their entries show another name.
    Forgotten {
        /// The deleted user.
        user: UserId,
        /// The replacement name.
        name: String,
    },
    /// A moderator replaced unacceptable texts.
    Reworded {
        /// The texts and their replacements.
        rewording: Rewording,
    },
    /// A participant skips a round for half a point.
    ByeAsked {
        /// The participant who skips it.
        participant: ParticipantId,
        /// The number of the round.
        round: u32,
    },
    /// A director lets a participant sit out a round.
    ByeGranted {
        /// The participant who sits out.
        participant: ParticipantId,
        /// The number of the round.
        round: u32,
        /// True for half a point, false for none.
        half: bool,
    },
    /// A participant plays in a round after all.
    ByeCancelled {
        /// The participant concerned.
        participant: ParticipantId,
        /// The number of the round.
        round: u32,
    },
    /// A director lets a participant return.
    Readmitted {
        /// The participant who may return.
        participant: ParticipantId,
        /// The director's reason.
        reason: String,
    },
    /// Two participants must not meet.
    PairForbidden {
        /// The two participants, the lower number first.
        pair: [ParticipantId; 2],
    },
    /// Two participants may meet again.
    PairAllowed {
        /// The two participants, the lower number first.
        pair: [ParticipantId; 2],
    },
    /// The next round was paired, and waits for a director. Replaces an earlier draft.
    Drafted {
        /// The number of the round.
        round: u32,
        /// The participants of each game, the first starts.
        tables: Vec<Vec<ParticipantId>>,
        /// Participants who do not play.
        byes: Vec<Bye>,
    },
    /// A director dropped the draft of the next round.
    DraftDropped {
        /// The number of the round.
        round: u32,
    },
    /// A director took points from a participant, or warned them. Penalties are numbered in their order, from 1.
    Penalised {
        /// The participant concerned.
        participant: ParticipantId,
        /// The points, in units; 0 for a warning.
        units: u32,
        /// The director's reason.
        reason: String,
    },
    /// A director lifted a penalty or a warning.
    PenaltyLifted {
        /// The number of the penalty.
        penalty: u32,
        /// The director's reason.
        reason: String,
    },
    /// A director added time to the clock of a side in a running game.
    TimeAdded {
        /// The game's number.
        game: GameNumber,
        /// The side with more time.
        side: u8,
        /// The added time.
        seconds: u32,
        /// The director's reason.
        reason: String,
    },
    /// A director sent a message to all participants.
    Announced {
        /// Text of the announcement.
        text: String,
    },
    /// The tournament started.
    Started {
        /// The participants from strongest to weakest: the order of the seeds.
        seeds: Vec<ParticipantId>,
        /// The rounds of a round robin or of groups: the tables of each round, as indexes into `seeds` from 0; an index beyond the last is free. Stored,
        /// because an improved algorithm must not change a running tournament.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        schedule: Vec<Vec<Vec<u16>>>,
    },
    /// The groups have ended: these participants play the knockout.
    Qualified {
        /// The participants by their seeds in the bracket; `None` for a free place. Stored, because later corrections and withdrawals change
        /// the tables of the groups.
        entrants: Vec<Option<ParticipantId>>,
    },
    /// A round was paired.
    Paired {
        /// The round's number, from 1: one more than the last.
        round: u32,
        /// Its games, numbered consecutively.
        games: Vec<PlannedGame>,
        /// Participants who do not play.
        byes: Vec<Bye>,
    },
    /// Further games of the running round: the next games of matches, or repetitions of aborted games.
    Planned {
        /// The new games.
        games: Vec<PlannedGame>,
    },
    /// A participant went berserk in a game.
    Berserked {
        /// The game's number.
        game: GameNumber,
        /// The berserk participant.
        participant: ParticipantId,
    },
    /// A game was decided at the board, or because a player did not come.
    Played {
        /// The game's number.
        game: GameNumber,
        /// The verdict on the game.
        verdict: Verdict,
        /// The sides that did not come to the game.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        no_shows: Vec<u8>,
    },
    /// A game was decided otherwise, or its verdict was corrected. The players of a running game are stopped.
    Ruled {
        /// The game's number.
        game: GameNumber,
        /// The new verdict on the game.
        verdict: Verdict,
        /// The reason for the verdict.
        ruling: RulingReason,
    },
    /// All games of a round are decided.
    RoundEnded {
        /// The round's number.
        round: u32,
    },
    /// The tournament was paused: no pairings, and its time stops.
    Paused {
        /// The reason for the pause.
        reason: String,
    },
    /// The tournament was resumed; all deadlines have moved by the length of the pause.
    Resumed,
    /// The server was away; all deadlines have moved by the length of the outage.
    #[serde(rename = "forgiven")]
    OutageExcused {
        /// Start of the outage.
        from: Timestamp,
        /// End of the outage.
        until: Timestamp,
    },
    /// The tournament ended. The standings are final, except for directors' corrections.
    Finished,
    /// The tournament was cancelled, or did not start.
    Cancelled {
        /// The director's reason; `None` if there were too few participants.
        reason: Option<String>,
    },
}

/// A paired game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedGame {
    /// The game's number, one more than the previous.
    pub number: GameNumber,
    /// The participants: the seats of two and three players, the teams of four. The first starts.
    pub sides: Vec<ParticipantId>,
    /// The index of the match in a round of a bracket, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pairing: u32,
    /// True for the last decider of a match, in which a draw is enough for the second side.
    #[serde(default, skip_serializing_if = "is_false")]
    pub draw_odds: bool,
    /// The aborted game that this one replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replays: Option<GameNumber>,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
