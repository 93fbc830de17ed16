//! The tournaments of a simulated store.

use sumito_game::{Timestamp, TournamentId, UserId};

use super::tables::KeptTournament;
use super::{Queries, Result};
use crate::{StoredTournament, TournamentEvent, TournamentState};

impl Queries {
    pub(crate) async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>> {
        self.read(|tables| tables.tournaments.get(&id).map(|kept| kept.stored.clone())).await
    }

    pub(crate) async fn tournament_state(&self, id: TournamentId) -> Result<Option<TournamentState>> {
        let state = |kept: &KeptTournament| TournamentState {
            is_open: kept.open,
            seq: kept.stored.events.len() as u64,
        };
        self.read(|tables| tables.tournaments.get(&id).map(state)).await
    }

    pub(crate) async fn tournament_events(
        &self,
        id: TournamentId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TournamentEvent>> {
        self.read(|tables| {
            let events = tables.tournaments.get(&id).into_iter().flat_map(|kept| &kept.stored.events);
            events.filter(|event| event.seq > after).take(limit as usize).cloned().collect()
        })
        .await
    }

    pub(crate) async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<TournamentId>> {
        self.read(|tables| {
            let is_due = |kept: &KeptTournament| kept.open && kept.wake_at.is_some_and(|at| at <= until);
            tables.tournaments.iter().filter(|(_, kept)| is_due(kept)).map(|(id, _)| *id).collect()
        })
        .await
    }

    pub(crate) async fn count_open_tournaments(&self, user: UserId) -> Result<u64> {
        self.read(|tables| {
            let own = tables.tournaments.values().filter(|kept| kept.stored.row.made_by == Some(user));
            own.filter(|kept| kept.open).count() as u64
        })
        .await
    }

    /// Returns nothing: no account is deleted in a simulation.
    pub(crate) async fn members_to_forget(
        &self,
        _: Option<(TournamentId, UserId)>,
        _: u32,
    ) -> Result<Vec<(TournamentId, UserId)>> {
        self.read(|_| Vec::new()).await
    }

    pub(crate) async fn tournament_of_series(&self, series: &str) -> Result<Option<TournamentId>> {
        self.read(|tables| {
            let is_it = |kept: &&KeptTournament| kept.stored.row.series.as_deref() == Some(series);
            tables.tournaments.values().find(is_it).map(|kept| kept.stored.row.id)
        })
        .await
    }
}
