//! A few connections for one purpose.
//!
//! sqlx has pools, too. Theirs ask every connection that comes back for a sign of life, and wait for it: a database that
//! hangs at such a moment keeps its place for as long as it likes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::Semaphore;
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
    places: Semaphore,
    size: u32,
    /// Connections that nobody uses.
    idle: Mutex<Vec<Idle>>,
}

#[derive(Debug)]
struct Idle {
    connection: Connection,
    since: Instant,
}

/// A connection that somebody uses.
struct Used<'a> {
    pool: &'a Shared,
    connection: Option<Connection>,
    /// Whether it may be in the midst of something: then nobody waits until it is done with that.
    is_busy: bool,
}

impl Drop for Used<'_> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && (!self.is_busy || self.pool.limits.is_none())
        {
            self.pool.idle().push(Idle { connection, since: Instant::now() });
        }
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn used(&self, connection: Connection) -> Used<'_> {
        Used { pool: self, connection: Some(connection), is_busy: true }
    }

    /// A connection that was there, or a new one.
    async fn connect(&self) -> Result<Used<'_>> {
        loop {
            let Some(Idle { connection, since }) = self.idle().pop() else {
                return Ok(self.used(self.options.connect().await?));
            };
            let mut used = self.used(connection);
            let Some(connection) = &mut used.connection else { continue };
            if since.elapsed() <= RESTED || self.limits.is_none() || connection.ping().await.is_ok() {
                return Ok(used);
            }
        }
    }
}

impl Pool {
    /// Up to `size` connections, made when they are needed.
    pub(in crate::store) fn new(options: Options, size: u32, limits: Option<Limits>) -> Self {
        let (places, idle) = (Semaphore::new(size as usize), Mutex::default());
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
        let pool = &*self.0;
        let acquiring = async {
            let place = pool.places.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
            Ok::<_, StoreError>((place, pool.connect().await?))
        };
        let acquired = match pool.limits {
            Some(limits) => {
                timeout(limits.acquire, acquiring).await.map_err(|_| sqlx::Error::PoolTimedOut)?
            }
            None => acquiring.await,
        };
        // Declared in this order, the connection is given back before its place.
        let (_place, mut used) = acquired?;
        let Some(connection) = &mut used.connection else { return Err(StoreError::too_slow()) };
        let limit = pool.limits.map(|limits| limits.work);
        let working = async {
            get_ready(connection, limit).await?;
            let outcome = work(connection).await;
            let is_sound = !matches!(outcome, Err(StoreError::Unavailable(_)));
            Ok::<_, StoreError>((outcome, is_sound && can_be_used_again(connection).await?))
        };
        let worked = match limit {
            Some(limit) => timeout(limit + GRACE, working).await.map_err(|_| StoreError::too_slow())?,
            None => working.await,
        };
        let (outcome, is_sound) = worked?;
        used.is_busy = !is_sound;
        outcome
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
