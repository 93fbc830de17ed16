//! Limits on concurrent resources.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use sumito_protocol::ErrorCode;

use crate::codec::ApiError;

/// Slots with a total limit and a limit for each holder, such as an address; 0 means no limit. Cheap to clone.
#[derive(Debug)]
pub(crate) struct ConnectionSlots<K>(Arc<Inner<K>>);

#[derive(Debug)]
struct Inner<K> {
    /// The resource and the kind of holder, as errors name them.
    what: &'static str,
    holder: &'static str,
    in_all: usize,
    each: usize,
    taken: Mutex<SlotCounts<K>>,
}

#[derive(Debug)]
struct SlotCounts<K> {
    in_all: usize,
    /// Only holders of a slot: at most as many as there are slots.
    by_holder: HashMap<K, usize>,
}

/// A slot that is held until this is dropped.
#[derive(Debug)]
pub(crate) struct SlotPermit<K: Eq + Hash> {
    places: ConnectionSlots<K>,
    holder: Option<K>,
}

impl<K> Clone for ConnectionSlots<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Copy + Eq + Hash> ConnectionSlots<K> {
    /// Creates slots for a resource, which errors name as `what`: `in_all` slots, `each` of them for a `holder`.
    pub(crate) fn new(what: &'static str, holder: &'static str, in_all: usize, each: usize) -> Self {
        let taken = Mutex::new(SlotCounts { in_all: 0, by_holder: HashMap::new() });
        Self(Arc::new(Inner { what, holder, in_all, each, taken }))
    }

    /// Takes a slot. Without a holder, only the total limit applies. The limit of the holder is `factor` times as high.
    ///
    /// # Errors
    /// `busy` if all slots are taken, `too_many` if the holder has its maximum.
    pub(crate) fn take(&self, holder: Option<K>, factor: u32) -> Result<SlotPermit<K>, ApiError> {
        let limits = &self.0;
        let mut taken = limits.taken();
        if limits.in_all > 0 && taken.in_all >= limits.in_all {
            return Err(ApiError::busy());
        }
        if let Some(key) = holder {
            let held = taken.by_holder.get(&key).copied().unwrap_or_default();
            let each = limits.each.saturating_mul(factor as usize);
            if limits.each > 0 && held >= each {
                let Inner { what, holder, .. } = &**limits;
                let message = format!("{what} limit of your {holder} reached ({each}); close some {what}s");
                return Err(ApiError::new(ErrorCode::TooMany, message));
            }
            taken.by_holder.insert(key, held + 1);
        }
        taken.in_all += 1;
        Ok(SlotPermit { places: self.clone(), holder })
    }
}

impl<K> Inner<K> {
    fn taken(&self) -> MutexGuard<'_, SlotCounts<K>> {
        self.taken.lock()
    }
}

impl<K: Eq + Hash> Drop for SlotPermit<K> {
    fn drop(&mut self) {
        let mut taken = self.places.0.taken();
        taken.in_all -= 1;
        let Some(holder) = &self.holder else { return };
        if let Some(held) = taken.by_holder.get_mut(holder) {
            *held -= 1;
            if *held == 0 {
                taken.by_holder.remove(holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::ClientAddress;

    #[test]
    fn slots_are_limited_and_released() {
        let address = |text: &str| Some(ClientAddress::of_peer(text.parse().unwrap()));
        let (one, other) = (address("203.0.113.1"), address("203.0.113.2"));
        let places = ConnectionSlots::new("socket", "address", 3, 2);
        let first = places.take(one, 1).unwrap();
        let _second = places.take(one, 1).unwrap();
        let full = places.take(one, 1).unwrap_err();
        assert_eq!(full.code, ErrorCode::TooMany);
        assert_eq!(full.message, "socket limit of your address reached (2); close some sockets");
        let _third = places.take(other, 1).unwrap();
        assert_eq!(places.take(other, 1).unwrap_err().code, ErrorCode::Busy);
        assert_eq!(places.take(None, 1).unwrap_err().code, ErrorCode::Busy);
        drop(first);
        let exempt = places.take(None, 1).unwrap();
        drop(exempt);
        places.take(one, 1).unwrap();
        assert_eq!(places.0.taken().in_all, 2);
        assert_eq!(places.0.taken().by_holder.len(), 2);
    }

    #[test]
    fn zero_is_no_limit_and_entries_are_removed() {
        let places = ConnectionSlots::new("socket", "address", 0, 0);
        let address = Some(ClientAddress::of_peer("203.0.113.1".parse().unwrap()));
        let taken: Vec<_> = (0..1_000).map(|_| places.take(address, 1).unwrap()).collect();
        drop(taken);
        assert_eq!(places.0.taken().in_all, 0);
        assert!(places.0.taken().by_holder.is_empty());
    }
}
