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
//! Time and randomness come in as arguments ([`Timestamp`], [`GameId`]); the crate's `clippy.toml` forbids any
//! other source of them.

mod clock;
mod command;
mod event;
mod game;
mod ids;
mod lag;
mod move_text;
mod offers;
mod outcome;
mod seat;
mod settings;
mod table;
mod time;

pub use clock::{Clock, Lapse};
pub use command::{Claim, Command, Reject, Signal};
pub use event::{Cause, Event, Record};
pub use game::Game;
pub use ids::{GameId, Player, UserId};
pub use move_text::MoveText;
pub use offers::Offer;
pub use outcome::{Outcome, Reason};
pub use seat::{Seat, SeatSet};
pub use settings::{Policy, Settings, SettingsError, TimeControl};
pub use table::{Chair, Corrupt, Phase, Table};
pub use time::Timestamp;
