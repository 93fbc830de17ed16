//! What has happened in a tournament.

use serde::{Deserialize, Serialize};
use sumito_game::{Player, Timestamp, UserId};

use crate::{Actor, Bye, GameNumber, Member, ParticipantId, Rewording, Ruling, Settings, Verdict};

/// An event with its place in the tournament's history: what is stored, what the audit log shows, and all that is needed to have the
/// tournament again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it happened; never earlier than the record before.
    pub at: Timestamp,
    /// Who caused it.
    pub by: Actor,
    /// What happened.
    pub event: Event,
}

/// What has happened. Serialised, it is what storage keeps: what is here may be added to and never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The tournament was announced: always the first event.
    Created {
        /// What is agreed.
        settings: Box<Settings>,
        /// Who runs it.
        director: UserId,
    },
    /// What is agreed was changed.
    Edited {
        /// What is agreed from now on.
        settings: Box<Settings>,
    },
    /// Somebody else runs it, too.
    DirectorAdded {
        /// Who.
        user: UserId,
    },
    /// Somebody runs it no more.
    DirectorRemoved {
        /// Who.
        user: UserId,
    },
    /// A player was invited.
    Invited {
        /// The player's id.
        user: UserId,
        /// The player, who is asked to enter. `None` in tournaments of older versions: there an invitation asks nobody, and only lets the
        /// player enter where one is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Box<Player>>,
    },
    /// An invitation was declined by the player, or taken back by a director.
    Uninvited {
        /// The player.
        user: UserId,
    },
    /// A player entered, or a team with its first player.
    Registered {
        /// The number that they have from now on: the next one, or one of those who went before the start.
        participant: ParticipantId,
        /// The name to show.
        name: String,
        /// The player.
        member: Box<Member>,
        /// The round from which on they take part.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        since_round: u32,
    },
    /// A second player joined a team.
    Joined {
        /// The team.
        participant: ParticipantId,
        /// The player.
        member: Box<Member>,
    },
    /// Somebody went before the start. A team goes with its last player.
    Left {
        /// Their number, or their team's.
        participant: ParticipantId,
        /// Who.
        user: UserId,
    },
    /// Somebody went after the start.
    Withdrew {
        /// Who.
        participant: ParticipantId,
    },
    /// Somebody who had gone came back.
    Returned {
        /// Who.
        participant: ParticipantId,
    },
    /// Somebody was put out.
    Excluded {
        /// Who.
        participant: ParticipantId,
        /// Why: a director's words; `None` where they did not come to their games.
        reason: Option<String>,
    },
    /// Somebody's account was deleted: wherever they took part they are shown under another name.
    Forgotten {
        /// Who.
        user: UserId,
        /// The name to show.
        name: String,
    },
    /// A moderator replaced words that could not stay.
    Reworded {
        /// Which, and what stands there from now on.
        rewording: Rewording,
    },
    /// Somebody sits out a round for half a point.
    ByeAsked {
        /// Who.
        participant: ParticipantId,
        /// The round.
        round: u32,
    },
    /// It began.
    Started {
        /// Those who play, from the strongest to the weakest: the order of the seeds.
        seeds: Vec<ParticipantId>,
        /// A round robin's rounds: the tables of each, with places in `seeds`, from 0; a place beyond the last is free. Stored, because a
        /// better way to make them must not change a tournament under way.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        schedule: Vec<Vec<Vec<u16>>>,
    },
    /// A round was paired.
    Paired {
        /// Its number, from 1: one more than the last.
        round: u32,
        /// Its games, numbered on from the last.
        games: Vec<PlannedGame>,
        /// Those who do not play.
        byes: Vec<Bye>,
    },
    /// More games of the round that is under way: the next of a match, or one again that was broken off.
    Planned {
        /// They.
        games: Vec<PlannedGame>,
    },
    /// Somebody plays a game with half of the time.
    Berserked {
        /// The game.
        game: GameNumber,
        /// Who.
        participant: ParticipantId,
    },
    /// A game was decided at the board, or by somebody not coming to it.
    Played {
        /// The game.
        game: GameNumber,
        /// What it counts for.
        verdict: Verdict,
        /// The sides that did not come.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        no_shows: Vec<u8>,
    },
    /// A game was decided otherwise, or what it counts for was corrected. Whoever plays it is told to stop.
    Ruled {
        /// The game.
        game: GameNumber,
        /// What it counts for from now on.
        verdict: Verdict,
        /// Why.
        ruling: Ruling,
    },
    /// All games of a round are decided.
    RoundEnded {
        /// Its number.
        round: u32,
    },
    /// Nobody is paired, and no time of the tournament passes.
    Paused {
        /// Why.
        reason: String,
    },
    /// It goes on, and all deadlines have moved by the time between.
    Resumed,
    /// The server was away, and all deadlines have moved by that time.
    Forgiven {
        /// When it went.
        from: Timestamp,
        /// When it came back.
        until: Timestamp,
    },
    /// It ended. The standings are final, but for a director's corrections.
    Finished,
    /// It was broken off, or did not begin.
    Cancelled {
        /// Why: a director's words; `None` where too few came.
        reason: Option<String>,
    },
}

/// A game as it was paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedGame {
    /// Its number, one more than that of the game before.
    pub number: GameNumber,
    /// Who plays: the seats of two and three players, the teams of four. The first begins.
    pub sides: Vec<ParticipantId>,
    /// Which match of a knockout's round it belongs to, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pairing: u32,
    /// Whether it is the last decider of a match, in which a draw is enough for the second side.
    #[serde(default, skip_serializing_if = "is_false")]
    pub draw_odds: bool,
    /// The game that this one replaces, because it was broken off.
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
