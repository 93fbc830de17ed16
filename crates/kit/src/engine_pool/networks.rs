//! Maps users to the networks that are charged for their searches.

use std::net::IpAddr;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::UserId;

use crate::recency_cache::RecencyCache;
use crate::shares::Payer;

/// Number of users with a remembered network; at most twice as many.
const REMEMBERED: usize = 16_384;

/// The last known network of each user.
#[derive(Debug)]
pub(super) struct Networks(Mutex<RecencyCache<UserId, Option<IpAddr>>>);

impl Default for Networks {
    fn default() -> Self {
        Self(Mutex::new(RecencyCache::new(REMEMBERED)))
    }
}

impl Networks {
    /// Records a user's network.
    pub(super) fn seen(&self, user: UserId, network: IpAddr) {
        *self.table().value(user, || None) = Some(network);
    }

    /// Returns the payer for a user's searches.
    pub(super) fn payer(&self, user: UserId) -> Payer {
        Payer { user: Some(user), network: *self.table().value(user, || None) }
    }

    fn table(&self) -> MutexGuard<'_, RecencyCache<UserId, Option<IpAddr>>> {
        self.0.lock()
    }
}
