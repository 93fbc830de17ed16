//! Pool of a few connections for one purpose.
//!
//! sqlx has pools, too, but they ping every returned connection and wait for the answer: a database that hangs at that moment blocks the
//! connection's place indefinitely.
//!
//! Generic pools (`deadpool`, `bb8`) free a connection's place before the connection is closed. Here the place, and the write permit, stay
//! taken until then: the transaction of the connection may still be open.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::super::{is_reusable, prepare};
use super::{Connection, Result};
use crate::StoreError;

pub(crate) type Options = <Connection as sqlx::Connection>::Options;

/// Idle time after which a connection may have been lost unnoticed.
const RESTED: Duration = Duration::from_secs(1);

/// Time limits of a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Limit for getting a connection.
    pub(crate) acquire: Duration,
    /// Limit for work on it. The database itself should interrupt longer work; a little later the pool drops it.
    pub(crate) work: Duration,
}

/// Delay of the pool's own limit after the database's limit.
const GRACE: Duration = Duration::from_millis(500);

/// Pool of a few connections for one purpose. All clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    options: Options,
    /// `None`: work has no time limit, and a connection is always reused, because it may hold the data.
    limits: Option<Limits>,
    /// Permits, one for each possible connection.
    places: Arc<Semaphore>,
    size: u32,
    /// Connections that are not in use.
    idle: Mutex<Vec<Idle>>,
}

#[derive(Debug)]
struct Idle {
    connection: Connection,
    since: Instant,
}

/// A connection that is in use.
struct Used {
    pool: Arc<Shared>,
    connection: Option<Connection>,
    /// Whether it may be in the middle of a query: the pool then closes it in the background.
    is_busy: bool,
    /// Write permit: no other connection writes while this connection may have a transaction open.
    turn: Option<OwnedSemaphorePermit>,
    place: Option<OwnedSemaphorePermit>,
}

impl Drop for Used {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if !self.is_busy || self.pool.limits.is_none() {
            self.pool.idle().push(Idle { connection, since: Instant::now() });
        } else if let Ok(runtime) = Handle::try_current() {
            // Closing the connection ends its transaction. Only then are the turn and the place released.
            let (turn, place) = (self.turn.take(), self.place.take());
            // A running statement is interrupted by then.
            let patience = self.pool.limits.map_or(GRACE, |limits| limits.work + GRACE);
            runtime.spawn(async move {
                let _ = timeout(patience, connection.close()).await;
                drop((turn, place));
            });
        }
    }
}

impl Used {
    /// Runs the work, and returns whether the connection can be reused.
    async fn work<T>(
        &mut self,
        limit: Option<Duration>,
        turn: impl Future<Output = Option<OwnedSemaphorePermit>>,
        work: impl AsyncFnOnce(&mut Connection) -> Result<T>,
    ) -> Result<(Result<T>, bool)> {
        let Some(connection) = &mut self.connection else { return Err(StoreError::too_slow()) };
        prepare(connection, limit).await?;
        self.turn = turn.await;
        let outcome = work(connection).await;
        let is_sound = !matches!(outcome, Err(StoreError::Unavailable(_)));
        Ok((outcome, is_sound && is_reusable(connection).await?))
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock()
    }
}

impl Pool {
    /// Returns a pool of up to `size` connections, opened on demand.
    pub(crate) fn new(options: Options, size: u32, limits: Option<Limits>) -> Self {
        let (places, idle) = (Arc::new(Semaphore::new(size as usize)), Mutex::default());
        Self(Arc::new(Shared { options, limits, places, size, idle }))
    }

    /// Adds an open connection to the pool.
    pub(crate) fn with(self, connection: Connection) -> Self {
        self.0.idle().push(Idle { connection, since: Instant::now() });
        self
    }

    /// Runs work on a connection. If the work exceeds the time limit, the work and the connection are dropped.
    pub(crate) async fn run<T>(&self, work: impl AsyncFnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        self.run_after(async { None }, work).await
    }

    /// Runs work on a connection after its `turn` has come. However the work ends, even by a timeout or cancellation, the turn is released
    /// when the connection is done.
    pub(crate) async fn run_after<T>(
        &self,
        turn: impl Future<Output = Option<OwnedSemaphorePermit>>,
        work: impl AsyncFnOnce(&mut Connection) -> Result<T>,
    ) -> Result<T> {
        let limits = self.0.limits;
        let mut used = match limits {
            Some(limits) => {
                timeout(limits.acquire, self.acquire()).await.map_err(|_| sqlx::Error::PoolTimedOut)?
            }
            None => self.acquire().await,
        }?;
        let limit = limits.map(|limits| limits.work);
        let working = used.work(limit, turn, work);
        let worked = match limit {
            Some(limit) => timeout(limit + GRACE, working).await.map_err(|_| StoreError::too_slow())?,
            None => working.await,
        };
        let (outcome, is_sound) = worked?;
        used.is_busy = !is_sound;
        outcome
    }

    /// Returns an idle connection, or a new one.
    async fn acquire(&self) -> Result<Used> {
        let pool = &self.0;
        let place = Arc::clone(&pool.places).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let mut used =
            Used { pool: Arc::clone(pool), connection: None, is_busy: true, turn: None, place: Some(place) };
        loop {
            let Some(Idle { connection, since }) = pool.idle().pop() else {
                used.connection = Some(pool.options.connect().await?);
                return Ok(used);
            };
            let connection = used.connection.insert(connection);
            if since.elapsed() <= RESTED || pool.limits.is_none() || connection.ping().await.is_ok() {
                return Ok(used);
            }
        }
    }

    /// Returns the number of connections in use.
    pub(crate) fn used(&self) -> u32 {
        self.0.size.saturating_sub(self.0.places.available_permits() as u32)
    }

    /// Waits a while for pending work, and closes all connections.
    pub(crate) async fn close(&self) {
        let pool = &*self.0;
        // Work that exceeds its time limit is dropped anyway.
        let patience = pool.limits.map_or(GRACE, |limits| limits.work + GRACE);
        let _all = timeout(patience, pool.places.acquire_many(pool.size)).await;
        pool.places.close();
        let idle = std::mem::take(&mut *pool.idle());
        for Idle { connection, .. } in idle {
            // A connection that fails to close needs no further handling.
            let _ = timeout(GRACE, connection.close()).await;
        }
    }
}
