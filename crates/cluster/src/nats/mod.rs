//! The bus over NATS core.
//!
//! Subjects, below the prefix and the id of the database:
//!
//! | subject | content |
//! |---|---|
//! | `PREFIX.hello` | greetings of nodes that start, whatever their database |
//! | `PREFIX.DATABASE.subject.NAME` | messages on a subject |
//! | `PREFIX.DATABASE.lost` | a node reports that it could not send some of its messages |
//! | `PREFIX.DATABASE.node.NODE.request` | requests to a node |
//! | `PREFIX.DATABASE.node.NODE.reply.N` | the answer to a node's request with the number N |

mod client;
mod error;
mod hello;
mod link;
mod settings;
#[cfg(feature = "simulated")]
mod simulated;
#[cfg(all(test, feature = "simulated"))]
mod tests;

pub use error::ConnectError;
pub use settings::{BusSettings, Credentials};
#[cfg(feature = "simulated")]
pub use simulated::{SimulatedNats, Stall};

use std::sync::Arc;

use async_nats::{ConnectOptions, Event, ServerError};
use futures_util::stream::select;
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use sumito_kit::task;
use tokio::sync::{mpsc, watch};
use tokio_util::task::AbortOnDropHandle;
use tracing::{debug, error};
use uuid::Uuid;

use crate::envelope::MAX_MESSAGE_BYTES;
use crate::standing::Standing;
use client::Client;
use hello::Hello;
use link::{Link, Reported};

/// A node on NATS. It leaves the bus when it is dropped.
#[derive(Debug)]
pub(crate) struct NatsNode {
    pub(crate) link: Arc<Link>,
    tasks: Vec<AbortOnDropHandle<()>>,
}

/// Connects to NATS, and checks the permissions and the other nodes.
pub(crate) async fn connect(
    settings: &BusSettings,
    node: NodeId,
    database: Uuid,
    standing: Standing,
) -> Result<NatsNode, ConnectError> {
    let (addresses, options) = settings.client(node).await?;
    let (connection, connection_changes) = watch::channel(Reported::default());
    let (violations, violated) = mpsc::channel(1);
    let client = report_events(options, connection, violations)
        .connect(addresses)
        .await
        .map_err(|error| ConnectError::of(&settings.url, &error))?;
    let max_payload = client.server_info().max_payload;
    if max_payload < MAX_MESSAGE_BYTES {
        return Err(ConnectError::MaxPayload { max_payload, needed: MAX_MESSAGE_BYTES });
    }
    let link = Link::new(Client::Nats(client), Hello::new(node, database), settings, standing);
    join(link, settings, connection_changes, violated).await
}

/// Connects to a simulated server.
#[cfg(feature = "simulated")]
pub(crate) async fn simulate(
    nats: &SimulatedNats,
    node: NodeId,
    database: Uuid,
    standing: Standing,
) -> Result<NatsNode, ConnectError> {
    let (client, connection_changes) = nats.connect(node);
    let (_violations, violated) = mpsc::channel(1);
    let settings = BusSettings::default();
    let link = Link::new(Client::Simulated(client), Hello::new(node, database), &settings, standing);
    join(link, &settings, connection_changes, violated).await
}

/// Joins the other nodes with this link.
async fn join(
    link: Link,
    settings: &BusSettings,
    connection_changes: watch::Receiver<Reported>,
    mut violated: mpsc::Receiver<String>,
) -> Result<NatsNode, ConnectError> {
    let link = Arc::new(link);
    let inbox = link.listen(link.subject_of_node(link.id, ">")).await?;
    let losses = link.listen(link.subject_of_losses()).await?;
    let mut joined = NatsNode { tasks: Vec::new(), link: Arc::clone(&link) };
    joined.spawn(Arc::clone(&link).send());
    joined.spawn(Arc::clone(&link).receive(select(inbox, losses)));
    joined.spawn(Arc::clone(&link).follow(connection_changes));
    joined.spawn(Arc::clone(&link).beat());
    joined.spawn(link.standing.clone().follow());
    tokio::select! {
        greeted = link.greet() => greeted?,
        Some(violation) = violated.recv() => {
            return Err(ConnectError::NotPermitted { prefix: settings.prefix.clone(), violation });
        }
    }
    let hellos = link.listen(link.subject_of_hellos()).await?;
    joined.spawn(Arc::clone(&link).answer_hellos(hellos));
    // Another node may have started at the same time: if their databases differ, one of the two logs it.
    link.send_soon(link.subject_of_hellos(), None, link.hello.bytes().into());
    Ok(joined)
}

/// Makes the client report changes of the connection, and the first violation of permissions.
fn report_events(
    options: ConnectOptions,
    connection: watch::Sender<Reported>,
    violations: mpsc::Sender<String>,
) -> ConnectOptions {
    options.event_callback(move |event| {
        match event {
            Event::Disconnected | Event::Closed => connection.send_modify(|now| now.is_up = false),
            Event::Connected => {
                connection.send_modify(|now| *now = Reported { is_up: true, times: now.times + 1 });
            }
            Event::SlowConsumer(_) => {
                metrics::bus_dropped("slow_reader");
                // As after a reconnect, any message may be missing.
                connection.send_modify(|now| now.times += 1);
            }
            Event::ServerError(ServerError::Other(error)) if is_violation(&error) => {
                error!(error, "NATS permissions missing");
                // Only the first one is of interest, and only while the node starts.
                let _ = violations.try_send(error);
            }
            other => debug!(event = %other, "NATS client event"),
        }
        async {}
    })
}

fn is_violation(error: &str) -> bool {
    error.to_ascii_lowercase().starts_with("permissions violation")
}

impl NatsNode {
    fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.push(AbortOnDropHandle::new(task::spawn(task)));
    }
}
