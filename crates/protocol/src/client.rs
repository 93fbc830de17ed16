//! Messages from clients over the socket: text frames of one JSON object each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::chat::{ChatChannel, Preset};
use crate::parts::{BoardsOf, Claim, Clock, Mode, Offer, RatingRange, Visibility};
use crate::studies::StudyEdit;

/// A command, with an optional id that the client chooses to match the answer.
///
/// The server applies a command only once for the same `id`, user and room, also across reconnects: after a lost connection, a client can
/// safely send it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClientMessage {
    /// At most [`MAX_COMMAND_ID_BYTES`](crate::MAX_COMMAND_ID_BYTES) long; returned in `ok` or `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// The requested command.
    #[serde(flatten)]
    pub command: Command,
}

impl From<Command> for ClientMessage {
    fn from(command: Command) -> Self {
        Self { id: None, command }
    }
}

/// A client's command.
#[derive(
    Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr, VariantNames,
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// Authenticates the client, if the upgrade request could not (neither cookie nor header).
    Authenticate {
        /// A token from `POST /api/v1/guests`.
        token: String,
    },
    /// Creates a room and takes a seat in it. Answered by `{"room": "…", "seat": 0}`.
    CreateRoom(CreateRoom),
    /// Takes a seat. Answered by `{"room": "…", "seat": 0, "seq": 3}`.
    Join {
        /// The room's id.
        room: RoomId,
        /// The requested seat; the first free seat when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Leaves the caller's seat in a room whose game has not started.
    Leave {
        /// The room's id.
        room: RoomId,
    },
    /// Seats a computer player in a room whose game has not started. The caller must have a seat there. Answered like `join`.
    AddComputer {
        /// The room's id.
        room: RoomId,
        /// Playing strength: 1 to 12.
        level: u8,
        /// The computer's seat; the first free seat when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Removes a computer player from a room whose game has not started. The caller must have a seat there.
    RemoveComputer {
        /// The room's id.
        room: RoomId,
        /// The computer's seat.
        seat: u8,
    },
    /// Watches a room: a snapshot, then every event.
    Watch {
        /// The room's id.
        room: RoomId,
        /// The last known `seq`. The server answers with the missing events, or with a snapshot if there are too many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        since: Option<u64>,
        /// True if snapshots and events should include the legal moves of the seat to move.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        legal: bool,
    },
    /// Stops watching a room.
    Unwatch {
        /// The room's id.
        room: RoomId,
    },
    /// Declares or withdraws the caller's readiness to start.
    Ready {
        /// The room's id.
        room: RoomId,
        /// True if the caller is ready.
        ready: bool,
    },
    /// Plays a move. Answered, like every command to a room, by `{"room": "…", "seat": 0, "seq": 17}`.
    Play {
        /// The room's id.
        room: RoomId,
        /// Plies played before this move: 0 for the first. Guards against a move meant for another position.
        ply: u32,
        /// The move in Aba-Pro notation: `a1b2`, `c6c7d6`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Replaces the caller's conditional moves in a correspondence game, while others are to move: when their moves fit a line, the server
    /// plays the reply at once. Answered by `{"room": "…", "seat": 0}`.
    SetConditionalMoves {
        /// The room's id.
        room: RoomId,
        /// Plies played before the lines start.
        ply: u32,
        /// The lines, in Aba-Pro notation. Each starts with a move of an opponent and ends with a move of the caller. An empty list removes
        /// all.
        #[schemars(length(max = 20))]
        lines: Vec<Vec<String>>,
    },
    /// Makes an offer to the other players.
    Offer {
        /// The room's id.
        room: RoomId,
        /// The kind of offer.
        what: Offer,
    },
    /// Accepts an open offer.
    Accept {
        /// The room's id.
        room: RoomId,
        /// The kind of offer.
        what: Offer,
    },
    /// Declines an open offer.
    Decline {
        /// The room's id.
        room: RoomId,
        /// The kind of offer.
        what: Offer,
    },
    /// Goes berserk before the caller's first move, in a tournament that allows it: half of the time and no increment.
    Berserk {
        /// The room's id.
        room: RoomId,
    },
    /// Resigns the game.
    Resign {
        /// The room's id.
        room: RoomId,
    },
    /// Aborts the game before all players have moved.
    Abort {
        /// The room's id.
        room: RoomId,
    },
    /// Ends a game that an opponent has left, once that seat is `claimable_at`. A draw needs the absence of all opponents.
    Claim {
        /// The room's id.
        room: RoomId,
        /// The claimed result.
        result: Claim,
    },
    /// Makes this socket the controlling one. One socket at a time controls a seat: the last to watch the room or to take control. The
    /// user's other sockets receive everything but cannot act.
    TakeOver {
        /// The room's id.
        room: RoomId,
    },
    /// Starts seeking a game: the server pairs the caller with users who seek the same. Replaces the caller's previous seek. Answered by
    /// `{"seek": "…"}`; a `notification` announces the game. A seek ends when the user's last socket closes.
    Seek(SeekRequest),
    /// Plays against the owner of this seek, if the seek's limits allow it, by seeking the same game. Answered like `seek`.
    TakeSeek {
        /// The seek's id from the lobby's list.
        seek: Uuid,
    },
    /// Cancels the caller's seek.
    CancelSeek {},
    /// Sends a chat line: exactly one of `text` and `preset`. Answered by `{"line": "…"}`.
    Chat {
        /// The chat channel.
        channel: ChatChannel,
        /// The text of the line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
        /// A preset, which every client shows in its own language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        preset: Option<Preset>,
    },
    /// Subscribes to updates. Exactly one of `lobby`, `my_games`, `analysis`, `chat`, `tournament` and `boards` selects the topic.
    Subscribe {
        /// The name of a lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        lobby: Option<String>,
        /// True for the list of the user's games: the rooms in which the user has a seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        my_games: bool,
        /// The id of a finished game that is being analysed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        analysis: Option<Uuid>,
        /// The id of a tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
        /// The source of live boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        boards: Option<BoardsOf>,
        /// The chat channel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        chat: Option<ChatChannel>,
        /// For chats, the id of the last known line. The server answers with the later lines, or with all lines if the later ones may be
        /// incomplete.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        since: Option<Uuid>,
    },
    /// Cancels a subscription.
    Unsubscribe {
        /// The name of a lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        lobby: Option<String>,
        /// True for the list of the user's games: the rooms in which the user has a seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        my_games: bool,
        /// The id of a finished game that is being analysed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        analysis: Option<Uuid>,
        /// The id of a tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
        /// The source of live boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        boards: Option<BoardsOf>,
        /// The chat channel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        chat: Option<ChatChannel>,
    },
    /// Follows a study: the events after `since`, then every new one, and who is present. Answered by `{"seq": 17}`, the number of the
    /// last event.
    FollowStudy {
        /// The study's id.
        study: Uuid,
        /// The `seq` of the state that the client has read. If too many events are missing, the server sends `study` with `reset`.
        since: u64,
    },
    /// Stops following a study.
    UnfollowStudy {
        /// The study's id.
        study: Uuid,
    },
    /// Shows the caller's position to the others in a followed study. Not stored.
    PointInStudy {
        /// The study's id.
        study: Uuid,
        /// The chapter's number.
        chapter: u32,
        /// The node's number.
        node: u32,
    },
    /// Edits a study. Answered by `{"seq": 17}`, the number of the event, or of the last event if the edit changes nothing.
    EditStudy {
        /// The study's id.
        study: Uuid,
        /// The requested edit.
        change: StudyEdit,
    },
    /// Measures the round trip and the clock offset. Answered by `pong`.
    Ping {
        /// Any number; returned in `pong`.
        t: i64,
    },
}

/// The game that a user seeks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SeekRequest {
    /// The lobby's name; `main` when left out.
    #[serde(default = "default_lobby")]
    #[ts(optional, as = "Option<String>")]
    pub lobby: String,
    /// The game's mode.
    #[serde(default = "default_mode")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's default layout when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// The time control; ten minutes for each player when left out.
    #[serde(default = "default_clock")]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// True if the result counts for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Permitted ratings of the opponents; any rating when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating_range: Option<RatingRange>,
    /// The level, 1 to 12, of computers that may take seats that stay free for long; human players only when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computers: Option<u8>,
    /// True if bots may be among the others. A bot meets only bots and users who seek so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bots: bool,
}

impl Default for SeekRequest {
    fn default() -> Self {
        Self {
            lobby: default_lobby(),
            mode: default_mode(),
            layout: None,
            clock: default_clock(),
            rated: false,
            rating_range: None,
            computers: None,
            bots: false,
        }
    }
}

/// Settings of a new room. Shared by the socket and `POST /api/v1/rooms`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings, each with a name on the wire")]
pub struct CreateRoom {
    /// The game's mode.
    #[serde(default = "default_mode")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's default layout when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// The line of the position from which the games start, in place of `layout`: `ROWS TURN CAPTURED QUIET PLY`. Only for unrated games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 128))]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// True if a coach helps the only person in the room: hints, and a warning after a mistake. Only for unrated games against computers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub coach: bool,
    /// The time control; ten minutes for each player when left out.
    #[serde(default = "default_clock")]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// True if the result counts for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// The room's visibility.
    #[serde(default)]
    #[ts(optional, as = "Option<Visibility>")]
    pub visibility: Visibility,
    /// The room's lobby; `main` when left out.
    #[serde(default = "default_lobby")]
    #[ts(optional, as = "Option<String>")]
    pub lobby: String,
    /// True if all players must declare readiness before a game starts.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub ready: bool,
    /// True if the clock of a player on vacation is stopped. Only with more than ten minutes for a move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub vacations: bool,
    /// Delay for spectators in seconds: 0 to 600.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub spectator_delay_s: u32,
    /// The creator's seat; when left out, the first seat that is not assigned to a computer or bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// Computer players to seat immediately. If no other player is missing, the game starts with the room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computers: Vec<ComputerSeat>,
    /// Bots to seat immediately, if they accept such a game. If no other player is missing, the game starts with the room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotSeat>,
}

/// A seat for a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotSeat {
    /// The bot's id from `GET /api/v1/bots`.
    pub id: Uuid,
    /// The bot's seat; the first free seat when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// A seat for a computer player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ComputerSeat {
    /// Playing strength: 1 to 12.
    pub level: u8,
    /// The computer's seat; the first free seat when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

fn default_mode() -> Mode {
    Mode::Two
}

/// Ten minutes for each player, the first time that the rulebooks name.
fn default_clock() -> Clock {
    Clock::SuddenDeath { initial_ms: 600_000 }
}

fn default_lobby() -> String {
    "main".to_owned()
}

impl Default for CreateRoom {
    fn default() -> Self {
        Self {
            mode: default_mode(),
            layout: None,
            start_position: None,
            coach: false,
            clock: default_clock(),
            rated: false,
            visibility: Visibility::default(),
            lobby: default_lobby(),
            ready: false,
            vacations: false,
            spectator_delay_s: 0,
            seat: None,
            computers: Vec::new(),
            bots: Vec::new(),
        }
    }
}

impl Command {
    /// The `type` words of all commands.
    pub const TYPES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;
}
