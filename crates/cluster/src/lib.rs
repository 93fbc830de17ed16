//! The message bus between the nodes of a cluster: the servers that share one database.
//!
//! A [`Bus`] publishes messages on [`Topic`]s, and sends requests to single nodes. It works inside one process ([`Hub`]), or over NATS core
//! ([`Bus::connect`]); callers cannot tell the difference. The rules of both:
//!
//! - **At most once.** A message arrives once or not at all. Whenever messages may be missing, a subscription yields [`Received::Lagged`],
//!   and its reader reads the state again. The first item of each subscription is `Lagged`: from then on it receives all messages.
//! - **In order**, for the messages of one node on one topic. There is no order between nodes or topics.
//! - **A node sends nothing to itself**: it receives none of its own messages, and a request to itself is [`RequestError::NoSuchNode`].
//! - **Nothing waits, everything is bounded**: the size of a message ([`MAX_MESSAGE_BYTES`]), the queues in messages and bytes
//!   ([`MAX_QUEUED_MESSAGES`], [`MAX_QUEUED_BYTES`]), the open requests of a node.
//! - **Bodies are JSON.** Two consecutive releases interoperate: a release may add optional fields, and sends a new variant only after all
//!   nodes know it. A message that cannot be read is counted and dropped.
//!
//! | file | content |
//! |---|---|
//! | `bus`, `topic`, `subscription`, `request` | the interface |
//! | `hub` | the bus inside one process |
//! | `nats/` | the bus over NATS: settings and errors, the connection, the greeting of other nodes |
//! | `mailbox` | what a node receives, on both buses |
//! | `envelope`, `queue` | the bytes of a message; bounded queues with gaps |

mod bus;
mod envelope;
mod hub;
mod mailbox;
mod nats;
mod queue;
mod request;
mod subscription;
mod topic;

pub use bus::{Bus, BusState};
pub use envelope::MAX_MESSAGE_BYTES;
pub use hub::Hub;
pub use nats::{BusSettings, ConnectError, Credentials};
pub use queue::{MAX_QUEUED_BYTES, MAX_QUEUED_MESSAGES};
pub use request::{Incoming, Replier, RequestError, Requests};
pub use subscription::{Received, Subscription};
pub use sumito_kit::node::NodeId;
pub use topic::Topic;
