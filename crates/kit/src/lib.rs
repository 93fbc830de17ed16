//! Mechanisms that every part of the server uses. No module of the kit depends on a rule of the game or a table of the database.

pub mod background;
pub mod batch;
pub mod blocking;
pub mod caught;
pub mod change_set;
pub mod drain;
pub mod encoded;
pub mod endpoint;
pub mod engine_pool;
pub mod holder;
pub mod metrics;
pub mod names;
pub mod node;
pub mod random;
pub mod recency_cache;
pub mod recent_errors;
pub mod recovery;
pub mod registry;
pub mod retry;
pub mod sealed;
pub mod shares;

pub mod task;
pub mod tasks;
pub mod telemetry;
pub mod text;
pub mod time_source;
pub mod token_bucket;
pub mod topic;
