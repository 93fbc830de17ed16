//! Nodes that are connected by a bus of either kind.

use std::time::Duration;

use sumito_cluster::{Bus, BusState, Hub, NodeId, Received, Standing, Subject, Subscription};
use uuid::Uuid;

use crate::nats_server::NatsServer;

/// Longer than anything takes on a busy machine.
pub(crate) const LONG: Duration = Duration::from_mins(1);

pub(crate) const NUMBERS: Subject<u32> = Subject::new("numbers");

/// Kind of bus.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    InProcess,
    Nats,
}

/// Each behaviour of a bus is tested on both kinds.
pub(crate) const BOTH: [Kind; 2] = [Kind::InProcess, Kind::Nats];

/// The bus between the nodes of a test.
pub(crate) enum Net {
    InProcess(Hub),
    Nats(Box<NatsServer>, Uuid),
}

impl Net {
    pub(crate) async fn start(kind: Kind) -> Self {
        match kind {
            Kind::InProcess => Self::InProcess(Hub::default()),
            Kind::Nats => Self::Nats(Box::new(NatsServer::start().await), Uuid::new_v4()),
        }
    }

    /// Adds a node.
    pub(crate) async fn node(&self) -> Bus {
        match self {
            Self::InProcess(hub) => hub.join(NodeId::random()),
            Self::Nats(server, database) => {
                Bus::connect(&server.settings(), NodeId::random(), *database, Standing::always())
                    .await
                    .unwrap()
            }
        }
    }
}

/// Subscribes, and waits until the subscription is effective.
pub(crate) async fn subscribe(bus: &Bus, subject: &Subject<u32>) -> Subscription<u32> {
    let mut subscription = bus.subscribe(subject);
    assert_eq!(subscription.next().await, Received::Lagged, "it is the first item of each subscription");
    subscription
}

/// Waits for the next message, and checks it.
pub(crate) async fn expect(subscription: &mut Subscription<u32>, from: &Bus, body: u32) {
    assert_eq!(subscription.next().await, Received::Message { from: from.node(), body });
}

/// Waits for a state.
pub(crate) async fn state(bus: &Bus, is_connected: bool) {
    bus.state().wait_for(|state: &BusState| state.is_connected() == is_connected).await.unwrap();
}
