//! Current names of users.
//!
//! A name belongs to a user id and is looked up when it is shown ([0047](../../../docs/adr/0047-look-up-names-when-they-are-shown.md)). Data
//! read from the store (games, rooms, tournaments, messages) has the names of the time of reading. Data that stays in memory may have
//! outdated names: code that encodes such a name asks this module whether it has changed since. So the name of a deleted account
//! disappears everywhere as soon as its deletion is stored.
//!
//! There is one table for the whole process, since user ids are globally unique.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use sumito_game::{Player, UserId};

use crate::recency_cache::RecencyCache;

/// Minimum number of changes that the table keeps. Data in memory is reloaded long before so many names change.
pub const REMEMBERED: usize = 65_536;

/// Name of deleted users, which no account can have.
pub const DELETED: &str = "[deleted]";

/// Current name of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// Name to show.
    pub name: String,
    /// Whether the user is a guest or was deleted.
    pub guest: bool,
}

/// Latest changes of names.
static CHANGED: LazyLock<RwLock<RecencyCache<UserId, Arc<Called>>>> =
    LazyLock::new(|| RwLock::new(RecencyCache::new(REMEMBERED)));
/// Number of changes.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// Records that a user has this name from now on. Call it after the change is stored.
pub fn changed(user: UserId, called: Called) {
    let called = Arc::new(called);
    let mut changed = CHANGED.write();
    changed.set(user, called);
    drop(changed);
    COUNT.fetch_add(1, Ordering::Release);
}

/// Returns the number of changes: an encoded text with names is valid until it changes.
pub fn count() -> u64 {
    COUNT.load(Ordering::Acquire)
}

/// Returns the user's name if it has changed since the server started.
pub fn new_name(user: UserId) -> Option<Arc<Called>> {
    if count() == 0 {
        return None;
    }
    let changed = CHANGED.read();
    changed.get(&user).cloned()
}

/// Returns the player's current name.
pub fn of(player: &Player) -> String {
    new_name(player.id).map_or_else(|| player.name.clone(), |called| called.name.clone())
}

/// Returns whether the user was deleted since the server started; no client can act as a deleted user.
pub fn is_deleted(user: UserId) -> bool {
    new_name(user).is_some_and(|called| called.name == DELETED)
}

/// Sets the player's name from `names`, if it has the player.
pub fn call(player: &mut Player, names: &HashMap<UserId, Called, impl BuildHasher>) {
    if let Some(called) = names.get(&player.id) {
        player.name.clone_from(&called.name);
        player.guest = called.guest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latest_name_is_returned() {
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
        // Earlier changes are kept for as many changes again.
        for number in 0..REMEMBERED as u128 {
            changed(UserId(uuid::Uuid::from_u128(0x78_0000_0000 + number)), called("x"));
        }
        assert_eq!(of(&one), "Berta");
    }
}
