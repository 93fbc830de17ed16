//! Ratings: playing strength, calculated from the results of games.
//!
//! A [`Rating`] is an estimate of a player's strength with its uncertainty, and belongs to one [`Pool`]. [`rate`] takes the ratings of a
//! game's players, in the order of the seats, and returns the new ones: Glicko-2 for two players, the method of Weng and Lin for three and
//! for teams. All use the scale of Glicko, with the initial value 1500.
//!
//! There is no I/O and no clock: times are arguments, in microseconds since the Unix epoch. The same games in the same order give the same
//! numbers.

#![forbid(unsafe_code)]

mod pool;
mod rate;
mod rating;
mod repeats;
mod short;

pub use pool::{Pool, Speed, UnknownSpeed};
pub use rate::rate;
pub use rating::Rating;
pub use repeats::{FULL_GAMES, day_of, weight};
pub use short::{MOVES_EACH, is_too_short};
