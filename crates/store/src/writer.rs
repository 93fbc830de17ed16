//! Single writer of the events of rooms and tournaments.

use sumito_game::Timestamp;

use super::{Backend, Change, Outage, Store, StoreError, postgres, sqlite};

#[cfg(feature = "simulated")]
use super::simulated;

/// Writes the events of rooms and tournaments. A store that was opened for a server has exactly one writer, for its event log.
///
/// Its calls may be dropped before they end (a timeout). The fate of the write is then open until the next call returns: that call first
/// makes sure that nothing of the earlier call can still be written later.
#[derive(Debug)]
pub struct Writer(WriterBackend);

#[derive(Debug)]
enum WriterBackend {
    Sqlite(sqlite::Writer),
    Postgres(Box<postgres::Writer>),
    #[cfg(feature = "simulated")]
    Simulated(simulated::Queries),
}

/// Calls a query through the link in use.
macro_rules! each {
    ($writer:expr, $link:ident => $call:expr) => {
        match $writer {
            WriterBackend::Sqlite($link) => $call,
            WriterBackend::Postgres($link) => $call,
            #[cfg(feature = "simulated")]
            WriterBackend::Simulated($link) => $call,
        }
    };
}

impl Store {
    /// Returns the single writer of this store; `None` if it is already taken, or if the store was opened only for reading.
    pub fn writer(&self) -> Option<Writer> {
        let link = match &self.0 {
            Backend::Sqlite(queries) => WriterBackend::Sqlite(queries.writer()?),
            Backend::Postgres(queries) => WriterBackend::Postgres(Box::new(queries.writer()?)),
            #[cfg(feature = "simulated")]
            Backend::Simulated(queries) => WriterBackend::Simulated(queries.clone()),
        };
        Some(Writer(link))
    }
}

impl Writer {
    /// Appends the changes of many commands in one transaction: afterwards all of it is on disk, or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if one of the events, rooms, tournaments or games exists already, [`StoreError::Query`] if the database
    /// rejects one of them.
    pub async fn append(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        each!(&mut self.0, link => link.append(changes).await)
    }

    /// Records a heartbeat of the server at `now`, and its outages.
    pub async fn write_heartbeat(&mut self, now: Timestamp, outages: &[Outage]) -> Result<(), StoreError> {
        each!(&mut self.0, link => link.write_heartbeat(now, outages).await)
    }

    /// Closes the writer's connection.
    pub async fn close(self) {
        each!(self.0, link => link.close().await);
    }
}
