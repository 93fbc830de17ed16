//! One table at which Abalone is played: seats, turns, clocks, offers, outcome. Free of I/O.
//!
//! A [`Table`] is a value. [`Table::decide`] says what a command would cause and changes nothing;
//! [`Table::apply`] takes in what has happened. The state is the fold of the events: whoever has the
//! [`Record`]s has the table. Between the two, a server stores the events, so that nothing is ever told that
//! is not on disk.
//!
//! ```text
//! command ──decide──▶ events ──(store)──▶ apply ──▶ table ──(tell)──▶ everybody
//! ```
//!
//! Time and randomness come in as arguments ([`Timestamp`], [`GameId`]), and so does who is there ([`Presence`]); the
//! crate's `clippy.toml` forbids any other source of time and randomness.
//!
//! The players are charged for their own time only. What the server takes of a turn, to store the move before or because it
//! was away, is told to the table ([`Table::told`], [`Table::forgive`]) and written down with the next [`Record`].

mod clock;
mod clock_tag;
mod clocks;
mod command;
mod computer;
mod event;
mod game;
mod game_text;
mod ids;
mod lag;
pub mod limits;
mod move_text;
mod offers;
mod outcome;
mod presence;
mod reject;
mod room_id;
mod seat;
mod settings;
mod spans;
mod table;
mod time;

pub use clock::{Clock, MoveTiming};
pub use clocks::Clocks;
pub use command::{Claim, Command, Context};
pub use computer::Computer;
pub use event::{Cause, Event, Record};
pub use game::Game;
pub use game_text::{GameText, GameTextError};
pub use ids::{GameId, Player, TournamentId, UserId};
pub use move_text::MoveText;
pub use offers::Offer;
pub use outcome::{Outcome, Reason};
pub use presence::{Absence, Presence};
pub use reject::Reject;
pub use room_id::{BadRoomId, RoomId};
pub use seat::{Seat, SeatSet};
pub use settings::{Policy, Settings, SettingsError, TimeControl};
pub use table::{Chair, Corrupt, Status, Table};
pub use time::Timestamp;
