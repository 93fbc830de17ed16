//! What somebody wants of a tournament.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::TournamentVerdict;

/// `POST /tournaments/{id}/commands`: what somebody wants of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentCommand {
    /// To take part.
    Register {
        /// The password, where one is asked for.
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
    },
    /// To take part no more: for good, or until `return`.
    Withdraw {},
    /// To take part again.
    Return {},
    /// To sit out a round of a Swiss system for half a point.
    AskBye {
        /// The round.
        round: u32,
    },
    /// To begin, whoever is here. A director.
    Start {},
    /// To end the break before this round. A director.
    BeginRound {
        /// The round.
        round: u32,
    },
    /// To pair nobody until it is resumed. A director.
    Pause {
        /// Why.
        reason: String,
    },
    /// To go on. A director.
    Resume {},
    /// To break it off. A director.
    Cancel {
        /// Why.
        reason: String,
    },
    /// To decide on a game, or to correct what was decided. A director.
    Rule {
        /// The number of the game.
        game: u32,
        /// What it counts for from now on.
        verdict: TournamentVerdict,
        /// What it counted for when one looked; left out while it was under way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<TournamentVerdict>,
        /// Why: 1 to 300 characters that everybody can read.
        reason: String,
    },
    /// To enter a computer player, or to ask a player to enter: exactly one of `computer` and `player`. With `player` it is `invite`. A director.
    Add {
        /// A player's name or id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        player: Option<String>,
        /// A computer's level: 1 to 8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 1, maximum = 8)]
        #[ts(optional)]
        computer: Option<u8>,
        /// In teams of two: the name of a computer's new team.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team_name: Option<String>,
        /// In teams of two: the number of the team that waits for a second player, and gets the computer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team: Option<u32>,
    },
    /// To put somebody out. A director.
    Remove {
        /// The number of the participant.
        participant: u32,
        /// Why.
        reason: String,
    },
    /// To ask a player to enter, whatever the limits say. The player is told, and accepts by `register`. A director.
    Invite {
        /// A name or an id.
        player: String,
    },
    /// To take back an invitation that has no answer. A director.
    Uninvite {
        /// A name or an id.
        player: String,
    },
    /// To decline an invitation.
    DeclineInvitation {},
    /// To let somebody else run it, too. A director.
    AddDirector {
        /// A name or an id.
        player: String,
    },
    /// To let somebody run it no more. A director.
    RemoveDirector {
        /// A name or an id.
        player: String,
    },
}
