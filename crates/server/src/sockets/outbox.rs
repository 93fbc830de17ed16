//! What goes out to a client.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;

/// What waits to be written to a client. Cheap to clone: each subscription of the socket holds one.
///
/// A queue of limited length with one reader that takes all there is at once. Every move goes through as many of them as
/// there are players, so it is no general channel: one lock for a message, one for all that are taken, and the reader finds
/// in the same place that it is to close the socket.
#[derive(Debug, Clone)]
pub(crate) struct Outbox(Arc<Queue>);

/// The reading end of an [`Outbox`].
#[derive(Debug)]
pub(crate) struct OutboxReader {
    queue: Arc<Queue>,
    /// What comes next: taken from the queue, and not sent yet.
    taken: VecDeque<Utf8Bytes>,
}

/// Why the server closes a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CutOff {
    /// Something that the client had to see could not be put into its outbox.
    Behind,
    /// The server stops.
    Stopping,
    /// The session or token with which it was opened has ended.
    SessionEnded,
    /// Whose it is, is called otherwise now.
    UserChanged,
}

impl CutOff {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Behind, Self::Stopping, Self::SessionEnded, Self::UserChanged];

    /// One word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Behind => "behind",
            Self::Stopping => "stopping",
            Self::SessionEnded => "session_ended",
            Self::UserChanged => "user_changed",
        }
    }
}

#[derive(Debug)]
struct Queue {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Utf8Bytes>,
    cut_off: Option<CutOff>,
    /// Whom to wake when there is something to read.
    reader: Option<Waker>,
    /// Whether nobody reads any more.
    abandoned: bool,
}

impl Outbox {
    /// An outbox that holds `capacity` messages, and its other end.
    pub(crate) fn new(capacity: usize) -> (Self, OutboxReader) {
        let queue = Arc::new(Queue { capacity, state: Mutex::default() });
        (Self(Arc::clone(&queue)), OutboxReader { queue, taken: VecDeque::new() })
    }

    /// Messages that can be put in before it is full.
    pub(crate) fn free_places(&self) -> usize {
        self.0.capacity - self.0.state().messages.len()
    }

    /// Closes the socket: its client comes back and resumes.
    pub(crate) fn cut_off(&self) {
        self.close(CutOff::Behind);
    }

    /// Closes the socket, unless something else has closed it before.
    pub(crate) fn close(&self, why: CutOff) {
        let mut state = self.0.state();
        state.cut_off.get_or_insert(why);
        wake(state);
    }

    /// Puts in text that was made of a message.
    pub(crate) fn send_text(&self, text: Bytes) -> bool {
        self.send(Utf8Bytes::try_from(text).expect("JSON is text"))
    }

    /// Puts a message in; nobody ever waits for a slow reader. Returns whether the client is still there: one whose
    /// outbox is full is cut off, since leaving a message out would break the order of what it sees.
    pub(crate) fn send(&self, text: Utf8Bytes) -> bool {
        let mut state = self.0.state();
        if state.abandoned || state.cut_off.is_some() {
            return false;
        }
        let has_room = state.messages.len() < self.0.capacity;
        if has_room {
            state.messages.push_back(text);
        } else {
            state.cut_off = Some(CutOff::Behind);
        }
        wake(state);
        has_room
    }
}

impl OutboxReader {
    /// Waits until there are messages and takes at most `most` of them, for [`next`](Self::next) to give out.
    pub(crate) async fn ready(&mut self, most: usize) {
        poll_fn(|context| {
            let mut state = self.queue.state();
            if state.messages.is_empty() {
                return state.wait(context);
            }
            let count = state.messages.len().min(most);
            self.taken.extend(state.messages.drain(..count));
            Poll::Ready(())
        })
        .await;
    }

    /// The next of the messages that were taken.
    pub(crate) fn next(&mut self) -> Option<Utf8Bytes> {
        self.taken.pop_front()
    }

    /// Waits until the socket is to be closed.
    pub(crate) fn cut_off(&self) -> impl Future<Output = CutOff> + use<> {
        let queue = Arc::clone(&self.queue);
        poll_fn(move |context| {
            let mut state = queue.state();
            match state.cut_off {
                Some(why) => Poll::Ready(why),
                None => state.wait(context),
            }
        })
    }

    /// All that was not sent yet, in order.
    pub(crate) fn take_rest(&mut self) -> VecDeque<Utf8Bytes> {
        let mut rest = std::mem::take(&mut self.taken);
        rest.append(&mut self.queue.state().messages);
        rest
    }
}

impl Drop for OutboxReader {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.abandoned = true;
        state.messages.clear();
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn wait<T>(&mut self, context: &Context<'_>) -> Poll<T> {
        if !self.reader.as_ref().is_some_and(|reader| reader.will_wake(context.waker())) {
            self.reader = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

/// Wakes the reader, once the state is free for it.
fn wake(mut state: MutexGuard<'_, State>) {
    let reader = state.reader.take();
    drop(state);
    if let Some(reader) = reader {
        reader.wake();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn taken(reader: &mut OutboxReader, most: usize) -> Vec<Utf8Bytes> {
        reader.ready(most).now_or_never();
        std::iter::from_fn(|| reader.next()).collect()
    }

    #[test]
    fn messages_come_out_in_order_and_at_most_so_many_at_once() {
        let (outbox, mut reader) = Outbox::new(3);
        assert!(taken(&mut reader, 2).is_empty());
        assert!(["a", "b", "c"].into_iter().all(|text| outbox.send(text.into())));
        assert_eq!(outbox.free_places(), 0);
        assert_eq!(taken(&mut reader, 2), ["a", "b"]);
        assert!(outbox.send("d".into()));
        assert_eq!(taken(&mut reader, 9), ["c", "d"]);
    }

    #[test]
    fn what_does_not_fit_cuts_the_reader_off_and_nothing_before_it_is_lost() {
        let (outbox, mut reader) = Outbox::new(3);
        assert!(["a", "b", "c"].into_iter().all(|text| outbox.send(text.into())));
        // A write that took two and sent one is broken off.
        assert!(reader.ready(2).now_or_never().is_some());
        assert_eq!(reader.next().unwrap(), "a");
        assert_eq!(reader.cut_off().now_or_never(), None);
        assert!(["d", "e"].into_iter().all(|text| outbox.send(text.into())));
        assert!(!outbox.send("f".into()) && !outbox.clone().send("g".into()));
        outbox.close(CutOff::Stopping);
        assert_eq!(reader.cut_off().now_or_never(), Some(CutOff::Behind));
        assert_eq!(reader.take_rest(), ["b", "c", "d", "e"]);
    }

    #[test]
    fn nobody_sends_to_whoever_has_gone() {
        let (outbox, reader) = Outbox::new(1);
        drop(reader);
        assert!(!outbox.send("a".into()));
    }

    #[tokio::test]
    async fn a_reader_that_waits_is_woken() {
        let (outbox, mut reader) = Outbox::new(1);
        let reader = tokio::spawn(async move {
            reader.ready(1).await;
            reader
        });
        tokio::task::yield_now().await;
        assert!(outbox.send("a".into()));
        let mut reader = reader.await.unwrap();
        assert_eq!(reader.next().unwrap(), "a");
        let reader = tokio::spawn(reader.cut_off());
        tokio::task::yield_now().await;
        outbox.cut_off();
        assert_eq!(reader.await.unwrap(), CutOff::Behind);
    }
}
