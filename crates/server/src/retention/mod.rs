//! What is kept for how long, and in which form. Sessions and guests are swept by `identity`, whose sockets
//! close with them, and tournaments that wait in vain cancel themselves; everything else is done here.

mod archive;
mod waiting;

use sumito_game::Timestamp;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::config;
use crate::rooms::Rooms;
use crate::store::{Store, StoreError};

pub use archive::archive_all;
use waiting::close_waiting;

/// Rows that are removed in one transaction.
const SWEPT_AT_ONCE: u32 = 1_000;

/// Looks now and then for what need not be kept as it is, until `stopping` is cancelled.
pub(crate) async fn run(store: Store, rooms: Rooms, config: config::Retention, stopping: CancellationToken) {
    let mut sweeps = interval(config.sweep_span());
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            _ = sweeps.tick() => {}
        }
        if let Err(error) = sweep(&store, &rooms, &config, &stopping).await {
            warn!(%error, "what need not be kept stays for now; it is tried again");
        }
    }
}

/// Does all of it once.
///
/// # Errors
/// [`StoreError::Unavailable`] when the database does not answer.
pub async fn sweep(
    store: &Store,
    rooms: &Rooms,
    config: &config::Retention,
    stopping: &CancellationToken,
) -> Result<(), StoreError> {
    let now = rooms.now();
    if let Some(span) = config.waiting_room_span() {
        close_waiting(store, rooms, now - span, stopping).await?;
    }
    sweep_rows(store, Rows::Lines, now - config.chat_span(), stopping).await?;
    if let Some(span) = config.closed_report_span() {
        sweep_rows(store, Rows::Reports, now - span, stopping).await?;
    }
    if let Some(span) = config.archive_span() {
        archive_all(store, now - span, stopping).await?;
    }
    Ok(())
}

/// What is removed by its age.
#[derive(Debug, Clone, Copy)]
enum Rows {
    /// Lines of chats.
    Lines,
    /// Reports with which a moderator is done.
    Reports,
}

/// Removes what is from before `before`, some rows at a time, until none is left or `stopping` is cancelled.
async fn sweep_rows(
    store: &Store,
    what: Rows,
    before: Timestamp,
    stopping: &CancellationToken,
) -> Result<(), StoreError> {
    let mut sum = 0;
    while !stopping.is_cancelled() {
        let swept = match what {
            Rows::Lines => store.sweep_lines(before, SWEPT_AT_ONCE).await?,
            Rows::Reports => store.sweep_reports(before, SWEPT_AT_ONCE).await?,
        };
        sum += swept;
        if swept < u64::from(SWEPT_AT_ONCE) {
            break;
        }
    }
    if sum > 0 {
        info!(?what, rows = sum, "swept");
    }
    Ok(())
}
