//! Reports ended games to their tournaments: a consumer of finished games.
//!
//! The message only says that results are available. The tournament reads the results from the store itself, however long that takes
//! ([0044](../../../../docs/adr/0044-let-tournaments-read-their-results.md)). So a tournament that is overloaded or unreadable does not delay
//! the others, and a lost report does no harm: a tournament that is loaded reads all missing results, and so does one whose node may have
//! missed a report over the bus.

use std::collections::{BTreeMap, BTreeSet};

use sumito_cluster::Wakeup;
use sumito_game::{RoomId, TournamentId};

use super::Tournaments;
use crate::history::projections::{Consumer, follow};
use sumito_store::{FeedConsumer, FeedEntry, ProjectionUpdate, Store, StoreError};

/// Reports ended games to tournaments.
struct Reports<'a> {
    tournaments: &'a Tournaments,
    /// Tournaments in memory that must still be informed of ended games: at most as many as fit in memory.
    behind: BTreeSet<TournamentId>,
}

impl Consumer for Reports<'_> {
    fn consumer(&self) -> FeedConsumer {
        FeedConsumer::Tournaments
    }

    fn before(&mut self) {
        self.behind.retain(|&id| !self.tournaments.send_ended(id, None));
    }

    async fn effects(&mut self, _: &Store, entries: &[FeedEntry]) -> Result<ProjectionUpdate, StoreError> {
        let mut ended: BTreeMap<TournamentId, Vec<RoomId>> = BTreeMap::new();
        for entry in entries {
            if let Some(tournament) = entry.game.tournament {
                ended.entry(tournament.id).or_default().push(entry.game.room);
            }
        }
        for (id, rooms) in ended {
            self.tournaments.shared().report(id, &rooms);
            if !self.tournaments.send_ended(id, Some(rooms)) {
                self.behind.insert(id);
            }
        }
        Ok(ProjectionUpdate::Tournaments)
    }

    fn after(&mut self, _: u64) -> bool {
        self.behind.is_empty()
    }
}

/// Catches up on missed games, and continues with each wake-up, for ever.
pub(super) async fn run(tournaments: &Tournaments, finished: &Wakeup) {
    let reports = Reports { tournaments, behind: BTreeSet::new() };
    follow(&tournaments.shared().store, reports, finished).await;
}
