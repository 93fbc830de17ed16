//! Places that users have reached in tournaments.

use sumito_game::{Timestamp, UserId};
use sumito_tournament::TournamentStatus;

use super::{Summary, TournamentError, Tournaments};
use sumito_store::ListedTournament;

/// Maximum number of tournaments per request, each of which is read as a whole to compute the place.
const LISTED: u32 = 5;

/// A tournament that has ended, with a participant's place.
#[derive(Debug)]
pub struct Placing {
    /// The tournament's entry in lists.
    pub tournament: (ListedTournament, Summary),
    /// The participant's place; `None` for a participant who has been removed.
    pub place: Option<u32>,
}

impl Tournaments {
    /// Returns the latest tournaments of a user that have ended since then, with the user's place.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn placings(&self, user: UserId, since: Timestamp) -> Result<Vec<Placing>, TournamentError> {
        let mut placings = Vec::new();
        for listed in self.shared().store.ended_tournaments_of(user, LISTED).await? {
            let summary = Summary::of_listed(&listed)?;
            let is_recent = summary.ended_at.is_some_and(|ended_at| ended_at >= since);
            if summary.status != TournamentStatus::Finished || !is_recent {
                continue;
            }
            let view = self.show(listed.id).await?;
            let standing = view.tournament.participant_of(user).and_then(|participant| {
                view.standings.iter().find(|standing| standing.participant == participant.id)
            });
            let place = standing.map(|standing| standing.place);
            placings.push(Placing { tournament: (listed, summary), place });
        }
        Ok(placings)
    }
}
