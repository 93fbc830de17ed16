//! Summary of a tournament for lists.

use serde::{Deserialize, Serialize};
use sumito_game::{TimeControl, Timestamp, UserId};
use sumito_rules::{Layout, Mode};
use sumito_tournament::{Admission, Start, Tournament, TournamentFormatName, TournamentStatus};
use uuid::Uuid;

use sumito_store::{ListedTournament, StoreError, TournamentRow};

/// Summary of a tournament for lists. It is stored next to the events, so that a list need not read them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the tournament.
    pub name: String,
    /// Format of the tournament.
    pub form: TournamentFormatName,
    /// Number of players in a game.
    #[serde(with = "as_text")]
    pub mode: Mode,
    /// Starting position of the games.
    #[serde(with = "as_text")]
    pub layout: Layout,
    /// Time control of the games.
    pub time: TimeControl,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// Phase of the tournament.
    pub status: TournamentStatus,
    /// Condition or time of the start.
    pub start: Start,
    /// Actual time of the start.
    pub started_at: Option<Timestamp>,
    /// Time of the end.
    pub ended_at: Option<Timestamp>,
    /// Number of participants.
    pub participants: u32,
    /// Maximum number of participants.
    pub capacity: u32,
    /// Conditions of entry.
    pub admission: Admission,
    /// The user who created it; `None` if the configuration did.
    pub made_by: Option<UserId>,
    /// The club to which it belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Uuid>,
    /// Whether clubs are its teams.
    #[serde(default)]
    pub teams: bool,
    /// Names of the best three players, once it has ended; empty in a team arena.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub podium: Vec<String>,
}

impl Summary {
    /// Returns the stored summary of a listed tournament, without the names of deleted accounts.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for invalid stored data.
    pub(super) fn of_listed(listed: &ListedTournament) -> Result<Self, StoreError> {
        let mut summary: Self = serde_json::from_str(&listed.summary)
            .map_err(|error| StoreError::Corrupt(format!("tournament {}: {error}", listed.id.0)))?;
        if listed.forgets {
            summary.podium.clear();
        }
        Ok(summary)
    }

    /// Returns the summary of this tournament.
    pub(super) fn of(row: &TournamentRow, tournament: &Tournament) -> Self {
        let settings = tournament.settings();
        let podium = || {
            let best = tournament.standings().into_iter().take(3);
            best.filter_map(|standing| Some(tournament.participant(standing.participant)?.name.clone()))
                .collect()
        };
        Self {
            name: settings.name.clone(),
            form: settings.form.name(),
            mode: settings.game.mode,
            layout: settings.game.layout,
            time: settings.game.time,
            rated: settings.game.rated,
            status: tournament.status(),
            start: settings.start,
            started_at: tournament.started_at(),
            ended_at: tournament.ended_at(),
            participants: tournament.participants().iter().filter(|one| one.is_in()).count() as u32,
            capacity: settings.entry.capacity,
            admission: settings.entry.admission,
            made_by: row.made_by,
            club: row.club,
            teams: settings.teams.is_some(),
            // In a team arena, a team wins.
            podium: if tournament.status() == TournamentStatus::Finished && settings.teams.is_none() {
                podium()
            } else {
                Vec::new()
            },
        }
    }
}

/// Serde helpers for rule values in their usual text form.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
