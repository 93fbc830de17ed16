//! Snapshot of a tournament, for its subscribers.

use std::sync::Arc;

use sumito_game::Timestamp;
use sumito_tournament::{Standing, TeamStanding, TeamStatus, Tournament};
use uuid::Uuid;

use sumito_kit::encoded::Encoded;
use sumito_store::TournamentRow;

/// Snapshot of a tournament with all its displayed data.
#[derive(Debug)]
pub struct TournamentView {
    /// Row of the tournament: its data besides the events.
    pub row: TournamentRow,
    /// The state after all events.
    pub tournament: Arc<Tournament>,
    /// Current ranking of the participants.
    pub standings: Vec<Standing>,
    /// Current ranking of the teams, in a team arena.
    pub teams: Vec<TeamStanding>,
}

/// A change of a tournament.
#[derive(Debug)]
pub struct TournamentUpdate {
    /// The current view.
    pub view: Arc<TournamentView>,
    /// The view at the previous update; `None` for a new subscriber.
    pub before: Option<Arc<TournamentView>>,
}

/// An update shared by all subscribers of the tournament.
pub type EncodedTournamentUpdate = Encoded<TournamentUpdate>;

impl TournamentView {
    pub(super) fn of(row: &TournamentRow, tournament: &Arc<Tournament>) -> Self {
        let standings = tournament.standings();
        let teams = tournament.team_standings(&standings);
        Self { row: row.clone(), tournament: Arc::clone(tournament), standings, teams }
    }

    /// Returns the clubs of the tournament: its own, and the clubs of a team arena that take part or wait to answer.
    pub fn clubs(&self) -> Vec<Uuid> {
        let has_part = |status| matches!(status, TeamStatus::Joined | TeamStatus::Invited);
        let teams = self.tournament.teams();
        match self.row.club {
            Some(club) if teams.is_empty() => vec![club],
            _ => teams.iter().filter(|team| has_part(team.status)).map(|team| team.club.0).collect(),
        }
    }

    /// Returns the clubs that can enter members; `None` if entry needs no club.
    pub(super) fn entitled_clubs(&self) -> Option<Vec<Uuid>> {
        if self.tournament.settings().teams.is_some() {
            return Some(self.tournament.joined_clubs().map(|club| club.0).collect());
        }
        self.row.club.map(|club| vec![club])
    }

    /// Returns the sort key for lists: the actual or planned start, or else about the time of creation.
    pub fn listed_at(&self) -> Timestamp {
        listed_at(&self.tournament)
    }
}

/// Returns the actual start of a tournament, or else its planned start, as far as that is known.
pub(super) fn listed_at(tournament: &Tournament) -> Timestamp {
    let planned = match tournament.settings().start {
        sumito_tournament::Start::At(moment) => Some(moment),
        _ => None,
    };
    tournament.started_at().or(planned).unwrap_or_else(|| tournament.at())
}
