//! Outgoing messages of a client.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tracing::warn;

/// Queue of messages to be written to a client. Cheap to clone: each subscription of the socket holds a clone.
///
/// A bounded queue with a single reader, which takes all pending messages at once. Every move passes through the queue of every player, so
/// this is no general channel: it takes one lock per message and one per batch, and the reader receives the request to close the socket in
/// the same place.
///
/// Messages are text in UTF-8. The queue is bounded in messages and in bytes. A message that many sockets share counts with its whole length for each of them.
#[derive(Debug, Clone)]
pub struct Outbox(Arc<Queue>);

/// The reading end of an [`Outbox`].
#[derive(Debug)]
pub struct OutboxReader {
    queue: Arc<Queue>,
    /// Messages taken from the queue and not sent yet.
    taken: VecDeque<Bytes>,
    /// Length of all messages taken last, in bytes. It counts until more messages are taken.
    taken_bytes: usize,
}

/// The reason why the server closes a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    /// The outbox was full: too many messages.
    SlowReader,
    /// The outbox was full: too many bytes.
    TooMuch,
    /// The server is stopping.
    Stopping,
    /// The session or token of the socket has ended.
    SessionEnded,
    /// The name of the socket's user has changed.
    UserChanged,
}

impl CloseReason {
    /// All reasons, in a fixed order.
    pub const ALL: [Self; 5] =
        [Self::SlowReader, Self::TooMuch, Self::Stopping, Self::SessionEnded, Self::UserChanged];

    /// Returns the name of the reason, for metrics and logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SlowReader => "behind",
            Self::TooMuch => "too_much",
            Self::Stopping => "stopping",
            Self::SessionEnded => "session_ended",
            Self::UserChanged => "user_changed",
        }
    }
}

#[derive(Debug)]
struct Queue {
    max_messages: usize,
    max_bytes: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Bytes>,
    /// Length in bytes of these messages and of those that the reader is sending.
    bytes: usize,
    cut_off: Option<CloseReason>,
    /// The task to wake when there is something to read.
    reader: Option<Waker>,
    /// Whether the reader is gone.
    abandoned: bool,
}

impl Outbox {
    /// Returns an outbox that holds `max_messages` messages and `max_bytes` bytes in total, and its reader.
    pub fn new(max_messages: usize, max_bytes: usize) -> (Self, OutboxReader) {
        let queue = Arc::new(Queue { max_messages, max_bytes, state: Mutex::default() });
        (Self(Arc::clone(&queue)), OutboxReader { queue, taken: VecDeque::new(), taken_bytes: 0 })
    }

    /// Returns how many more messages fit.
    pub fn free_places(&self) -> usize {
        self.0.max_messages.saturating_sub(self.0.state().messages.len())
    }

    /// Closes the socket: its client reconnects and resumes.
    pub fn disconnect(&self) {
        self.close(CloseReason::SlowReader);
    }

    /// Closes the socket, unless it is being closed for another reason.
    pub fn close(&self, why: CloseReason) {
        let mut state = self.0.state();
        state.cut_off.get_or_insert(why);
        wake(state);
    }

    /// Queues a message without waiting for a slow reader. Returns whether the client is still connected: if the outbox is full, the
    /// client is disconnected, since dropping a message would break the order of its updates.
    pub fn send(&self, text: Bytes) -> bool {
        self.put(std::iter::once(text))
    }

    /// Queues a message in parts that count as a single message: all of them, or none.
    pub fn send_parts(&self, parts: &[Bytes]) -> bool {
        self.put(parts.iter().cloned())
    }

    fn put(&self, parts: impl Iterator<Item = Bytes> + Clone) -> bool {
        let mut state = self.0.state();
        if state.abandoned || state.cut_off.is_some() {
            return false;
        }
        let bytes: usize = parts.clone().map(|text| text.len()).sum();
        let (waiting, max) = (state.bytes, self.0.max_bytes);
        if state.messages.len() >= self.0.max_messages {
            state.cut_off = Some(CloseReason::SlowReader);
        } else if bytes > max.saturating_sub(waiting) {
            let first = parts.clone().next();
            let kind = first.as_deref().map(kind_of).unwrap_or_default();
            warn!(kind, bytes, queued = waiting, limit = max, "socket closed: message exceeds outbox limit");
            state.cut_off = Some(CloseReason::TooMuch);
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
    /// Waits until there are messages and takes at most `max` of them, for [`pop`](Self::pop).
    pub async fn ready(&mut self, max: usize) {
        poll_fn(|context| {
            let mut state = self.queue.state();
            state.bytes -= std::mem::take(&mut self.taken_bytes);
            if state.messages.is_empty() {
                return state.wait(context);
            }
            let count = state.messages.len().min(max);
            self.taken.extend(state.messages.drain(..count));
            self.taken_bytes = self.taken.iter().map(Bytes::len).sum();
            Poll::Ready(())
        })
        .await;
    }

    /// Returns the next of the messages that were taken.
    pub fn pop(&mut self) -> Option<Bytes> {
        self.taken.pop_front()
    }

    /// Waits until the socket must be closed.
    pub fn wait_closed(&self) -> impl Future<Output = CloseReason> + use<> {
        let queue = Arc::clone(&self.queue);
        poll_fn(move |context| {
            let mut state = queue.state();
            match state.cut_off {
                Some(why) => Poll::Ready(why),
                None => state.wait(context),
            }
        })
    }

    /// Returns all messages not sent yet, in order.
    pub fn take_rest(&mut self) -> VecDeque<Bytes> {
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
        self.state.lock()
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

/// Returns the type of an outgoing message: it is always the first field.
fn kind_of(text: &[u8]) -> &str {
    let text = str::from_utf8(text).unwrap_or_default();
    text.strip_prefix(r#"{"type":""#).and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

/// Wakes the reader after releasing the lock.
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

    fn taken(reader: &mut OutboxReader, max: usize) -> Vec<Bytes> {
        reader.ready(max).now_or_never();
        std::iter::from_fn(|| reader.pop()).collect()
    }

    #[test]
    fn messages_are_read_in_order_and_in_batches() {
        let (outbox, mut reader) = Outbox::new(3, 99);
        assert!(taken(&mut reader, 2).is_empty());
        assert!(["a", "b", "c"].into_iter().all(|text| outbox.send(text.into())));
        assert_eq!(outbox.free_places(), 0);
        assert_eq!(taken(&mut reader, 2), ["a", "b"]);
        assert!(outbox.send("d".into()));
        assert_eq!(taken(&mut reader, 9), ["c", "d"]);
    }

    #[test]
    fn overflow_closes_the_socket_and_keeps_earlier_messages() {
        let (outbox, mut reader) = Outbox::new(3, 99);
        assert!(["a", "b", "c"].into_iter().all(|text| outbox.send(text.into())));
        // A write that took two messages and sent one is cancelled.
        assert!(reader.ready(2).now_or_never().is_some());
        assert_eq!(reader.pop().unwrap(), "a");
        assert_eq!(reader.wait_closed().now_or_never(), None);
        assert!(["d", "e"].into_iter().all(|text| outbox.send(text.into())));
        assert!(!outbox.send("f".into()) && !outbox.clone().send("g".into()));
        outbox.close(CloseReason::Stopping);
        assert_eq!(reader.wait_closed().now_or_never(), Some(CloseReason::SlowReader));
        assert_eq!(reader.take_rest(), ["b", "c", "d", "e"]);
    }

    #[test]
    fn byte_overflow_closes_and_sent_bytes_are_released() {
        let (outbox, mut reader) = Outbox::new(9, 4);
        assert!(["aa", "bb"].into_iter().all(|text| outbox.send(text.into())));
        assert_eq!(taken(&mut reader, 9), ["aa", "bb"]);
        // Until the reader asks for more, it may still be sending these.
        assert!(reader.ready(9).now_or_never().is_none());
        assert!(outbox.send("cccc".into()));
        assert_eq!(taken(&mut reader, 9), ["cccc"]);
        assert!(!outbox.send("d".into()) && !outbox.send("".into()));
        assert_eq!(reader.wait_closed().now_or_never(), Some(CloseReason::TooMuch));

        let (outbox, reader) = Outbox::new(9, 4);
        assert!(!outbox.send("aaaaa".into()), "one that is too long for the whole outbox");
        assert_eq!(reader.wait_closed().now_or_never(), Some(CloseReason::TooMuch));
    }

    #[test]
    fn message_type_is_read_from_its_text() {
        assert_eq!(kind_of(br#"{"type":"pong","t":1,"now":2}"#), "pong");
    }

    #[test]
    fn sending_without_a_reader_fails() {
        let (outbox, reader) = Outbox::new(1, 99);
        drop(reader);
        assert!(!outbox.send("a".into()));
    }

    #[tokio::test]
    async fn waiting_reader_is_woken() {
        let (outbox, mut reader) = Outbox::new(1, 99);
        let reader = tokio::spawn(async move {
            reader.ready(1).await;
            reader
        });
        tokio::task::yield_now().await;
        assert!(outbox.send("a".into()));
        let mut reader = reader.await.unwrap();
        assert_eq!(reader.pop().unwrap(), "a");
        let reader = tokio::spawn(reader.wait_closed());
        tokio::task::yield_now().await;
        outbox.disconnect();
        assert_eq!(reader.await.unwrap(), CloseReason::SlowReader);
    }
}
