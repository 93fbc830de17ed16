//! Vacations of players.

use std::time::Duration;

use sumito_game::{Timestamp, UserId};

use super::{StoreError, store_api};

/// A vacation of a player. A player has at most one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VacationRow {
    /// The player on vacation.
    pub user: UserId,
    /// Start of the vacation.
    pub began_at: Timestamp,
    /// End of the vacation. The player may bring it forward to the moment at which they do so, and to no earlier one.
    pub ends_at: Timestamp,
}

impl VacationRow {
    /// Returns whether the player is on this vacation at `now`.
    pub fn is_on(&self, now: Timestamp) -> bool {
        self.began_at <= now && now < self.ends_at
    }
}

/// The allowance of vacations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VacationAllowance {
    /// Total within the window.
    pub total: Duration,
    /// Least time that a vacation counts.
    pub least: Duration,
    /// Window: vacations that ended longer ago do not count.
    pub window: Duration,
}

impl VacationAllowance {
    /// Returns the remaining allowance at `now` after these vacations.
    pub fn left<'a>(&self, vacations: impl IntoIterator<Item = &'a VacationRow>, now: Timestamp) -> Duration {
        let counts = |row: &&VacationRow| row.ends_at > now - self.window;
        let used = |row: &VacationRow| row.ends_at.since(row.began_at).max(self.least);
        self.total.saturating_sub(vacations.into_iter().filter(counts).map(used).sum())
    }
}

/// Result of starting a vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VacationStart {
    /// It has started.
    Begun(VacationRow),
    /// The player is on vacation already.
    Running(VacationRow),
    /// Too little is left of the allowance.
    UsedUp,
}

store_api! { each:
    /// Returns the vacations of these users that end after `since`, in the order of their ends.
    pub async fn vacations_of(&self, users: &[UserId], since: Timestamp) -> Result<Vec<VacationRow>, StoreError>;
}

store_api! { each_database:
    /// Starts a vacation of this duration, as far as the allowance permits.
    pub async fn begin_vacation(
        &self,
        user: UserId,
        now: Timestamp,
        span: Duration,
        allowance: VacationAllowance,
    ) -> Result<VacationStart, StoreError>;

    /// Ends the user's vacation; returns whether there was one.
    pub async fn end_vacation(&self, user: UserId, now: Timestamp) -> Result<bool, StoreError>;
}
