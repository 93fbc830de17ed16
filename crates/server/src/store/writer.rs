//! The only one to write what happens in rooms.

use sumito_game::Timestamp;

use super::{Backend, Outage, RoomChange, Store, StoreError, postgres, sqlite};

#[cfg(test)]
use super::simulated;

/// Writes what happens in rooms. A store that was opened for a server has one; the journal uses it.
///
/// Its calls may be given up before they have ended (a time-out). What becomes of what was to be written is then open, until
/// the next call has come back: that one first makes sure that nothing of the earlier one can still be written later.
#[derive(Debug)]
pub struct Writer(Link);

#[derive(Debug)]
enum Link {
    Sqlite(sqlite::Writer),
    Postgres(Box<postgres::Writer>),
    #[cfg(test)]
    Simulated(simulated::Queries),
}

/// Calls a query through whichever link it is.
macro_rules! each {
    ($writer:expr, $link:ident => $call:expr) => {
        match $writer {
            Link::Sqlite($link) => $call,
            Link::Postgres($link) => $call,
            #[cfg(test)]
            Link::Simulated($link) => $call,
        }
    };
}

impl Store {
    /// The one writer of this store; `None` if somebody has it already, or the store was opened only to be read.
    pub fn writer(&self) -> Option<Writer> {
        let link = match &self.0 {
            Backend::Sqlite(queries) => Link::Sqlite(queries.writer()?),
            Backend::Postgres(queries) => Link::Postgres(Box::new(queries.writer()?)),
            #[cfg(test)]
            Backend::Simulated(queries) => Link::Simulated(queries.clone()),
        };
        Some(Writer(link))
    }
}

impl Writer {
    /// Appends what many rooms have to store in one transaction: all of it is on disk afterwards, or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when one of the events, rooms or games exists already, [`StoreError::Query`] when the
    /// database does not take one of them.
    pub async fn append(&mut self, changes: &[RoomChange]) -> Result<(), StoreError> {
        each!(&mut self.0, link => link.append(changes).await)
    }

    /// Stores that the server is there at the moment `now`, and when it was not.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn note_alive(&mut self, now: Timestamp, outages: &[Outage]) -> Result<(), StoreError> {
        each!(&mut self.0, link => link.note_alive(now, outages).await)
    }

    /// Closes the connection.
    pub async fn close(self) {
        each!(self.0, link => link.close().await);
    }
}
