//! One Abalone table: seats, turns, clocks, offers, outcome. Free of I/O.
//!
//! A [`Table`] is a value. [`Table::decide`] returns the events that a command causes and changes nothing; [`Table::apply`] applies a
//! recorded event. The state is the fold of the events, so the [`Record`]s suffice to rebuild the table. A server stores the events between
//! the two steps and therefore never announces an event that is not on disk.
//!
//! ```text
//! command ──decide──▶ events ──(store)──▶ apply ──▶ table ──(broadcast)──▶ clients
//! ```
//!
//! Time, randomness and [`Presence`] are arguments ([`Timestamp`], [`GameId`]); the crate's `clippy.toml` forbids any other source of time
//! and randomness.
//!
//! Players are charged for their own time only. The server reports the time that it spends during a turn, to store the previous move or in
//! an outage, with [`Table::announced_at`] and [`Table::exclude`]; the next [`Record`] contains it.

pub mod as_text;
mod clock;
mod clock_tag;
mod clocks;
mod command;
mod computer;
mod conditional_moves;
mod event;
mod foreign_tags;
mod game;
mod game_formats;
mod game_text;
mod ids;
mod lag;
pub mod limits;
mod move_errors;
mod move_text;
mod offers;
mod outcome;
mod presence;
mod reject;
mod room_id;
mod seat;
mod settings;
mod spans;
mod start;
mod table;
mod time;

pub use clock::{Clock, MoveTiming};
pub use clocks::Clocks;
pub use command::{AddedTime, Command, Context};
pub use computer::Computer;
pub use conditional_moves::{ConditionalMoves, Line};
pub use event::{Cause, Event, Record};
pub use game::Game;
pub use game_text::{GameText, GameTextError};
pub use ids::{GameId, Player, TournamentId, UserId};
pub use move_text::MoveText;
pub use outcome::Outcome;
pub use presence::{Absence, Presence};
pub use reject::{CommandError, LimitReached};
pub use room_id::{InvalidRoomId, RoomId};
pub use seat::{Seat, SeatSet};
pub use settings::{Policy, Settings, SettingsError, TimeControl};
pub use start::{Start, StartError, StartPosition};
pub use sumito_vocabulary::{Claim, Offer, Reason, Status};
pub use table::{ReplayError, SeatState, Table};
pub use time::Timestamp;
