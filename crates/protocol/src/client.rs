//! What a client may send over the socket: text frames of one JSON object each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::chat::{ChatChannel, Preset};
use crate::parts::{BoardsOf, Claim, Clock, Mode, Offer, RatingRange, Visibility};

/// A command and, where the client wants an answer that it can tell apart, an id of its own choice.
///
/// The same `id` from the same user on the same room has the effect of once, also across reconnects: sending a
/// message again after a broken connection is harmless.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClientMessage {
    /// At most [`MAX_COMMAND_ID_BYTES`](crate::MAX_COMMAND_ID_BYTES) long; comes back in `ok` or `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}

impl From<Command> for ClientMessage {
    fn from(command: Command) -> Self {
        Self { id: None, command }
    }
}

/// What a client can ask for.
#[derive(
    Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr, VariantNames,
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// Says who one is, where the upgrade request could not (neither cookie nor header).
    Authenticate {
        /// From `POST /api/v1/guests`.
        token: String,
    },
    /// Makes a room and takes a seat in it. Answered by `{"room": "…", "seat": 0}`.
    CreateRoom(CreateRoom),
    /// Takes a seat. Answered by `{"room": "…", "seat": 0, "seq": 3}`.
    Join {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// Which one; the first free one when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Gives up one's seat in a room that has not started.
    Leave {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
    },
    /// Seats a computer player in a room that has not started and in which one has a seat. Answered like `join`.
    AddComputer {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// How strong it plays: 1 to 8.
        level: u8,
        /// Which seat it takes; the first free one when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Lets a computer player give up its seat in a room that has not started and in which one has a seat oneself.
    RemoveComputer {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// The computer's seat.
        seat: u8,
    },
    /// Follows a room: a snapshot, then every event.
    Watch {
        /// Which one.
        #[ts(type = "string")]
        room: RoomId,
        /// The last `seq` already seen: answered by the missing events, or by a snapshot when they are too many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
        /// Whether snapshots and events are to carry the legal moves of the seat whose turn it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        legal: bool,
    },
    /// Follows a room no more.
    Unwatch {
        /// Which one.
        #[ts(type = "string")]
        room: RoomId,
    },
    /// Says that one is ready to begin, or not after all.
    Ready {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// Whether one is.
        ready: bool,
    },
    /// Plays a move. Answered, as every command to a room, by `{"room": "…", "seat": 0, "seq": 17}`.
    Play {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// Plies played before this move: 0 for the first. Guards against a move meant for another position.
        ply: u32,
        /// In Aba-Pro notation: `a1b2`, `c6c7d6`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Offers something to the others.
    Offer {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// What.
        what: Offer,
    },
    /// Agrees to an open offer.
    Accept {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// To what.
        what: Offer,
    },
    /// Turns down an open offer.
    Decline {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// What.
        what: Offer,
    },
    /// Plays with half of one's time and without what moves add, in a tournament that allows it, before one's first move.
    Berserk {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
    },
    /// Gives the game up.
    Resign {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
    },
    /// Breaks the game off before everybody has moved.
    Abort {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
    },
    /// Ends a game that an opponent has left, once that seat is `claimable_at`.
    Claim {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// What one claims.
        result: Claim,
    },
    /// Plays from this socket from now on. A seat is controlled by one socket at a time, the one that watched the room
    /// last or took over; the user's other sockets see everything and may do nothing.
    TakeOver {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
    },
    /// Seeks a game: one is paired with others who seek the same, in place of whatever one sought before. Answered by `{"seek": "…"}`; a
    /// `notification` says when the game has begun. A seek lasts for as long as one has a socket open.
    Seek(SeekWish),
    /// Plays with whoever waits with this seek, if they would: a seek of the same game. Answered like `seek`.
    TakeSeek {
        /// As the lobby's list has it.
        seek: Uuid,
    },
    /// Seeks nothing any more.
    CancelSeek {},
    /// Says something: exactly one of `text` and `preset`. Answered by `{"line": "…"}`.
    Chat {
        /// Where.
        channel: ChatChannel,
        /// In one's own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
        /// What everybody reads in their own language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        preset: Option<Preset>,
    },
    /// Follows something that changes: exactly one of `lobby`, `rooms`, `analysis`, `chat`, `tournament` and
    /// `boards` says what.
    Subscribe {
        /// The name of a lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        lobby: Option<String>,
        /// Rooms that are listed nowhere else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rooms: Option<RoomsWanted>,
        /// The id of a finished game that is being analysed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        analysis: Option<Uuid>,
        /// The id of a tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
        /// Whose games one wants to see as live boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        boards: Option<BoardsOf>,
        /// Where people talk.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        chat: Option<ChatChannel>,
        /// Of a chat, the id of the last line that is known: answered by the lines after it, or by all where that is not certain to be
        /// enough.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        since: Option<Uuid>,
    },
    /// Follows it no more.
    Unsubscribe {
        /// The name of a lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        lobby: Option<String>,
        /// Rooms that are listed nowhere else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rooms: Option<RoomsWanted>,
        /// The id of a finished game that is being analysed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        analysis: Option<Uuid>,
        /// The id of a tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
        /// Whose games one wants to see as live boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        boards: Option<BoardsOf>,
        /// Where people talk.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        chat: Option<ChatChannel>,
    },
    /// Answered by `pong`: measures the round trip and the offset of the clocks.
    Ping {
        /// Any number; comes back.
        #[ts(type = "number")]
        t: i64,
    },
}

/// Which game one seeks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SeekWish {
    /// Where; `main` when left out.
    #[serde(default = "default_lobby")]
    #[ts(optional, as = "Option<String>")]
    pub lobby: String,
    /// How many play.
    #[serde(default = "default_mode")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's usual one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// How thinking time is limited; ten minutes each when left out.
    #[serde(default = "default_clock")]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// Whether the result counts for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// How strong the others may be; anybody when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating_range: Option<RatingRange>,
    /// The level, 1 to 8, of the computers that may take the seats which stay free for long; only people when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computers: Option<u8>,
}

impl Default for SeekWish {
    fn default() -> Self {
        Self {
            lobby: default_lobby(),
            mode: default_mode(),
            layout: None,
            clock: default_clock(),
            rated: false,
            rating_range: None,
            computers: None,
        }
    }
}

/// Rooms that a list of their own has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum RoomsWanted {
    /// Those in which one has a seat.
    Own,
}

/// How a new room shall be. Shared by the socket and `POST /api/v1/rooms`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// How many play.
    #[serde(default = "default_mode")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's usual one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// How thinking time is limited; ten minutes each when left out.
    #[serde(default = "default_clock")]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// Whether the result counts for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Who may find it.
    #[serde(default)]
    #[ts(optional, as = "Option<Visibility>")]
    pub visibility: Visibility,
    /// The lobby that lists it; `main` when left out.
    #[serde(default = "default_lobby")]
    #[ts(optional, as = "Option<String>")]
    pub lobby: String,
    /// Whether everybody must say that they are ready before a game begins.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub ready: bool,
    /// By how many seconds those who have no seat see a game late: 0 to 600.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub spectator_delay_s: u32,
    /// The seat that the maker takes; when left out, the first one that none of the computers and bots is to take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// Computer players that are seated at once. When nobody else is missing, the game begins with the room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ComputerSeat>>")]
    pub computers: Vec<ComputerSeat>,
    /// Bots that are seated at once, if they take such a game. When nobody else is missing, the game begins with the room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<BotSeat>>")]
    pub bots: Vec<BotSeat>,
}

/// A seat for a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotSeat {
    /// Its id, as `GET /api/v1/bots` has it.
    pub id: Uuid,
    /// Which seat; the first free one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// A seat for a computer player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComputerSeat {
    /// How strong it plays: 1 to 8.
    pub level: u8,
    /// Which seat; the first free one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

fn default_mode() -> Mode {
    Mode::Two
}

/// Ten minutes for each player: the time that the rulebooks name first.
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
            clock: default_clock(),
            rated: false,
            visibility: Visibility::default(),
            lobby: default_lobby(),
            ready: false,
            spectator_delay_s: 0,
            seat: None,
            computers: Vec::new(),
            bots: Vec::new(),
        }
    }
}

impl Command {
    /// The words of all types.
    pub const TYPES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;
}
