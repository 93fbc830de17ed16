//! Commands to a room over HTTP.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::RoomId;
use crate::chat::{Audience, Preset};
use crate::parts::{Claim, Offer};

/// `POST /rooms/{id}/commands`: a command of a player to a room. Each does the same as the command of this name over the socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomCommand {
    /// The room's id, as over the socket. The path names the room already, so that it may be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub room: Option<RoomId>,
    /// The requested command.
    #[serde(flatten)]
    pub command: PlayerCommand,
}

impl From<PlayerCommand> for RoomCommand {
    fn from(command: PlayerCommand) -> Self {
        Self { room: None, command }
    }
}

/// A command of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerCommand {
    /// Play a move.
    Play {
        /// Plies played before this move: 0 for the first. Guards against a move meant for another position.
        ply: u32,
        /// The move in Aba-Pro notation: `a1b2`, `c6c7d6`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Replace the caller's conditional moves in a correspondence game.
    SetConditionalMoves {
        /// Plies played before the lines start.
        ply: u32,
        /// The lines, in Aba-Pro notation. An empty list removes all.
        #[schemars(length(max = 20))]
        lines: Vec<Vec<String>>,
    },
    /// Take a seat.
    Join {
        /// The requested seat; the first free seat when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Leave the caller's seat before the game starts.
    Leave {},
    /// Declare or withdraw readiness to start.
    Ready {
        /// True if the caller is ready.
        ready: bool,
    },
    /// Make an offer to the other players: a draw, a takeback, a rematch.
    Offer {
        /// The kind of offer.
        what: Offer,
    },
    /// Accept an open offer.
    Accept {
        /// The kind of offer.
        what: Offer,
    },
    /// Decline an open offer.
    Decline {
        /// The kind of offer.
        what: Offer,
    },
    /// Resign the game.
    Resign {},
    /// Abort the game before all players have moved.
    Abort {},
    /// Go berserk before the caller's first move, in a tournament that allows it.
    Berserk {},
    /// End a game that an opponent has left.
    Claim {
        /// The claimed result.
        result: Claim,
    },
    /// Send a chat line: exactly one of `text` and `preset`.
    Chat {
        /// The group that writes in this channel.
        audience: Audience,
        /// The text of the line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
        /// A preset, which every client shows in its own language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        preset: Option<Preset>,
    },
}
