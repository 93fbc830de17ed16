//! The leases of this node and of the other nodes, as far as the bus needs them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sumito_game::Timestamp;
use sumito_kit::node::NodeId;
use sumito_kit::time_source::TimeSource;
use sumito_store::{LeaseDeadline, NodeRow, Store};
use tokio::sync::watch;

/// The lease of a node, for its bus. Without a lease the node sends and receives nothing, and it drops the messages of nodes that have lost
/// theirs. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Standing {
    lease: LeaseDeadline,
    others: Option<Arc<Others>>,
}

#[derive(Debug)]
struct Others {
    time: TimeSource,
    rows: watch::Receiver<Arc<[NodeRow]>>,
    /// Nodes that were alive and no longer are. Their ids do not come back.
    gone: Mutex<HashSet<NodeId>>,
}

/// When a request was sent, on the clock of the sender, and for how long it is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) sent_at: Timestamp,
    pub(crate) valid_for: Duration,
}

impl Standing {
    /// Returns the standing of a server with this store.
    pub fn of(store: &Store) -> Self {
        let others = store.membership().map(|membership| {
            Arc::new(Others { time: membership.time(), rows: membership.nodes(), gone: Mutex::default() })
        });
        Self { lease: store.lease_deadline(), others }
    }

    /// Returns the standing of a node with an endless lease.
    pub fn always() -> Self {
        Self { lease: LeaseDeadline::never(), others: None }
    }

    pub(crate) fn lease(&self) -> &LeaseDeadline {
        &self.lease
    }

    /// Notes which nodes are no longer alive, until the end.
    pub(crate) async fn follow(self) {
        let Some(others) = &self.others else { return };
        let (mut rows, mut known) = (others.rows.clone(), HashSet::new());
        loop {
            let alive: HashSet<_> = rows.borrow_and_update().iter().map(|row| row.id).collect();
            others.gone.lock().extend(known.difference(&alive));
            known = alive;
            if rows.changed().await.is_err() {
                return;
            }
        }
    }

    /// Returns whether a node was alive and no longer is: another node has fenced it, or it has stopped.
    pub(crate) fn is_gone(&self, node: NodeId) -> bool {
        self.others.as_ref().is_some_and(|others| others.gone.lock().contains(&node))
    }

    /// Returns the stamp of a request that is sent now; `None` if nodes have no common time.
    pub(crate) fn stamp(&self, valid_for: Duration) -> Option<Stamp> {
        self.others.as_ref().map(|others| Stamp { sent_at: others.time.now(), valid_for })
    }

    /// Returns how long a request that has just arrived is still valid; `None` if it is too old. Its time on the way counts, as far as the
    /// sender's renewals reveal it.
    pub(crate) fn valid_for(&self, from: NodeId, stamp: Stamp) -> Option<Duration> {
        let Some(others) = &self.others else { return Some(stamp.valid_for) };
        let ahead_by = others.rows.borrow().iter().find(|row| row.id == from).and_then(|row| row.ahead_by);
        let age = ahead_by.map_or(0, |ahead_by| others.time.now().0 - stamp.sent_at.0 - ahead_by);
        let age = Duration::from_micros(u64::try_from(age).unwrap_or_default());
        stamp.valid_for.checked_sub(age)
    }
}

impl Stamp {
    /// Reads the text of a stamp.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (sent_at, valid_for) = text.split_once(' ')?;
        let valid_for = Duration::from_millis(valid_for.parse().ok()?);
        Some(Self { sent_at: Timestamp(sent_at.parse().ok()?), valid_for })
    }

    /// Returns its text: the time in microseconds and the span in milliseconds.
    pub(crate) fn text(self) -> String {
        format!("{} {}", self.sent_at.0, self.valid_for.as_millis())
    }
}
