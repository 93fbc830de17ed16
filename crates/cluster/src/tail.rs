//! Copies that stay current while other nodes change the state: told that there is something to read, a copy reads it from the store.
//!
//! The node that stores an event publishes its number. The copies on other nodes read the events that they miss, so that no large state
//! crosses the bus. They also poll, since messages may get lost.

use std::fmt::Display;
use std::time::Duration;

use sumito_kit::retry::Retry;
use tokio::time::{Instant, sleep_until};

use crate::{Node, Received, Subject, Subscription};

/// Interval at which a copy is read without news.
const POLL_EVERY: Duration = Duration::from_secs(5);

/// Maximum number of events that are read with one query.
const READ_AT_ONCE: u32 = 512;

/// The reads of a copy: when the next one is due, and for what reason.
#[derive(Debug)]
pub struct Tail {
    /// Numbers of the last events, as other nodes announce them; `None` if no other node can exist.
    numbers: Option<Subscription<u64>>,
    announced: u64,
    /// Minimum interval between two reads.
    pace: Duration,
    last_read: Instant,
    /// Time of the next read, with or without news.
    read_at: Instant,
    /// Whether events may be missing.
    is_stale: bool,
    retry: Retry,
}

/// A copy of a state that consists of numbered events in the store.
pub trait Tailed {
    /// A stored event.
    type Event;
    /// The reason why the copy cannot be read.
    type Error: Display;

    /// Returns the tail of this copy.
    fn tail(&mut self) -> &mut Tail;

    /// Reads the events after the last one of the copy, at most `limit`; `None` if only the whole state can be read.
    ///
    /// # Errors
    /// If the store is unavailable, or its events cannot be read.
    fn read_next(
        &mut self,
        limit: u32,
    ) -> impl Future<Output = Result<Option<Vec<Self::Event>>, Self::Error>> + Send;

    /// Adds the next events to the copy.
    ///
    /// # Errors
    /// If they do not fit.
    fn append(&mut self, events: Vec<Self::Event>) -> Result<(), Self::Error>;

    /// Replaces the copy by the whole stored state.
    ///
    /// # Errors
    /// If the store is unavailable, or the state cannot be read.
    fn reload(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

impl Tail {
    /// Returns the tail of a copy that has just been read. Other nodes announce the numbers of new events on `numbers`. `what` names a read
    /// in the log.
    pub fn of(node: &Node, numbers: &Subject<u64>, what: &'static str, pace: Duration) -> Self {
        // The subscription starts with `Lagged`, so that no event is missed that was stored since the copy was read.
        Self::with(node.is_shared().then(|| node.bus().subscribe(numbers)), what, pace)
    }

    fn with(numbers: Option<Subscription<u64>>, what: &'static str, pace: Duration) -> Self {
        let now = Instant::now();
        Self {
            numbers,
            announced: 0,
            pace,
            last_read: now,
            read_at: now + POLL_EVERY,
            is_stale: false,
            retry: Retry::quiet(what),
        }
    }

    /// Waits until a copy with events up to number `known` must be read. It may be called again at any time.
    pub async fn due(&mut self, known: u64) {
        loop {
            let read_at = self.read_at;
            tokio::select! {
                biased;
                () = sleep_until(read_at) => return,
                received = next(&mut self.numbers) => match received {
                    Received::Message { body: seq, .. } => {
                        self.announced = self.announced.max(seq);
                        if seq > known {
                            self.read_soon();
                        }
                    }
                    Received::Lagged => self.read_soon(),
                },
            }
        }
    }

    /// Reads all events that a copy misses. After a failure, the copy is due again after a pause.
    ///
    /// # Errors
    /// If the store is unavailable, or its events do not fit.
    pub async fn catch_up<T: Tailed>(copy: &mut T) -> Result<(), T::Error> {
        let outcome = read_missing(copy).await;
        copy.tail().finish(&outcome);
        outcome
    }

    /// Plans a read: events may be missing.
    pub fn read_soon(&mut self) {
        if !self.is_stale {
            self.is_stale = true;
            self.read_at = self.last_read + self.pace;
        }
    }

    /// Returns whether events may be missing.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Returns the number of the last announced event.
    pub fn announced(&self) -> u64 {
        self.announced
    }

    fn finish<E: Display>(&mut self, outcome: &Result<(), E>) {
        self.last_read = Instant::now();
        let pause = match outcome {
            Ok(()) => {
                self.retry.succeeded();
                POLL_EVERY
            }
            Err(error) => self.retry.failed(error),
        };
        self.is_stale = outcome.is_err();
        self.read_at = self.last_read + pause;
    }
}

async fn read_missing<T: Tailed>(copy: &mut T) -> Result<(), T::Error> {
    loop {
        let Some(events) = copy.read_next(READ_AT_ONCE).await? else { return copy.reload().await };
        let count = events.len();
        if count > 0 {
            copy.append(events)?;
        }
        if count < READ_AT_ONCE as usize {
            return Ok(());
        }
    }
}

async fn next(numbers: &mut Option<Subscription<u64>>) -> Received<u64> {
    match numbers {
        Some(numbers) => numbers.next().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;
    use sumito_kit::node::NodeId;
    use tokio::time::timeout;

    use super::*;
    use crate::{Bus, Hub};

    const NUMBERS: Subject<u64> = Subject::new("numbers");
    const PACE: Duration = Duration::from_millis(500);

    /// Stored events; the first ones were dropped.
    #[derive(Default)]
    struct Stored {
        dropped: u64,
        last: u64,
        is_down: bool,
    }

    struct Copy {
        store: Arc<Mutex<Stored>>,
        tail: Tail,
        /// The numbers of the events; `None` for a whole state.
        read: Vec<Option<u64>>,
        seq: u64,
    }

    impl Tailed for Copy {
        type Event = u64;
        type Error = &'static str;

        fn tail(&mut self) -> &mut Tail {
            &mut self.tail
        }

        async fn read_next(&mut self, limit: u32) -> Result<Option<Vec<u64>>, &'static str> {
            let store = self.store.lock();
            if store.is_down {
                return Err("store down");
            }
            let last = store.last.min(self.seq + u64::from(limit));
            Ok((self.seq >= store.dropped).then(|| (self.seq + 1..=last).collect()))
        }

        fn append(&mut self, events: Vec<u64>) -> Result<(), &'static str> {
            self.seq += events.len() as u64;
            self.read.extend(events.into_iter().map(Some));
            Ok(())
        }

        async fn reload(&mut self) -> Result<(), &'static str> {
            self.seq = self.store.lock().last;
            self.read.push(None);
            Ok(())
        }
    }

    impl Copy {
        fn new(numbers: Option<Subscription<u64>>) -> Self {
            let tail = Tail::with(numbers, "read of a copy", PACE);
            Self { store: Arc::default(), tail, read: Vec::new(), seq: 0 }
        }

        /// Waits until a read is due; returns the time that this has taken.
        async fn due(&mut self) -> Duration {
            let begun = Instant::now();
            self.tail.due(self.seq).await;
            begun.elapsed()
        }
    }

    /// Returns the bus of another node, and a copy that has read all there is.
    async fn pair() -> (Bus, Copy) {
        let hub = Hub::default();
        let (ada, ben) = (hub.join(NodeId::random()), hub.join(NodeId::random()));
        let mut copy = Copy::new(Some(ben.subscribe(&NUMBERS)));
        assert_eq!(copy.due().await, PACE, "the subscription starts with a gap");
        Tail::catch_up(&mut copy).await.unwrap();
        assert!(!copy.tail.is_stale());
        (ada, copy)
    }

    #[tokio::test(start_paused = true)]
    async fn announced_events_are_read_at_the_given_pace() {
        let (ada, mut copy) = pair().await;
        copy.store.lock().last = 2;
        for seq in [1, 2] {
            ada.publish(&NUMBERS, &seq);
        }
        assert_eq!(copy.due().await, PACE);
        assert!(copy.tail.is_stale());
        Tail::catch_up(&mut copy).await.unwrap();
        assert_eq!((copy.read.as_slice(), copy.tail.announced()), ([Some(1), Some(2)].as_slice(), 2));
        ada.publish(&NUMBERS, &2);
        assert!(timeout(PACE * 2, copy.due()).await.is_err(), "it is known");
    }

    #[tokio::test(start_paused = true)]
    async fn a_copy_is_read_without_news_and_again_after_a_failure() {
        let mut copy = Copy::new(None);
        assert_eq!(copy.due().await, POLL_EVERY);
        copy.store.lock().is_down = true;
        Tail::catch_up(&mut copy).await.unwrap_err();
        assert!(copy.tail.is_stale());
        assert!(copy.due().await < POLL_EVERY);
        *copy.store.lock() = Stored { last: 1_000, ..Stored::default() };
        Tail::catch_up(&mut copy).await.unwrap();
        assert_eq!((copy.seq, copy.read.len(), copy.tail.is_stale()), (1_000, 1_000, false));
        assert_eq!(copy.due().await, POLL_EVERY);
    }

    #[tokio::test(start_paused = true)]
    async fn a_copy_is_read_as_a_whole_if_events_were_dropped() {
        let mut copy = Copy::new(None);
        *copy.store.lock() = Stored { dropped: 5, last: 7, is_down: false };
        Tail::catch_up(&mut copy).await.unwrap();
        assert_eq!((copy.seq, copy.read.as_slice()), (7, [None].as_slice()));
    }
}
