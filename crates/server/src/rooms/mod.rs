//! Rooms: one task each, which alone changes the room's table.
//!
//! A room is a domain service. It receives [`Request`]s and sends typed [`Update`]s to its [`Subscriber`]s; none of them knows sockets or
//! JSON, and all of them could be sent to another process. Any part of the server can hold a [`RoomHandle`]: a socket, a tournament, a
//! computer player, a test.
//!
//! | file | what it holds |
//! |---|---|
//! | `registry` | [`Rooms`]: which rooms are in memory, and bringing one there |
//! | `conduct` | who may play rated games at the moment |
//! | `create` | making a room, with the players seated and the game started where that is wanted |
//! | `seating` | who takes a seat at this moment: nobody whose account is deleted |
//! | `scheduler` | brings a room back when its next deadline comes |
//! | `attendance`, `arrivals` | who is there, and rooms that somebody waits in who comes back |
//! | `room/` | the task of one room |
//! | `handle`, `reply`, `error` | how to ask a room for something, and what it answers |
//! | `subscriber`, `update`, `event`, `view` | what a room tells, and to whom |
//! | `history`, `payload`, `step` | a room's records: in memory, as text, and on their way to the journal |
//! | `delay` | what spectators of a room with a delay see |
//! | `floor` | what those have to know who speak beside a room |
//! | `listings` | what the lists of rooms have to know |
//! | `turns` | whose turn it is by correspondence, for those who are not there |
//! | `standing`, `standings`, `own` | what the lists of players' own rooms have to know |

mod arrivals;
mod attendance;
mod conduct;
mod create;
mod delay;
mod error;
mod event;
mod floor;
mod handle;
pub(crate) mod history;
mod listings;
mod own;
mod payload;
pub(crate) mod projection;
mod ratings;
mod registry;
mod reply;
mod room;
mod scheduler;
mod seating;
mod standing;
mod standings;
mod step;
mod subscriber;
mod turns;
mod update;
mod view;

pub use attendance::{Attendance, Stay};
pub use conduct::may_begin_game;
pub use create::{Created, InTournament, RoomPlan, SeatedPlayer, check_lobby_name};
pub use error::RoomError;
pub use event::{After, RoomEvent};
pub use floor::{Floor, Floors};
pub use handle::{Request, RoomHandle, Watch};
pub use listings::{Changes, Listing, Listings};
#[cfg(test)]
pub(crate) use ratings::Ratings;
pub use ratings::SeatRating;
pub use registry::{Rooms, RoomsConfig};
pub use reply::{Answer, Done, Reply};
pub use seating::NoSeats;
pub(crate) use standing::own_room;
pub use standing::{Standing, StandingSeat};
pub use standings::{StandingChanges, Standings};
pub use subscriber::{Subscriber, SubscriberId};
pub use turns::{Turn, Turns};
pub use update::{ClockCause, Notice, SeatPresence, SharedUpdate, SharedView, Update};
pub use view::{GameView, OfferView, RoomView, SeatView};
