//! Rooms: one task each, which alone changes the room's table.
//!
//! A room is a domain service. It receives [`Request`]s and sends typed [`RoomUpdate`]s to its [`Subscriber`]s; none of them depends on
//! sockets or JSON, and all of them could be sent to another process. Any part of the server can hold a [`RoomHandle`]: a socket, a
//! tournament, a computer player, a test.
//!
//! | file | content |
//! |---|---|
//! | `registry` | [`Rooms`]: the registry of the rooms in memory, and their loading |
//! | `cooldown` | cooldown from rated games |
//! | `create`, `creations` | creation of rooms, with the players seated and the game started if requested; creations with an unknown outcome |
//! | `seat_reservations` | guard against seats for accounts that are being deleted |
//! | `scheduler` | loading of rooms when their next deadline comes |
//! | `presence`, `preload` | presence of users, and loading of rooms whose waiting players come back |
//! | `room/` | the task of a room |
//! | `published_state` | lists and states of rooms that other nodes follow |
//! | `remote/` | rooms in the memory of other nodes that share the database |
//! | `handle`, `reply`, `error` | requests to a room, and its answers |
//! | `subscriber`, `update`, `event`, `view` | updates of a room, and their receivers |
//! | `records`, `write` | records of a room: in memory, and on their way to the event log |
//! | `stored_moves` | stored form of conditional moves |
//! | `spectator_delay` | delayed view for spectators |
//! | `occupancy` | seats and game status for the chat of a room |
//! | `rated_positions` | positions of running rated games, for which the engine does not answer |
//! | `lobby_rooms` | changes for the lobby lists |
//! | `correspondence_turns` | turn changes of correspondence games, for notifications |
//! | `my_game`, `my_game_changes`, `my_games` | summaries for the lists of players' games |
//!
//! [`Subscriber`]: sumito_kit::topic::Subscriber

mod cooldown;
mod correspondence_turns;
mod create;
mod creations;
mod error;
mod event;
pub mod event_log;
pub mod finished_game;
mod hand_over;
mod handle;
mod lobby_rooms;
mod my_game;
mod my_game_changes;
mod my_games;
mod occupancy;
mod preload;
mod presence;
mod published_state;
mod rated_positions;
mod ratings;
pub mod records;
mod registry;
mod remote;
mod reply;
mod room;
mod room_task;
mod scheduler;
mod seat_reservations;
mod serde_rules;
mod spectator_delay;
mod stored_moves;
mod subscriber;
mod update;
mod view;
mod write;

pub use cooldown::can_start_game;
pub use correspondence_turns::{CorrespondenceTurn, CorrespondenceTurns};
pub use create::{Created, RoomPlan, SeatedPlayer, TournamentGameRef, check_lobby_name};
pub use error::RoomError;
pub use event::{RoomEvent, StateAfterEvent};
pub use handle::{Request, RoomHandle, Watch};
pub use lobby_rooms::{LobbyRoom, LobbyRoomChangeBatch, LobbyRoomChanges};
pub use my_game::my_game;
pub use my_game::{MyGame, MyGameSeat};
pub use my_game_changes::{MyGameChangeBatch, MyGameChanges};
pub use occupancy::{RoomOccupancy, RoomOccupancyChanges};
pub use presence::{PresenceGuard, PresenceTracker};
pub use rated_positions::RatedPositions;
pub use ratings::Ratings;
pub use ratings::SeatRating;
pub use registry::{Rooms, RoomsConfig};
pub use reply::{CommandOutcome, CommandResult, Reply};
pub use seat_reservations::NoSeats;
pub use update::{ClockCause, EncodedUpdate, EncodedView, Notice, RoomUpdate, SeatPresence};
pub use view::{GameView, OfferView, RoomView, SeatView};
