//! Background work: storing when sessions were used, and removing expired sessions.

use std::collections::HashSet;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};
use uuid::Uuid;

use super::Identities;
use sumito_store::sweep::{Page, Sweep};
use sumito_store::{SessionId, Stale, StaleCursor, StoreError};

/// Maximum queued uses. Further uses are recorded with the next use of that session.
const MAX_USES: usize = 4_096;

/// Sessions per query of the sweep, and per transaction.
const LOOKED_AT: u32 = 500;
const SWEPT_AT_ONCE: usize = 100;

/// Sessions with a latest use that is not stored yet.
#[derive(Debug, Default)]
pub(super) struct LastUsedBuffer {
    waiting: Mutex<HashSet<SessionId>>,
    changed: Notify,
}

impl LastUsedBuffer {
    /// Records that a session was used, without blocking the caller.
    pub(super) fn record(&self, session: SessionId) {
        let mut waiting = self.waiting.lock();
        if waiting.len() < MAX_USES && waiting.insert(session) {
            self.changed.notify_one();
        }
    }

    async fn next(&self) -> Vec<SessionId> {
        loop {
            self.changed.notified().await;
            let mut waiting = self.waiting.lock();
            if !waiting.is_empty() {
                return waiting.drain().collect();
            }
        }
    }
}

impl Identities {
    /// Stores uses of sessions on this node, until `stopping` is cancelled.
    pub(crate) async fn record_uses(self, stopping: CancellationToken) {
        let mut ticks = self.sweep_ticks();
        loop {
            let used = tokio::select! {
                () = stopping.cancelled() => return,
                used = self.0.uses.next() => used,
                // A session with an open socket is in use all the time.
                _ = ticks.tick() => self.0.changes.sockets().sessions(),
            };
            self.record(&used).await;
        }
    }

    /// Sweeps expired sessions, for ever. It is a duty.
    pub(crate) async fn sweep_sessions(&self, stopping: &CancellationToken) {
        let mut ticks = self.sweep_ticks();
        let mut expired = Sweep::new("sessions", SWEPT_AT_ONCE);
        let mut quiet = Sweep::new("sessions of guests", SWEPT_AT_ONCE);
        loop {
            ticks.tick().await;
            let now = self.0.time.now();
            self.sweep(&mut expired, Stale::Sessions(now), stopping).await;
            if let Some(span) = self.0.retention.guest_span() {
                // The last use of a session with an open socket was recorded up to one interval ago.
                let since = now - span - self.0.retention.sweep_span();
                self.sweep(&mut quiet, Stale::QuietGuests(since), stopping).await;
            }
            if let Err(error) = self.forget_networks().await {
                warn!(%error, "login network cleanup failed; retried by next sweep");
            }
        }
    }

    fn sweep_ticks(&self) -> Interval {
        let mut ticks = interval(self.0.retention.sweep_span());
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    }

    async fn record(&self, sessions: &[SessionId]) {
        let now = self.0.time.now();
        let until = now + self.0.retention.session_span();
        if let Err(error) = self.0.store.record_uses(sessions, now, until).await {
            debug!(%error, "session last-used update failed; retried on next use");
        }
    }

    /// Deletes the networks of old logins, once no session from that time can exist.
    ///
    /// # Errors
    /// If the store is unavailable.
    async fn forget_networks(&self) -> Result<(), StoreError> {
        let before = self.0.time.now() - self.0.retention.session_span();
        while self.0.store.forget_networks(before, LOOKED_AT).await? == u64::from(LOOKED_AT) {}
        Ok(())
    }

    /// Deletes expired sessions, and guests without other data. Closes their sockets.
    async fn sweep(&self, sweep: &mut Sweep<StaleCursor>, what: Stale, stopping: &CancellationToken) {
        let page = move |after| async move {
            let (rows, next) = self.0.store.stale(what, after, LOOKED_AT).await?;
            Ok(Page { rows, next })
        };
        let remove = move |sessions: Vec<Uuid>| async move {
            let removed = self.0.store.remove_stale(what, &sessions).await?;
            self.0.changes.sessions_ended(&removed.sessions);
            Ok::<_, StoreError>(removed.rows)
        };
        match sweep.pass(stopping, page, remove).await {
            Ok(0) => {}
            Ok(rows) => info!(rows_of = ?what, rows, "session sweep done"),
            Err(error) => warn!(rows_of = ?what, %error, "session sweep failed; retried by next sweep"),
        }
    }
}
