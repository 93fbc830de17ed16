//! Requests for single items that become requests for many.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

/// The answer for an item: `None` if there is none.
type Answer<V, E> = Result<Option<V>, Arc<E>>;

/// A request under way.
type Request<K, V, E> = BoxFuture<'static, Result<HashMap<K, V>, E>>;

/// A caller that waits, with its item.
type Waiting<K, V, E> = (K, oneshot::Sender<Answer<V, E>>);

/// Joins requests for single items: those that arrive while others are under way wait, and then go into one request together. A request
/// that finds none under way is sent at once.
#[derive(Debug)]
pub struct Batch<K, V, E> {
    waiting: Mutex<Vec<Waiting<K, V, E>>>,
    /// A permit for each request under way.
    permits: Semaphore,
    /// Maximum number of items in a request.
    max: usize,
}

impl<K: Clone + Eq + Hash, V: Clone, E> Batch<K, V, E> {
    /// Creates a batch with at most `at_once` requests under way, each for at most `max` items.
    pub fn new(at_once: usize, max: usize) -> Self {
        Self { waiting: Mutex::default(), permits: Semaphore::new(at_once), max }
    }

    /// Returns the answer for `key`. One of the callers sends the request for all that wait, with its own `request`.
    ///
    /// # Errors
    /// Fails if the request failed that contained `key`.
    pub async fn get(&self, key: K, request: impl Fn(Vec<K>) -> Request<K, V, E>) -> Answer<V, E> {
        loop {
            let (sender, mut answer) = oneshot::channel();
            self.waiting.lock().push((key.clone(), sender));
            loop {
                tokio::select! {
                    biased;
                    answer = &mut answer => match answer {
                        Ok(answer) => return answer,
                        // The caller that sent the request has gone away.
                        Err(_) => break,
                    },
                    Ok(_permit) = self.permits.acquire() => self.send(&request).await,
                }
            }
        }
    }

    /// Sends a request for those that wait, and passes on the answers.
    async fn send(&self, request: impl Fn(Vec<K>) -> Request<K, V, E>) {
        let batch: Vec<_> = {
            let mut waiting = self.waiting.lock();
            waiting.retain(|(_, sender)| !sender.is_closed());
            let count = waiting.len().min(self.max);
            waiting.drain(..count).collect()
        };
        if batch.is_empty() {
            return;
        }
        let mut keys: Vec<_> = batch.iter().map(|(key, _)| key.clone()).collect();
        let mut seen = HashSet::new();
        keys.retain(|key| seen.insert(key.clone()));
        let answers = request(keys).await.map_err(Arc::new);
        for (key, sender) in batch {
            let answer = answers.as_ref().map(|answers| answers.get(&key).cloned()).map_err(Arc::clone);
            // The caller may have gone away.
            let _ = sender.send(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::FutureExt;
    use futures_util::future::{join_all, pending, ready};

    use super::*;

    /// Answers after other callers have run.
    fn later<K, V, E>(answers: Result<HashMap<K, V>, E>) -> Request<K, V, E>
    where
        Result<HashMap<K, V>, E>: Send + 'static,
    {
        tokio::task::yield_now().then(move |()| ready(answers)).boxed()
    }

    #[tokio::test]
    async fn requests_that_wait_are_sent_together() {
        let (batch, sizes) = (Batch::new(1, 4), Mutex::new(Vec::new()));
        let request = |keys: Vec<u32>| {
            sizes.lock().push(keys.len());
            later(Ok::<_, Infallible>(
                keys.into_iter().filter(|key| *key != 7).map(|key| (key, key * 2)).collect(),
            ))
        };
        let answers = join_all((0..10).map(|key| batch.get(key, request))).await;
        let answers: Vec<_> = answers.into_iter().map(|answer| answer.unwrap()).collect();
        let expected: Vec<_> = (0..10).map(|key| (key != 7).then_some(key * 2)).collect();
        assert_eq!(answers, expected);
        assert_eq!(*sizes.lock(), [1, 4, 4, 1]);
    }

    #[tokio::test]
    async fn equal_items_are_requested_once() {
        let batch = Batch::new(1, 10);
        let request = |keys: Vec<u32>| {
            let count = keys.len();
            later(Ok::<_, Infallible>(keys.into_iter().map(|key| (key, count)).collect()))
        };
        let answers = join_all([1, 2, 2, 3].map(|key| batch.get(key, request))).await;
        let counts: Vec<_> = answers.into_iter().map(|answer| answer.unwrap().unwrap()).collect();
        assert_eq!(counts, [1, 2, 2, 2]);
    }

    #[tokio::test]
    async fn callers_get_the_error_of_their_request() {
        let batch: Batch<u32, u32, &str> = Batch::new(1, 10);
        let answers = join_all([1, 2].map(|key| batch.get(key, |_| later(Err("no database"))))).await;
        assert!(answers.into_iter().all(|answer| *answer.unwrap_err() == "no database"));
    }

    #[tokio::test]
    async fn caller_that_goes_away_takes_no_other_with_it() {
        let batch: Batch<u32, u32, Infallible> = Batch::new(1, 10);
        let mut sending = Box::pin(batch.get(1, |_| pending().boxed()));
        assert!(futures_util::poll!(&mut sending).is_pending());
        let answer = |keys: Vec<u32>| later(Ok(keys.into_iter().map(|key| (key, key)).collect()));
        let mut waiting = Box::pin(batch.get(2, answer));
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(sending);
        assert_eq!(waiting.await.unwrap(), Some(2));
    }
}
