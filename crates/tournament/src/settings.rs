//! What is agreed before a tournament begins.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{TimeControl, Timestamp};
use sumito_rules::Mode;

use crate::{Form, limits};

/// What is agreed before a tournament begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Its name.
    pub name: String,
    /// What else people should know of it.
    #[serde(default)]
    pub description: String,
    /// How it is played.
    pub form: Form,
    /// How each game is played. There is a clock and a limit for the first move, after which it is lost; see [`Settings::strict`].
    pub game: sumito_game::Settings,
    /// When it begins.
    pub start: Start,
    /// Who can take part.
    pub entry: Entry,
    /// When rounds begin and end; of no meaning in an arena.
    #[serde(default)]
    pub rounds: Rounds,
    /// After so many games in a row that somebody did not come to they are excluded; 0 = never.
    #[serde(default)]
    pub no_shows_max: u8,
}

/// When a tournament begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Start {
    /// At this moment, or as soon after it as the server runs; with fewer than [`Entry::minimum`] it is cancelled.
    At(Timestamp),
    /// When so many are here.
    WhenHere(u32),
    /// When a director says so.
    ByDirector,
}

/// Who can take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The least with whom it begins.
    pub minimum: u32,
    /// The most who can enter: players, or teams.
    pub capacity: u32,
    /// The lowest rating, if there is one.
    #[serde(default)]
    pub rating_min: Option<u16>,
    /// The highest rating, if there is one. A provisional rating is above every highest one.
    #[serde(default)]
    pub rating_max: Option<u16>,
    /// Whether an account is needed.
    #[serde(default)]
    pub accounts_only: bool,
    /// Whether computers and bots can enter.
    #[serde(default)]
    pub programs: bool,
    /// What else is needed.
    #[serde(default)]
    pub admission: Admission,
}

/// What one needs to enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// Nothing.
    #[default]
    Open,
    /// A password. The tournament does not know it: whoever sends [`Command::Register`](crate::Command::Register) has compared it.
    Password,
    /// A director's invitation.
    Invitation,
}

/// When rounds begin and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rounds {
    /// How long the break between two rounds is.
    pub break_seconds: u32,
    /// How long a round lasts at most; then games that are still under way count as drawn. `None`: as long as its games.
    #[serde(default)]
    pub deadline_seconds: Option<u32>,
}

/// Settings by which no tournament can be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// There is none, or it is too long.
    #[error("the name has 1 to {} characters, on one line", limits::NAME_MAX)]
    Name,
    /// It is too long.
    #[error("the description has at most {} characters", limits::DESCRIPTION_MAX)]
    Description,
    /// A tournament has a clock.
    #[error("a tournament is played with a clock; choose one")]
    NoClock,
    /// Whoever does not come would keep all others waiting.
    #[error(
        "a tournament's game is lost by whoever does not make the first move in time; set a limit for it"
    )]
    NoFirstMove,
    /// What is friendly among friends is not among competitors.
    #[error(
        "in a tournament no move is taken back, and nobody has to say that they are ready; leave both out"
    )]
    Lenient,
    /// The form is for two players only.
    #[error("a Swiss system or a knockout is for two players; choose a round robin or an arena")]
    Form,
    /// The settings of the games are at fault.
    #[error(transparent)]
    Game(#[from] sumito_game::SettingsError),
    /// A number is out of range.
    #[error("{what} is {min} to {max}")]
    Range {
        /// The field, as clients name it, and what it is.
        what: &'static str,
        /// The least that it can be.
        min: u32,
        /// The most that it can be.
        max: u32,
    },
    /// A rated game is not for guests and programs.
    #[error("rated games are for people with accounts; ask for accounts and leave programs out")]
    Rated,
}

impl Settings {
    /// The game's settings as a tournament wants them: no move is taken back, nobody says that they are ready, and whoever does not make
    /// the first move in time loses.
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

    /// How many play.
    pub fn mode(&self) -> Mode {
        self.game.mode
    }

    /// How many participants a game has: two players, two teams, or three players.
    pub fn sides(&self) -> usize {
        self.mode().teams()
    }

    /// How many players a participant is: two in a team.
    pub fn team_size(&self) -> usize {
        self.mode().seats() / self.mode().teams()
    }

    /// Checks what the types alone do not guarantee.
    ///
    /// # Errors
    /// [`SettingsError`] says what to change.
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
        if self.game.rated && (!self.entry.accounts_only || self.entry.programs) {
            return Err(SettingsError::Rated);
        }
        self.validate_numbers()
    }

    /// The last bound of the words: that of whoever makes the settings is narrower.
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
        let range = |what, value: u32, min: u32, max: u32| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(SettingsError::Range { what, min, max }) }
        };
        let seconds = |what, value| range(what, value, 0, limits::SECONDS_MAX);
        let most = self.form.participants_max(self.mode());
        let least = self.sides() as u32;
        range("`minimum`, the fewest participants,", self.entry.minimum, least, most)?;
        range("`capacity`, the most participants,", self.entry.capacity, self.entry.minimum, most)?;
        if let Start::WhenHere(count) = self.start {
            range(
                "`participants`, the number with whom it starts,",
                count,
                self.entry.minimum,
                self.entry.capacity,
            )?;
        }
        if let (Some(min), Some(max)) = (self.entry.rating_min, self.entry.rating_max) {
            range("`rating_max`, the highest rating,", max.into(), min.into(), u16::MAX.into())?;
        }
        seconds("`break_s`, the break between rounds in seconds,", self.rounds.break_seconds)?;
        if let Some(deadline) = self.rounds.deadline_seconds {
            range("`deadline_s`, the limit of a round in seconds,", deadline, 60, limits::SECONDS_MAX)?;
        }
        match self.form {
            Form::RoundRobin(form) => range("`cycles`", form.cycles.into(), 1, 4),
            Form::Swiss(form) => {
                range("`rounds`, the number of rounds,", form.rounds, 1, limits::SWISS_ROUNDS_MAX)?;
                range(
                    "`late_entry_rounds`, the last round for late entries,",
                    form.late_entry_rounds,
                    0,
                    form.rounds,
                )?;
                range("`half_point_byes`", form.half_point_byes.into(), 0, form.rounds)
            }
            Form::Knockout(form) => {
                range("`best_of`, the games of a match,", form.best_of, 1, limits::BEST_OF_MAX)?;
                range(
                    "`extra_pairs`, the pairs of extra games,",
                    form.extra_pairs.into(),
                    0,
                    limits::EXTRA_PAIRS_MAX,
                )
            }
            Form::Arena(form) => {
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
