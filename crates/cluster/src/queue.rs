//! Bounded queues with gaps: a queue that overflows is emptied, and its reader receives a gap.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Maximum number of messages in a queue.
pub const MAX_QUEUED_MESSAGES: usize = 4096;

/// Maximum size of the messages in a queue, in bytes.
pub const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;

/// A bounded queue with one reader.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Notify,
}

#[derive(Debug)]
struct State<T> {
    /// The items with their sizes in bytes.
    items: VecDeque<(T, usize)>,
    bytes: usize,
    /// Items are missing before the first one.
    has_gap: bool,
}

/// An item of the queue, or a gap.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next<T> {
    Item(T),
    /// Items are missing here.
    Gap,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        let state = State { items: VecDeque::new(), bytes: 0, has_gap: false };
        Self { state: Mutex::new(state), changed: Notify::new() }
    }
}

impl<T> Queue<T> {
    /// Adds an item of this size in bytes. If it does not fit, it replaces all items, after a gap. Returns the number of dropped items.
    pub(crate) fn push(&self, item: T, size: usize) -> usize {
        let mut state = self.state.lock();
        let is_full =
            state.items.len() >= MAX_QUEUED_MESSAGES || state.bytes.saturating_add(size) > MAX_QUEUED_BYTES;
        let dropped = if is_full { state.open_gap() } else { 0 };
        state.items.push_back((item, size));
        state.bytes += size;
        drop(state);
        self.changed.notify_one();
        dropped
    }

    /// Drops all items: a gap takes their place. Items before a gap would be of no use, because the reader rereads the whole state.
    pub(crate) fn open_gap(&self) {
        self.state.lock().open_gap();
        self.changed.notify_one();
    }

    /// Waits for an item or a gap, and removes it.
    pub(crate) async fn next(&self) -> Next<T> {
        loop {
            if let Some(next) = self.state.lock().take() {
                return next;
            }
            self.changed.notified().await;
        }
    }
}

impl<T> State<T> {
    fn open_gap(&mut self) -> usize {
        let dropped = self.items.len();
        self.items.clear();
        self.bytes = 0;
        self.has_gap = true;
        dropped
    }

    fn take(&mut self) -> Option<Next<T>> {
        if std::mem::take(&mut self.has_gap) {
            return Some(Next::Gap);
        }
        let (item, size) = self.items.pop_front()?;
        self.bytes -= size;
        Some(Next::Item(item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn items_keep_their_order_and_a_gap_takes_the_place_of_those_before() {
        let queue = Queue::default();
        for item in 1..=3 {
            assert_eq!(queue.push(item, 1), 0);
        }
        assert_eq!((queue.next().await, queue.next().await), (Next::Item(1), Next::Item(2)));
        queue.open_gap();
        queue.push(4, 1);
        assert_eq!((queue.next().await, queue.next().await), (Next::Gap, Next::Item(4)));
    }

    #[tokio::test]
    async fn a_full_queue_is_emptied() {
        let queue = Queue::default();
        for item in 0..MAX_QUEUED_MESSAGES {
            assert_eq!(queue.push(item, 1), 0);
        }
        assert_eq!(queue.push(7, 1), MAX_QUEUED_MESSAGES);
        assert_eq!((queue.next().await, queue.next().await), (Next::Gap, Next::Item(7)));
    }

    #[tokio::test]
    async fn a_queue_is_bounded_in_bytes() {
        let queue = Queue::default();
        assert_eq!((queue.push(1, MAX_QUEUED_BYTES - 1), queue.push(2, 1)), (0, 0));
        assert_eq!(queue.next().await, Next::Item(1));
        assert_eq!((queue.push(3, MAX_QUEUED_BYTES - 1), queue.push(4, 1)), (0, 2));
        assert_eq!((queue.next().await, queue.next().await), (Next::Gap, Next::Item(4)));
    }
}
