//! What goes out to a client.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use tracing::warn;

/// What waits to be written to a client. Cheap to clone: each subscription of the socket holds one.
///
/// A queue of limited length with one reader that takes all there is at once. Every move goes through as many of them as
/// there are players, so it is no general channel: one lock for a message, one for all that are taken, and the reader finds
/// in the same place that it is to close the socket.
///
/// It is bounded in messages and in bytes. A message that many sockets share counts with its whole length for each of them.
#[derive(Debug, Clone)]
pub(crate) struct Outbox(Arc<Queue>);

/// The reading end of an [`Outbox`].
#[derive(Debug)]
pub(crate) struct OutboxReader {
    queue: Arc<Queue>,
    /// What comes next: taken from the queue, and not sent yet.
    taken: VecDeque<Utf8Bytes>,
    /// The length of all that was taken last. It counts until more is taken.
    taken_bytes: usize,
}

/// Why the server closes a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CutOff {
    /// Something that the client had to see could not be put into its outbox: too many messages wait there.
    Behind,
    /// Something that the client had to see could not be put into its outbox: with it, too many bytes would wait there.
    TooMuch,
    /// The server stops.
    Stopping,
    /// The session or token with which it was opened has ended.
    SessionEnded,
    /// Whose it is, is called otherwise now.
    UserChanged,
}

impl CutOff {
    /// All of them.
    pub(crate) const ALL: [Self; 5] =
        [Self::Behind, Self::TooMuch, Self::Stopping, Self::SessionEnded, Self::UserChanged];

    /// One word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Behind => "behind",
            Self::TooMuch => "too_much",
            Self::Stopping => "stopping",
            Self::SessionEnded => "session_ended",
            Self::UserChanged => "user_changed",
        }
    }
}

#[derive(Debug)]
struct Queue {
    most_messages: usize,
    most_bytes: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Utf8Bytes>,
    /// The length of these messages, and of those that the reader is sending.
    bytes: usize,
    cut_off: Option<CutOff>,
    /// Whom to wake when there is something to read.
    reader: Option<Waker>,
    /// Whether nobody reads any more.
    abandoned: bool,
}

impl Outbox {
    /// An outbox that holds `most_messages` with `most_bytes` altogether, and its other end.
    pub(crate) fn new(most_messages: usize, most_bytes: usize) -> (Self, OutboxReader) {
        let queue = Arc::new(Queue { most_messages, most_bytes, state: Mutex::default() });
        (Self(Arc::clone(&queue)), OutboxReader { queue, taken: VecDeque::new(), taken_bytes: 0 })
    }

    /// Messages that can be put in before it is full.
    pub(crate) fn free_places(&self) -> usize {
        self.0.most_messages.saturating_sub(self.0.state().messages.len())
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
        self.put(std::iter::once(text))
    }

    /// Puts in a message in its parts, which take one place: all of them, or none.
    pub(crate) fn send_parts(&self, parts: &[Bytes]) -> bool {
        let texts = parts.iter().map(|part| Utf8Bytes::try_from(part.clone()).expect("JSON is text"));
        self.put(texts)
    }

    fn put(&self, parts: impl Iterator<Item = Utf8Bytes> + Clone) -> bool {
        let mut state = self.0.state();
        if state.abandoned || state.cut_off.is_some() {
            return false;
        }
        let bytes: usize = parts.clone().map(|text| text.len()).sum();
        let (waiting, most) = (state.bytes, self.0.most_bytes);
        if state.messages.len() >= self.0.most_messages {
            state.cut_off = Some(CutOff::Behind);
        } else if bytes > most.saturating_sub(waiting) {
            let first = parts.clone().next();
            let kind = first.as_deref().map(kind_of).unwrap_or_default();
            warn!(kind, bytes, waiting, most, "a socket is closed: a message does not fit into its outbox");
            state.cut_off = Some(CutOff::TooMuch);
        } else {
            state.bytes += bytes;
            state.messages.extend(parts);
        }
        let has_room = state.cut_off.is_none();
        wake(state);
        has_room
    }
}

impl OutboxReader {
    /// Waits until there are messages and takes at most `most` of them, for [`next`](Self::next) to give out.
    pub(crate) async fn ready(&mut self, most: usize) {
        poll_fn(|context| {
            let mut state = self.queue.state();
            state.bytes -= std::mem::take(&mut self.taken_bytes);
            if state.messages.is_empty() {
                return state.wait(context);
            }
            let count = state.messages.len().min(most);
            self.taken.extend(state.messages.drain(..count));
            self.taken_bytes = self.taken.iter().map(|text| text.len()).sum();
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

/// The type of a message: of what is sent, it is always the first field.
fn kind_of(text: &str) -> &str {
    text.strip_prefix(r#"{"type":""#).and_then(|rest| rest.split('"').next()).unwrap_or_default()
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
        let (outbox, mut reader) = Outbox::new(3, 99);
        assert!(taken(&mut reader, 2).is_empty());
        assert!(["a", "b", "c"].into_iter().all(|text| outbox.send(text.into())));
        assert_eq!(outbox.free_places(), 0);
        assert_eq!(taken(&mut reader, 2), ["a", "b"]);
        assert!(outbox.send("d".into()));
        assert_eq!(taken(&mut reader, 9), ["c", "d"]);
    }

    #[test]
    fn what_does_not_fit_cuts_the_reader_off_and_nothing_before_it_is_lost() {
        let (outbox, mut reader) = Outbox::new(3, 99);
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
    fn what_is_too_long_cuts_the_reader_off_and_what_was_sent_counts_no_more() {
        let (outbox, mut reader) = Outbox::new(9, 4);
        assert!(["aa", "bb"].into_iter().all(|text| outbox.send(text.into())));
        assert_eq!(taken(&mut reader, 9), ["aa", "bb"]);
        // Until the reader comes for more, it may still be sending those.
        assert!(reader.ready(9).now_or_never().is_none());
        assert!(outbox.send("cccc".into()));
        assert_eq!(taken(&mut reader, 9), ["cccc"]);
        assert!(!outbox.send("d".into()) && !outbox.send("".into()));
        assert_eq!(reader.cut_off().now_or_never(), Some(CutOff::TooMuch));

        let (outbox, reader) = Outbox::new(9, 4);
        assert!(!outbox.send("aaaaa".into()), "one that is too long for the whole outbox");
        assert_eq!(reader.cut_off().now_or_never(), Some(CutOff::TooMuch));
    }

    #[test]
    fn a_message_says_of_which_type_it_is() {
        assert_eq!(kind_of(r#"{"type":"pong","t":1,"now":2}"#), "pong");
    }

    #[test]
    fn nobody_sends_to_whoever_has_gone() {
        let (outbox, reader) = Outbox::new(1, 99);
        drop(reader);
        assert!(!outbox.send("a".into()));
    }

    #[tokio::test]
    async fn a_reader_that_waits_is_woken() {
        let (outbox, mut reader) = Outbox::new(1, 99);
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
