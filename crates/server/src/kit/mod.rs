//! Mechanisms that every part of the server uses. No module of the kit knows a rule of the game or a table of the database.

pub(crate) mod blocking;
pub(crate) mod caught;
pub mod drain;
pub mod encoded;
pub mod engine_pool;
pub mod language;
pub mod metrics;
pub(crate) mod names;
pub(crate) mod random;
pub(crate) mod recency_cache;
pub(crate) mod recent_errors;
pub(crate) mod supervisor;
pub mod telemetry;
pub mod text;
pub mod time_source;
pub(crate) mod token_bucket;
