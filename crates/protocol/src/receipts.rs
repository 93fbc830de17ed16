//! Receipts of finished games and tournaments, their log, and the keys that sign them.
//!
//! A receipt is a text: the line `sumito game receipt 1` or `sumito tournament receipt 1`, a line with a [`GameReceipt`] or a
//! [`TournamentReceipt`] as JSON, an empty line, and the line of the signature. It contains ids and no names: players' names may change,
//! and are deleted with their accounts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::{Clock, GameResult, Mode, MoveTiming};
use crate::ratings::RatingChange;
use crate::tournament::{
    TieBreak, TournamentFormatName, TournamentStanding, TournamentTeam, TournamentVerdict,
};

/// The first line of the receipt of a game.
pub const GAME_RECEIPT: &str = "sumito game receipt 1";

/// The first line of the receipt of a tournament.
pub const TOURNAMENT_RECEIPT: &str = "sumito tournament receipt 1";

/// The receipt of a finished game: the JSON line of `GET /games/{id}/receipt`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct GameReceipt {
    /// The game's id.
    pub id: Uuid,
    /// The room in which it was played.
    pub room: RoomId,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// True if a coach helped the player. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coach: bool,
    /// True if it counted for ratings.
    pub rated: bool,
    /// The tournament of the game. Left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
    /// The time control.
    pub clock: Clock,
    /// The ids of the players, by seat.
    pub players: Vec<Uuid>,
    /// Start time, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// End time, in microseconds since the Unix epoch.
    pub finished_at: i64,
    /// The result of the game.
    pub result: GameResult,
    /// The final position line.
    pub final_position: String,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// Effect of each move on its player's clock.
    pub ledger: Vec<MoveTiming>,
    /// Rating changes by seat; left out if the game changed none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<RatingChange>,
    /// The event of the room that ended the game.
    pub last_event: ReceiptEvent,
}

/// An event in the chain of events of a room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReceiptEvent {
    /// The number of the event.
    pub seq: u64,
    /// Its SHA-256 hash over itself and the hash of the event before, as 64 hexadecimal digits.
    pub hash: String,
}

/// The receipt of a finished tournament: the JSON line of `GET /tournaments/{id}/receipt`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentReceipt {
    /// The tournament's id.
    pub id: Uuid,
    /// The tournament's format.
    pub form: TournamentFormatName,
    /// The mode of its games.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The time control.
    pub clock: Clock,
    /// True if its games counted for ratings.
    pub rated: bool,
    /// Start time, in microseconds since the Unix epoch.
    pub started_at: Option<i64>,
    /// End time, in microseconds since the Unix epoch.
    pub ended_at: Option<i64>,
    /// The participants, by number.
    pub participants: Vec<ReceiptParticipant>,
    /// The tie-breaks, in the order of their application.
    pub tie_breaks: Vec<TieBreak>,
    /// The final standings, from first to last.
    pub standings: Vec<TournamentStanding>,
    /// The clubs of a team arena, from first to last. Left out in other tournaments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<TournamentTeam>,
    /// The games, by number. Each game that was played has its own receipt.
    pub games: Vec<ReceiptGame>,
}

/// A participant of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReceiptParticipant {
    /// The participant's number.
    pub number: u32,
    /// The ids of the players, in the order of their seats.
    pub players: Vec<Uuid>,
}

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReceiptGame {
    /// The game's number, from 1.
    pub number: u32,
    /// The round in which it was played.
    pub round: u32,
    /// The game's id.
    pub game: Uuid,
    /// The numbers of the participants. The first started.
    pub sides: Vec<u32>,
    /// The result of the game, as the tournament counts it.
    pub verdict: Option<TournamentVerdict>,
}

/// `GET /.well-known/sumito-receipt-keys`: the keys that have signed receipts, in the order of their use. The last one signs now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReceiptKeys {
    /// All keys that have ever signed.
    pub keys: Vec<ReceiptKey>,
}

/// A key that signs receipts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReceiptKey {
    /// The key as `NAME+HASH+KEY`: a verifier key of the C2SP signed-note format.
    pub key: String,
    /// Time of its creation, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// A signed text of the key before: the line `sumito receipt key 1` and this key. `null` for the first key.
    pub endorsement: Option<String>,
}

/// `GET /receipts/log`: a page of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReceiptLogPage {
    /// The hashes of the receipts after the requested position, in order: SHA-256 over a zero byte and the receipt, as 64 hexadecimal
    /// digits.
    pub hashes: Vec<String>,
    /// The `after` of the next page; `null` on the last.
    pub next: Option<u64>,
}
