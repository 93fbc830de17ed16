//! Loads the tournaments that must be in memory: tournaments that are due, and tournaments of dead nodes.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use sumito_cluster::Owner;
use sumito_game::TournamentId;
use sumito_kit::registry::Lookup;
use sumito_kit::retry::Retry;
use sumito_store::{ClaimKey, ClaimKind, StoreError};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{info, warn};

use super::registry::Class;
use super::{TournamentError, Tournaments};

/// Interval at which the store is asked for due tournaments, and how long in advance they are loaded.
const ASK_EVERY: Duration = Duration::from_secs(5);
const LOADED_BEFORE: Duration = Duration::from_secs(10);

/// Interval at which tournaments of dead nodes are claimed, and the maximum of one statement.
const ADOPT_EVERY: Duration = Duration::from_millis(500);
const ADOPT_TOGETHER: u32 = 64;

/// Tournaments that are read from the store at the same time.
const READ_AT_ONCE: usize = 4;

/// Delay before retrying a due tournament that cannot be read, unless the database is down or the capacity is reached.
const DAMAGED_AGAIN_AFTER: Duration = Duration::from_mins(1);

impl Tournaments {
    /// Loads tournaments when they become due. An unreadable tournament does not delay the others.
    pub(super) async fn load_due(&self) {
        let mut ticks = interval(ASK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Tournaments that could not be read, with the time of the next try.
        let mut failed: BTreeMap<TournamentId, Instant> = BTreeMap::new();
        let mut retry = Retry::new("due tournaments query");
        loop {
            ticks.tick().await;
            let Some(due) = retry.record(self.due().await) else { continue };
            failed.retain(|id, _| due.contains(id));
            let now = Instant::now();
            let to_read = due.into_iter().filter(|id| failed.get(id).is_none_or(|again_at| *again_at <= now));
            for (id, outcome) in self.own_all(to_read).await {
                let Err(error) = outcome else {
                    failed.remove(&id);
                    continue;
                };
                let passes = matches!(error, TournamentError::Busy | TournamentError::Unavailable);
                let again_at = if passes { Instant::now() } else { Instant::now() + DAMAGED_AGAIN_AFTER };
                if failed.insert(id, again_at).is_none() {
                    warn!(tournament = %id.0, %error, "due tournament load failed");
                }
            }
        }
    }

    /// Claims the tournaments of dead nodes.
    pub(super) async fn adopt(&self) {
        if !self.shared().node.is_shared() {
            return;
        }
        Retry::quiet("takeover of tournaments").run_every(ADOPT_EVERY, || self.adopt_some()).await;
    }

    async fn adopt_some(&self) -> Result<(), StoreError> {
        let adopted = self.shared().node.adopt(ClaimKind::Tournament, ADOPT_TOGETHER).await?;
        if adopted.is_empty() {
            return Ok(());
        }
        info!(tournaments = adopted.len(), "tournaments of dead nodes claimed");
        let ids = adopted.into_iter().filter_map(|(key, _)| key.tournament());
        for (id, outcome) in self.own_all(ids).await {
            // It is loaded when it is due or a client asks for it.
            if let Err(error) = outcome {
                warn!(tournament = %id.0, %error, "tournament of a dead node not loaded");
            }
        }
        Ok(())
    }

    /// Returns the due tournaments that no other node owns. Those that are not in the memory of a node belong to this node from now on.
    async fn due(&self) -> Result<Vec<TournamentId>, StoreError> {
        let shared = self.shared();
        let mut due = shared.store.due_tournaments(shared.time.now() + LOADED_BEFORE).await?;
        if shared.node.is_shared() {
            due.retain(|&id| {
                !matches!(shared.active.lookup(id), Lookup::Running(Class::Open | Class::Ended, _))
            });
            if due.is_empty() {
                return Ok(due);
            }
            let keys: Vec<_> = due.iter().copied().map(ClaimKey::Tournament).collect();
            let owners = shared.node.claim_all(&keys).await?;
            let own = |(key, owner): (ClaimKey, Owner)| match owner {
                Owner::ThisNode(_) => key.tournament(),
                Owner::Other(_) => None,
            };
            due = owners.into_iter().filter_map(own).collect();
        }
        Ok(due)
    }

    /// Loads tournaments that this node owns.
    async fn own_all(
        &self,
        ids: impl Iterator<Item = TournamentId>,
    ) -> Vec<(TournamentId, Result<(), TournamentError>)> {
        stream::iter(ids)
            .map(|id| async move {
                let outcome = self.own(id).await;
                if outcome.is_err() {
                    self.shared().release(id).await;
                }
                (id, outcome)
            })
            .buffer_unordered(READ_AT_ONCE)
            .collect()
            .await
    }
}
