//! Rooms: one task each, which alone changes what is in it.
//!
//! [`Rooms`] finds a room by its id, bringing it back from its events where it is not in memory; a [`RoomHandle`] is how to
//! talk to it. Whoever holds one cannot tell where the room lives.

mod delay;
mod handle;
pub(crate) mod history;
pub(crate) mod projection;
mod registry;
mod room;
mod step;
mod watchers;

pub use handle::RoomHandle;
pub(crate) use handle::{Message, Request, Undelivered, WatchRequest};
pub use registry::{Rooms, RoomsConfig};
