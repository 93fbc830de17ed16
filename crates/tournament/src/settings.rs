//! Settings of a tournament.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{TimeControl, Timestamp};
use sumito_rules::Mode;

use crate::{Admission, Format, TieBreak, UnplayedRounds, limits};

/// Settings of a tournament, fixed before its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The tournament's name.
    pub name: String,
    /// The tournament's description.
    #[serde(default)]
    pub description: String,
    /// The tournament's format.
    pub form: Format,
    /// The settings of each game. There must be a clock and a limit for the first move, after which the game is lost; see
    /// [`Settings::strict`].
    pub game: sumito_game::Settings,
    /// The start condition.
    pub start: Start,
    /// The entry conditions.
    pub entry: Entry,
    /// The timing of rounds; not used by arenas.
    #[serde(default)]
    pub rounds: Rounds,
    /// Number of consecutive missed games after which a participant is excluded; 0 = never.
    #[serde(default)]
    pub no_shows_max: u8,
    /// The teams of a team arena; `None` if each player plays alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<Teams>,
    /// The chosen tie-breaks, in the order of their application; empty for the [usual](Format::usual_tie_breaks) ones of the format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_break_order: Vec<TieBreak>,
    /// How tie-breaks count rounds without a game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unplayed_rounds: UnplayedRounds,
}

/// Returns whether a value need not be stored.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Settings of a team arena: an arena of two players in which clubs are the teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Teams {
    /// Number of players of a team whose points count for it, the best ones: 1 to [`BEST_MAX`](limits::BEST_MAX).
    pub best: u8,
}

/// The start condition of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Start {
    /// At this time, or as soon after it as the server runs; with fewer than [`Entry::minimum`] participants the tournament is cancelled.
    At(Timestamp),
    /// As soon as this many participants are present.
    WhenHere(u32),
    /// On a director's command.
    ByDirector,
}

/// Entry conditions of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Minimum number of participants for the start.
    pub minimum: u32,
    /// Maximum number of participants: players, or teams.
    pub capacity: u32,
    /// The minimum rating, if there is one.
    #[serde(default)]
    pub rating_min: Option<u16>,
    /// The maximum rating, if there is one. A provisional rating exceeds every maximum.
    #[serde(default)]
    pub rating_max: Option<u16>,
    /// True if an account is required.
    #[serde(default)]
    pub accounts_only: bool,
    /// True if computers and bots can enter.
    #[serde(default)]
    pub programs: bool,
    /// The admission condition.
    #[serde(default)]
    pub admission: Admission,
}

/// Timing of rounds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rounds {
    /// Break between two rounds.
    pub break_seconds: u32,
    /// Maximum duration of a round; after that, running games count as draws. `None`: no limit.
    #[serde(default)]
    pub deadline_seconds: Option<u32>,
    /// Times before which the rounds do not start, the first round's first; rounds beyond the last time start after the break.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Timestamp>,
    /// True if the pairing of each round waits until a director starts the round. For Swiss systems.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reviewed: bool,
}

/// Settings that do not allow a tournament.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The name is missing or too long.
    #[error("the name must be 1 to {} characters on one line", limits::NAME_MAX)]
    Name,
    /// The description is too long.
    #[error("the description must be at most {} characters", limits::DESCRIPTION_MAX)]
    Description,
    /// A tournament needs a clock.
    #[error("tournaments require a clock; choose one")]
    NoClock,
    /// Without the first-move forfeit, an absent player would make all others wait.
    #[error("a first-move limit is required: a player who misses it forfeits the game")]
    NoFirstMove,
    /// Takebacks and readiness are not allowed in tournaments.
    #[error("takebacks and ready checks are not allowed in tournaments; omit both")]
    Lenient,
    /// The format is for two sides.
    #[error(
        "the Dutch system, knockouts, double eliminations and groups are for two sides; choose the balanced Swiss \
         system, a round robin or an arena"
    )]
    Form,
    /// Only arenas of two players have teams of clubs.
    #[error("teams of clubs need an arena of two players; choose one, or omit `teams`")]
    Teams,
    /// The tie-breaks do not fit the format.
    #[error(
        "`tie_breaks` must be different tie-breaks of the format; in a knockout and a double elimination the \
         first is `reached`"
    )]
    TieBreaks,
    /// Only Swiss systems of two sides have FIDE's rule on unplayed rounds.
    #[error("`unplayed_rounds` can be `fide` in Swiss systems of two sides only")]
    UnplayedRounds,
    /// The times of rounds are not increasing, or there are too many. Arenas have no rounds.
    #[error(
        "`rounds.starts` are the increasing times of the rounds, at most as many as rounds; omit them in an \
         arena"
    )]
    RoundStarts,
    /// Only pairings of Swiss systems can be reviewed.
    #[error("`rounds.reviewed` can be true in Swiss systems only")]
    Reviewed,
    /// A team arena belongs to a club.
    #[error("a team arena belongs to a club, which is its first team; add `club`")]
    NoHost,
    /// The settings of the games are invalid.
    #[error(transparent)]
    Game(#[from] sumito_game::SettingsError),
    /// A number is out of range.
    #[error("{what} must be {min} to {max}")]
    Range {
        /// Name and description of the field in the protocol.
        what: &'static str,
        /// Minimum allowed value.
        min: u32,
        /// Maximum allowed value.
        max: u32,
    },
    /// A rated tournament does not admit guests and programs.
    #[error("rated games are for humans with accounts; require accounts and exclude programs")]
    Rated,
}

impl Settings {
    /// Adapts a game's settings to tournaments: no takebacks, no readiness, and a player who misses the first-move limit loses.
    #[must_use]
    pub fn strict(mut game: sumito_game::Settings) -> sumito_game::Settings {
        game.ready = false;
        game.policy.takebacks = false;
        game.policy.first_move_forfeits = true;
        game.policy.first_move = game.policy.first_move.or(match game.time {
            TimeControl::PerMove { limit } => Some(limit),
            _ => Some(Duration::from_mins(1)),
        });
        game
    }

    /// The mode of the games.
    pub fn mode(&self) -> Mode {
        self.game.mode
    }

    /// Number of participants of a game: two players, two teams, or three players.
    pub fn sides(&self) -> usize {
        self.mode().teams()
    }

    /// Number of players of a participant: two in a team.
    pub fn team_size(&self) -> usize {
        self.mode().seats() / self.mode().teams()
    }

    /// Checks the constraints that the types do not express.
    ///
    /// # Errors
    /// [`SettingsError`] with the setting to change.
    pub fn validate(&self) -> Result<(), SettingsError> {
        self.validate_words()?;
        self.game.validate()?;
        if self.game.time == TimeControl::None {
            return Err(SettingsError::NoClock);
        }
        if self.game.policy.first_move.is_none() || !self.game.policy.first_move_forfeits {
            return Err(SettingsError::NoFirstMove);
        }
        if self.game.policy.takebacks || self.game.ready {
            return Err(SettingsError::Lenient);
        }
        if !self.form.fits(self.mode()) {
            return Err(SettingsError::Form);
        }
        if self.teams.is_some() && (!matches!(self.form, Format::Arena(_)) || self.mode() != Mode::Two) {
            return Err(SettingsError::Teams);
        }
        if self.game.rated && (!self.entry.accounts_only || self.entry.programs) {
            return Err(SettingsError::Rated);
        }
        self.validate_rounds()?;
        self.validate_tie_breaks()?;
        self.validate_numbers()
    }

    fn validate_rounds(&self) -> Result<(), SettingsError> {
        let starts = &self.rounds.starts;
        let starts_max = match self.form {
            Format::Swiss(form) => form.rounds as usize,
            // Their rounds depend on the participants.
            Format::RoundRobin(_)
            | Format::Knockout(_)
            | Format::DoubleElimination(_)
            | Format::Groups(_) => limits::ROUND_STARTS_MAX,
            Format::Arena(_) => 0,
        };
        if starts.len() > starts_max || !starts.is_sorted_by(|one, next| one < next) {
            return Err(SettingsError::RoundStarts);
        }
        if self.rounds.reviewed && !matches!(self.form, Format::Swiss(_)) {
            return Err(SettingsError::Reviewed);
        }
        Ok(())
    }

    fn validate_tie_breaks(&self) -> Result<(), SettingsError> {
        let usual = self.form.usual_tie_breaks();
        let chosen = &self.tie_break_order;
        let is_allowed =
            |(place, by): (usize, &TieBreak)| usual.contains(by) && !chosen[..place].contains(by);
        let reached_first = !self.form.is_elimination() || chosen.first() == usual.first();
        if !(chosen.is_empty() || reached_first && chosen.iter().enumerate().all(is_allowed)) {
            return Err(SettingsError::TieBreaks);
        }
        let has_pairs = matches!(self.form, Format::Swiss(_)) && self.sides() == 2;
        if self.unplayed_rounds == UnplayedRounds::Fide && !has_pairs {
            return Err(SettingsError::UnplayedRounds);
        }
        Ok(())
    }

    /// Final check of text lengths; callers that create settings apply stricter limits.
    pub(crate) fn validate_words(&self) -> Result<(), SettingsError> {
        let length = self.name.trim().chars().count();
        if length == 0 || length > limits::NAME_MAX || self.name.contains(char::is_control) {
            return Err(SettingsError::Name);
        }
        if self.description.chars().count() > limits::DESCRIPTION_MAX {
            return Err(SettingsError::Description);
        }
        Ok(())
    }

    fn validate_numbers(&self) -> Result<(), SettingsError> {
        let seconds = |what, value| range(what, value, 0, limits::SECONDS_MAX);
        self.form.validate_numbers()?;
        let max = self.form.participants_max(self.mode());
        let min = self.form.participants_min(self.mode());
        range("`minimum`, the fewest participants,", self.entry.minimum, min, max)?;
        range("`capacity`, the most participants,", self.entry.capacity, self.entry.minimum, max)?;
        if let Start::WhenHere(count) = self.start {
            range(
                "`participants`, the number of participants at the start,",
                count,
                self.entry.minimum,
                self.entry.capacity,
            )?;
        }
        if let (Some(min), Some(max)) = (self.entry.rating_min, self.entry.rating_max) {
            range("`rating_max`, the highest rating,", max.into(), min.into(), u16::MAX.into())?;
        }
        if let Some(teams) = self.teams {
            range(
                "`best`, the players who count for a team,",
                teams.best.into(),
                1,
                limits::BEST_MAX.into(),
            )?;
        }
        seconds("`break_s`, the break between rounds in seconds,", self.rounds.break_seconds)?;
        if let Some(deadline) = self.rounds.deadline_seconds {
            range("`deadline_s`, the limit of a round in seconds,", deadline, 60, limits::SECONDS_MAX)?;
        }
        Ok(())
    }
}

impl Format {
    fn validate_numbers(&self) -> Result<(), SettingsError> {
        match self {
            Format::RoundRobin(form) => range("`cycles`", form.cycles.into(), 1, 4),
            Format::Swiss(form) => {
                range("`rounds`, the number of rounds,", form.rounds, 1, limits::SWISS_ROUNDS_MAX)?;
                range(
                    "`late_entry_rounds`, the last round for late entries,",
                    form.late_entry_rounds,
                    0,
                    form.rounds,
                )?;
                range("`half_point_byes`", form.half_point_byes.into(), 0, form.rounds)
            }
            Format::Knockout(form) => validate_match(form.best_of, form.extra_pairs),
            Format::DoubleElimination(form) => validate_match(form.best_of, form.extra_pairs),
            Format::Groups(form) => {
                range("`groups`, the number of groups,", form.groups.into(), 2, limits::GROUPS_MAX.into())?;
                range(
                    "`advance`, the players of a group in the knockout,",
                    form.advance.into(),
                    1,
                    limits::ADVANCE_MAX.into(),
                )?;
                range("`cycles`", form.cycles.into(), 1, 2)?;
                validate_match(form.best_of, form.extra_pairs)
            }
            Format::Arena(form) => {
                range(
                    "`duration_s`, the length of an arena in seconds,",
                    form.duration_seconds,
                    limits::ARENA_SECONDS_MIN,
                    limits::ARENA_SECONDS_MAX,
                )?;
                range(
                    "`closing_s`, the time without new games before the end in seconds,",
                    form.closing_seconds,
                    0,
                    form.duration_seconds - 1,
                )?;
                range(
                    "`wave_s`, the time between two waves of pairings in seconds,",
                    form.wave_seconds,
                    1,
                    limits::WAVE_SECONDS_MAX,
                )
            }
        }
    }
}

/// # Errors
/// [`SettingsError::Range`] if a number of games is outside of its range.
fn validate_match(best_of: u32, extra_pairs: u8) -> Result<(), SettingsError> {
    range("`best_of`, the games of a match,", best_of, 1, limits::BEST_OF_MAX)?;
    range("`extra_pairs`, the pairs of extra games,", extra_pairs.into(), 0, limits::EXTRA_PAIRS_MAX)
}

/// # Errors
/// [`SettingsError::Range`] if the value is outside of `min..=max`.
fn range(what: &'static str, value: u32, min: u32, max: u32) -> Result<(), SettingsError> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(SettingsError::Range { what, min, max }) }
}
