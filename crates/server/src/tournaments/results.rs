//! Tells tournaments that games of theirs have ended: a consumer of finished games.
//!
//! A tournament is told only that there is something to read: the results themselves it reads from the store, as long as that takes
//! ([0044](../../../../docs/adr/0044-tournaments-read-their-results.md)). So one tournament that has too much to do, or cannot be read, does
//! not keep the others waiting, and what is told here may get lost: a tournament that comes into memory reads all results that it lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sumito_game::{RoomId, TournamentId};
use tokio::sync::watch;
use tokio::time::timeout;
use tracing::{debug, error};

use super::Tournaments;
use crate::store::{Consumer, Effects, StoreError};

/// Games that are looked at together.
const GAMES_AT_ONCE: u32 = 256;

/// How long to rest when it cannot go on.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How long to rest when all is told: a game whose end was stored while the answer got lost wakes nobody.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Takes in what has been missed, and goes on whenever `finished` changes.
pub(super) async fn follow(tournaments: &Tournaments, mut finished: watch::Receiver<()>) {
    // Tournaments in memory that are to be told that some of their games have ended: at most as many as there can be.
    let mut behind = BTreeSet::new();
    loop {
        finished.mark_unchanged();
        behind.retain(|&id| !tournaments.tell_ended(id, None));
        let caught_up = catch_up(tournaments, &mut behind).await;
        match &caught_up {
            Ok(()) => {}
            Err(error @ StoreError::Unavailable(_)) => {
                debug!(%error, "tournaments are told later how their games ended");
            }
            Err(error) => {
                error!(%error, "tournaments cannot be told how their games ended; it is tried again");
            }
        }
        let is_told = caught_up.is_ok() && behind.is_empty();
        let rest = if is_told { LOOK_AGAIN_AFTER } else { TRY_AGAIN_AFTER };
        if timeout(rest, finished.changed()).await.is_ok_and(|changed| changed.is_err()) {
            return;
        }
    }
}

/// Tells of the games that have ended since. Those that could not be told are `behind`.
async fn catch_up(tournaments: &Tournaments, behind: &mut BTreeSet<TournamentId>) -> Result<(), StoreError> {
    let store = &tournaments.shared().store;
    loop {
        let from = store.consumed(Consumer::Tournaments).await?;
        let entries = store.feed_after(from, GAMES_AT_ONCE).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        let mut ended: BTreeMap<TournamentId, Vec<RoomId>> = BTreeMap::new();
        for entry in &entries {
            if let Some(tournament) = entry.game.tournament {
                ended.entry(tournament.id).or_default().push(entry.game.room);
            }
        }
        for (id, rooms) in ended {
            if !tournaments.tell_ended(id, Some(rooms)) {
                behind.insert(id);
            }
        }
        store.consume(from, last.position, &Effects::Tournaments).await?;
    }
}
