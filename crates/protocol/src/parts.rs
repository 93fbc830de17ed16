//! Common parts of messages and REST bodies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{Claim, Mistake, Offer, Reason, Status, Visibility};
use ts_rs::TS;
use uuid::Uuid;

/// The game's mode: number and order of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Two players against each other.
    Two,
    /// Three players, each for themselves.
    Three,
    /// Four players in two teams, in alternating turns.
    Four,
    /// Four players in two teams; partners play one after the other.
    FourConsecutive,
}

/// A colour of marbles. Seats have them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Color {
    Black,
    White,
    Red,
    Yellow,
}

/// A time control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No time limit.
    None {},
    /// A fixed time for the whole game.
    SuddenDeath {
        /// Each player's time.
        initial_ms: u64,
    },
    /// A fixed initial time, with an increment after each move.
    Fischer {
        /// Each player's time at the start.
        initial_ms: u64,
        /// Time added after each move.
        increment_ms: u64,
    },
    /// A fixed time; after each move the time used is given back, up to the delay.
    Bronstein {
        /// Each player's time at the start.
        initial_ms: u64,
        /// Maximum time given back after a move.
        delay_ms: u64,
    },
    /// A fixed time that starts to run only after the first seconds of each turn.
    Delay {
        /// Each player's time at the start.
        initial_ms: u64,
        /// Free time of each turn.
        delay_ms: u64,
    },
    /// A separate time for each move, from seconds to days.
    PerMove {
        /// Maximum time of a move.
        move_ms: u64,
    },
    /// One clock for the whole game: when it expires, the ejections decide.
    PerGame {
        /// Maximum duration of the game.
        limit_ms: u64,
    },
}

/// A user, in the view of other users.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
pub struct User {
    /// The user's id, which never changes.
    pub id: Uuid,
    /// The name for display.
    pub name: String,
    /// True if the user has no account.
    pub guest: bool,
    /// True for bots; left out for people.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The level of a computer player, 1 to 12; left out for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computer: Option<u8>,
}

/// A range of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    /// The lowest rating; no limit when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub min: Option<i32>,
    /// The highest rating; no limit when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max: Option<i32>,
}

/// An open seek of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Seek {
    /// The seek's id.
    pub id: Uuid,
    /// The seeking user.
    pub user: User,
    /// The user's rating in such games.
    pub rating: i32,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The time control.
    pub clock: Clock,
    /// True if the result counts for ratings.
    pub rated: bool,
    /// Permitted ratings of the opponents.
    pub rating_range: RatingRange,
    /// The level of computers that take seats that stay free for long; `null` if only people do.
    pub computers: Option<u8>,
    /// True if bots may be among the others. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bots: bool,
    /// Start of the seek, in microseconds since the Unix epoch.
    pub since: i64,
}

/// A seat of a room. Seats are numbered from 0 in the order of the colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Seat {
    /// The seat's number.
    pub seat: u8,
    /// The colour of the marbles.
    pub color: Color,
    /// The team whose ejections are counted together: the index into `captured` and `score`.
    pub team: u8,
    /// The player; `null` while the seat is free.
    pub player: Option<User>,
    /// The player's rating in games of the room's mode and speed; `null` if unknown: for guests and programs, for players without rated
    /// games, and until it is loaded.
    pub rating: Option<SeatRating>,
    /// True if the player has an open socket, regardless of its subscriptions.
    pub connected: bool,
    /// True if the player is ready to start, if the room requires it.
    pub ready: bool,
    /// True if the player is eliminated while the others continue.
    pub out: bool,
    /// Time at which the others can claim the game because the player is away, in microseconds since the Unix epoch. Absence counts while
    /// the player is to move: `null` at any other time, and while the player is present.
    pub claimable_at: Option<i64>,
    /// End of the vacation that stops the player's clock here, in microseconds since the Unix epoch. Left out if the player
    /// is on none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub vacation_until: Option<i64>,
}

/// The clocks at one moment: the `at` of the message that carries them.
///
/// At a later `moment` the running seat has `remaining_ms − (max(moment, free_until) − max(at, free_until))` left, with `free_until =
/// turn_began_at + free_ms`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Clocks {
    /// Time left by seat; `null` without a limit, and before a game.
    pub remaining_ms: Option<Vec<u64>>,
    /// The seat whose clock runs; `null` if no clock runs.
    pub running: Option<u8>,
    /// Effective start of the running turn, in microseconds since the Unix epoch; `null` if no clock runs. Time that the server used
    /// (storing the previous move, an outage) is excluded by shifting this moment.
    pub turn_began_at: Option<i64>,
    /// Free time of each turn before the clock starts to run (`delay`); 0 with every other time control.
    pub free_ms: u64,
    /// True if all seats share one clock (`per_game`): then every entry of `remaining_ms` decreases, regardless of the seat to move.
    pub shared: bool,
    /// Deadline of the running seat's first move, in microseconds since the Unix epoch; `null` if only the clock counts.
    pub first_move_by: Option<i64>,
}

/// Effect of one move on its player's clock. The charged time is `elapsed_ms` minus the three fields that follow it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MoveTiming {
    /// The seat that moved.
    pub seat: u8,
    /// From the start of the turn until the move reached the server.
    pub elapsed_ms: u64,
    /// Not charged because the server used it: to store the previous move, or during an outage.
    pub server_ms: u64,
    /// Not charged because of network latency, as measured by the server.
    pub forgiven_ms: u64,
    /// Not charged because the first seconds of a turn are free.
    pub free_ms: u64,
    /// Added to the clock after the move.
    pub added_ms: u64,
}

/// The presence of a seat's player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatPresence {
    /// True if the player has an open socket, regardless of its subscriptions.
    pub connected: bool,
    /// Time at which the others can claim the game because the player is away, in microseconds since the Unix epoch. Absence counts while
    /// the player is to move: `null` at any other time, and while the player is present.
    pub claimable_at: Option<i64>,
    /// End of the vacation that stops the player's clock here, in microseconds since the Unix epoch. Left out if the player
    /// is on none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub vacation_until: Option<i64>,
}

/// The rating of a seat's player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatRating {
    /// The rating's value.
    pub rating: i32,
    /// True if the rating is too uncertain to be meaningful; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The change by the room's last game, once it is calculated; left out while another game is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub change: Option<i32>,
}

/// An open offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpenOffer {
    /// The kind of offer.
    pub what: Offer,
    /// The seat that made the offer.
    pub by: u8,
    /// The seats that agree, including the offering seat.
    pub agreed: Vec<u8>,
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameResult {
    /// The seats that won; empty for a draw or an aborted game.
    pub winners: Vec<u8>,
    /// The reason for the end.
    pub reason: Reason,
    /// Ejected marbles, by team.
    pub score: Vec<u8>,
}

/// A seat of a room that need not be in memory: its player, without presence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatSummary {
    /// The seat's number.
    pub seat: u8,
    /// The colour of the marbles.
    pub color: Color,
    /// The team whose ejections are counted together: the index into `captured` and `score`.
    pub team: u8,
    /// The player; `null` while the seat is free.
    pub player: Option<User>,
    /// True if the player is ready to start, if the room requires it.
    pub ready: bool,
    /// True if the player is eliminated while the others continue.
    pub out: bool,
}

/// A room in which the caller has a seat, as shown in the caller's room list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MyGame {
    /// The room's id.
    pub room: crate::RoomId,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The line of the position from which the games start instead of the layout. Left out for games from the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// The time control.
    pub clock: Clock,
    /// True if the result counts for ratings.
    pub rated: bool,
    /// The room's visibility.
    pub visibility: Visibility,
    /// The room's status: `waiting`, `playing` or `finished`.
    pub status: Status,
    /// The room's seats.
    pub seats: Vec<SeatSummary>,
    /// The caller's seat.
    pub seat: u8,
    /// Creation time of the room, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the room's last event, in microseconds since the Unix epoch.
    pub updated_at: i64,
    /// The game in progress or the last game; `null` before the first one.
    pub game: Option<Uuid>,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// Number of plies played.
    pub ply: u32,
    /// The seat to move, while a game is in progress.
    pub turn: Option<u8>,
    /// True if it is the caller's turn.
    pub your_turn: bool,
    /// Time at which the turn ends automatically, by the clock or the first-move limit, in microseconds since the Unix epoch; `null`
    /// without a limit.
    pub turn_ends_at: Option<i64>,
    /// True if the room waits for the caller: for a move, an answer to an offer, or readiness.
    pub waits_for_you: bool,
    /// Offers that await an answer.
    pub offers: Vec<OpenOffer>,
    /// The result of the game; `null` before its end.
    pub result: Option<GameResult>,
    /// The tournament of the room's only game. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
}

/// A room as shown in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomSummary {
    /// The room's id.
    pub room: crate::RoomId,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The line of the position from which the games start instead of the layout. Left out for games from the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// The time control.
    pub clock: Clock,
    /// True if the result counts for ratings.
    pub rated: bool,
    /// True if the clock of a player on vacation is stopped. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vacations: bool,
    /// The room's status.
    pub status: Status,
    /// The room's seats.
    pub seats: Vec<Seat>,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
}

/// The evaluation of a position for the player to move; with teams, for their team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// The advantage, in hundredths of an ejected marble.
    Marbles(i32),
    /// A forced win; the last move is this many plies away. 0: the game is over and won.
    Win(u16),
    /// A forced loss; the last move is this many plies away. 0: the game is over and lost.
    Loss(u16),
}

/// The reason why a move is a mistake: the difference between the best line and the replies to the move. Cells are given by their names,
/// such as `c3`, for the position of marbles after the move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MistakeReason {
    /// The player had a forced win.
    MissedWin {
        /// Plies to its end, with the missed move.
        plies: u16,
    },
    /// An opponent has a forced win now.
    AllowsWin {
        /// Plies to its end, from the opponent's next move on.
        plies: u16,
    },
    /// The player could push off these marbles.
    MissedEjection {
        /// Cells of the marbles.
        cells: Vec<String>,
        /// Plies to the first ejection, with the missed move. 1: it was possible at once.
        plies: u8,
    },
    /// An opponent can push off these marbles now.
    AllowsEjection {
        /// Cells of the marbles.
        cells: Vec<String>,
        /// Plies to the first ejection, from the opponent's next move on.
        plies: u8,
    },
    /// An opponent could push off these marbles before the move, and still can.
    MissesThreat {
        /// Cells of the marbles.
        cells: Vec<String>,
    },
    /// The player could push these marbles back.
    MissedPush {
        /// Cells of the marbles.
        cells: Vec<String>,
    },
    /// An opponent can push these marbles back now.
    AllowsPush {
        /// Cells of the marbles.
        cells: Vec<String>,
    },
    /// These marbles have left the centre.
    LeavesCentre {
        /// Cells of the marbles.
        cells: Vec<String>,
    },
    /// These marbles have lost their connection to the others.
    BreaksFormation {
        /// Cells of the marbles.
        cells: Vec<String>,
    },
}

/// A line of moves with its evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ScoredLine {
    /// The evaluation for the player to move.
    pub score: Score,
    /// Points that the player to move, or their team, can expect, in thousandths.
    pub chance: u16,
    /// The moves in Aba-Pro notation.
    pub line: Vec<String>,
}

/// The search result for one position of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AnalysedPosition {
    /// Number of plies played before it.
    pub ply: u32,
    /// The evaluation for the player to move.
    pub score: Score,
    /// Points that the player to move, or their team, can expect, in thousandths: 1000 for a win, 500 for a draw.
    pub chance: u16,
    /// Search depth in plies.
    pub depth: u8,
    /// The best continuation in Aba-Pro notation; empty if the game is over.
    pub line: Vec<String>,
    /// The kind of mistake, if the move played here was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mistake: Option<Mistake>,
    /// The reason of the mistake. Left out if it has no name, and in analyses of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<MistakeReason>,
    /// With three players: the points that each can expect, in thousandths, by team. They add up to 1000. Left out with two teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u16>>")]
    pub chances: Vec<u16>,
}

/// The source of the games shown as live boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardsOf {
    /// A lobby's games that are most worth watching.
    Lobby {
        /// The lobby's name.
        lobby: String,
    },
    /// The game of each mode that is most worth watching, in the lobby `main` and in tournaments.
    Modes {},
    /// A tournament's games between the best participants.
    Tournament {
        /// The tournament's id.
        tournament: Uuid,
    },
}

/// A game as an overview shows it: players, position and clocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Board {
    /// The room and its players.
    pub room: RoomSummary,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// The seat to move, while a game is in progress.
    pub turn: Option<u8>,
    /// The move that led to the position, in Aba-Pro notation, if any.
    pub last: Option<String>,
    /// Ejected marbles, by team.
    pub captured: Vec<u8>,
    /// The clocks at `at`.
    pub clocks: Clocks,
    /// Time of the data, in microseconds since the Unix epoch.
    pub at: i64,
}

/// The known analysis of a finished game, or its changes since the previous message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Analysis {
    /// The game's id.
    pub game: Uuid,
    /// Number of moves in the game. The search covers one more position than that, starting with the last.
    pub plies: u32,
    /// True if the analysis is complete.
    pub done: bool,
    /// True if `positions` contains all known results, which replace the previous ones.
    pub full: bool,
    /// The positions, by ply.
    pub positions: Vec<AnalysedPosition>,
    /// True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}
