//! Retention of stored data. `identity` sweeps sessions and guests, because their sockets close with them, and tournaments that fail to
//! start cancel themselves; this module does the rest.

mod archive;
mod erasing;
mod idle_rooms;

use std::fmt::Display;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use uuid::Uuid;

use crate::env::Env;
use sumito_config as config;
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_rooms::Rooms;
use sumito_store::sweep::{Page, Sweep};
use sumito_store::{RoomCursor, Stale, StaleCursor, Store, StoreError};

pub use archive::archive_all;
pub use erasing::erase_deleted;
use idle_rooms::close_waiting;

/// Interval at which the store is asked for deleted users. Their names are removed before that.
const ERASE_EVERY: Duration = Duration::from_secs(5);

/// Time after its start for which a recurring tournament without participants stays in the lists.
const CANCELLED_KEPT_FOR: Duration = Duration::from_hours(1);

/// Time for which a request with an `Idempotency-Key` is remembered.
const REQUESTS_KEPT_FOR: Duration = Duration::from_hours(24);

/// Rows that are read with one query and removed in one transaction.
const LOOKED_AT: u32 = 1_000;
const SWEPT_AT_ONCE: usize = 200;

/// Starts the sweeps, on one node at a time.
pub(crate) fn start(env: &Env, rooms: &Rooms, tasks: &Tasks) {
    let (store, rooms, duties) = (env.store.clone(), rooms.clone(), env.duties.clone());
    let retention = env.config.retention.clone();
    tasks.spawn("retention", async move {
        let sweeps = || run(store.clone(), rooms.clone(), retention.clone(), duties.stopping().clone());
        duties.run("retention", sweeps).await;
    });
}

/// Runs the sweeps periodically until `stopping` is cancelled.
async fn run(store: Store, rooms: Rooms, config: config::Retention, stopping: CancellationToken) {
    let mut ticks = interval(config.sweep_span());
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut erasures = interval(ERASE_EVERY);
    erasures.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut sweeps, mut erasing) = (Sweeps::default(), Retry::new("erasure of deleted users"));
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            _ = erasures.tick() => {
                erasing.record(erase_deleted(&store, &stopping).await);
                continue;
            }
            _ = ticks.tick() => {}
        }
        sweeps.pass(&store, &rooms, &config, &stopping).await;
    }
}

/// Runs all sweeps once; returns whether all of them succeeded.
pub async fn sweep(
    store: &Store,
    rooms: &Rooms,
    config: &config::Retention,
    stopping: &CancellationToken,
) -> bool {
    Sweeps::default().pass(store, rooms, config, stopping).await
}

/// Progress of each sweep.
struct Sweeps {
    waiting: Sweep<RoomCursor>,
    lines: Sweep<StaleCursor>,
    reports: Sweep<StaleCursor>,
    tournaments: Sweep<StaleCursor>,
}

impl Default for Sweeps {
    fn default() -> Self {
        Self {
            // Each room is loaded into memory for a moment.
            waiting: Sweep::new("waiting rooms", 1),
            lines: Sweep::new("lines of chats", SWEPT_AT_ONCE),
            reports: Sweep::new("reports", SWEPT_AT_ONCE),
            tournaments: Sweep::new("cancelled tournaments", SWEPT_AT_ONCE),
        }
    }
}

impl Sweeps {
    /// Runs all sweeps once; returns whether all of them succeeded. The next pass retries failed work, and a failed sweep does not stop
    /// the others.
    async fn pass(
        &mut self,
        store: &Store,
        rooms: &Rooms,
        config: &config::Retention,
        stopping: &CancellationToken,
    ) -> bool {
        let now = rooms.now();
        let mut is_done = true;
        if let Some(span) = config.waiting_room_span() {
            let closed = close_waiting(&mut self.waiting, store, rooms, now - span, stopping).await;
            is_done &= report("waiting rooms", closed);
        }
        let lines = Stale::Lines(now - config.chat_span());
        is_done &= report("lines of chats", remove_stale(&mut self.lines, store, lines, stopping).await);
        let conversations = || store.forget_conversations(now - config.chat_span(), LOOKED_AT);
        is_done &= report("conversations", forget_all(stopping, conversations).await);
        let requests = || store.forget_requests(now - REQUESTS_KEPT_FOR, LOOKED_AT);
        is_done &= report("requests with a key", forget_all(stopping, requests).await);
        let codes = || store.forget_codes(now, LOOKED_AT);
        is_done &= report("codes of apps", forget_all(stopping, codes).await);
        let tokens = || store.forget_appeal_tokens(now, LOOKED_AT);
        is_done &= report("tokens for appeals", forget_all(stopping, tokens).await);
        if let Some(span) = config.closed_report_span() {
            let notes = || store.forget_moderation(now - span, LOOKED_AT);
            is_done &= report("moderators' notes and appeals", forget_all(stopping, notes).await);
            let reports = Stale::Reports(now - span);
            is_done &= report("reports", remove_stale(&mut self.reports, store, reports, stopping).await);
        }
        let tournaments = Stale::Tournaments(now - CANCELLED_KEPT_FOR);
        let removed = remove_stale(&mut self.tournaments, store, tournaments, stopping).await;
        is_done &= report("cancelled tournaments", removed);
        if let Some(span) = config.archive_span()
            && let Err(error) = archive_all(store, now - span, stopping).await
        {
            is_done = false;
            warn!(%error, "game archiving failed; retried by next sweep");
        }
        is_done
    }
}

async fn remove_stale(
    sweep: &mut Sweep<StaleCursor>,
    store: &Store,
    what: Stale,
    stopping: &CancellationToken,
) -> Result<u64, StoreError> {
    let page = move |after| async move {
        let (rows, next) = store.stale(what, after, LOOKED_AT).await?;
        Ok(Page { rows, next })
    };
    let remove =
        move |ids: Vec<Uuid>| async move { Ok::<_, StoreError>(store.remove_stale(what, &ids).await?.rows) };
    sweep.pass(stopping, page, remove).await
}

/// Removes rows in small steps, until none are left or `stopping` is cancelled; returns the number removed.
async fn forget_all<F: Future<Output = Result<u64, StoreError>>>(
    stopping: &CancellationToken,
    forget: impl Fn() -> F,
) -> Result<u64, StoreError> {
    let mut forgotten = 0;
    while !stopping.is_cancelled() {
        let rows = forget().await?;
        forgotten += rows;
        if rows < u64::from(LOOKED_AT) {
            break;
        }
    }
    Ok(forgotten)
}

/// Logs the result of a sweep; returns whether it succeeded.
fn report(what: &str, swept: Result<u64, impl Display>) -> bool {
    match swept {
        Ok(0) => {}
        Ok(rows) => info!(rows_of = what, rows, "retention sweep done"),
        Err(error) => {
            warn!(rows_of = what, %error, "retention sweep failed; retried by next sweep");
            return false;
        }
    }
    true
}
