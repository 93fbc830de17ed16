//! What messages and REST bodies are made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

/// How many play, and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Two players.
    Two,
    /// Three players, everyone for themselves.
    Three,
    /// Four players in two teams, turns go round.
    Four,
    /// Four players in two teams, partners play one after the other.
    FourConsecutive,
}

/// A colour of marbles. Seats have them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Color {
    Black,
    White,
    Red,
    Yellow,
}

/// How thinking time is limited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No limit.
    None {},
    /// A fixed time for the whole game.
    SuddenDeath {
        /// Each player's time.
        #[ts(type = "number")]
        initial_ms: u64,
    },
    /// A fixed time to begin with, and some more after each move.
    Fischer {
        /// Each player's time at the start.
        #[ts(type = "number")]
        initial_ms: u64,
        /// What a move adds.
        #[ts(type = "number")]
        increment_ms: u64,
    },
    /// A fixed time; after each move, what it took comes back, up to the delay.
    Bronstein {
        /// Each player's time at the start.
        #[ts(type = "number")]
        initial_ms: u64,
        /// What comes back at most.
        #[ts(type = "number")]
        delay_ms: u64,
    },
    /// A fixed time that begins to run only some seconds into each turn.
    Delay {
        /// Each player's time at the start.
        #[ts(type = "number")]
        initial_ms: u64,
        /// What is free in each turn.
        #[ts(type = "number")]
        delay_ms: u64,
    },
    /// A time for each single move, from seconds to days.
    PerMove {
        /// How long a move may take.
        #[ts(type = "number")]
        move_ms: u64,
    },
    /// One clock for the whole game: when it runs out, the ejections decide.
    PerGame {
        /// How long the game may take.
        #[ts(type = "number")]
        limit_ms: u64,
    },
}

/// Who may find a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed in its lobby.
    #[default]
    Public,
    /// Only who has the link.
    Private,
}

/// Somebody, as others see them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct User {
    /// Never changes.
    pub id: Uuid,
    /// The name to show.
    pub name: String,
    /// Without an account.
    pub guest: bool,
    /// A program that plays; left out for people.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bot: bool,
    /// The level of a computer player, 1 to 8; left out for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computer: Option<u8>,
}

/// How strong somebody may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    /// The lowest rating; any when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub min: Option<i32>,
    /// The highest rating; any when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max: Option<i32>,
}

/// Somebody who waits to be paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Seek {
    /// Which seek.
    pub id: Uuid,
    /// Who waits.
    pub user: User,
    /// Their rating in such games.
    pub rating: i32,
    /// How many play.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// How thinking time is limited.
    pub clock: Clock,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// How strong the others may be.
    pub rating_range: RatingRange,
    /// The level of the computers that take the seats which stay free for long; `null` where only people do.
    pub computers: Option<u8>,
    /// Since when, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub since: i64,
}

/// A seat of a room. Seats are numbered from 0 in the order of the colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Seat {
    /// The number.
    pub seat: u8,
    /// The marbles.
    pub color: Color,
    /// The side whose ejections are counted together: the index into `captured` and `score`.
    pub team: u8,
    /// Who sits there; `null` while the seat is free.
    pub player: Option<User>,
    /// How strong that player is, in games of the room's mode and speed; `null` where that is not known: for guests and programs, for
    /// whoever has played no rated game, and for the moment until it is looked up.
    pub rating: Option<SeatRating>,
    /// Whether that player has a socket open now, whatever it follows.
    pub connected: bool,
    /// Whether that player is ready to begin, where the room asks for it.
    pub ready: bool,
    /// Whether that player plays no more, while the others go on.
    pub out: bool,
    /// When the others can claim the game because that player is away, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub claimable_at: Option<i64>,
}

/// Where a room is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are free.
    Waiting,
    /// A game is under way.
    Playing,
    /// The game has ended.
    Finished,
    /// Everybody left before a game began.
    Closed,
}

/// The clocks at one moment: the `at` of the message that carries them.
///
/// What the running seat has left at a later `moment` is
/// `remaining_ms − (max(moment, free_until) − max(at, free_until))` with `free_until = turn_began_at + free_ms`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Clocks {
    /// Time left by seat; `null` where there is no limit, and before a game.
    #[ts(type = "Array<number> | null")]
    pub remaining_ms: Option<Vec<u64>>,
    /// The seat whose clock runs; `null` when none does.
    pub running: Option<u8>,
    /// When the time of the running turn began to count, in microseconds since the Unix epoch; `null` when no clock runs. What
    /// the server itself took of the turn (storing the move before, an outage) is left out by moving this moment.
    #[ts(type = "number | null")]
    pub turn_began_at: Option<i64>,
    /// What each turn has for free before the clock begins to run (`delay`); 0 with every other kind of clock.
    #[ts(type = "number")]
    pub free_ms: u64,
    /// Whether all seats share one clock (`per_game`): then every entry of `remaining_ms` falls, whoever is to move.
    pub shared: bool,
    /// When that seat must have made its first move, in microseconds since the Unix epoch; `null` when the clock alone
    /// counts.
    #[ts(type = "number | null")]
    pub first_move_by: Option<i64>,
}

/// What one move did to its player's clock. Charged was what is left of `elapsed_ms` after the three that follow it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct MoveTiming {
    /// The seat that moved.
    pub seat: u8,
    /// From the start of the turn until the move reached the server.
    #[ts(type = "number")]
    pub elapsed_ms: u64,
    /// Not charged because the server took it: to store the move before, or because it was away.
    #[ts(type = "number")]
    pub server_ms: u64,
    /// Not charged because the network took it, as the server has measured.
    #[ts(type = "number")]
    pub forgiven_ms: u64,
    /// Not charged because the first seconds of a turn are free.
    #[ts(type = "number")]
    pub free_ms: u64,
    /// Put on the clock after the move.
    #[ts(type = "number")]
    pub added_ms: u64,
}

/// Whether the player on a seat is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SeatPresence {
    /// Whether that player has a socket open now, whatever it follows.
    pub connected: bool,
    /// When the others can claim the game because that player is away, in microseconds since the Unix epoch; `null` when they
    /// cannot.
    #[ts(type = "number | null")]
    pub claimable_at: Option<i64>,
}

/// How strong the player on a seat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SeatRating {
    /// The rating.
    pub rating: i32,
    /// Whether it is so unsure that it says little; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub provisional: bool,
    /// What the room's last game has changed, once that is worked out; left out while another one is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub change: Option<i32>,
}

/// What can be offered to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game without a winner: everybody who is still in it must agree.
    Draw,
    /// To take one's last move back, and all that came after it: all opponents must agree.
    Takeback,
    /// To play again, with seats turned, once a game is over: everybody must agree.
    Rematch,
    /// To give the game up as a team: both partners must agree. Made by `resign`.
    Resignation,
}

/// What one can claim when an opponent has been away for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// That whoever is away has lost.
    Win,
    /// That nobody has won.
    Draw,
}

/// An offer that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct OpenOffer {
    /// What is offered.
    pub what: Offer,
    /// The seat that offered it.
    pub by: u8,
    /// The seats that have agreed, the one that offered it among them.
    pub agreed: Vec<u8>,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Six marbles were pushed out.
    Ejections,
    /// A player's time ran out.
    Time,
    /// A player resigned.
    Resignation,
    /// The players agreed to a draw.
    Agreement,
    /// The same position for the third time since the last ejection.
    Repetition,
    /// Too many plies without an ejection.
    Quiet,
    /// The player to move has no legal move.
    Stuck,
    /// Broken off before everybody had moved; it counts for nothing.
    Aborted,
    /// A player had been away for too long, and the others claimed the game.
    Abandoned,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GameResult {
    /// The seats that won; empty for a draw or an aborted game.
    pub winners: Vec<u8>,
    /// Why.
    pub reason: Reason,
    /// Marbles pushed out, by side.
    pub score: Vec<u8>,
}

/// A seat of a room that need not be in memory: who sits there, and not whether they are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SeatSummary {
    /// The number.
    pub seat: u8,
    /// The marbles.
    pub color: Color,
    /// The side whose ejections are counted together: the index into `captured` and `score`.
    pub team: u8,
    /// Who sits there; `null` while the seat is free.
    pub player: Option<User>,
    /// Whether that player is ready to begin, where the room asks for it.
    pub ready: bool,
    /// Whether that player plays no more, while the others go on.
    pub out: bool,
}

/// A room in which one has a seat, as the list of one's own rooms shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct OwnRoom {
    /// Its id.
    #[ts(type = "string")]
    pub room: crate::RoomId,
    /// How many play.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// How thinking time is limited.
    pub clock: Clock,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Who may find the room.
    pub visibility: Visibility,
    /// Where it is in its life: `waiting`, `playing` or `finished`.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<SeatSummary>,
    /// One's own seat.
    pub seat: u8,
    /// When the room was made, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub created_at: i64,
    /// When something happened in it last, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub updated_at: i64,
    /// The game that is under way or has ended; `null` before the first one.
    pub game: Option<Uuid>,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// Plies played.
    pub ply: u32,
    /// The seat whose turn it is, while a game is under way.
    pub turn: Option<u8>,
    /// Whether it is one's own turn.
    pub your_turn: bool,
    /// When that turn ends by itself, since a clock falls or a first move has not come, in microseconds since the Unix epoch; `null`
    /// where it has no limit.
    #[ts(type = "number | null")]
    pub turn_ends_at: Option<i64>,
    /// Whether something cannot go on without oneself: a move, the answer to an offer, or to say that one is ready.
    pub waits_for_you: bool,
    /// Offers that wait for an answer.
    pub offers: Vec<OpenOffer>,
    /// How the game ended; `null` before that.
    pub result: Option<GameResult>,
    /// The tournament to which the room's one game belongs. Left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
}

/// A room as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomSummary {
    /// Its id.
    #[ts(type = "string")]
    pub room: crate::RoomId,
    /// How many play.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// How thinking time is limited.
    pub clock: Clock,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Where it is in its life.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<Seat>,
    /// When it was made, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub created_at: i64,
}

/// What a position is worth to whoever is to move there; with teams, to their team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// So much better than the others, in hundredths of a marble pushed out.
    Marbles(i32),
    /// Wins by force; the last move is so many plies away.
    Win(u16),
    /// Loses by force; the last move is so many plies away.
    Loss(u16),
}

/// What kind of mistake a move was: how much of its player's chance to win it gave away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// A tenth of it.
    Inaccuracy,
    /// A fifth.
    Mistake,
    /// Three tenths and more.
    Blunder,
    /// A win that could have been forced.
    MissedWin,
}

/// What a search has found in one position of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct AnalysedPosition {
    /// Plies played before it.
    pub ply: u32,
    /// What it is worth to whoever is to move.
    pub score: Score,
    /// How deep it was searched, in plies.
    pub depth: u8,
    /// How it should go on, in Aba-Pro notation; empty where the game is over.
    pub line: Vec<String>,
    /// What kind of mistake the move was that was played here; left out for any other move, and among three players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mistake: Option<Mistake>,
}

/// Where the games are played that are shown as live boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardsOf {
    /// In a lobby: those that are most worth watching.
    Lobby {
        /// Its name.
        lobby: String,
    },
    /// In a tournament: those at which the best play.
    Tournament {
        /// Which one.
        tournament: Uuid,
    },
}

/// A game as one looks on from afar: who plays, where the marbles lie, and how the clocks stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Board {
    /// The room, and who plays there.
    pub room: RoomSummary,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// The seat whose turn it is, while a game is under way.
    pub turn: Option<u8>,
    /// The move that has led there, in Aba-Pro notation, where one did.
    pub last: Option<String>,
    /// Marbles pushed out, by team.
    pub captured: Vec<u8>,
    /// The clocks at `at`.
    pub clocks: Clocks,
    /// When that was, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
}

/// What is known of a finished game, or has become known since one was told last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Analysis {
    /// Which game.
    pub game: Uuid,
    /// How many moves it has: one position more is searched, the last one first.
    pub plies: u32,
    /// Whether nothing more will come.
    pub done: bool,
    /// Whether `positions` is all that is known, to replace what one had.
    pub full: bool,
    /// The positions, by ply.
    pub positions: Vec<AnalysedPosition>,
    /// Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub more: bool,
}
