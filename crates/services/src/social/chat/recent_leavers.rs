//! Recent leavers of clubs: a subscription that was authorized before a member left must not start afterwards.

use std::collections::VecDeque;
use std::time::Duration;

use sumito_game::UserId;
use tokio::time::Instant;
use uuid::Uuid;

/// Time for which a leaver is remembered: the time between a check and the start of the subscription is shorter.
const REMEMBERED_FOR: Duration = Duration::from_mins(1);

/// Maximum number of leavers that are remembered.
const REMEMBERED: usize = 1_024;

/// The latest leavers from clubs.
pub(super) struct RecentLeavers {
    latest: VecDeque<Leaver>,
    /// All leavers after this moment are remembered.
    complete_since: Instant,
}

struct Leaver {
    club: Uuid,
    /// `None`: the club was deleted.
    user: Option<UserId>,
    at: Instant,
}

impl RecentLeavers {
    pub(super) fn new(now: Instant) -> Self {
        Self { latest: VecDeque::new(), complete_since: now }
    }

    /// Remembers that a user has left a club; `None`: that the club was deleted.
    pub(super) fn remember(&mut self, club: Uuid, user: Option<UserId>, now: Instant) {
        self.latest.push_back(Leaver { club, user, at: now });
        while self.latest.len() > REMEMBERED {
            self.forget_first();
        }
    }

    /// Removes expired entries.
    pub(super) fn forget(&mut self, now: Instant) {
        while self.latest.front().is_some_and(|first| now.duration_since(first.at) > REMEMBERED_FOR) {
            self.forget_first();
        }
    }

    /// Applies that leavers of other nodes may be missing.
    pub(super) fn miss(&mut self, now: Instant) {
        self.latest.clear();
        self.complete_since = now;
    }

    /// Returns whether a check of a user's right that started at this moment still holds.
    pub(super) fn allow(&self, club: Uuid, user: Option<UserId>, checked_at: Instant) -> bool {
        let ends = |leaver: &Leaver| {
            leaver.club == club && (leaver.user.is_none() || leaver.user == user) && leaver.at >= checked_at
        };
        checked_at > self.complete_since && !self.latest.iter().any(ends)
    }

    fn forget_first(&mut self) {
        if let Some(first) = self.latest.pop_front() {
            self.complete_since = first.at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUB: Uuid = Uuid::from_u128(1);
    const ADA: Option<UserId> = Some(UserId(Uuid::from_u128(2)));
    const BERTA: Option<UserId> = Some(UserId(Uuid::from_u128(3)));

    fn leavers() -> (RecentLeavers, impl Fn(u64) -> Instant) {
        let start = Instant::now();
        (RecentLeavers::new(start), move |second| start + Duration::from_secs(second))
    }

    #[test]
    fn check_before_a_member_leaves_does_not_hold() {
        let (mut leavers, at) = leavers();
        leavers.remember(CLUB, ADA, at(2));
        assert!(!leavers.allow(CLUB, ADA, at(1)));
        assert!(leavers.allow(CLUB, ADA, at(3)), "the user has joined again");
        assert!(leavers.allow(CLUB, BERTA, at(1)));
        assert!(leavers.allow(Uuid::from_u128(4), ADA, at(1)));
        leavers.remember(CLUB, None, at(4));
        assert!(!leavers.allow(CLUB, BERTA, at(3)), "the club was deleted");
    }

    #[test]
    fn check_does_not_hold_if_leavers_may_be_forgotten() {
        let (mut leavers, at) = leavers();
        leavers.remember(CLUB, ADA, at(2));
        leavers.forget(at(200));
        assert!(!leavers.allow(CLUB, ADA, at(1)));
        assert!(leavers.allow(CLUB, ADA, at(199)));
        leavers.miss(at(201));
        assert!(!leavers.allow(CLUB, BERTA, at(200)));
        for second in 300..2_000 {
            leavers.remember(CLUB, ADA, at(second));
        }
        assert_eq!(leavers.latest.len(), REMEMBERED);
        assert!(!leavers.allow(CLUB, BERTA, at(400)));
        assert!(leavers.allow(CLUB, BERTA, at(1_999)));
    }
}
