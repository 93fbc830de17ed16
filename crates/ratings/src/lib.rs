//! How strong players are, worked out from the results of their games.
//!
//! A [`Rating`] says how strong a player is and how sure that is, and belongs to one [`Pool`]. [`rate`] takes the ratings of those
//! who played a game, in the order of the seats, and returns those after it: Glicko-2 for two players, the method of Weng and Lin
//! for three and for teams. All of them are on the same scale, that of Glicko: one begins at 1500.
//!
//! There is no I/O and no clock: moments are arguments, in microseconds since the Unix epoch. The same games in the same order give
//! the same numbers.

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
