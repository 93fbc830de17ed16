//! Messages from the server over the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::admin::Announcement;
use crate::chat::{ChatChannel, ChatLine};
use crate::notifications::Notification;
use crate::parts::{
    Analysis, Board, BoardsOf, Clock, Clocks, Color, GameResult, Mode, MoveTiming, MyGame, Offer, OpenOffer,
    Reason, RoomSummary, Seat, SeatPresence, SeatRating, Seek, Status, User, Visibility,
};
use crate::studies::{StudyEdit, StudyViewer};
use crate::tournament::TournamentChange;
use crate::{ErrorCode, RoomId};

/// A message from the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a message is encoded as soon as it exists")]
pub enum ServerMessage {
    /// The first message of every connection, and the answer to `authenticate`.
    Hello {
        /// The version of the contract: [`VERSION`](crate::VERSION).
        protocol: u32,
        /// Name and version of the software.
        server: String,
        /// The build of the server's web client. Its pages contain their own build in `<meta name="sumito-client">`. `null` if there is no
        /// web client.
        client: Option<String>,
        /// The server's time, in microseconds since the Unix epoch.
        now: i64,
        /// The authenticated user; `null` for an anonymous spectator.
        user: Option<User>,
    },
    /// A command succeeded; its effects are stored.
    Ok {
        /// The command's id, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
        /// The result of the command.
        result: Outcome,
    },
    /// A command was rejected; the state is unchanged.
    Error {
        /// The command's id, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
        /// The error code for programs; stable.
        code: ErrorCode,
        /// The cause and the remedy, for people.
        message: String,
        /// The rule that an illegal move breaks, when `code` is `illegal_move`: `occupied`, `pac`, `gap`, … The fault of a chat line, when
        /// it is `bad_words`: `empty`, `length`, `hidden`, `lines`, `link`, `offensive`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
        /// The part of a text that is at fault, when `code` is `bad_words` or `bad_name` and the fault is a link or a blocked word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        part: Option<String>,
        /// Time from which the command may succeed, if known, in microseconds since the Unix epoch: the end of a mute or of a chat limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        until: Option<i64>,
        /// Delay in seconds after which the same command may succeed, if known: `Retry-After` of the REST interface.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        retry_after_s: Option<u64>,
    },
    /// The complete state of a room, for display.
    Snapshot(Snapshot),
    /// An event of a room.
    Event(Event),
    /// Presence of a room's players. Sent on changes, and after the missed events of a client that resumes.
    Presence {
        /// The room's id.
        room: RoomId,
        /// The presence by seat.
        seats: Vec<SeatPresence>,
    },
    /// Ratings of a room's players. Sent when they are loaded or change: after a player sat down, and after a rated game.
    Ratings {
        /// The room's id.
        room: RoomId,
        /// The ratings by seat; `null` if unknown.
        seats: Vec<Option<SeatRating>>,
    },
    /// The clocks of a room changed without an event in the game. Replaces the previous clocks.
    Clock {
        /// The room's id.
        room: RoomId,
        /// Reference time of the clocks, in microseconds since the Unix epoch.
        at: i64,
        /// The new clocks.
        clocks: Clocks,
        /// The cause of the change.
        cause: ClockCause,
    },
    /// Changes of the rooms and seeks in a lobby.
    Lobby {
        /// The lobby's name.
        lobby: String,
        /// True if `rooms` and `seeks` are the complete list, which replaces the previous one.
        full: bool,
        /// New and changed rooms.
        rooms: Vec<RoomSummary>,
        /// Rooms removed from the list.
        gone: Vec<RoomId>,
        /// New seeks; left out if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seeks: Vec<Seek>,
        /// Seeks removed from the list; left out if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seeks_gone: Vec<Uuid>,
        /// True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        more: bool,
    },
    /// Changes of the rooms in which the user has a seat.
    MyGames {
        /// True if `rooms` is the complete list, which replaces the previous one.
        full: bool,
        /// New and changed rooms: rooms that wait for the user first, then by the end of the turn, then the last changed first.
        rooms: Vec<MyGame>,
        /// Rooms removed from the list.
        gone: Vec<RoomId>,
        /// True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        more: bool,
    },
    /// Changes of a tournament.
    Tournament(TournamentChange),
    /// An event of a followed study.
    Study {
        /// The study's id.
        study: Uuid,
        /// The event's number. A study's events count from 1, without gaps.
        seq: u64,
        /// Time of the event, in microseconds since the Unix epoch.
        at: i64,
        /// The user who made the edit.
        by: Uuid,
        /// The edit; left out if `reset` is true.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        change: Option<StudyEdit>,
        /// True if events are missing or one is too long for a message: read the study again, and follow it from there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reset: bool,
    },
    /// The users who follow a study. Sent on changes, at most twice a second.
    StudyPresence {
        /// The study's id.
        study: Uuid,
        /// Up to 32 users; members who may edit come first.
        viewers: Vec<StudyViewer>,
        /// Number of all connections that follow it.
        count: u32,
    },
    /// The client no longer follows a study: it was deleted, or the user may no longer read it.
    StudyClosed {
        /// The study's id.
        study: Uuid,
    },
    /// Live boards of a lobby or a tournament.
    Boards {
        /// The source of the boards.
        of: BoardsOf,
        /// True if `boards` is the complete list, which replaces the previous one.
        full: bool,
        /// New and changed boards.
        boards: Vec<Board>,
        /// Rooms whose boards are removed.
        gone: Vec<RoomId>,
        /// True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        more: bool,
    },
    /// Search results for a finished game.
    Analysis(Analysis),
    /// Chat lines of a subscribed channel.
    Chat {
        /// The chat channel.
        channel: ChatChannel,
        /// True if `lines` are all readable lines, which replace the previous ones.
        full: bool,
        /// New lines, oldest first.
        lines: Vec<ChatLine>,
        /// Lines that were removed.
        gone: Vec<Uuid>,
        /// True if the client no longer follows the channel: its user has left the club, or the club was deleted. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        closed: bool,
        /// True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        more: bool,
    },
    /// Control of the user's seat, for a user who watches the room from several sockets.
    Control {
        /// The room's id.
        room: RoomId,
        /// True if this socket has control; otherwise it only mirrors the game, and `take_over` moves control to it.
        yours: bool,
    },
    /// The user's conditional moves in a correspondence game; sent only to that user. Replaces the previous ones. Sent after each snapshot or
    /// the missed events, and on changes.
    ConditionalMoves {
        /// The room's id.
        room: RoomId,
        /// Plies played before the lines start.
        ply: u32,
        /// The lines, in Aba-Pro notation.
        lines: Vec<Vec<String>>,
    },
    /// A notice about a room that is not an event of it.
    Notice {
        /// The room's id.
        room: RoomId,
        /// The content of the notice.
        notice: Notice,
    },
    /// A notification to the user, independent of subscriptions.
    Notification {
        /// The content of the notification.
        notification: Notification,
    },
    /// An announcement by an administrator to all users. Sent after `hello` if there is one, and on changes.
    Announcement {
        /// The announcement; `null` if it was withdrawn.
        announcement: Option<Announcement>,
    },
    /// The answer to `ping`.
    Pong {
        /// The number from the `ping`.
        t: i64,
        /// The server's time, in microseconds since the Unix epoch.
        now: i64,
    },
}

/// A notice about a room that is not an event of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// The storage is unavailable: the clocks are stopped and commands are rejected. A `clock` message follows when the game continues.
    StorageUnavailable,
    /// The room cannot be reached: commands are rejected. A `clock` message or a snapshot follows when the game continues.
    RoomUnreachable,
    /// The player to move cannot be reached: that player's clock is stopped. A `clock` message follows when the game continues.
    PlayerUnreachable,
    /// The room failed; its stored events are safe. Watch it again later.
    RoomLost,
    /// The computer player to move waits for free engine capacity. Its own clock keeps running.
    ComputerWaits,
}

/// The result of a command. Fields without meaning for it are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Outcome {
    /// The affected room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub room: Option<RoomId>,
    /// The user's current seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The number of the event that the command caused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seq: Option<u64>,
    /// The id of the new seek.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seek: Option<Uuid>,
    /// The id of the new chat line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<Uuid>,
}

/// The state of a room at one moment.
#[expect(clippy::struct_excessive_bools, reason = "each says by its name what a room permits")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Snapshot {
    /// The room's id.
    pub room: RoomId,
    /// The number of the last included event.
    pub seq: u64,
    /// Time of the snapshot, in microseconds since the Unix epoch.
    pub at: i64,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The line of the position from which the games start instead of the layout. Left out for games from the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// True if a coach helps the only person in the room. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coach: bool,
    /// The time control.
    pub clock: Clock,
    /// True if the result counts for ratings.
    pub rated: bool,
    /// The room's visibility.
    pub visibility: Visibility,
    /// The room's lobby.
    pub lobby: String,
    /// True if all players must declare readiness before a game starts.
    pub ready: bool,
    /// True if the clock of a player on vacation is stopped. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vacations: bool,
    /// Delay for spectators in seconds.
    pub spectator_delay_s: u32,
    /// The tournament of the room's only game. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
    /// True if a player may go berserk before their first move. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_go_berserk: bool,
    /// The berserk seats. Left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub berserk: Vec<u8>,
    /// The room's seats.
    pub seats: Vec<Seat>,
    /// The room's status.
    pub status: Status,
    /// The game in progress or the last game; `null` before the first one.
    pub game: Option<Uuid>,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// The seat to move, while a game is in progress.
    pub turn: Option<u8>,
    /// Number of plies played.
    pub ply: u32,
    /// Ejected marbles, by team.
    pub captured: Vec<u8>,
    /// The moves so far, in Aba-Pro notation.
    pub moves: Vec<String>,
    /// Effect of the moves on their players' clocks. Over the socket, only the last 500 moves of a longer game: the last entry always
    /// belongs to the last move.
    pub ledger: Vec<MoveTiming>,
    /// The clocks at `at`.
    pub clocks: Clocks,
    /// Offers that await an answer.
    pub offers: Vec<OpenOffer>,
    /// The legal moves of the seat to move, in Aba-Pro notation, if requested; empty if no seat is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legal: Option<Vec<String>>,
    /// The result of the game.
    pub result: Option<GameResult>,
}

/// An event of a room. `seq` counts a room's events from 1, without gaps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Event {
    /// The room's id.
    pub room: RoomId,
    /// The event's number.
    pub seq: u64,
    /// Time of the event, in microseconds since the Unix epoch.
    pub at: i64,
    /// The kind and content of the event.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// The kind of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The room was created: always the first event.
    Created {
        /// The game's mode.
        mode: Mode,
        /// The name of the start layout.
        layout: String,
        /// The line of the position from which the games start instead of the layout. Left out for games from the layout.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        start_position: Option<String>,
        /// True if a coach helps the only person in the room. Left out if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        coach: bool,
        /// The time control.
        clock: Clock,
        /// True if the result counts for ratings.
        rated: bool,
        /// The room's visibility.
        visibility: Visibility,
        /// The room's lobby.
        lobby: String,
        /// True if all players must declare readiness before a game starts.
        ready: bool,
        /// True if the clock of a player on vacation is stopped. Left out if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        vacations: bool,
        /// Delay for spectators in seconds.
        spectator_delay_s: u32,
        /// The tournament of the room's only game. Left out if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
        /// True if a player may go berserk before their first move. Left out if false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        can_go_berserk: bool,
    },
    /// A player took a seat.
    Seated {
        /// The taken seat.
        seat: u8,
        /// The player on it.
        player: User,
    },
    /// A player left their seat.
    Left {
        /// The vacated seat.
        seat: u8,
        /// The room's new status: `closed` if no player is left.
        status: Status,
    },
    /// A player declared or withdrew readiness to start.
    Ready {
        /// The player's seat.
        seat: u8,
        /// True if the player is ready.
        ready: bool,
    },
    /// A game started.
    Started {
        /// The game's id, under which the REST interface has it after its end.
        game: Uuid,
        /// The players, by seat: a rematch turns the seats.
        players: Vec<User>,
        /// The position line.
        position: String,
        /// The seat to move.
        turn: u8,
        /// The clocks at the start.
        clocks: Clocks,
        /// The legal moves of that seat, if requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// A seat gave away half of its time and all increments.
    Berserk {
        /// The berserk seat.
        seat: u8,
        /// The clocks after it.
        clocks: Clocks,
    },
    /// A director of the tournament gave a seat more time.
    TimeAdded {
        /// The seat with more time.
        seat: u8,
        /// The added time.
        added_ms: u64,
        /// The clocks after it.
        clocks: Clocks,
    },
    /// A move was played.
    Moved {
        /// The moving seat.
        seat: u8,
        /// Number of plies including this one.
        ply: u32,
        /// The move in Aba-Pro notation.
        #[serde(rename = "move")]
        mv: String,
        /// The colour of the ejected marble, if any.
        ejected: Option<Color>,
        /// The position line after it.
        position: String,
        /// Ejected marbles, by team.
        captured: Vec<u8>,
        /// The seat to move next. A `finished` event may follow.
        turn: Option<u8>,
        /// The clocks after it.
        clocks: Clocks,
        /// Effect of the move on its player's clock.
        time: Option<MoveTiming>,
        /// The legal moves of that seat, if requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// A seat made an offer, or agreed to an offer that others have yet to answer.
    Offered {
        /// The offering or agreeing seat.
        seat: u8,
        /// The kind of offer.
        what: Offer,
    },
    /// A seat declined an offer.
    Declined {
        /// The declining seat.
        seat: u8,
        /// The kind of offer.
        what: Offer,
    },
    /// All players who must agree to a takeback did: moves were taken back.
    TakenBack {
        /// Number of plies left.
        ply: u32,
        /// The position line after it.
        position: String,
        /// Ejected marbles, by team.
        captured: Vec<u8>,
        /// The seat to move next.
        turn: Option<u8>,
        /// The clocks after it.
        clocks: Clocks,
        /// The legal moves of that seat, if requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// A seat was eliminated, and the others continue. Its marbles stay.
    Eliminated {
        /// The eliminated seat.
        seat: u8,
        /// The reason for the loss.
        reason: Reason,
        /// The position line after it; the turn may have passed to the next seat.
        position: String,
        /// The seat to move next; `null` if the game is over.
        turn: Option<u8>,
        /// The clocks after it.
        clocks: Clocks,
        /// The legal moves of that seat, if requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        legal: Option<Vec<String>>,
    },
    /// The game ended.
    Finished {
        /// The result of the game.
        result: GameResult,
        /// The game's id, under which the REST interface has it from now on.
        game: Uuid,
        /// The stopped clocks.
        clocks: Clocks,
    },
}

/// The cause of a clock change without an event in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClockCause {
    /// The server is shutting down or cannot store anything: the clocks are stopped.
    Stopping,
    /// The server can store again: the clocks continue from their previous values, without charging the time between.
    Continued,
    /// The client resumed the room with `since`: these are the current clocks.
    Resumed,
}
