//! A tournament at one moment, for those who follow it.

use std::sync::Arc;

use sumito_game::Timestamp;
use sumito_tournament::{Standing, Tournament};

use crate::shared::Shared;
use crate::store::TournamentRow;

/// A tournament at one moment: everything that is shown of it.
#[derive(Debug)]
pub struct TournamentView {
    /// What is known of it besides what has happened.
    pub row: TournamentRow,
    /// What has happened.
    pub tournament: Arc<Tournament>,
    /// Where everybody stands.
    pub standings: Vec<Standing>,
}

/// What has changed in a tournament.
#[derive(Debug)]
pub struct TournamentUpdate {
    /// How it stands now.
    pub view: Arc<TournamentView>,
    /// How it stood when its followers were told last; `None` for somebody who knows nothing yet.
    pub before: Option<Arc<TournamentView>>,
}

/// An update on its way to all who follow the tournament.
pub type SharedTournamentUpdate = Shared<TournamentUpdate>;

/// Who follows a tournament. Its method is called on the tournament's task and must not block.
pub trait TournamentSubscriber: std::fmt::Debug + Send + Sync {
    /// Takes an update; returns whether it wants another.
    fn tell(&self, update: &SharedTournamentUpdate) -> bool;

    /// Nothing more will be told: whoever follows has to come back.
    fn cut_off(&self);
}

impl TournamentView {
    pub(super) fn of(row: &TournamentRow, tournament: &Arc<Tournament>) -> Self {
        Self { row: row.clone(), tournament: Arc::clone(tournament), standings: tournament.standings() }
    }

    /// Its place in lists: when it begins, as far as that is known, or has begun; else when it was made, or so.
    pub fn listed_at(&self) -> Timestamp {
        listed_at(&self.tournament)
    }
}

/// When a tournament begins, as far as that is known, or has begun.
pub(super) fn listed_at(tournament: &Tournament) -> Timestamp {
    let planned = match tournament.settings().start {
        sumito_tournament::Start::At(moment) => Some(moment),
        _ => None,
    };
    tournament.started_at().or(planned).unwrap_or_else(|| tournament.at())
}
