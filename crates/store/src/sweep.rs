//! Sweeps over table rows: cleaning up expired rows and resuming pending work.
//!
//! Candidates are read a page at a time on a read-only connection. The work is done in small batches, each a separate short transaction.
//! An interrupted pass continues where it stopped. A faulty row is skipped, and the rest is processed.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use crate::StoreError;

/// Pause between two batches, so that other writers get a turn.
const PAUSE: Duration = Duration::from_millis(10);

/// A page of candidates, in the order of their cursors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T, C> {
    /// Rows that need work. The page may have scanned other rows too.
    pub rows: Vec<T>,
    /// Start of the next page; `None` after the last page.
    pub next: Option<C>,
}

/// Failure of a batch.
pub trait Failure: Display {
    /// Returns whether no work is possible at the moment: the pass then stops. Otherwise rows of the batch are faulty.
    fn stops_all(&self) -> bool;
}

impl Failure for StoreError {
    fn stops_all(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}

/// A repeated sweep over one kind of rows.
#[derive(Debug)]
pub struct Sweep<C> {
    /// Name of the rows, for the log.
    what: &'static str,
    /// Number of rows per batch.
    batch: usize,
    /// Cursor at which an interrupted pass continues.
    after: Option<C>,
}

impl<C: Clone> Sweep<C> {
    /// Creates a sweep over rows called `what`, which works on `batch` rows at a time.
    pub const fn new(what: &'static str, batch: usize) -> Self {
        Self { what, batch, after: None }
    }

    /// Processes all candidates, or the remaining candidates of an interrupted pass. `page` reads the candidates after a cursor; `work`
    /// processes a batch and returns the number of rows it changed.
    ///
    /// # Errors
    /// Fails if no work is possible at the moment. The next pass continues with the same page.
    pub async fn pass<T, E, P, W>(
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
                        debug!(rows_of = self.what, %error, "row skipped by sweep");
                    }
                    // At least one row of the batch is faulty.
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

    /// Returns three rows after a cursor.
    async fn page(after: Option<u32>) -> Result<Page<u32, u32>, StoreError> {
        let rows: Vec<_> = (after.map_or(0, |after| after + 1)..ROWS).take(3).collect();
        let next = rows.last().copied().filter(|last| last + 1 < ROWS);
        Ok(Page { rows, next })
    }

    fn broken() -> StoreError {
        StoreError::Corrupt("it is broken".to_owned())
    }

    #[tokio::test(start_paused = true)]
    async fn sweep_skips_a_faulty_row() {
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
    async fn interrupted_pass_continues_where_it_stopped() {
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
