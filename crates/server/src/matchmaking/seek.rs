//! Seeks: who waits for which game, and with whom they would play.

use std::collections::HashSet;
use std::time::Duration;

use sumito_game::{Player, TimeControl, Timestamp, UserId};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

/// Names a seek. Ids grow with time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeekId(pub Uuid);

/// What is played, and how: only those who want the same are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    /// How many play, and in which order.
    pub mode: Mode,
    /// Where the marbles stand at the start.
    pub layout: Layout,
    /// How thinking time is limited.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
}

/// How strong those may be with whom somebody plays: from the lowest rating to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest.
    pub min: i32,
    /// The highest.
    pub max: i32,
}

/// Somebody who waits for a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// Which one.
    pub id: SeekId,
    /// Who waits.
    pub player: Player,
    /// For what.
    pub game: Game,
    /// How strong they are in games of that kind.
    pub rating: i32,
    /// How strong the others may be.
    pub range: RatingRange,
    /// The level of the computers that may take the seats which stay free for long; `None`: only people.
    pub computers: Option<u8>,
    /// Whom they block, and who blocks them.
    pub blocks: HashSet<UserId>,
    /// The seek that they have chosen, where they have: how far the ratings lie apart does not matter then.
    pub wants: Option<SeekId>,
    /// Since when they have been waiting.
    pub since: Timestamp,
}

/// How far apart the ratings of those who are paired may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// At first.
    pub first: i32,
    /// By how much more after each second of waiting.
    pub per_second: i32,
}

impl RatingRange {
    /// Everybody.
    pub const ALL: Self = Self { min: i32::MIN, max: i32::MAX };

    /// Whether somebody with this rating may be the other.
    pub fn contains(self, rating: i32) -> bool {
        (self.min..=self.max).contains(&rating)
    }
}

impl Window {
    /// How far it is open for somebody who has been waiting for so long.
    pub fn after(self, waited: Duration) -> i32 {
        let seconds = i32::try_from(waited.as_secs()).unwrap_or(i32::MAX);
        self.first.saturating_add(self.per_second.saturating_mul(seconds))
    }
}

impl Seek {
    /// Who waits.
    pub fn user(&self) -> UserId {
        self.player.id
    }

    /// Whether they would play with `other` at any time: neither blocks the other, and each is as strong as the other wants.
    pub fn could_play(&self, other: &Self) -> bool {
        self.game == other.game
            && self.user() != other.user()
            && !self.blocks.contains(&other.user())
            && !other.blocks.contains(&self.user())
            && self.range.contains(other.rating)
            && other.range.contains(self.rating)
    }

    /// Whether one of the two has chosen the other.
    pub fn is_chosen(&self, other: &Self) -> bool {
        self.wants == Some(other.id) || other.wants == Some(self.id)
    }

    /// Whether they play with `other` at the moment `now`: both are near enough to each other for both, or one has chosen the other.
    pub fn accepts(&self, other: &Self, window: Window, now: Timestamp) -> bool {
        let near = || self.apart(other) <= self.reach(window, now).min(other.reach(window, now));
        self.could_play(other) && (self.is_chosen(other) || near())
    }

    /// How far from their own a rating may lie now.
    pub(super) fn reach(&self, window: Window, now: Timestamp) -> i32 {
        window.after(now.since(self.since))
    }

    /// How far apart the two ratings lie.
    pub(super) fn apart(&self, other: &Self) -> i32 {
        self.rating.saturating_sub(other.rating).saturating_abs()
    }
}
