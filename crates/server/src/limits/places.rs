//! How many of something there may be at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ClientAddress;

/// So many places in all, and so many for each address; 0 stands for no limit. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    in_all: usize,
    each: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    in_all: usize,
    /// Only addresses that have a place: no more than there are places.
    by_address: HashMap<ClientAddress, usize>,
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Places,
    address: Option<ClientAddress>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// All are taken.
    InAll,
    /// The address has as many as it may have.
    Address,
}

impl Places {
    pub(crate) fn new(in_all: usize, each: usize) -> Self {
        Self(Arc::new(Shared { in_all, each, taken: Mutex::default() }))
    }

    /// Takes a place. Without an address, only the limit for all counts.
    ///
    /// # Errors
    /// [`Full`] says which limit was reached.
    pub(crate) fn take(&self, address: Option<ClientAddress>) -> Result<Place, Full> {
        let limits = &self.0;
        let mut taken = limits.taken();
        if limits.in_all > 0 && taken.in_all >= limits.in_all {
            return Err(Full::InAll);
        }
        if let Some(address) = address {
            let from_here = taken.by_address.get(&address).copied().unwrap_or_default();
            if limits.each > 0 && from_here >= limits.each {
                return Err(Full::Address);
            }
            taken.by_address.insert(address, from_here + 1);
        }
        taken.in_all += 1;
        Ok(Place { places: self.clone(), address })
    }
}

impl Shared {
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
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
    fn places_are_limited_in_all_and_by_address_and_free_again_afterwards() {
        let address = |text: &str| Some(ClientAddress::of_peer(text.parse().unwrap()));
        let (one, other) = (address("203.0.113.1"), address("203.0.113.2"));
        let places = Places::new(3, 2);
        let first = places.take(one).unwrap();
        let _second = places.take(one).unwrap();
        assert_eq!(places.take(one).unwrap_err(), Full::Address);
        let _third = places.take(other).unwrap();
        assert_eq!(places.take(other).unwrap_err(), Full::InAll);
        assert_eq!(places.take(None).unwrap_err(), Full::InAll);
        drop(first);
        let exempt = places.take(None).unwrap();
        drop(exempt);
        places.take(one).unwrap();
        assert_eq!(places.0.taken().in_all, 2);
        assert_eq!(places.0.taken().by_address.len(), 2);
    }

    #[test]
    fn zero_is_no_limit_and_nothing_is_left_of_those_who_went() {
        let places = Places::new(0, 0);
        let address = Some(ClientAddress::of_peer("203.0.113.1".parse().unwrap()));
        let taken: Vec<_> = (0..1_000).map(|_| places.take(address).unwrap()).collect();
        drop(taken);
        assert_eq!(places.0.taken().in_all, 0);
        assert!(places.0.taken().by_address.is_empty());
    }
}
