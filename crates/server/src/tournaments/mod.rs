//! Tournaments: each is a task that drives rooms and is told how their games end.
//!
//! What a tournament decides is `sumito_tournament`'s; here is what that crate does without: time, storage, rooms, and who is there.
//! A task stores what it has decided before anything follows from it, and what follows can be worked out again from what is stored
//! ([0036](../../../../docs/adr/0036-tournaments-in-the-server.md)).

mod actor;
mod entries;
mod error;
mod handle;
mod history;
mod registry;
mod results;
mod series;
mod summary;
mod tables;
mod view;
mod wish;

pub use self::entries::Registration;
pub use self::error::TournamentError;
pub(crate) use self::registry::Shared;
pub use self::registry::{Tournaments, TournamentsParts, TournamentsRules, on_behalf_of};
pub use self::summary::Summary;
pub use self::tables::LOBBY;
pub use self::view::{SharedTournamentUpdate, TournamentSubscriber, TournamentUpdate, TournamentView};
pub use self::wish::{LONGEST_PASSWORD, NewTournament, Order};
