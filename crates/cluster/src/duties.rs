//! Duties: tasks that run on one node of a cluster at a time.

use std::time::Duration;

use sha2::{Digest, Sha256};
use sumito_kit::metrics::DutyGuard;
use sumito_kit::node::NodeId;
use sumito_kit::retry::Retry;
use sumito_store::{ClaimKey, StoreError};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use crate::{Node, Owner, Peers, Received, Subject};

/// Requests to the owner of a duty to release it; a subject for each duty.
const YIELDS: Subject<()> = Subject::new("yield");

/// Interval at which the preferred node of a duty tries to claim it.
const TRY_EVERY: Duration = Duration::from_millis(500);

/// Interval at which the other nodes check for unowned duties (the preferred node may run an older release without this duty).
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Time limit for releasing a duty when the server stops.
const RELEASE_LIMIT: Duration = Duration::from_secs(1);

/// Runs duties: tasks that must run on one node at a time. Cheap to clone.
///
/// Each duty has a preferred node, so that the duties spread over all nodes, and move when nodes join. The claim in the database decides
/// which node runs it.
#[derive(Debug, Clone)]
pub struct Duties {
    node: Node,
    stopping: CancellationToken,
}

impl Duties {
    /// Returns the duties of a node, until `stopping` is cancelled.
    pub fn new(node: Node, stopping: CancellationToken) -> Self {
        Self { node, stopping }
    }

    /// Returns the node to which the duties belong.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// Returns the token that is cancelled when the duties end.
    pub fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// Runs a duty whenever this node has it, until the server stops. The future of `work` is dropped when the node releases the duty, and
    /// called again if it returns. It must tolerate a second node that runs the same duty for the duration of a lease: a suspended node
    /// does not notice the loss of the duty.
    pub async fn run<F: Future<Output = ()> + Send>(&self, name: &str, mut work: impl FnMut() -> F + Send) {
        let key = ClaimKey::Duty(name.into());
        while !self.stopping.is_cancelled() {
            if self.stopping.run_until_cancelled(self.get(&key, name)).await.is_none() {
                return;
            }
            self.log(name, "duty acquired");
            let counted = DutyGuard::of(name);
            let wanted = self.wanted_elsewhere(name);
            tokio::select! {
                () = self.stopping.cancelled() => {}
                () = wanted => {}
                () = work() => {}
            }
            drop(counted);
            let released = timeout(RELEASE_LIMIT, self.node.release(std::slice::from_ref(&key))).await;
            match released {
                Ok(Ok(())) => self.log(name, "duty released"),
                Ok(Err(error)) => debug!(duty = name, %error, "duty release failed"),
                Err(_) => debug!(duty = name, "duty release timed out"),
            }
        }
    }

    /// Logs a change of a duty, which concerns the operator of several nodes.
    fn log(&self, duty: &str, what: &str) {
        if self.node.is_shared() {
            info!(duty, "{what}");
        } else {
            debug!(duty, "{what}");
        }
    }

    /// Returns the node that has this duty, if there is one.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn owner(&self, name: &str) -> Result<Option<NodeId>, StoreError> {
        self.node.owner(ClaimKey::Duty(name.into())).await
    }

    /// Waits until this node has the duty.
    async fn get(&self, key: &ClaimKey, name: &str) {
        let mut peers = self.node.peers();
        let mut retry = Retry::quiet(format!("claim to the duty {name}"));
        loop {
            let is_preferred = preferred(name, &peers.available()) == Some(self.node.id());
            let mut pause = if is_preferred { TRY_EVERY } else { LOOK_EVERY };
            if is_preferred {
                match self.node.claim(key.clone()).await {
                    Ok(Owner::ThisNode(_)) => return retry.succeeded(),
                    Ok(Owner::Other(_)) => self.node.bus().publish(&YIELDS.of(name), &()),
                    Err(error) => pause = retry.failed(error),
                }
            }
            tokio::select! {
                () = changed_preference(&mut peers, name, is_preferred, self.node.id()) => {}
                () = sleep(pause) => {
                    // A living node has it, or this node is as good as any other.
                    if !is_preferred
                        && let Ok(None) = self.owner(name).await
                        && let Ok(Owner::ThisNode(_)) = self.node.claim(key.clone()).await
                    {
                        warn!(duty = name, "duty had no owner");
                        return;
                    }
                }
            }
        }
    }

    /// Waits until the preferred node of this duty requests it.
    async fn wanted_elsewhere(&self, name: &str) {
        if !self.node.is_shared() {
            return std::future::pending().await;
        }
        let mut yields = self.node.bus().subscribe(&YIELDS.of(name));
        // A lost message is resent.
        while !matches!(yields.next().await, Received::Message { .. }) {}
    }
}

/// Waits until another node is preferred, or this one is no longer.
async fn changed_preference(peers: &mut Peers, name: &str, was_preferred: bool, this: NodeId) {
    loop {
        peers.changed().await;
        if (preferred(name, &peers.available()) == Some(this)) != was_preferred {
            return;
        }
    }
}

/// Returns the preferred node of a duty: the one with the highest hash of both (rendezvous hashing).
fn preferred(name: &str, nodes: &[NodeId]) -> Option<NodeId> {
    let weight = |node: &NodeId| Sha256::new().chain_update(name).chain_update(node.0.as_bytes()).finalize();
    nodes.iter().copied().max_by_key(weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duties_spread_and_move_only_to_a_node_that_joins() {
        let nodes: Vec<_> = (0..4).map(|_| NodeId::random()).collect();
        let names: Vec<_> = (0..200).map(|number| format!("duty {number}")).collect();
        let mut moved = 0;
        for name in &names {
            let (before, after) = (preferred(name, &nodes[..3]), preferred(name, &nodes));
            assert!(after == before || after == Some(nodes[3]));
            moved += usize::from(after != before);
        }
        assert!((20..90).contains(&moved), "{moved} of 200 duties moved to the fourth node");
        assert_eq!(preferred("push", &[]), None);
    }
}
