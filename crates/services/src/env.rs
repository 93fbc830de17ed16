//! Surroundings of the services.

use std::sync::Arc;

use sumito_cluster::{Duties, Node};
use sumito_config::Config;
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::event_log::EventLog;
use sumito_store::Store;

/// Surroundings of the services: a server and a simulation provide their own.
#[derive(Debug, Clone)]
pub struct Env {
    /// Configuration of the server, as read at its start.
    pub config: Arc<Config>,
    /// All stored data.
    pub store: Store,
    /// Writer of rooms and tournaments.
    pub event_log: EventLog,
    /// This server among the nodes that share the database.
    pub node: Node,
    /// Tasks that run on one node at a time.
    pub duties: Duties,
    /// Source of the current time.
    pub time: TimeSource,
    /// Threads of the engine.
    pub engine_pool: EnginePool,
    /// Threads on which tournaments decide: pairing many players takes long.
    pub deciding: BlockingPool,
}
