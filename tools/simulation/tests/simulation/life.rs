//! A server with the limits of the simulation.

use sumito_cluster::Node;
use sumito_config::{Config, Overrides};
use sumito_game::Timestamp;
use sumito_gateway::simulated::Life;
use sumito_store::Store;

use super::busy;

/// Starts a server at the time `now` in the runtime's own time, and loads the due rooms.
pub(super) async fn start(store: Store, now: Timestamp) -> Life {
    start_with(store, now, |_| {}).await
}

/// Starts a node on a host with the clock at `now`.
pub(super) async fn start_node(store: Store, node: Node, now: Timestamp) -> anyhow::Result<Life> {
    Life::start(store, node, now, config(|_| {}), busy::pass).await
}

/// Starts a server with changed settings.
pub(crate) async fn start_with(store: Store, now: Timestamp, change: impl FnOnce(&mut Config)) -> Life {
    let started = Life::start(store, Node::alone(), now, config(change), busy::pass);
    started.await.expect("the store is well")
}

fn config(change: impl FnOnce(&mut Config)) -> Config {
    let mut config = Config::load(None, &Overrides::default()).expect("the defaults are in order");
    config.limits.messages_per_second = 0;
    // Small limits, so that all cases occur: slow readers are disconnected, missed events come as a snapshot, games end.
    config.limits.outbox_messages = 24;
    config.rooms.missed_events = 8;
    config.rooms.idle_ms = 10_000;
    config.policy.quiet_plies = 40;
    change(&mut config);
    config
}
