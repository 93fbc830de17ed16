//! Seeks: requests to be paired for a kind of game.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{Player, TimeControl, Timestamp, UserId, as_text};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

/// Id of a seek. Ids grow with time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeekId(pub Uuid);

/// Kind of game: only seeks for the same kind are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameKind {
    /// Mode: number and order of the players.
    #[serde(with = "as_text")]
    pub mode: Mode,
    /// Start layout of the game.
    #[serde(with = "as_text")]
    pub layout: Layout,
    /// Time control of the game.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
}

/// Range of ratings, both ends inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingRange {
    /// Lowest allowed rating.
    pub min: i32,
    /// Highest allowed rating.
    pub max: i32,
}

/// A player's open request for a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// Id of the seek.
    pub id: SeekId,
    /// The seeking player.
    pub player: Player,
    /// Kind of game.
    pub game: GameKind,
    /// Rating of the player in games of that kind.
    pub rating: i32,
    /// Allowed ratings of the others.
    pub range: RatingRange,
    /// Level of the computers that may fill seats which stay free for long; `None`: only people.
    pub computers: Option<u8>,
    /// Whether bots may be among the others.
    #[serde(default)]
    pub bots: bool,
    /// Users whom the player blocks, and who block the player; not all of them if there are many.
    pub blocks: HashSet<UserId>,
    /// The seek that the player has chosen, if any: the rating gap does not matter then.
    pub wants: Option<SeekId>,
    /// Time at which the seek started.
    pub since: Timestamp,
}

/// Allowed rating gap of paired players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Gap without any waiting.
    pub first: i32,
    /// Growth of the gap per second of waiting.
    pub per_second: i32,
}

impl RatingRange {
    /// Range of all ratings.
    pub const ALL: Self = Self { min: i32::MIN, max: i32::MAX };

    /// Returns whether a rating is in the range.
    pub fn contains(self, rating: i32) -> bool {
        (self.min..=self.max).contains(&rating)
    }
}

impl Window {
    /// Returns the allowed gap after this time of waiting.
    pub fn after(self, waited: Duration) -> i32 {
        let seconds = i32::try_from(waited.as_secs()).unwrap_or(i32::MAX);
        self.first.saturating_add(self.per_second.saturating_mul(seconds))
    }
}

impl Seek {
    /// Returns the id of the seeking user.
    pub fn user(&self) -> UserId {
        self.player.id
    }

    /// Returns whether the two seeks could be paired at any time: neither player blocks the other, each rating is in the other's range,
    /// and each player meets a bot only by choice.
    pub fn could_play(&self, other: &Self) -> bool {
        self.game == other.game
            && self.user() != other.user()
            && !self.blocks.contains(&other.user())
            && !other.blocks.contains(&self.user())
            && self.range.contains(other.rating)
            && other.range.contains(self.rating)
            && (self.bots || !other.player.bot)
            && (other.bots || !self.player.bot)
    }

    /// Returns whether one of the two has chosen the other.
    pub fn is_chosen(&self, other: &Self) -> bool {
        self.wants == Some(other.id) || other.wants == Some(self.id)
    }

    /// Returns whether the two seeks can be paired at `now`: the rating gap is within both windows, or one has chosen the other.
    pub fn accepts(&self, other: &Self, window: Window, now: Timestamp) -> bool {
        let near = || {
            self.rating_gap(other) <= self.max_rating_gap(window, now).min(other.max_rating_gap(window, now))
        };
        self.could_play(other) && (self.is_chosen(other) || near())
    }

    /// Returns the allowed rating gap at `now`.
    pub(super) fn max_rating_gap(&self, window: Window, now: Timestamp) -> i32 {
        window.after(now.since(self.since))
    }

    /// Returns the gap between the two ratings.
    pub(super) fn rating_gap(&self, other: &Self) -> i32 {
        self.rating.saturating_sub(other.rating).saturating_abs()
    }
}
