//! Limits on concurrent resources.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use sumito_protocol::ErrorCode;

use super::ClientAddress;
use crate::gateway::codec::ApiError;

/// Slots with a total limit and a limit per address; 0 means no limit. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionSlots(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The resource, as errors name it.
    what: &'static str,
    in_all: usize,
    each: usize,
    taken: Mutex<SlotCounts>,
}

#[derive(Debug, Default)]
struct SlotCounts {
    in_all: usize,
    /// Only addresses that hold a slot: at most as many as there are slots.
    by_address: HashMap<ClientAddress, usize>,
}

/// A slot that is held until this is dropped.
#[derive(Debug)]
pub(crate) struct SlotPermit {
    places: ConnectionSlots,
    address: Option<ClientAddress>,
}

impl ConnectionSlots {
    /// Creates slots for a resource, which errors name as `what`: `in_all` slots, `each` of them for an address.
    pub(crate) fn new(what: &'static str, in_all: usize, each: usize) -> Self {
        Self(Arc::new(Inner { what, in_all, each, taken: Mutex::default() }))
    }

    /// Takes a slot. Without an address, only the total limit applies.
    ///
    /// # Errors
    /// `busy` if all slots are taken, `too_many` if the address holds its maximum.
    pub(crate) fn take(&self, address: Option<ClientAddress>) -> Result<SlotPermit, ApiError> {
        let limits = &self.0;
        let mut taken = limits.taken();
        if limits.in_all > 0 && taken.in_all >= limits.in_all {
            return Err(ApiError::busy());
        }
        if let Some(address) = address {
            let from_here = taken.by_address.get(&address).copied().unwrap_or_default();
            if limits.each > 0 && from_here >= limits.each {
                let Inner { what, each, .. } = &**limits;
                let message = format!("{what} limit of your address reached ({each}); close some {what}s");
                return Err(ApiError::new(ErrorCode::TooMany, message));
            }
            taken.by_address.insert(address, from_here + 1);
        }
        taken.in_all += 1;
        Ok(SlotPermit { places: self.clone(), address })
    }
}

impl Inner {
    fn taken(&self) -> MutexGuard<'_, SlotCounts> {
        self.taken.lock()
    }
}

impl Drop for SlotPermit {
    fn drop(&mut self) {
        let mut taken = self.places.0.taken();
        taken.in_all -= 1;
        let Some(address) = self.address else { return };
        if let Some(from_here) = taken.by_address.get_mut(&address) {
            *from_here -= 1;
            if *from_here == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_limited_and_released() {
        let address = |text: &str| Some(ClientAddress::of_peer(text.parse().unwrap()));
        let (one, other) = (address("203.0.113.1"), address("203.0.113.2"));
        let places = ConnectionSlots::new("socket", 3, 2);
        let first = places.take(one).unwrap();
        let _second = places.take(one).unwrap();
        let full = places.take(one).unwrap_err();
        assert_eq!(full.code, ErrorCode::TooMany);
        assert_eq!(full.message, "socket limit of your address reached (2); close some sockets");
        let _third = places.take(other).unwrap();
        assert_eq!(places.take(other).unwrap_err().code, ErrorCode::Busy);
        assert_eq!(places.take(None).unwrap_err().code, ErrorCode::Busy);
        drop(first);
        let exempt = places.take(None).unwrap();
        drop(exempt);
        places.take(one).unwrap();
        assert_eq!(places.0.taken().in_all, 2);
        assert_eq!(places.0.taken().by_address.len(), 2);
    }

    #[test]
    fn zero_is_no_limit_and_entries_are_removed() {
        let places = ConnectionSlots::new("socket", 0, 0);
        let address = Some(ClientAddress::of_peer("203.0.113.1".parse().unwrap()));
        let taken: Vec<_> = (0..1_000).map(|_| places.take(address).unwrap()).collect();
        drop(taken);
        assert_eq!(places.0.taken().in_all, 0);
        assert!(places.0.taken().by_address.is_empty());
    }
}
