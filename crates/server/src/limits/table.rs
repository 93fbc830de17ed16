//! What is remembered of addresses, in bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem;

use super::ClientAddress;

/// Values by address, of which those that were used least lately are forgotten. Two maps take turns: what is asked for is in the
/// younger one, and when that is full it becomes the older one, whose values go unless they are asked for again. Nothing is ever
/// searched through.
#[derive(Debug)]
pub(super) struct AddressTable<V> {
    young: HashMap<ClientAddress, V>,
    old: HashMap<ClientAddress, V>,
    generation: usize,
}

impl<V> AddressTable<V> {
    /// Remembers the last `generation` addresses, and at most twice as many.
    pub(super) fn new(generation: usize) -> Self {
        Self { young: HashMap::new(), old: HashMap::new(), generation }
    }

    /// The address's value; a fresh one if there is none any more.
    pub(super) fn value(&mut self, address: ClientAddress, fresh: impl FnOnce() -> V) -> &mut V {
        let returning = self.old.remove(&address);
        if self.young.len() >= self.generation && !self.young.contains_key(&address) {
            self.old = mem::take(&mut self.young);
        }
        match self.young.entry(address) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(returning.unwrap_or_else(fresh)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(number: u32) -> ClientAddress {
        ClientAddress::of_peer(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn those_asked_for_lately_are_remembered_and_memory_is_bounded() {
        let mut table = AddressTable::new(10);
        *table.value(address(0), || 0) = 7;
        for number in 1..1_000 {
            table.value(address(number), || 0);
            assert!(table.young.len() + table.old.len() <= 20);
            if number % 5 == 0 {
                assert_eq!(*table.value(address(0), || 0), 7, "asked for all the time");
            }
        }
        assert_eq!(*table.value(address(999), || 1), 0);
        assert_eq!(*table.value(address(1), || 1), 1, "forgotten");
    }
}
