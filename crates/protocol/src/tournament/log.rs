//! The public audit log of a tournament.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use super::{TournamentDraftBye, TournamentVerdict};

/// An entry of a tournament's audit log: an event and its actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentLogEntry {
    /// The entry's number, from 1.
    pub seq: u64,
    /// Time of the event, in microseconds since the Unix epoch.
    pub at: i64,
    /// The acting user; `null` if time or the server caused it.
    pub by: Option<Uuid>,
    /// True if the user acted as a moderator or administrator of the server.
    pub steward: bool,
    /// The event with its data: `{"kind": "ruled", "game": 3, …}`.
    pub event: TournamentLogEvent,
}

/// An event of a tournament, for public view. Further kinds and fields may follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentLogEvent {
    /// The tournament was created: always the first event.
    Created {
        /// The first director.
        director: Uuid,
    },
    /// The settings were changed.
    Edited,
    /// A director was added.
    DirectorAdded {
        /// The new director.
        user: Uuid,
    },
    /// A director was removed.
    DirectorRemoved {
        /// The removed director.
        user: Uuid,
    },
    /// A player was invited.
    Invited {
        /// The invited player.
        user: Uuid,
        /// True if the player can enter after the end of late entries, and beyond the capacity. Left out if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exempt: bool,
    },
    /// The player declined an invitation, or a director withdrew it.
    Uninvited {
        /// The invited player.
        user: Uuid,
    },
    /// A club was invited to a team arena.
    ClubInvited {
        /// The club concerned.
        club: Uuid,
    },
    /// A club takes part.
    ClubJoined {
        /// The club concerned.
        club: Uuid,
    },
    /// A club declined the invitation, or took back the acceptance before the start.
    ClubDeclined {
        /// The club concerned.
        club: Uuid,
    },
    /// A director withdrew the invitation of a club, or removed the club before the start.
    ClubUninvited {
        /// The club concerned.
        club: Uuid,
    },
    /// A player entered, or a team with its first player.
    Registered {
        /// The number of the new participant.
        participant: u32,
        /// The current name for display.
        name: String,
        /// The first round of the participant. Left out if it is 1.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        since_round: u32,
        /// The club for which the player plays. Left out if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        club: Option<Uuid>,
    },
    /// A second player joined a team.
    Joined {
        /// The number of the team.
        participant: u32,
    },
    /// A player left before the start.
    Left {
        /// The number of the player or of their team.
        participant: u32,
        /// The user who left.
        user: Uuid,
    },
    /// A participant left after the start.
    Withdrew {
        /// The participant who left.
        participant: u32,
    },
    /// A participant who had left returned.
    Returned {
        /// The returning participant.
        participant: u32,
    },
    /// A participant was excluded.
    Excluded {
        /// The excluded participant.
        participant: u32,
        /// The director's reason; `null` if the participant missed their games. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        #[ts(optional)]
        reason: Option<TournamentLogReason>,
    },
    /// A user's account was deleted.
    Forgotten {
        /// The deleted user.
        user: Uuid,
        /// The replacement of the name.
        name: String,
    },
    /// A moderator replaced unacceptable texts.
    Reworded {
        /// The texts and their replacements.
        rewording: TournamentLogRewording,
    },
    /// A participant skips a round for half a point.
    ByeAsked {
        /// The participant who skips it.
        participant: u32,
        /// The number of the round.
        round: u32,
    },
    /// A director lets a participant sit out a round.
    ByeGranted {
        /// The participant who sits out.
        participant: u32,
        /// The number of the round.
        round: u32,
        /// True for half a point, false for none.
        half: bool,
    },
    /// A participant plays in a round after all.
    ByeCancelled {
        /// The participant concerned.
        participant: u32,
        /// The number of the round.
        round: u32,
    },
    /// A director lets a participant return.
    Readmitted {
        /// The participant who may return.
        participant: u32,
        /// The director's reason. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    },
    /// Two participants must not meet.
    PairForbidden {
        /// The two participants, the lower number first.
        pair: [u32; 2],
    },
    /// Two participants may meet again.
    PairAllowed {
        /// The two participants, the lower number first.
        pair: [u32; 2],
    },
    /// The next round was paired, and waits for a director.
    Drafted {
        /// The number of the round.
        round: u32,
        /// The participants of each game, the first begins. Left out until the round has begun.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tables: Option<Vec<Vec<u32>>>,
        /// Participants who do not play. Left out until the round has begun.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        byes: Option<Vec<TournamentDraftBye>>,
    },
    /// A director dropped the draft of the next round.
    DraftDropped {
        /// The number of the round.
        round: u32,
    },
    /// A director took points from a participant, or warned them.
    Penalised {
        /// The participant concerned.
        participant: u32,
        /// The points, in units; 0 for a warning.
        units: u32,
        /// The director's reason. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    },
    /// A director lifted a penalty or a warning.
    PenaltyLifted {
        /// The number of the penalty.
        penalty: u32,
        /// The director's reason. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    },
    /// A director added time to the clock of a side in a running game.
    TimeAdded {
        /// The game's number.
        game: u32,
        /// The side with more time.
        side: u8,
        /// The added time.
        seconds: u32,
        /// The director's reason. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    },
    /// A director sent a message to all participants.
    Announced {
        /// Text of the announcement. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
    },
    /// The tournament started.
    Started {
        /// The participants from strongest to weakest: the order of the seeds.
        seeds: Vec<u32>,
    },
    /// The groups have ended: these participants play the knockout.
    Qualified {
        /// The participants by their seeds in the bracket; `null` for a free place.
        entrants: Vec<Option<u32>>,
    },
    /// A round was paired.
    Paired {
        /// The number of the round.
        round: u32,
        /// The games of the round.
        games: Vec<TournamentLogGame>,
        /// Participants who do not play.
        byes: Vec<TournamentDraftBye>,
    },
    /// Further games of the running round: the next games of matches, or repetitions of aborted games.
    Planned {
        /// The new games.
        games: Vec<TournamentLogGame>,
    },
    /// A participant went berserk in a game.
    Berserked {
        /// The game's number.
        game: u32,
        /// The berserk participant.
        participant: u32,
    },
    /// A game was decided at the board, or because a player did not come.
    Played {
        /// The game's number.
        game: u32,
        /// The verdict on the game.
        verdict: TournamentVerdict,
        /// The sides that did not come to the game. Left out if all came.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        no_shows: Vec<u8>,
    },
    /// A game was decided otherwise, or its verdict was corrected.
    Ruled {
        /// The game's number.
        game: u32,
        /// The new verdict on the game.
        verdict: TournamentVerdict,
        /// The reason for the verdict.
        ruling: TournamentLogRuling,
    },
    /// All games of a round are decided.
    RoundEnded {
        /// The number of the round.
        round: u32,
    },
    /// The tournament was paused.
    Paused {
        /// The director's reason. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    },
    /// The tournament was resumed.
    Resumed,
    /// The server was away; all deadlines have moved by the length of the outage.
    Forgiven {
        /// Start of the outage, in microseconds of Unix time. It stays a number where `Prefer` asks for times as text.
        from: i64,
        /// End of the outage, in microseconds since the Unix epoch.
        until: i64,
    },
    /// The tournament ended.
    Finished,
    /// The tournament was cancelled, or did not start.
    Cancelled {
        /// The director's reason; `null` if there were too few participants. Left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        #[ts(optional)]
        reason: Option<TournamentLogReason>,
    },
}

/// The reason for an exclusion or a cancellation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum TournamentLogReason {
    /// A director gave it.
    Given(String),
    /// The server acted without a director.
    None,
}

/// The reason for a verdict in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentLogRuling {
    /// A director decided.
    Director {
        /// The director's reason; empty or left out if a moderator removed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
        /// True if the director plays in the game and no other director was available. Left out if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        own: bool,
    },
    /// A player of the game withdrew or was excluded.
    Withdrawal,
    /// The round exceeded its time limit.
    Deadline,
    /// The arena ended before the game.
    End,
    /// Only computers would play the game.
    Computers,
}

/// Texts that a moderator replaced. Fields of unchanged texts are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentLogRewording {
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The new description; may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub description: Option<String>,
    /// The number of a team and its new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_and_name")]
    #[ts(optional)]
    pub team: Option<(u32, String)>,
    /// True if the reasons that directors had given were removed.
    pub reasons: bool,
}

/// A pairing of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentLogGame {
    /// The game's number.
    pub number: u32,
    /// The numbers of the participants: the seats of two and three players, the teams of four. The first begins.
    pub sides: Vec<u32>,
    /// The index of the match in a round of a bracket, from 0. Left out if it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pairing: u32,
    /// True for the last decider of a match, in which a draw is enough for the second side. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw_odds: bool,
    /// The number of the aborted game that this one replaces. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub replays: Option<u32>,
}

/// `GET /tournaments/{id}/log`: a page of the audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentLog {
    /// The events, in order.
    pub events: Vec<TournamentLogEntry>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// Describes a list of a number and a text, in words that all generators of clients know.
fn number_and_name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array", "items": {"type": ["integer", "string"]}, "minItems": 2, "maxItems": 2,
    })
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
