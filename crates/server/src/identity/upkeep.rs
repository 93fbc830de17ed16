//! What is done beside everything else: noting when sessions were used, and sweeping those whose time is over.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use super::Identities;
use crate::store::{SessionId, StoreError, Swept};

/// Uses that wait to be noted. Further ones are noted with the next use of that session.
const MOST_USES: usize = 4_096;

/// Sessions that are swept in one transaction.
const SWEPT_AT_ONCE: u32 = 500;

/// Sessions that were used and of which that is not stored yet.
#[derive(Debug, Default)]
pub(super) struct Uses {
    waiting: Mutex<HashSet<SessionId>>,
    changed: Notify,
}

impl Uses {
    /// Notes that a session was used; whoever uses it does not wait.
    pub(super) fn note(&self, session: SessionId) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_USES && waiting.insert(session) {
            self.changed.notify_one();
        }
    }

    async fn next(&self) -> Vec<SessionId> {
        loop {
            self.changed.notified().await;
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if !waiting.is_empty() {
                return waiting.drain().collect();
            }
        }
    }
}

impl Identities {
    /// Notes uses and sweeps, until `stopping` is cancelled.
    pub(crate) async fn run_upkeep(self, stopping: CancellationToken) {
        let mut sweeps = interval(self.0.retention.sweep_span());
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                used = self.0.uses.next() => self.note_uses(&used).await,
                _ = sweeps.tick() => {
                    // Whoever has had a socket open all the time has used the session all the time.
                    self.note_uses(&self.0.sockets.sessions()).await;
                    if let Err(error) = self.sweep().await {
                        warn!(%error, "sessions whose time is over could not be swept");
                    }
                    if let Err(error) = self.forget_networks().await {
                        warn!(%error, "networks of old logins could not be forgotten");
                    }
                }
            }
        }
    }

    async fn note_uses(&self, sessions: &[SessionId]) {
        let now = self.0.time.now();
        let until = now + self.0.retention.session_span();
        if let Err(error) = self.0.store.note_uses(sessions, now, until).await {
            debug!(%error, "the use of sessions could not be noted; it will be with the next use");
        }
    }

    /// Forgets from where accounts were logged in to, once no session can be left of that.
    ///
    /// # Errors
    /// When nothing can be stored.
    async fn forget_networks(&self) -> Result<(), StoreError> {
        let before = self.0.time.now() - self.0.retention.session_span();
        while self.0.store.forget_networks(before, SWEPT_AT_ONCE).await? == u64::from(SWEPT_AT_ONCE) {}
        Ok(())
    }

    /// Removes sessions whose time is over, and guests who have nothing else. Their sockets are closed.
    ///
    /// # Errors
    /// When nothing can be stored.
    async fn sweep(&self) -> Result<(), StoreError> {
        loop {
            let now = self.0.time.now();
            let quiet_since = self.0.retention.guest_span().map(|span| now - span);
            let Swept { sessions, guests } = self.0.store.sweep(now, quiet_since, SWEPT_AT_ONCE).await?;
            self.0.sockets.sessions_ended(&sessions);
            if !sessions.is_empty() {
                info!(sessions = sessions.len(), guests, "swept");
            }
            if sessions.len() < SWEPT_AT_ONCE as usize {
                return Ok(());
            }
        }
    }
}
