//! Clusters: servers (nodes) that share one database. The message bus between them, and the things that each of them owns.
//!
//! A [`Node`] claims rooms, tournaments and [`Duties`] in the database, so that each has one owner. A [`Union`] is state of which each node
//! has a part, such as the users who are online. A [`Tail`] keeps the copy of a stored state current.
//!
//! A [`Bus`] publishes messages on [`Subject`]s, and sends requests to single nodes. It works inside one process ([`Hub`]), or over NATS
//! core ([`Bus::connect`]); callers cannot tell the difference. The rules of both:
//!
//! - **At most once.** A message arrives once or not at all. Whenever messages may be missing, a subscription yields [`Received::Lagged`],
//!   and its reader rereads the state. The first item of each subscription is `Lagged`: from then on it receives all messages.
//! - **In order**, for the messages of one node on one subject. There is no order between nodes or subjects.
//! - **A node without a lease is silent**: from the moment at which its lease may have ended until it is renewed, it sends nothing, and
//!   drops all messages that arrive or have waited in its connection. Messages of nodes that are no longer alive are dropped, and requests
//!   that are older than their time limit.
//! - **A node publishes nothing to itself.** A request to itself does not leave the process, and needs neither a lease nor a connection.
//! - **Nothing waits, everything is bounded**: the size of a message ([`MAX_MESSAGE_BYTES`]), the queues in messages and bytes
//!   ([`MAX_QUEUED_MESSAGES`], [`MAX_QUEUED_BYTES`]), the open requests of a node.
//! - **Bodies are JSON.** Two consecutive releases interoperate: a release may add optional fields, and sends a new variant only after all
//!   nodes know it. A message that cannot be read is counted and dropped.
//!
//! | file | content |
//! |---|---|
//! | `node`, `duties` | claims of this node; tasks that run on one node at a time |
//! | `union/` | maps that all nodes share: each contributes a part |
//! | `bus`, `subject`, `subscription`, `request` | the interface |
//! | `wakeup` | empty messages that wake tasks |
//! | `tail` | copies of stored states that other nodes change |
//! | `hub` | the bus inside one process |
//! | `nats/` | the bus over NATS: settings and errors, the connection, the greeting of other nodes, a simulated server |
//! | `mailbox` | received messages and requests, on both buses |
//! | `standing` | the leases of the nodes: which node may send and receive |
//! | `pulse` | interruptions of the bus |
//! | `envelope`, `queue` | the bytes of a message; bounded queues with gaps |

mod bus;
mod duties;
mod envelope;
mod hub;
mod mailbox;
mod nats;
mod node;
mod pulse;
mod queue;
mod request;
mod standing;
mod subject;
mod subscription;
mod tail;
mod union;
mod wakeup;

pub use bus::{Bus, BusState};
pub use duties::Duties;
pub use envelope::MAX_MESSAGE_BYTES;
pub use hub::Hub;
pub use nats::{BusSettings, ConnectError, Credentials};
#[cfg(feature = "simulated")]
pub use nats::{SimulatedNats, Stall};
pub use node::{Node, Owner, Peers};
pub use pulse::Silence;
pub use queue::{MAX_QUEUED_BYTES, MAX_QUEUED_MESSAGES};
pub use request::{Incoming, Replier, RequestError, Requests, Service};
pub use standing::Standing;
pub use subject::Subject;
pub use subscription::{Received, Subscription};
pub use sumito_kit::node::NodeId;
pub use tail::{Tail, Tailed};
pub use union::{Change, Followed, Key, Union, UnionChanges, Value};
pub use wakeup::Wakeup;
