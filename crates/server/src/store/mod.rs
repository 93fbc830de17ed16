//! Where everything is kept: SQLite, PostgreSQL or nowhere but in memory, chosen by URL. The only place that knows SQL.
//!
//! One text of each query serves both databases: `queries.rs` is compiled twice, once for each, so that
//! the compiler checks both and neither can fall behind.

mod memory;
mod model;
mod postgres;
#[cfg(test)]
pub(crate) mod simulated;
mod sqlite;

use std::collections::HashMap;
use std::time::Duration;

use sumito_game::{GameId, Phase, UserId};
use sumito_protocol::RoomId;

pub use model::{
    EventHash, EventId, FinishedGame, GameCursor, GameFilter, NewRoom, RoomChange, RoomRow, StoredEvent,
    TokenHash, UserRow,
};

/// A connection to the place where everything is kept. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store(Backend);

#[derive(Clone, Debug)]
enum Backend {
    Memory(memory::Queries),
    Sqlite(sqlite::Queries),
    Postgres(postgres::Queries),
    #[cfg(test)]
    Simulated(simulated::Queries),
}

/// What is behind a [`StoreError`]: most often a [`sqlx::Error`].
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why something could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or cannot write at the moment. Trying again later can help.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] Source),
    /// Somebody else has written what was to be written.
    #[error("another writer was faster: {0}")]
    Conflict(#[source] Source),
    /// What was read makes no sense.
    #[error("the database holds something that makes no sense: {0}")]
    Corrupt(String),
    /// The query itself is at fault.
    #[error("the database refused a query: {0}")]
    Query(#[source] Source),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as E;
        match &error {
            E::Database(database) if database.is_unique_violation() => Self::Conflict(error.into()),
            // SQLite: busy, locked, out of memory, read-only, I/O error, full, cannot open, protocol.
            // PostgreSQL: connection lost (08), out of resources (53), closed for maintenance (55), shutting down (57P),
            // system error (58),
            // read-only transaction (25006: a standby).
            E::Database(database) => {
                let code = database.code().unwrap_or_default();
                let sqlite = code
                    .parse::<u32>()
                    .is_ok_and(|code| matches!(code & 0xff, 5 | 6 | 7 | 8 | 10 | 13 | 14 | 15));
                let postgres = code.len() == 5
                    && (["08", "53", "55", "58"].iter().any(|class| code.starts_with(class))
                        || code.starts_with("57P")
                        || code == "25006");
                if sqlite || postgres { Self::Unavailable(error.into()) } else { Self::Query(error.into()) }
            }
            E::ColumnDecode { .. } | E::Decode(_) => Self::Corrupt(error.to_string()),
            E::Io(_) | E::Tls(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed | E::Protocol(_) => {
                Self::Unavailable(error.into())
            }
            _ => Self::Query(error.into()),
        }
    }
}

/// The URL names no database that Sumito can use.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Neither SQLite nor PostgreSQL nor memory.
    #[error(
        "`{0}` is not a database URL: use `sqlite://PATH`, `postgres://USER:PASSWORD@HOST/DATABASE`, or `memory:` to \
         keep nothing"
    )]
    Scheme(String),
    /// The folder for the file cannot be made.
    #[error("the folder {path} for the database cannot be made")]
    Folder {
        /// Which folder.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The database does not answer.
    #[error("the database cannot be opened")]
    Open(#[source] sqlx::Error),
    /// The tables cannot be brought up to date.
    #[error("the tables cannot be brought up to date")]
    Migrate(#[source] sqlx::migrate::MigrateError),
}

/// Calls a query on whichever database it is.
macro_rules! each {
    ($store:expr, $queries:ident => $call:expr) => {
        match &$store.0 {
            Backend::Memory($queries) => $call,
            Backend::Sqlite($queries) => $call,
            Backend::Postgres($queries) => $call,
            #[cfg(test)]
            Backend::Simulated($queries) => $call,
        }
    };
}

impl Store {
    /// Opens the database at `url`, making the SQLite file where it is missing, and brings its tables up to date.
    /// `memory:` is a new, empty store that is gone with its last clone.
    ///
    /// # Errors
    /// [`ConnectError`] says what is wrong with the URL, the database or its tables.
    pub async fn connect(
        url: &str,
        connections: u32,
        acquire_timeout: Duration,
    ) -> Result<Self, ConnectError> {
        let backend = match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Backend::Sqlite(sqlite::open(url, connections, acquire_timeout).await?),
            Some("postgres" | "postgresql") => {
                Backend::Postgres(postgres::open(url, connections, acquire_timeout).await?)
            }
            Some("memory") => Backend::Memory(memory::Queries::default()),
            // The URL may hold a password: only the scheme goes into the message.
            scheme => return Err(ConnectError::Scheme(scheme.unwrap_or(url).to_owned())),
        };
        Ok(Self(backend))
    }

    /// Waits for what is under way and closes all connections.
    pub async fn close(&self) {
        each!(self, queries => queries.close().await);
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when there is none.
    pub async fn ping(&self) -> Result<(), StoreError> {
        each!(self, queries => queries.ping().await)
    }

    /// Adds a user together with the token that proves who it is.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn add_user(&self, user: &UserRow, token: &TokenHash) -> Result<(), StoreError> {
        each!(self, queries => queries.add_user(user, token).await)
    }

    /// Whom a token belongs to.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn user_of_token(&self, token: &TokenHash) -> Result<Option<UserRow>, StoreError> {
        each!(self, queries => queries.user_of_token(token).await)
    }

    /// Appends the events of many rooms in one transaction: all of it is on disk afterwards, or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when one of the events exists already.
    pub async fn append(&self, changes: &[RoomChange]) -> Result<(), StoreError> {
        each!(self, queries => queries.append(changes).await)
    }

    /// The same where nothing has to be waited for; `None` where it does.
    pub(crate) fn append_now(&self, changes: &[RoomChange]) -> Option<Result<(), StoreError>> {
        match &self.0 {
            Backend::Memory(queries) => Some(queries.append_now(changes)),
            _ => None,
        }
    }

    /// A room without its events.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn room(&self, id: RoomId) -> Result<Option<RoomRow>, StoreError> {
        each!(self, queries => queries.room(id).await)
    }

    /// All events of a room, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn room_events(&self, id: RoomId) -> Result<Vec<StoredEvent>, StoreError> {
        each!(self, queries => queries.room_events(id).await)
    }

    /// All events of a room, in order, and where the room is said to be in its life after exactly these; `None` where there
    /// are no events.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn events_and_phase(
        &self,
        id: RoomId,
    ) -> Result<(Vec<StoredEvent>, Option<Phase>), StoreError> {
        each!(self, queries => queries.events_and_phase(id).await)
    }

    /// Some rooms in the order of their ids: `limit` of them, after `after`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomRow>, StoreError> {
        each!(self, queries => queries.rooms_after(after, limit).await)
    }

    /// The rooms in which a game is under way, in the order of their ids.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn playing_rooms(&self) -> Result<Vec<RoomRow>, StoreError> {
        each!(self, queries => queries.playing_rooms().await)
    }

    /// The events of several rooms, of each in order. Rooms without events are left out.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn events_of_rooms(
        &self,
        rooms: &[RoomId],
    ) -> Result<HashMap<RoomId, Vec<StoredEvent>>, StoreError> {
        each!(self, queries => queries.events_of_rooms(rooms).await)
    }

    /// The first event of each room that comes after none of it though it is not the first: those before it are missing.
    /// Its room seems to end where they should come. Looks at everything that is stored.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn torn_off_events(&self) -> Result<Vec<(RoomId, u64)>, StoreError> {
        each!(self, queries => queries.torn_off_events().await)
    }

    /// The room that a command of a user made, if it did.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>, StoreError> {
        each!(self, queries => queries.room_made_by(user, command_id).await)
    }

    /// How many unfinished rooms a user has made.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn count_open_rooms(&self, user: UserId) -> Result<u64, StoreError> {
        each!(self, queries => queries.count_open_rooms(user).await)
    }

    /// A page of finished games, the newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<FinishedGame>, StoreError> {
        each!(self, queries => queries.games(filter).await)
    }

    /// One finished game.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn game(&self, id: GameId) -> Result<Option<FinishedGame>, StoreError> {
        each!(self, queries => queries.game(id).await)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Connection};

    use super::*;

    /// SQLite's code when there is no space left on the disk.
    const SQLITE_FULL: &str = "13";

    #[tokio::test]
    async fn a_full_disk_counts_as_a_database_that_is_not_available() {
        let options = SqliteConnectOptions::new().in_memory(true).pragma("max_page_count", "4");
        let mut connection: SqliteConnection = options.connect().await.unwrap();
        sqlx::query("CREATE TABLE things (bytes BLOB)").execute(&mut connection).await.unwrap();
        let insert = sqlx::query("INSERT INTO things VALUES (zeroblob(100000))");
        let error = insert.execute(&mut connection).await.unwrap_err();
        assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some(SQLITE_FULL));
        assert!(matches!(StoreError::from(error), StoreError::Unavailable(_)));
        connection.close().await.unwrap();
    }
}
