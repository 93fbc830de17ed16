//! What users are called at this moment.
//!
//! A name belongs to a user id and is looked up when something is shown ([0047](../../../docs/adr/0047-names-are-looked-up-when-shown.md)).
//! What is read from the store (games, rooms, tournaments, lines) comes with the names of that moment. What lies in memory since before
//! has the names from when it was read: whoever writes such a name down asks here whether it has changed since. So a deleted account shows
//! no name anywhere from the moment on at which its deletion is stored.
//!
//! This is one for the whole process: ids of users are unique in the world.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use sumito_game::{Player, UserId};

use crate::recent_table::RecentTable;

/// Changes that are remembered at least. What is in memory for longer than it takes to make so many is read anew long before.
const REMEMBERED: usize = 65_536;

/// What users that were deleted are called: no name that anybody could have.
pub(crate) const DELETED: &str = "[deleted]";

/// What a user is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The name.
    pub name: String,
    /// Whether it is a guest's, or that of a user who was deleted.
    pub guest: bool,
}

/// The last changes.
static CHANGED: LazyLock<RwLock<RecentTable<UserId, Arc<Called>>>> =
    LazyLock::new(|| RwLock::new(RecentTable::new(REMEMBERED)));
/// How many changes there were.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// A user is called so from now on: this is stored.
pub(crate) fn changed(user: UserId, called: Called) {
    let called = Arc::new(called);
    let mut changed = CHANGED.write().unwrap_or_else(PoisonError::into_inner);
    *changed.value(user, || called.clone()) = called.clone();
    drop(changed);
    COUNT.fetch_add(1, Ordering::Release);
}

/// How many names have changed: a text with names in it is good as long as this stays.
pub(crate) fn count() -> u64 {
    COUNT.load(Ordering::Acquire)
}

/// What this user is called, where that has changed since the server started.
pub(crate) fn new_name(user: UserId) -> Option<Arc<Called>> {
    if count() == 0 {
        return None;
    }
    let changed = CHANGED.read().unwrap_or_else(PoisonError::into_inner);
    changed.get(&user).cloned()
}

/// What this player is called now.
pub(crate) fn of(player: &Player) -> String {
    new_name(player.id).map_or_else(|| player.name.clone(), |called| called.name.clone())
}

/// Whether the user was deleted since the server started: nobody acts for them any more.
pub(crate) fn is_deleted(user: UserId) -> bool {
    new_name(user).is_some_and(|called| called.name == DELETED)
}

/// The player as they are called by `names`, where these know them.
pub(crate) fn call(player: &mut Player, names: &HashMap<UserId, Called>) {
    if let Some(called) = names.get(&player.id) {
        player.name.clone_from(&called.name);
        player.guest = called.guest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_counts() {
        let player = |number| Player {
            id: UserId(uuid::Uuid::from_u128(number)),
            name: "Quiet Marten 69".to_owned(),
            guest: true,
            bot: false,
        };
        let called = |name: &str| Called { name: name.to_owned(), guest: false };
        let (one, other) = (player(0x77_0001), player(0x77_0002));
        assert_eq!(of(&one), "Quiet Marten 69");
        let before = count();
        changed(one.id, called("Ada"));
        changed(one.id, called("Berta"));
        assert_eq!((of(&one), of(&other)), ("Berta".to_owned(), "Quiet Marten 69".to_owned()));
        assert!(count() >= before + 2);
        // Those before are remembered for as long again.
        for number in 0..REMEMBERED as u128 {
            changed(UserId(uuid::Uuid::from_u128(0x78_0000_0000 + number)), called("x"));
        }
        assert_eq!(of(&one), "Berta");
    }
}
