//! Reports ended games to their tournaments: a consumer of finished games.
//!
//! A tournament learns only that there are results to read. It reads the results from the store itself, however long that takes
//! ([0044](../../../../docs/adr/0044-tournaments-read-their-results.md)). So a tournament that is overloaded or unreadable does not delay
//! the others, and a lost report does no harm: a tournament that is loaded reads all missing results.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sumito_game::{RoomId, TournamentId};
use tokio::sync::watch;
use tokio::time::timeout;
use tracing::{debug, error};

use super::Tournaments;
use sumito_store::{Projection, ProjectionUpdate, StoreError};

/// Games that are read with one query.
const GAMES_AT_ONCE: u32 = 256;

/// Delay before a retry after a failure.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Interval of polls without a signal: there is no signal for a game whose end was stored while the confirmation got lost.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Catches up on missed games, and continues whenever `finished` changes.
pub(super) async fn run(tournaments: &Tournaments, mut finished: watch::Receiver<()>) {
    // Tournaments in memory that must still be informed of ended games: at most as many as fit in memory.
    let mut behind = BTreeSet::new();
    loop {
        finished.mark_unchanged();
        behind.retain(|&id| !tournaments.send_ended(id, None));
        let caught_up = catch_up(tournaments, &mut behind).await;
        match &caught_up {
            Ok(()) => {}
            Err(error @ StoreError::Unavailable(_)) => {
                debug!(%error, "tournament results delayed, will retry");
            }
            Err(error) => {
                error!(%error, "tournament results load failed, will retry");
            }
        }
        let is_told = caught_up.is_ok() && behind.is_empty();
        let rest = if is_told { LOOK_AGAIN_AFTER } else { TRY_AGAIN_AFTER };
        if timeout(rest, finished.changed()).await.is_ok_and(|changed| changed.is_err()) {
            return;
        }
    }
}

/// Reports the games that ended since the last call. Tournaments that could not be reached are added to `behind`.
async fn catch_up(tournaments: &Tournaments, behind: &mut BTreeSet<TournamentId>) -> Result<(), StoreError> {
    let store = &tournaments.shared().store;
    loop {
        let from = store.consumed(Projection::Tournaments).await?;
        let entries = store.feed_after(from, GAMES_AT_ONCE).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        let mut ended: BTreeMap<TournamentId, Vec<RoomId>> = BTreeMap::new();
        for entry in &entries {
            if let Some(tournament) = entry.game.tournament {
                ended.entry(tournament.id).or_default().push(entry.game.room);
            }
        }
        for (id, rooms) in ended {
            if !tournaments.send_ended(id, Some(rooms)) {
                behind.insert(id);
            }
        }
        store.consume(from, last.position, &ProjectionUpdate::Tournaments).await?;
    }
}
