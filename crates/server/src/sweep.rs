//! Going through rows of which some need something done: what is kept too long, or waits to be gone on with.
//!
//! Candidates are read a page at a time, on a connection that only reads. What is done to them is done in small batches, each a short
//! transaction of its own. A pass that is broken off goes on where it stopped. A row with which something is wrong is left out, and the
//! rest is done.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use crate::store::StoreError;

/// Between two batches others write.
const PAUSE: Duration = Duration::from_millis(10);

/// Some candidates, in the order of their cursors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T, C> {
    /// Rows that need something done. The page may have read others, too.
    pub rows: Vec<T>,
    /// Where the next page begins; `None` after the last one.
    pub next: Option<C>,
}

/// Why something was not done to a batch.
pub(crate) trait Failure: Display {
    /// Whether nothing can be done at all at the moment: then the pass stops. Otherwise it is the rows that are at fault.
    fn stops_all(&self) -> bool;
}

impl Failure for StoreError {
    fn stops_all(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}

/// Goes through one kind of rows, again and again.
#[derive(Debug)]
pub(crate) struct Sweep<C> {
    /// What the rows are, for the log.
    what: &'static str,
    /// Rows that are handed over together.
    batch: usize,
    /// Where a pass that was broken off goes on.
    after: Option<C>,
}

impl<C: Clone> Sweep<C> {
    pub(crate) const fn new(what: &'static str, batch: usize) -> Self {
        Self { what, batch, after: None }
    }

    /// Goes through all candidates, or through those that are left of a pass that was broken off. `page` reads those after a cursor; `work`
    /// does something to a batch and returns to how many rows.
    ///
    /// # Errors
    /// When nothing can be done at the moment. The next pass goes on with the same page.
    pub(crate) async fn pass<T, E, P, W>(
        &mut self,
        stopping: &CancellationToken,
        page: impl Fn(Option<C>) -> P,
        work: impl Fn(Vec<T>) -> W,
    ) -> Result<u64, E>
    where
        T: Clone,
        E: Failure + From<StoreError>,
        P: Future<Output = Result<Page<T, C>, StoreError>>,
        W: Future<Output = Result<u64, E>>,
    {
        let mut done = 0;
        while !stopping.is_cancelled() {
            let Page { rows, next } = page(self.after.clone()).await?;
            let mut batches: Vec<Vec<T>> = rows.chunks(self.batch).rev().map(<[T]>::to_vec).collect();
            while let Some(batch) = batches.pop() {
                match work(batch.clone()).await {
                    Ok(rows) => done += rows,
                    Err(error) if error.stops_all() => return Err(error),
                    Err(error) if batch.len() == 1 => {
                        debug!(what = self.what, %error, "a row is left out of a sweep");
                    }
                    // One of them is at fault.
                    Err(_) => {
                        let (first, second) = batch.split_at(batch.len() / 2);
                        batches.extend([second.to_vec(), first.to_vec()]);
                    }
                }
                sleep(PAUSE).await;
            }
            self.after = next;
            if self.after.is_none() {
                break;
            }
        }
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::future::ready;

    use super::*;

    const ROWS: u32 = 10;

    /// Three rows after a cursor.
    async fn page(after: Option<u32>) -> Result<Page<u32, u32>, StoreError> {
        let rows: Vec<_> = (after.map_or(0, |after| after + 1)..ROWS).take(3).collect();
        let next = rows.last().copied().filter(|last| last + 1 < ROWS);
        Ok(Page { rows, next })
    }

    fn broken() -> StoreError {
        StoreError::Corrupt("it is broken".to_owned())
    }

    #[tokio::test(start_paused = true)]
    async fn a_row_that_is_at_fault_does_not_stop_the_rest() {
        let seen = RefCell::new(Vec::new());
        let work = |rows: Vec<u32>| {
            ready(if rows.iter().any(|row| row % 4 == 1) {
                Err(broken())
            } else {
                seen.borrow_mut().extend_from_slice(&rows);
                Ok(rows.len() as u64)
            })
        };
        let done = Sweep::new("numbers", 2).pass(&CancellationToken::new(), page, work).await.unwrap();
        assert_eq!((done, seen.into_inner()), (7, vec![0, 2, 3, 4, 6, 7, 8]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_pass_that_was_broken_off_goes_on_where_it_stopped() {
        let is_away = Cell::new(false);
        let seen = RefCell::new(Vec::new());
        let work = |rows: Vec<u32>| {
            ready(if rows.contains(&5) && !is_away.replace(true) {
                Err(StoreError::Unavailable("it is away".into()))
            } else {
                seen.borrow_mut().extend_from_slice(&rows);
                Ok(rows.len() as u64)
            })
        };
        let mut sweep = Sweep::new("numbers", 3);
        let stopping = CancellationToken::new();
        assert!(sweep.pass(&stopping, page, &work).await.is_err());
        assert_eq!(sweep.pass(&stopping, page, &work).await.unwrap(), 7, "the first page is not read again");
        assert_eq!(sweep.pass(&stopping, page, &work).await.unwrap(), 10, "the next pass is a whole one");
        stopping.cancel();
        assert_eq!(sweep.pass(&stopping, page, &work).await.unwrap(), 0);
        assert_eq!(seen.into_inner().len(), 20);
    }
}
