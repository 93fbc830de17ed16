//! Tournaments: each is a task that drives rooms and receives the results of their games.
//!
//! The crate `sumito_tournament` makes the decisions; this module adds time, storage, rooms, and presence. A task
//! stores each decision before acting on it, and the actions can be derived again from the stored state
//! ([0036](../../../../docs/adr/0036-store-each-tournament-decision-before-acting-on-it.md)).

mod actor;
mod create;
mod due;
mod entries;
mod error;
mod handle;
mod nodes;
mod placings;
mod registry;
mod replica;
mod results;
mod series;
mod shown;
mod stored;
mod summary;
mod tables;
mod view;

pub use self::create::{LONGEST_PASSWORD, NewTournament, Order};
pub use self::entries::Registration;
pub use self::error::TournamentError;
pub use self::placings::Placing;
pub(crate) use self::registry::TournamentContext;
pub use self::registry::{Hall, Tournaments, TournamentsConfig, deciding, on_behalf_of};
pub use self::summary::Summary;
pub use self::tables::LOBBY;
pub use self::view::{EncodedTournamentUpdate, TournamentUpdate, TournamentView};
