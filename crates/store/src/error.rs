//! Errors of opening, reading and writing a database.

use std::io::ErrorKind;
use std::sync::Arc;

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// Source of a [`StoreError`]: most often a [`sqlx::Error`].
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// The reason why a read or a write failed.
///
/// Every query of a [`Store`](crate::Store) or a [`Writer`](crate::Writer) may fail with [`Unavailable`](Self::Unavailable) or
/// [`Query`](Self::Query), and every query that reads rows with [`Corrupt`](Self::Corrupt). A write is one transaction unless its
/// documentation says otherwise: after an error nothing of it is stored. The exception is [`Unavailable`](Self::Unavailable).
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database is unreachable, cannot write at the moment, or timed out. A later retry may succeed. A write may have been stored, with
    /// its confirmation lost.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] Source),
    /// The database has a row with this key already: another writer has written it, or a name is taken.
    #[error("write conflict: {0}")]
    Conflict(#[source] Source),
    /// The node that has decided this has lost its [`Mandate`](crate::Mandate) since.
    #[error("the node that has decided this no longer has the duty, or has begun a new term")]
    Superseded,
    /// The stored data is invalid.
    #[error("corrupt data: {0}")]
    Corrupt(String),
    /// The query or its data is invalid: a retry does not help.
    #[error("query failed: {0}")]
    Query(#[source] Source),
}

impl StoreError {
    /// Returns the error for a statement that timed out.
    pub(super) fn too_slow() -> Self {
        Self::Unavailable("database operation timed out".into())
    }

    /// Returns the same error for one of several callers that share it.
    pub fn shared(error: Arc<Self>) -> Self {
        match &*error {
            Self::Unavailable(_) => Self::Unavailable(error.into()),
            Self::Conflict(_) => Self::Conflict(error.into()),
            Self::Superseded => Self::Superseded,
            Self::Corrupt(text) => Self::Corrupt(text.clone()),
            Self::Query(_) => Self::Query(error.into()),
        }
    }

    /// Returns whether the database rolled the transaction back because of another transaction: a deadlock, or a serialization failure.
    /// Nothing of it is stored, and an immediate retry may succeed.
    pub(super) fn is_contention(&self) -> bool {
        let Self::Unavailable(source) = self else { return false };
        let database = source.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error);
        let postgres = database.and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
        postgres.is_some_and(|error| CONTENTION.contains(&error.code()))
    }
}

/// Serialization failure and deadlock.
const CONTENTION: [&str; 2] = ["40001", "40P01"];

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as E;
        match &error {
            E::Database(database) if database.is_unique_violation() => Self::Conflict(error.into()),
            E::ColumnDecode { .. } | E::Decode(_) => Self::Corrupt(error.to_string()),
            _ if is_unavailable(&error) => Self::Unavailable(error.into()),
            _ => Self::Query(error.into()),
        }
    }
}

/// Returns whether the database is unreachable, cannot write at the moment, or timed out.
fn is_unavailable(error: &sqlx::Error) -> bool {
    use sqlx::Error as E;
    match error {
        E::Database(database) => {
            if let Some(postgres) = database.try_downcast_ref::<PgDatabaseError>() {
                is_unavailable_in_postgres(postgres.code())
            } else {
                database.try_downcast_ref::<SqliteError>().is_some()
                    && is_unavailable_in_sqlite(database.code().as_deref())
            }
        }
        E::Io(_) | E::Tls(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed | E::Protocol(_) => true,
        _ => false,
    }
}

/// Returns whether the code is one of these: connection lost (class 08), transaction rolled back by the database (40), out of resources
/// (53), closed for maintenance (55), statement timeout or server shutdown (57), system error (58), standby server (25006).
fn is_unavailable_in_postgres(code: &str) -> bool {
    ["08", "40", "53", "55", "57", "58"].iter().any(|class| code.starts_with(class)) || code == "25006"
}

/// Returns whether the code is one of these: busy, locked, out of memory, read-only, interrupted, I/O error, full, cannot open, protocol.
fn is_unavailable_in_sqlite(code: Option<&str>) -> bool {
    let code = code.and_then(|code| code.parse::<u32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, 5..=10 | 13..=15))
}

/// The reason why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The URL names neither SQLite nor PostgreSQL nor memory.
    #[error(
        "`{0}` is not a database URL; use `sqlite://PATH`, `postgres://USER:PASSWORD@HOST/DATABASE`, or \
         `memory:` (data is lost on exit)"
    )]
    Scheme(String),
    /// The folder for the file cannot be created.
    #[error("cannot create the database folder {path}")]
    Folder {
        /// Path of the folder.
        path: String,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The database does not answer.
    #[error("cannot open the database")]
    Open(#[source] sqlx::Error),
    /// The database to be read does not exist.
    #[error("no database at {0}; start the server once, or run `sumito migrate`")]
    Missing(String),
    /// The program cannot use the tables: they are of an earlier version, or of a later one that is not compatible with it.
    #[error(
        "schema version mismatch: the database has {}, this program expects version {expected}; use the \
         program that wrote it, or migrate it with this version",
        found.map_or("no tables of Sumito".to_owned(), |found| format!("tables of version {found}"))
    )]
    Version {
        /// The last migration of the database.
        found: Option<i64>,
        /// The last migration of the program.
        expected: i64,
    },
    /// Another program made the database: it has tables, and none of Sumito.
    #[error("this is not a database of Sumito: it has tables of another program; choose another database")]
    Foreign,
    /// The migrations failed.
    #[error("migration failed")]
    Migrate(#[source] MigrateError),
    /// Another process serves this database.
    #[error("another Sumito server uses this database ({0}); stop it first, or choose another database")]
    InUse(String),
    /// Several servers can share a PostgreSQL database only.
    #[error(
        "only a PostgreSQL database can be shared by several servers; use `postgres://USER:PASSWORD@HOST/DATABASE`"
    )]
    NotShared,
    /// The lease of this server cannot be taken.
    #[error("cannot take the lease of this server")]
    Lease(#[source] StoreError),
    /// The lock file cannot be created or locked.
    #[error("cannot use the lock file {path}")]
    Lock {
        /// Path of the lock file.
        path: String,
        /// Error of the operating system.
        source: std::io::Error,
    },
}

impl ConnectError {
    /// Returns whether the cause can pass without a change of the settings: PostgreSQL is away or starts, or the disk is full.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Open(error)
            | Self::Migrate(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                is_unavailable(error) && !is_in_the_way(error)
            }
            Self::Lease(StoreError::Unavailable(_)) => true,
            Self::Folder { source, .. } | Self::Lock { source, .. } => {
                source.kind() == ErrorKind::StorageFull
            }
            _ => false,
        }
    }
}

/// Returns whether SQLite reports a file that it may not open or write, or that another program has locked: that needs the operator.
fn is_in_the_way(error: &sqlx::Error) -> bool {
    let database = error.as_database_error();
    let sqlite = database.filter(|error| error.try_downcast_ref::<SqliteError>().is_some());
    let code = sqlite.and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| !matches!(code & 0xff, SQLITE_IO_ERROR | SQLITE_FULL))
}

/// SQLite's codes for an I/O error and a full disk.
const SQLITE_IO_ERROR: u32 = 10;
const SQLITE_FULL: u32 = 13;

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Connection};

    use super::*;

    #[tokio::test]
    async fn full_disk_counts_as_an_unavailable_database() {
        let options = SqliteConnectOptions::new().in_memory(true).pragma("max_page_count", "4");
        let mut connection: SqliteConnection = options.connect().await.unwrap();
        sqlx::query("CREATE TABLE things (bytes BLOB)").execute(&mut connection).await.unwrap();
        let insert = sqlx::query("INSERT INTO things VALUES (zeroblob(100000))");
        let error = insert.execute(&mut connection).await.unwrap_err();
        assert_eq!(error.as_database_error().unwrap().code().unwrap(), SQLITE_FULL.to_string());
        let error = ConnectError::Open(error);
        assert!(error.is_outage());
        let ConnectError::Open(error) = error else { unreachable!() };
        assert!(matches!(StoreError::from(error), StoreError::Unavailable(_)));
        connection.close().await.unwrap();
    }

    #[tokio::test]
    async fn a_start_does_not_wait_for_a_file_that_cannot_be_opened() {
        let options = SqliteConnectOptions::new().filename("/nowhere/sumito.db");
        let error = ConnectError::Open(options.connect().await.unwrap_err());
        assert!(!error.is_outage(), "{error:?}");
    }

    #[test]
    fn error_codes_of_the_databases_are_kept_apart() {
        // 22021 (a text with NUL) would be "busy" in SQLite: 22021 & 0xff is 5.
        for code in ["22021", "23503", "42601", "22001"] {
            assert!(!is_unavailable_in_postgres(code), "{code}");
        }
        for code in ["08006", "40001", "40P01", "53100", "53300", "55P03", "57014", "57P01", "58030", "25006"]
        {
            assert!(is_unavailable_in_postgres(code), "{code}");
        }
        for (code, expected) in [("5", true), ("9", true), ("522", true), ("1", false), ("787", false)] {
            assert_eq!(is_unavailable_in_sqlite(Some(code)), expected, "{code}");
        }
    }
}
