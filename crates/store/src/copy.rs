//! Copies of a whole database: backups, and the migration between SQLite and PostgreSQL in both directions.
//!
//! This module does not depend on the meaning of the tables. Each database lists its own tables and columns; both have the same, since both
//! were created by the same migrations. Rows are read in one snapshot and written in one transaction: the copy is complete, of one moment
//! of the source, or there is none.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use sqlx::Connection as _;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{ConnectError, Store, StoreError, files, postgres, scheme, sqlite};
use sumito_config as config;

/// Suffix of the name of an unfinished backup.
const UNFINISHED: &str = "-unfinished";

/// The first bytes of a SQLite file.
const SQLITE_HEAD: &[u8] = b"SQLite format 3\0";

/// Packets of rows that were read and are not written yet.
const PACKETS_AHEAD: usize = 4;

/// Statistics of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyStats {
    /// Number of rows by table.
    pub rows: BTreeMap<String, u64>,
}

/// The reason why a copy failed. The target is unchanged, except that tables may have been created.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The source cannot be opened.
    #[error("cannot read the source")]
    From(#[source] ConnectError),
    /// The source does not exist.
    #[error("no database at {0}")]
    NoSource(String),
    /// The target cannot be opened.
    #[error("cannot open the target")]
    To(#[source] ConnectError),
    /// The target contains users or rooms.
    #[error("the target database is not empty; choose an empty one")]
    NotEmpty,
    /// The file for a backup exists already.
    #[error("{} already exists; choose another file", .0.display())]
    FileExists(PathBuf),
    /// The folder for a backup does not exist.
    #[error("no folder {}; create it first", .0.display())]
    NoFolder(PathBuf),
    /// The file for a backup cannot be written.
    #[error("cannot write the file {}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The two databases have the same version and different tables: at least one was changed by hand.
    #[error("the tables differ: {0}")]
    Tables(String),
}

/// Returns the error of a source that cannot be opened.
fn of_source(error: ConnectError) -> CopyError {
    match error {
        ConnectError::Missing(place) => CopyError::NoSource(place),
        error => CopyError::From(error),
    }
}

/// Type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// A truth value; in SQLite a number.
    Bool,
    /// A 64-bit integer.
    Integer,
    /// A 32-bit integer; SQLite has only one kind of integers.
    Short,
    /// A floating-point number.
    Real,
    /// A text value.
    Text,
    /// A byte string.
    Bytes,
    /// An id; in SQLite 16 bytes.
    Uuid,
}

impl ColumnType {
    /// Returns the type that both databases can read and write, if one declares `self` and the other `other`: the more specific of the
    /// two.
    fn with(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Bool, Self::Integer) | (Self::Integer, Self::Bool) => Some(Self::Bool),
            (Self::Short, Self::Integer) | (Self::Integer, Self::Short) => Some(Self::Short),
            (Self::Uuid, Self::Bytes) | (Self::Bytes, Self::Uuid) => Some(Self::Uuid),
            (one, two) if one == two => Some(one),
            _ => None,
        }
    }
}

/// One value of a row; each may be null.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Bool(Option<bool>),
    Integer(Option<i64>),
    Short(Option<i32>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Uuid(Option<Uuid>),
}

/// A column of a table.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: ColumnType,
}

/// A table, and the tables that its rows refer to.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    pub(super) refers_to: Vec<String>,
}

/// A batch of rows of a table.
pub(super) type RowBatch = Vec<Vec<Value>>;

/// One end of a copy.
enum Endpoint {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl Endpoint {
    /// Closes the connection, so that its locks are released when this returns.
    async fn close(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }
}

/// Calls a query on either database.
macro_rules! on {
    ($end:expr, $connection:ident, $database:ident => $call:expr) => {
        match $end {
            Endpoint::Sqlite($connection) => {
                use sqlite as $database;
                $call
            }
            Endpoint::Postgres($connection) => {
                use postgres as $database;
                $call
            }
        }
    };
}

/// Copies everything from the database at `from` to the database at `to`, which must be empty; creates its tables, and a SQLite file if
/// necessary.
///
/// # Errors
/// [`CopyError`] with the reason, also if a server uses the source. `from` is never changed.
pub async fn copy(from: &str, to: &str, config: &config::Database) -> Result<CopyStats, CopyError> {
    // Writes of a running server after the start of the copy would be missing without notice.
    let _unused = match scheme(from) {
        "sqlite" => Some(sqlite::refuse_in_use(from).map_err(of_source)?),
        _ => None,
    };
    let mut source = open_to_read(from, config).await.map_err(of_source)?;
    if let Endpoint::Postgres(connection) = &mut source
        && let Some(node) = postgres::running_node(connection).await?
    {
        return Err(CopyError::From(ConnectError::InUse(format!(
            "{} of version {}",
            node.name, node.version
        ))));
    }
    copy_all(&mut source, to, config).await
}

/// Copies everything from `source`, which a server may be using, to the database at `to`.
async fn copy_all(
    source: &mut Endpoint,
    to: &str,
    config: &config::Database,
) -> Result<CopyStats, CopyError> {
    // This keeps servers away and creates the tables.
    let kept = Store::connect(to, config).await.map_err(CopyError::To)?;
    let copied = copy_into(source, to, config).await;
    kept.close().await;
    copied
}

async fn copy_into(
    source: &mut Endpoint,
    to: &str,
    config: &config::Database,
) -> Result<CopyStats, CopyError> {
    let mut target = match scheme(to) {
        "sqlite" => Endpoint::Sqlite(sqlite::connect_plainly(to).await.map_err(CopyError::To)?),
        _ => Endpoint::Postgres(postgres::connect_plainly(to, config).await.map_err(CopyError::To)?),
    };
    on!(source, connection, database => database::begin_snapshot(connection).await?);
    on!(&mut target, connection, database => database::begin_writing(connection).await?);
    let ours = on!(source, connection, database => database::tables(connection).await?);
    let theirs = on!(&mut target, connection, database => database::tables(connection).await?);
    let tables = in_order(agreed(ours, theirs)?)?;
    if !on!(&mut target, connection, database => database::is_unused(connection).await?) {
        return Err(CopyError::NotEmpty);
    }
    for table in tables.iter().rev() {
        // The rows that the migrations have inserted.
        on!(&mut target, connection, database => database::empty(connection, table).await?);
    }
    let mut rows = BTreeMap::new();
    for table in &tables {
        let (sender, receiver) = mpsc::channel(PACKETS_AHEAD);
        let (read, written) = tokio::join!(
            async {
                on!(&mut *source, connection, database => database::read(connection, table, sender).await)
            },
            async {
                on!(&mut target, connection, database => database::write(connection, table, receiver).await)
            },
        );
        // If writing failed, reading failed because of that: the writer's error comes first.
        let written = written?;
        read?;
        rows.insert(table.name.clone(), written);
    }
    on!(&mut target, connection, database => database::commit(connection).await?);
    target.close().await.map_err(StoreError::from)?;
    Ok(CopyStats { rows })
}

/// Copies the database at `url`, which a server may be using, to a new SQLite file. The file appears when it is complete.
///
/// # Errors
/// [`CopyError`] with the reason.
pub async fn backup(url: &str, file: &Path, config: &config::Database) -> Result<(), CopyError> {
    if file.exists() {
        return Err(CopyError::FileExists(file.to_owned()));
    }
    let folder = folder_of(file);
    if !folder.is_dir() {
        return Err(CopyError::NoFolder(folder.to_owned()));
    }
    let unfinished = beside(file, UNFINISHED);
    let failed = |source| CopyError::File { path: unfinished.clone(), source };
    remove_unfinished(file).map_err(failed)?;
    files::make_private(&unfinished).map_err(failed)?;
    // Held until the backup has ended in any way: an unlocked file belongs to no running backup.
    let being_made = File::open(&unfinished).map_err(failed)?;
    if being_made.try_lock().is_err() {
        return Err(CopyError::FileExists(unfinished));
    }
    if scheme(url) == "sqlite" {
        let mut source = sqlite::connect_to_read(url).await.map_err(of_source)?;
        sqlite::vacuum_into(&mut source, &unfinished).await?;
    } else {
        let mut source = open_to_read(url, config).await.map_err(of_source)?;
        copy_all(&mut source, &format!("sqlite://{}", unfinished.display()), config).await?;
        std::fs::remove_file(beside(&unfinished, "-lock")).map_err(failed)?;
    }
    // A single file without companions, so that it can be opened read-only later.
    sqlite::checkpoint_and_close_wal(&unfinished).await.map_err(CopyError::To)?;
    being_made.sync_all().map_err(failed)?;
    std::fs::rename(&unfinished, file).map_err(failed)
}

/// Removes the unfinished files of interrupted backups to this folder.
fn remove_unfinished(file: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder_of(file))? {
        let path = entry?.path();
        if !path.to_string_lossy().ends_with(UNFINISHED) || !path.is_file() {
            continue;
        }
        let mut left = File::open(&path)?;
        let mut head = Vec::new();
        left.by_ref().take(SQLITE_HEAD.len() as u64).read_to_end(&mut head)?;
        // A foreign file, or the file of a running backup.
        if !(head.is_empty() || head == SQLITE_HEAD) || left.try_lock().is_err() {
            continue;
        }
        for more in ["-wal", "-shm", "-journal", "-lock", ""] {
            match std::fs::remove_file(beside(&path, more)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path with a suffix added to its last component.
fn beside(path: &Path, more: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(more);
    path.into()
}

async fn open_to_read(url: &str, config: &config::Database) -> Result<Endpoint, ConnectError> {
    match scheme(url) {
        "sqlite" => Ok(Endpoint::Sqlite(sqlite::connect_to_read(url).await?)),
        "postgres" | "postgresql" => Ok(Endpoint::Postgres(postgres::connect_to_read(url, config).await?)),
        "memory" => Err(ConnectError::Missing(url.to_owned())),
        other => Err(ConnectError::Scheme(other.to_owned())),
    }
}

/// Returns the tables with the types that both databases understand.
fn agreed(ours: Vec<Table>, theirs: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let names = |tables: &[Table]| tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>();
    if names(&ours) != names(&theirs) {
        return Err(CopyError::Tables(format!("{:?} and {:?}", names(&ours), names(&theirs))));
    }
    ours.into_iter().zip(theirs).map(|(ours, theirs)| agreed_table(ours, &theirs)).collect()
}

fn agreed_table(table: Table, theirs: &Table) -> Result<Table, CopyError> {
    let columns = table.columns.into_iter().map(|column| {
        let same = theirs.columns.iter().find(|same| same.name == column.name);
        let kind = same.and_then(|same| column.kind.with(same.kind));
        let kind = kind.ok_or_else(|| CopyError::Tables(format!("{}.{}", theirs.name, column.name)))?;
        Ok(Column { kind, ..column })
    });
    let columns = columns.collect::<Result<Vec<_>, CopyError>>()?;
    if columns.len() != theirs.columns.len() {
        return Err(CopyError::Tables(format!("the columns of {} differ", theirs.name)));
    }
    Ok(Table { columns, ..table })
}

/// Sorts the tables so that each comes after the tables that its rows refer to.
fn in_order(mut tables: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let mut ordered: Vec<Table> = Vec::with_capacity(tables.len());
    while !tables.is_empty() {
        let is_done = |name: &String| ordered.iter().any(|table| table.name == *name);
        let (ready, waiting): (Vec<_>, Vec<_>) = tables
            .into_iter()
            .partition(|table| table.refers_to.iter().all(|name| *name == table.name || is_done(name)));
        if ready.is_empty() {
            let names: Vec<_> = waiting.iter().map(|table| table.name.as_str()).collect();
            return Err(CopyError::Tables(format!("{} reference each other", names.join(", "))));
        }
        ordered.extend(ready);
        tables = waiting;
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, refers_to: &[&str]) -> Table {
        let refers_to = refers_to.iter().map(|&name| name.to_owned()).collect();
        Table { name: name.to_owned(), columns: Vec::new(), refers_to }
    }

    #[test]
    fn tables_come_after_the_tables_they_reference() {
        let tables = vec![table("games", &["rooms"]), table("rooms", &["users"]), table("users", &["users"])];
        let names: Vec<_> = in_order(tables).unwrap().into_iter().map(|table| table.name).collect();
        assert_eq!(names, ["users", "rooms", "games"]);
    }

    #[test]
    fn cyclic_table_references_cannot_be_copied() {
        let error = in_order(vec![table("one", &["two"]), table("two", &["one"])]).unwrap_err();
        assert_eq!(error.to_string(), "the tables differ: one, two reference each other");
    }
}
