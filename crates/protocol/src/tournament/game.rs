//! Games and rounds of a tournament.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::ByeKind;
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::Clocks;

/// The verdict on a game. Sides are numbered by their position in `sides`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentVerdict {
    /// The game was played.
    Played {
        /// The sides that won; none in a draw.
        winners: Vec<u8>,
        /// Marbles that each side ejected.
        marbles: Vec<u8>,
        /// Moves of all players together.
        plies: u32,
    },
    /// The game was forfeited: a player did not come, or left.
    Forfeit {
        /// The sides that get the point; empty if all lose.
        winners: Vec<u8>,
    },
    /// The game does not count.
    Void {},
}

/// The reason for a verdict that was not decided at the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentRuling {
    /// A director decided.
    Director {
        /// The director's reason; empty if a moderator removed it.
        reason: String,
        /// True if the director plays in the game and no other director was available.
        #[serde(default)]
        own: bool,
    },
    /// A player of the game withdrew or was excluded.
    Withdrawal,
    /// The round exceeded its time limit.
    Deadline,
    /// The arena ended before the game.
    End,
    /// Only computers would play the game: it counts as a draw.
    Computers,
}

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentGame {
    /// The game's number, from 1.
    pub number: u32,
    /// The round in which it is played.
    pub round: u32,
    /// The room in which it is played.
    pub room: RoomId,
    /// The game's id, under which the history has it after its end.
    pub game: Uuid,
    /// The numbers of the participants: the seats of two and three players, the teams of four. The first starts.
    pub sides: Vec<u32>,
    /// The berserk sides.
    pub berserk: Vec<u8>,
    /// The index of the match in a round of a bracket, from 0.
    pub pairing: u32,
    /// The verdict; `null` while the game is in progress.
    pub verdict: Option<TournamentVerdict>,
    /// The reason for the verdict, if it was not decided at the board.
    pub ruling: Option<TournamentRuling>,
    /// Time that directors have added to the clocks. Left out if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<TournamentAddedTime>>")]
    pub added_times: Vec<TournamentAddedTime>,
}

/// Time that a director has added to the clock of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentAddedTime {
    /// The side with more time.
    pub side: u8,
    /// The added time.
    pub seconds: u32,
}

/// A participant who does not play in the draft of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentDraftBye {
    /// The number of the participant.
    pub participant: u32,
    /// The kind of the bye, which determines its points.
    pub kind: ByeKind,
}

/// A pairing of the next round that waits for a director.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentDraft {
    /// The number of the log entry that made it, for `change_draft`.
    pub seq: u64,
    /// The number of the round.
    pub round: u32,
    /// The games: the numbers of two participants, of whom the first starts.
    pub tables: Vec<Vec<u32>>,
    /// The active participants who do not play.
    pub byes: Vec<TournamentDraftBye>,
}

/// `GET /tournaments/{id}/draft`: the pairing of the next round that waits for a director. For directors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentNextRound {
    /// The draft; `null` if there is none.
    pub draft: Option<TournamentDraft>,
}

/// A participant who does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentBye {
    /// The number of the participant.
    pub participant: u32,
    /// The reason for the bye.
    pub kind: ByeKind,
    /// The participant's points for the round.
    pub points: f64,
}

/// A running game in a director's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentBoard {
    /// The game's number.
    pub game: u32,
    /// Moves of all players together.
    pub ply: u32,
    /// The clocks at the moment `at` of the hall.
    pub clocks: Clocks,
}

/// `GET /tournaments/{id}/hall`: the running games and the absent participants. For directors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentHall {
    /// Time of the answer, in microseconds since the Unix epoch.
    pub at: i64,
    /// The numbers of the active participants of whom a player is not online.
    pub absent: Vec<u32>,
    /// The running games, by number.
    pub boards: Vec<TournamentBoard>,
}

/// A round; in an arena, a wave of pairings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentRound {
    /// The round's number, from 1.
    pub number: u32,
    /// Time of the pairing, in microseconds since the Unix epoch.
    pub began_at: i64,
    /// Time of the verdict on the last game, in microseconds since the Unix epoch.
    pub ended_at: Option<i64>,
    /// The participants who do not play.
    pub byes: Vec<TournamentBye>,
}

/// `GET /tournaments/{id}/rounds`: a page of rounds with their games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentRoundPage {
    /// The rounds, by number.
    pub rounds: Vec<TournamentRound>,
    /// Their games, by number.
    pub games: Vec<TournamentGame>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /tournaments/{id}/games`: a page of games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentGamePage {
    /// The games, by number.
    pub games: Vec<TournamentGame>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}
