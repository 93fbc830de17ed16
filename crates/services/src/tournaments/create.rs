//! Creation of tournaments.

use std::time::Duration;

use sumito_game::{TournamentId, UserId};
use sumito_tournament::{
    Actor, Admission, ClubId, Command, Format, ParticipantId, Record, Rewording, Settings, Start, Tournament,
};
use uuid::Uuid;

use super::registry::TournamentContext;
use super::{TournamentError, stored};
use crate::accounts::identity::{IdentityError, Password};
use sumito_kit::text::Text;
use sumito_store::{ClubRefusal, ClubRole, StoreError, TournamentRow};

/// Maximum length of a tournament's password, in characters.
pub const LONGEST_PASSWORD: usize = 128;

/// Maximum time in advance for announcing a tournament.
const PLANNED_AHEAD: Duration = Duration::from_hours(366 * 24);

/// Checked parameters of a new tournament, or of an edit.
#[derive(Debug, Clone)]
pub struct NewTournament {
    pub(super) settings: Settings,
    pub(super) password: Option<String>,
    pub(super) club: Option<Uuid>,
}

impl NewTournament {
    /// Returns the parameters of a tournament with these `settings`; the texts inside them are ignored. `password` is required for entry
    /// if admission is by password.
    pub fn new(name: Text, description: Text, settings: Settings, password: Option<String>) -> Self {
        let (name, description) = (name.into_string(), description.into_string());
        Self { settings: Settings { name, description, ..settings }, password, club: None }
    }

    /// Makes it a tournament of a club, which only members can enter. An edit ignores the club.
    #[must_use]
    pub fn of_club(self, club: Option<Uuid>) -> Self {
        Self { club, ..self }
    }
}

/// A user's command with checked texts.
#[derive(Debug, Clone)]
pub struct Order(Command);

impl Order {
    /// Wraps a command without texts of the user. Texts inside it are dropped, and the tournament rejects the command if it needs a
    /// reason.
    pub fn silent(command: Command) -> Self {
        let words = String::new;
        Self(match command {
            Command::Pause { .. } => Command::Pause { reason: words() },
            Command::Cancel { .. } => Command::Cancel { reason: words() },
            Command::Exclude { participant, .. } => Command::Exclude { participant, reason: words() },
            Command::Rule { game, verdict, seen, .. } => {
                Command::Rule { game, verdict, seen, reason: words() }
            }
            Command::Readmit { participant, .. } => Command::Readmit { participant, reason: words() },
            Command::Penalise { participant, units, .. } => {
                Command::Penalise { participant, units, reason: words() }
            }
            Command::LiftPenalty { penalty, .. } => Command::LiftPenalty { penalty, reason: words() },
            Command::AddTime { game, side, seconds, .. } => {
                Command::AddTime { game, side, seconds, reason: words() }
            }
            Command::Announce { .. } => Command::Announce { text: words() },
            // These commands have their own constructors.
            Command::Edit { .. } | Command::Register { .. } | Command::Reword { .. } => Command::Tick,
            silent => silent,
        })
    }

    /// Returns a command with its reason.
    pub fn because(reason: Text, command: impl FnOnce(String) -> Command) -> Self {
        Self(command(reason.into_string()))
    }

    /// Returns a moderator's command that replaces unacceptable texts.
    pub fn reword(
        name: Option<Text>,
        description: Option<Text>,
        team: Option<(ParticipantId, Text)>,
        reasons: bool,
    ) -> Self {
        let rewording = Rewording {
            name: name.map(Text::into_string),
            description: description.map(Text::into_string),
            team: team.map(|(id, name)| (id, name.into_string())),
            reasons,
        };
        Self(Command::Reword { rewording })
    }

    pub(super) fn into_command(self) -> Command {
        self.0
    }
}

impl TournamentContext {
    /// Creates a tournament of `maker`, or a recurring tournament of the configuration: `series` is then its place in the series.
    pub(super) async fn make(
        &self,
        maker: Option<UserId>,
        series: Option<String>,
        tournament: NewTournament,
    ) -> Result<TournamentId, TournamentError> {
        let settings = self.checked(tournament.settings)?;
        let password_hash = self.password_hash(settings.entry.admission, tournament.password, false).await?;
        let id = TournamentId(Uuid::now_v7());
        let row = TournamentRow { id, made_by: maker, series, club: tournament.club, password_hash };
        // A tournament of the configuration is run by the operators alone.
        let events =
            Tournament::create(settings, maker.unwrap_or(UserId(Uuid::nil())), row.club.map(ClubId))?;
        let now = self.time.now();
        let by = maker.map_or(Actor::System, Actor::User);
        let record = |(event, seq)| Record { seq, at: now, by, event };
        let records: Vec<_> = events.into_iter().zip(1..).map(record).collect();
        let tournament = Tournament::replay(id, &records).map_err(|corrupt| {
            tracing::error!(error = %corrupt, "new tournament rejected by replay (bug)");
            TournamentError::Internal
        })?;
        let wake_at = stored::wake_at(&tournament, now, self.config.waiting);
        let mut change = stored::change(&row, None, &tournament, &records, wake_at);
        let limit = self.config.open_per_user;
        change.open_max = (limit > 0).then_some(limit);
        change.open_in_club_max =
            Some(self.config.open_per_club).filter(|&limit| limit > 0 && row.club.is_some());
        let Err(error) = self.event_log.append(change).await else { return Ok(id) };
        // Another node has created the tournament of the series, or the last one of the user or the club, at the same moment.
        if let StoreError::Conflict(_) = &*error {
            match &row.series {
                None => {
                    if let (Some(maker), Some(club)) = (maker, row.club) {
                        self.check_club(club, maker).await?;
                    }
                    return Err(TournamentError::TooManyOpen { limit });
                }
                Some(series) => {
                    if let Some(known) = self.store.tournament_of_series(series).await? {
                        return Ok(known);
                    }
                }
            }
        }
        Err(TournamentError::from(&*error))
    }

    /// Checks whether a user may create one more tournament of a club.
    pub(super) async fn check_club(&self, club: Uuid, user: UserId) -> Result<(), TournamentError> {
        if self.store.club(club).await?.is_none() {
            return Err(TournamentError::Club(ClubRefusal::NoSuchClub));
        }
        if self.store.club_standing(club, user).await?.role < Some(ClubRole::Admin) {
            return Err(TournamentError::Club(ClubRefusal::Role));
        }
        let limit = self.config.open_per_club;
        if limit > 0 && self.store.count_open_tournaments_of_club(club).await? >= limit {
            return Err(TournamentError::TooManyOfClub { limit });
        }
        Ok(())
    }

    /// Checks settings against the limits of this server and fills in its defaults.
    pub(super) fn checked(&self, mut settings: Settings) -> Result<Settings, TournamentError> {
        settings.game = Settings::strict(settings.game);
        settings.game.policy.berserk = matches!(settings.form, Format::Arena(arena) if arena.berserk);
        let limit = self.config.places;
        if settings.entry.capacity > limit {
            return Err(TournamentError::TooManyPlaces { limit });
        }
        if let Start::At(moment) = settings.start {
            let now = self.time.now();
            if moment < now || moment > now + PLANNED_AHEAD {
                return Err(TournamentError::StartsAt);
            }
        }
        settings.validate()?;
        let latest = self.time.now() + PLANNED_AHEAD;
        if settings.rounds.starts.last().is_some_and(|&last| last > latest) {
            return Err(TournamentError::RoundsTooLate);
        }
        Ok(settings)
    }

    /// Hashes the password, if admission requires one. With `has_one`, a missing password keeps the previous password.
    pub(super) async fn password_hash(
        &self,
        admission: Admission,
        password: Option<String>,
        has_one: bool,
    ) -> Result<Option<String>, TournamentError> {
        match (admission, password) {
            (Admission::Password, Some(password))
                if (1..=LONGEST_PASSWORD).contains(&password.chars().count()) =>
            {
                let hash = self.passwords.hash(Password::typed(&password)).await;
                Ok(Some(hash.map_err(IdentityError::from)?))
            }
            (Admission::Password, None) if has_one => Ok(None),
            (Admission::Password, _) => Err(TournamentError::NeedsPassword),
            _ => Ok(None),
        }
    }
}
