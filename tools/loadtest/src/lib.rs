//! A load generator for operators: recorded games, played over real sockets.
//!
//! It speaks the public protocol like any client: through `sumito-client` to create guests and rooms, and through its own sockets to count
//! moves. It uses a single thread: pin it to its own core, and the server to another; otherwise each distorts the other's measurement.

mod games;
mod idle;
mod mixed;
mod pace;
mod pauses;
mod play;
mod process;
mod report;
mod rooms;
mod seeks;
mod soak;
mod socket;
mod spectate;
mod tables;
mod target;
mod tournament;

pub use idle::{IdlePlan, hold_sockets};
pub use mixed::{MixedPlan, MixedReport, Row, mix};
pub use pauses::{PausesPlan, PausesReport, measure_pauses};
pub use play::{PlayPlan, play};
pub use process::Usage;
pub use report::{PlayReport, ResourceReport};
pub use rooms::{RoomsPlan, make_rooms};
pub use seeks::{SeeksPlan, SeeksReport, seek_games};
pub use soak::{Curve, SoakPlan, SoakReport, Trend, soak};
pub use spectate::{SpectatePlan, SpectateReport, spectate};
pub use target::Target;
pub use tournament::{TournamentPlan, TournamentPlayed, play_tournament};
