//! A few connections for one purpose.
//!
//! sqlx has pools, too. Theirs ask every connection that comes back for a sign of life, and wait for it: a database that
//! hangs at such a moment keeps its place for as long as it likes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::{ConnectOptions as _, Connection as _};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::super::{can_be_used_again, get_ready};
use super::{Connection, Result};
use crate::store::StoreError;

pub(in crate::store) type Options = <Connection as sqlx::Connection>::Options;

/// After so long a connection may have been cut off unnoticed.
const RESTED: Duration = Duration::from_secs(1);

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Limits {
    /// To have a connection.
    pub(in crate::store) acquire: Duration,
    /// To do something with it. The database itself should interrupt what takes longer; a little later it is given up.
    pub(in crate::store) work: Duration,
}

/// How much later something is given up than the database should have interrupted it.
const GRACE: Duration = Duration::from_millis(500);

/// A few connections for one purpose. All clones are the same.
#[derive(Clone, Debug)]
pub(in crate::store) struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    options: Options,
    /// `None`: everything takes as long as it likes, and a connection is used again whatever happens: it may hold the data.
    limits: Option<Limits>,
    /// One for each connection that there may be.
    places: Arc<Semaphore>,
    size: u32,
    /// Connections that nobody uses.
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
    /// Whether it may be in the midst of something: then nobody waits until it is done with that.
    is_busy: bool,
    /// What it writes under: nothing else writes as long as it may have a transaction open.
    turn: Option<OwnedSemaphorePermit>,
    place: Option<OwnedSemaphorePermit>,
}

impl Drop for Used {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if !self.is_busy || self.pool.limits.is_none() {
            self.pool.idle().push(Idle { connection, since: Instant::now() });
        } else if let Ok(runtime) = Handle::try_current() {
            // Its transaction ends when it is closed. Only then does the next one have the turn and the place.
            let (turn, place) = (self.turn.take(), self.place.take());
            // A statement that goes on is interrupted by then.
            let patience = self.pool.limits.map_or(GRACE, |limits| limits.work + GRACE);
            runtime.spawn(async move {
                let _ = timeout(patience, connection.close()).await;
                drop((turn, place));
            });
        }
    }
}

impl Used {
    /// Does the work, and says whether the connection can be used again.
    async fn work<T>(
        &mut self,
        limit: Option<Duration>,
        turn: impl Future<Output = Option<OwnedSemaphorePermit>>,
        work: impl AsyncFnOnce(&mut Connection) -> Result<T>,
    ) -> Result<(Result<T>, bool)> {
        let Some(connection) = &mut self.connection else { return Err(StoreError::too_slow()) };
        get_ready(connection, limit).await?;
        self.turn = turn.await;
        let outcome = work(connection).await;
        let is_sound = !matches!(outcome, Err(StoreError::Unavailable(_)));
        Ok((outcome, is_sound && can_be_used_again(connection).await?))
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Up to `size` connections, made when they are needed.
    pub(in crate::store) fn new(options: Options, size: u32, limits: Option<Limits>) -> Self {
        let (places, idle) = (Arc::new(Semaphore::new(size as usize)), Mutex::default());
        Self(Arc::new(Shared { options, limits, places, size, idle }))
    }

    /// With a connection that is there already.
    pub(in crate::store) fn with(self, connection: Connection) -> Self {
        self.0.idle().push(Idle { connection, since: Instant::now() });
        self
    }

    /// Does some work with a connection. What takes too long is given up, and with it the connection.
    pub(in crate::store) async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut Connection) -> Result<T>,
    ) -> Result<T> {
        self.run_after(async { None }, work).await
    }

    /// The same after a `turn` has come. However the work ends, also where it is given up or whoever wanted it has gone, the turn is given
    /// back when the connection is done with it.
    pub(in crate::store) async fn run_after<T>(
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

    /// A connection that was there, or a new one.
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

    /// How many connections are in use.
    pub(in crate::store) fn used(&self) -> u32 {
        self.0.size.saturating_sub(self.0.places.available_permits() as u32)
    }

    /// Waits a while for what is under way, and closes all connections.
    pub(in crate::store) async fn close(&self) {
        let pool = &*self.0;
        // What takes longer than it may is given up by itself.
        let patience = pool.limits.map_or(GRACE, |limits| limits.work + GRACE);
        let _all = timeout(patience, pool.places.acquire_many(pool.size)).await;
        pool.places.close();
        let idle = std::mem::take(&mut *pool.idle());
        for Idle { connection, .. } in idle {
            // There is nothing that could be done about one that cannot be closed.
            let _ = timeout(GRACE, connection.close()).await;
        }
    }
}
