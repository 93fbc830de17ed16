//! The copy of a part that another node contributes.

use std::collections::BTreeMap;
use std::mem;

use super::{Key, Page, Value};

/// A changed key with its value before and now.
pub(super) type Changed<K, V> = (K, Option<V>, Option<V>);

/// Next step of the follower of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// It requests the next page.
    Read,
    /// It waits for messages, or for the page that it has requested.
    Wait,
}

/// The copy of a part.
#[derive(Debug)]
pub(super) struct PartCopy<K, V> {
    entries: BTreeMap<K, V>,
    /// Number of the last message that is included; `None` while it is unknown.
    last: Option<u64>,
    /// The part that is being read; `None` if the copy is complete.
    reading: Option<Reading<K, V>>,
    /// Number of attempts to read the part. Answers to earlier attempts are of no use.
    attempt: u64,
}

/// A part that is being read.
#[derive(Debug)]
struct Reading<K, V> {
    /// Number of the last message that the first page includes, and so all pages; `None` before the first page.
    from: Option<u64>,
    entries: BTreeMap<K, V>,
    /// Number of the first message that has arrived during the read.
    first: Option<u64>,
    /// Latest values that have arrived during the read, with the number of the message.
    changes: BTreeMap<K, (u64, Option<V>)>,
}

impl<K, V> Default for Reading<K, V> {
    fn default() -> Self {
        Self { from: None, entries: BTreeMap::new(), first: None, changes: BTreeMap::new() }
    }
}

impl<K, V> Default for PartCopy<K, V> {
    /// Returns an empty copy that is to be read.
    fn default() -> Self {
        Self { entries: BTreeMap::new(), last: None, reading: Some(Reading::default()), attempt: 0 }
    }
}

impl<K: Key, V: Value> PartCopy<K, V> {
    /// Returns the value of a key.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key)
    }

    /// Returns the number of the attempt to read the part.
    pub(super) fn attempt(&self) -> u64 {
        self.attempt
    }

    /// Returns the attempt to read the part, and the key before the next page; `None` if the copy is complete.
    pub(super) fn wanted(&self) -> Option<(u64, Option<K>)> {
        let reading = self.reading.as_ref()?;
        Some((self.attempt, reading.entries.last_key_value().map(|(key, _)| key.clone())))
    }

    /// Starts to reread the part. The entries remain unchanged until it is read.
    pub(super) fn read_again(&mut self) {
        self.attempt += 1;
        self.last = None;
        self.reading = Some(Reading::default());
    }

    /// Applies the message of this number.
    pub(super) fn receive(
        &mut self,
        number: u64,
        changes: Vec<(K, Option<V>)>,
    ) -> (Vec<Changed<K, V>>, Step) {
        let mut step = Step::Wait;
        match self.last {
            Some(last) if number <= last => return (Vec::new(), Step::Wait),
            Some(last) if number > last + 1 => {
                self.read_again();
                step = Step::Read;
            }
            _ => {}
        }
        self.last = Some(number);
        if let Some(reading) = &mut self.reading {
            reading.first.get_or_insert(number);
            for (key, value) in &changes {
                reading.changes.insert(key.clone(), (number, value.clone()));
            }
        }
        let changed = changes.into_iter().filter_map(|(key, value)| self.set(key, value)).collect();
        (changed, step)
    }

    /// Adds the next page of the part that is being read.
    pub(super) fn add(&mut self, page: Page<(K, V)>) -> (Vec<Changed<K, V>>, Step) {
        let Some(reading) = &mut self.reading else { return (Vec::new(), Step::Wait) };
        let is_first = reading.from.is_none();
        let from = *reading.from.get_or_insert(page.number);
        if is_first {
            // Messages between this page and the first one that has arrived are missing.
            if reading.first.is_some_and(|first| first > from + 1) {
                self.read_again();
                return (Vec::new(), Step::Read);
            }
            reading.changes.retain(|_, (number, _)| *number > from);
            self.last = self.last.max(Some(from));
        }
        let has_news = !page.entries.is_empty();
        reading.entries.extend(page.entries);
        if page.more && has_news {
            return (Vec::new(), Step::Read);
        }
        (self.finish(), Step::Wait)
    }

    /// Returns the removals of all entries: the node has died.
    pub(super) fn into_removals(self) -> Vec<Changed<K, V>> {
        self.entries.into_iter().map(|(key, value)| (key, Some(value), None)).collect()
    }

    /// Replaces the entries by the entries read, with the changes that arrived during the read.
    fn finish(&mut self) -> Vec<Changed<K, V>> {
        let Some(Reading { mut entries, changes, .. }) = self.reading.take() else { return Vec::new() };
        for (key, (_, value)) in changes {
            match value {
                Some(value) => drop(entries.insert(key, value)),
                None => drop(entries.remove(&key)),
            }
        }
        let mut before = mem::replace(&mut self.entries, entries);
        let mut changed = Vec::new();
        for (key, now) in &self.entries {
            let before = before.remove(key);
            if before.as_ref() != Some(now) {
                changed.push((key.clone(), before, Some(now.clone())));
            }
        }
        changed.extend(before.into_iter().map(|(key, value)| (key, Some(value), None)));
        changed
    }

    /// Sets or removes a value; `None` if that is no change.
    fn set(&mut self, key: K, now: Option<V>) -> Option<Changed<K, V>> {
        let before = match &now {
            Some(value) => self.entries.insert(key.clone(), value.clone()),
            None => self.entries.remove(&key),
        };
        (before != now).then_some((key, before, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: u64, entries: &[(u32, u32)], more: bool) -> Page<(u32, u32)> {
        Page { number, entries: entries.to_vec(), more }
    }

    fn whole(number: u64, entries: &[(u32, u32)]) -> PartCopy<u32, u32> {
        let mut copy = PartCopy::default();
        assert_eq!(copy.add(page(number, entries, false)).1, Step::Wait);
        copy
    }

    fn entries(copy: &PartCopy<u32, u32>) -> Vec<(u32, u32)> {
        copy.entries.iter().map(|(key, value)| (*key, *value)).collect()
    }

    #[test]
    fn changes_that_arrive_while_the_part_is_read_count() {
        let mut copy = PartCopy::default();
        // The first page includes it, whatever it says.
        copy.receive(4, vec![(1, Some(4))]);
        assert_eq!(copy.add(page(4, &[(1, 5), (2, 5)], true)), (vec![], Step::Read));
        assert_eq!(copy.wanted(), Some((0, Some(2))));
        let (changed, _) = copy.receive(5, vec![(2, None), (3, Some(6)), (9, Some(9))]);
        assert_eq!(changed, [(3, None, Some(6)), (9, None, Some(9))]);
        let (changed, step) = copy.add(page(6, &[(3, 6), (4, 6)], false));
        assert_eq!((changed, step), (vec![(1, Some(4), Some(5)), (4, None, Some(6))], Step::Wait));
        assert_eq!(entries(&copy), [(1, 5), (3, 6), (4, 6), (9, 9)]);
        assert_eq!(copy.wanted(), None);
    }

    #[test]
    fn a_part_that_is_read_again_removes_what_is_gone() {
        let mut copy = whole(3, &[(1, 1), (2, 2)]);
        copy.read_again();
        assert_eq!(entries(&copy).len(), 2, "the last known state counts");
        let (changed, _) = copy.add(page(7, &[(2, 2)], false));
        assert_eq!(changed, [(1, Some(1), None)]);
    }

    #[test]
    fn a_gap_is_found() {
        let mut copy = whole(3, &[(1, 1)]);
        assert_eq!(copy.receive(3, vec![(1, Some(9))]), (vec![], Step::Wait), "it is included");
        assert_eq!(copy.receive(4, vec![(1, Some(2))]).1, Step::Wait);
        assert_eq!(copy.receive(6, vec![(5, Some(6))]).1, Step::Read);
        assert_eq!(copy.wanted(), Some((1, None)));
        copy.add(page(6, &[(4, 5), (5, 6)], false));
        assert_eq!(entries(&copy), [(4, 5), (5, 6)]);
    }

    #[test]
    fn a_gap_after_the_first_page_is_found() {
        let mut copy = PartCopy::default();
        copy.receive(6, vec![(1, Some(6))]);
        assert_eq!(copy.add(page(4, &[], true)).1, Step::Read);
        assert_eq!(copy.attempt(), 1, "message 5 is missing: the part is read from its start");
        copy.add(page(6, &[(1, 6)], true));
        assert_eq!(copy.receive(8, vec![]).1, Step::Read);
        assert_eq!(copy.wanted(), Some((2, None)));
    }
}
