//! The public interface of the bus, inside one process and over real NATS servers.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod connecting;
mod messages;
mod nats_server;
mod net;
mod outages;
mod requests;
