//! What the server sends over the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::admin::Announcement;
use crate::chat::{ChatChannel, ChatLine};
use crate::notifications::Notification;
use crate::parts::{
    Analysis, Board, BoardsOf, Clock, Clocks, Color, GameResult, Mode, MoveTiming, Offer, OpenOffer, OwnRoom,
    Reason, RoomSummary, Seat, SeatPresence, SeatRating, Seek, Status, User, Visibility,
};
use crate::tournament::TournamentChange;
use crate::{ErrorCode, RoomId};

/// Anything the server sends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of every connection, and the answer to `authenticate`.
    Hello {
        /// The contract's number: [`VERSION`](crate::VERSION).
        protocol: u32,
        /// Name and version of the software.
        server: String,
        /// The build of the web client that this server has. A page of it says in `<meta name="sumito-client">` of which it is itself.
        /// `null` while there is none.
        client: Option<String>,
        /// The server's time, in microseconds since the Unix epoch.
        #[ts(type = "number")]
        now: i64,
        /// Who one is; `null` for somebody who may only watch.
        user: Option<User>,
    },
    /// A command was carried out; what it caused is stored.
    Ok {
        /// The command's own id, where it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
        /// What came of it.
        result: Outcome,
    },
    /// A command was refused; nothing has changed.
    Error {
        /// The command's own id, where it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
        /// For programs; stable.
        code: ErrorCode,
        /// For people: what is wrong and what to do.
        message: String,
        /// Why a move is illegal, when `code` is `illegal_move`: `occupied`, `pac`, `gap`, … What is wrong with a line of chat, when it is
        /// `bad_words`: `empty`, `length`, `link`, `offensive`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
        /// When it may go better, where that is known, in microseconds since the Unix epoch: when a mute ends, when one may talk again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        until: Option<i64>,
        /// After how many seconds the same command may be accepted, where that is known: `Retry-After` of the REST interface.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        retry_after_s: Option<u64>,
    },
    /// Everything needed to draw a room.
    Snapshot(Snapshot),
    /// Something happened in a room.
    Event(Event),
    /// Which of a room's players are there. Sent when that changes, and after the events that a client has missed.
    Presence {
        /// Which room.
        #[ts(type = "string")]
        room: RoomId,
        /// By seat.
        seats: Vec<SeatPresence>,
    },
    /// How strong a room's players are. Sent when that gets known or changes: after somebody sat down, and after a rated game.
    Ratings {
        /// Which room.
        #[ts(type = "string")]
        room: RoomId,
        /// By seat; `null` where it is not known.
        seats: Vec<Option<SeatRating>>,
    },
    /// The clocks of a room, which have changed though nothing happened in the game. Replaces those that one had.
    Clock {
        /// Which room.
        #[ts(type = "string")]
        room: RoomId,
        /// The moment at which the clocks stood so, in microseconds since the Unix epoch.
        #[ts(type = "number")]
        at: i64,
        /// How they stood.
        clocks: Clocks,
        /// Why.
        cause: ClockCause,
    },
    /// Rooms and seeks that appeared, changed or went.
    Lobby {
        /// Whose list it is.
        lobby: String,
        /// Whether `rooms` and `seeks` are the whole list, to replace what one had.
        full: bool,
        /// Rooms that are new or have changed.
        rooms: Vec<RoomSummary>,
        /// Rooms that are in the list no more.
        #[ts(type = "Array<string>")]
        gone: Vec<RoomId>,
        /// Seeks that are new; left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Seek>>")]
        seeks: Vec<Seek>,
        /// Seeks that are in the list no more; left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Uuid>>")]
        seeks_gone: Vec<Uuid>,
        /// Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        more: bool,
    },
    /// Rooms in which one has a seat that appeared, changed or went.
    OwnRooms {
        /// Whether `rooms` is the whole list, to replace what one had.
        full: bool,
        /// Rooms that are new or have changed: first what waits for oneself, then by when a turn ends, the last changed first.
        rooms: Vec<OwnRoom>,
        /// Rooms that are in the list no more.
        #[ts(type = "Array<string>")]
        gone: Vec<RoomId>,
        /// Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        more: bool,
    },
    /// What is new in a tournament.
    Tournament(TournamentChange),
    /// Games of a lobby or of a tournament, small and alive.
    Boards {
        /// Whose.
        of: BoardsOf,
        /// Whether `boards` are all of them, to replace what one had.
        full: bool,
        /// Boards that are new or have changed.
        boards: Vec<Board>,
        /// Rooms whose boards are shown no more.
        #[ts(type = "Array<string>")]
        gone: Vec<RoomId>,
        /// Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        more: bool,
    },
    /// What a search has found in a finished game.
    Analysis(Analysis),
    /// What is said where one follows it.
    Chat {
        /// Where.
        channel: ChatChannel,
        /// Whether `lines` are all that one may read, to replace what one had.
        full: bool,
        /// Lines that are new to one, the oldest first.
        lines: Vec<ChatLine>,
        /// Lines that nobody is to read any more.
        gone: Vec<Uuid>,
        /// Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        more: bool,
    },
    /// Whether one plays from this socket, for somebody who has a seat in the room and watches it from several.
    Control {
        /// Which room.
        #[ts(type = "string")]
        room: RoomId,
        /// Whether this socket is the one; otherwise it mirrors, and `take_over` makes it the one.
        yours: bool,
    },
    /// Something that concerns a room and is no event of it.
    Notice {
        /// Which room.
        #[ts(type = "string")]
        room: RoomId,
        /// What.
        notice: Notice,
    },
    /// Something that concerns oneself, wherever one looks.
    Notification {
        /// What.
        notification: Notification,
    },
    /// What everybody is told by those who run the server: after `hello` where there is something, and when that changes.
    Announcement {
        /// `null`: nothing any more.
        announcement: Option<Announcement>,
    },
    /// The answer to `ping`.
    Pong {
        /// The number that was sent.
        #[ts(type = "number")]
        t: i64,
        /// The server's time, in microseconds since the Unix epoch.
        #[ts(type = "number")]
        now: i64,
    },
}

/// Something that concerns a room and is no event of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// Nothing can be stored: the clocks stand still and commands are refused. A `clock` message follows when the game
    /// goes on.
    StorageUnavailable,
    /// The room cannot go on; what is stored of it is safe. Watch it again later.
    RoomLost,
    /// The computer player whose turn it is has to wait until the server can think for it; that is time of its own clock.
    ComputerWaits,
}

/// What came of a command. Fields that say nothing about it are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Outcome {
    /// The room concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub room: Option<RoomId>,
    /// The seat that one has now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The number of the event that the command caused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub seq: Option<u64>,
    /// The seek that has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seek: Option<Uuid>,
    /// The id of the line that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<Uuid>,
}

/// A room at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, utoipa::ToSchema)]
pub struct Snapshot {
    /// Which room.
    #[ts(type = "string")]
    pub room: RoomId,
    /// The last event that is contained.
    #[ts(type = "number")]
    pub seq: u64,
    /// The moment, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
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
    /// The lobby that it belongs to.
    pub lobby: String,
    /// Whether everybody must say that they are ready before a game begins.
    pub ready: bool,
    /// By how many seconds those who have no seat see a game late.
    pub spectator_delay_s: u32,
    /// The tournament to which the room's one game belongs. Left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
    /// Whether a player may go berserk before their first move. Left out where nobody may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub can_go_berserk: bool,
    /// The seats that have gone berserk. Left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub berserk: Vec<u8>,
    /// Who sits where.
    pub seats: Vec<Seat>,
    /// Where the room is in its life.
    pub status: Status,
    /// The game that is under way or has ended; `null` before the first one.
    pub game: Option<Uuid>,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// The seat whose turn it is, while a game is under way.
    pub turn: Option<u8>,
    /// Plies played.
    pub ply: u32,
    /// Marbles pushed out, by side.
    pub captured: Vec<u8>,
    /// The game so far, in Aba-Pro notation.
    pub moves: Vec<String>,
    /// What the moves did to their players' clocks. Over the socket these are the last 500 moves of a longer game: the last entry always
    /// belongs to the last move.
    pub ledger: Vec<MoveTiming>,
    /// The clocks at `at`.
    pub clocks: Clocks,
    /// Offers that wait for an answer.
    pub offers: Vec<OpenOffer>,
    /// The legal moves of the seat whose turn it is, in Aba-Pro notation, where they were asked for; empty when it is nobody's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legal: Option<Vec<String>>,
    /// How the game ended.
    pub result: Option<GameResult>,
}

/// Something that happened in a room. `seq` counts a room's events from 1, without gaps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Event {
    /// Which room.
    #[ts(type = "string")]
    pub room: RoomId,
    /// Its number.
    #[ts(type = "number")]
    pub seq: u64,
    /// When, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The room was made: always the first event.
    Created {
        /// How many play.
        mode: Mode,
        /// The name of the start layout.
        layout: String,
        /// How thinking time is limited.
        clock: Clock,
        /// Whether the result counts for ratings.
        rated: bool,
        /// Who may find the room.
        visibility: Visibility,
        /// The lobby that it belongs to.
        lobby: String,
        /// Whether everybody must say that they are ready before a game begins.
        ready: bool,
        /// By how many seconds those who have no seat see a game late.
        spectator_delay_s: u32,
        /// The tournament to which the room's one game belongs. Left out where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
        /// Whether a player may go berserk before their first move. Left out where nobody may.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        can_go_berserk: bool,
    },
    /// Somebody took a seat.
    Seated {
        /// Which.
        seat: u8,
        /// Who.
        player: User,
    },
    /// Somebody gave up their seat.
    Left {
        /// Which.
        seat: u8,
        /// Where the room is now: `closed` when nobody is left.
        status: Status,
    },
    /// Somebody said that they are ready to begin, or not after all.
    Ready {
        /// Which seat.
        seat: u8,
        /// Whether they are.
        ready: bool,
    },
    /// A game begins.
    Started {
        /// Under this id the REST interface has the game once it has finished.
        game: Uuid,
        /// The players, by seat: a rematch turns the seats.
        players: Vec<User>,
        /// The position line.
        position: String,
        /// The seat whose turn it is.
        turn: u8,
        /// The clocks.
        clocks: Clocks,
        /// The legal moves of that seat, where they were asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// A seat gave away half of its time, and all that moves would have added.
    Berserk {
        /// Which.
        seat: u8,
        /// The clocks after it.
        clocks: Clocks,
    },
    /// A move was played.
    Moved {
        /// By whom.
        seat: u8,
        /// Plies played with this one.
        ply: u32,
        /// In Aba-Pro notation.
        #[serde(rename = "move")]
        mv: String,
        /// The colour of the marble pushed off the board, where one was.
        ejected: Option<Color>,
        /// The position line after it.
        position: String,
        /// Marbles pushed out, by side.
        captured: Vec<u8>,
        /// The seat whose turn it is now. A `finished` event may follow.
        turn: Option<u8>,
        /// The clocks after it.
        clocks: Clocks,
        /// What it did to its player's clock.
        time: Option<MoveTiming>,
        /// The legal moves of that seat, where they were asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// A seat offers something, or agrees to what is offered while others have still to answer.
    Offered {
        /// Which.
        seat: u8,
        /// What.
        what: Offer,
    },
    /// A seat turned an offer down.
    Declined {
        /// Which.
        seat: u8,
        /// What.
        what: Offer,
    },
    /// All who had to agree did: moves were taken back.
    TakenBack {
        /// Plies that are left.
        ply: u32,
        /// The position line after it.
        position: String,
        /// Marbles pushed out, by side.
        captured: Vec<u8>,
        /// The seat whose turn it is now.
        turn: Option<u8>,
        /// The clocks after it.
        clocks: Clocks,
        /// The legal moves of that seat, where they were asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// A seat plays no more, and the others go on. Its marbles stay.
    Eliminated {
        /// Which.
        seat: u8,
        /// Why.
        reason: Reason,
        /// The position line after it: the turn may have passed on.
        position: String,
        /// The seat whose turn it is now; `null` when the game is over.
        turn: Option<u8>,
        /// The clocks after it.
        clocks: Clocks,
        /// The legal moves of that seat, where they were asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// The game ended.
    Finished {
        /// How.
        result: GameResult,
        /// Under this id the REST interface has it from now on.
        game: Uuid,
        /// The clocks as they stopped.
        clocks: Clocks,
    },
}

/// Why the clocks changed though nothing happened in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClockCause {
    /// The server is about to stop, or can store nothing: the clocks stand still.
    Stopping,
    /// The server can store again: the clocks go on from where they were, and nobody was charged for the time between.
    Continued,
    /// The room was asked for again with `since`: these are the clocks as they are now.
    Resumed,
}
