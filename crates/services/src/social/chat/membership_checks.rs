//! Checks of membership that are under way. The departure of a member voids the check: its follower must not be added.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use sumito_game::UserId;
use uuid::Uuid;

/// The checks under way: at most one for each open socket and each request in the queue.
#[derive(Debug, Clone, Default)]
pub(super) struct MembershipChecks(Arc<Mutex<Running>>);

#[derive(Debug, Default)]
struct Running {
    begun: u64,
    by_number: HashMap<u64, Checked>,
}

#[derive(Debug)]
struct Checked {
    club: Uuid,
    user: Option<UserId>,
    is_void: bool,
}

/// A check, from before its first query until its follower is added. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct MembershipCheck {
    checks: MembershipChecks,
    number: u64,
}

impl MembershipChecks {
    pub(super) fn begin(&self, club: Uuid, user: Option<UserId>) -> MembershipCheck {
        let mut running = self.0.lock();
        running.begun += 1;
        let number = running.begun;
        running.by_number.insert(number, Checked { club, user, is_void: false });
        MembershipCheck { checks: self.clone(), number }
    }

    /// Voids the checks of a user who has left a club; `None`: of all users of a deleted club.
    pub(super) fn leave(&self, club: Uuid, user: Option<UserId>) {
        self.void(|check| check.club == club && (user.is_none() || check.user == user));
    }

    /// Voids all checks: departures on other nodes may be unknown.
    pub(super) fn void_all(&self) {
        self.void(|_| true);
    }

    fn void(&self, is_affected: impl Fn(&Checked) -> bool) {
        for check in self.0.lock().by_number.values_mut() {
            check.is_void |= is_affected(check);
        }
    }
}

impl MembershipCheck {
    pub(super) fn is_void(&self) -> bool {
        self.checks.0.lock().by_number.get(&self.number).is_none_or(|check| check.is_void)
    }
}

impl Drop for MembershipCheck {
    fn drop(&mut self) {
        self.checks.0.lock().by_number.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUB: Uuid = Uuid::from_u128(1);
    const ADA: Option<UserId> = Some(UserId(Uuid::from_u128(2)));
    const BERTA: Option<UserId> = Some(UserId(Uuid::from_u128(3)));

    #[test]
    fn departure_voids_the_checks_of_the_member_that_are_under_way() {
        let checks = MembershipChecks::default();
        let running =
            [checks.begin(CLUB, ADA), checks.begin(CLUB, BERTA), checks.begin(Uuid::from_u128(4), ADA)];
        let are_void = || running.each_ref().map(MembershipCheck::is_void);
        checks.leave(CLUB, ADA);
        assert_eq!(are_void(), [true, false, false]);
        assert!(!checks.begin(CLUB, ADA).is_void(), "the user has joined again");
        checks.leave(CLUB, None);
        assert_eq!(are_void(), [true, true, false], "the club was deleted");
        checks.void_all();
        assert_eq!(are_void(), [true; 3]);
        drop(running);
        assert!(checks.0.lock().by_number.is_empty());
    }
}
