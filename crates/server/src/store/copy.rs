//! A whole database as another one: backups, and the way from SQLite to PostgreSQL and back.
//!
//! Nothing here knows what the tables hold. Each database tells its own tables and columns; both have the same ones, since both were made
//! by the same migrations. Rows are read in one snapshot and written in one transaction: the copy is a moment of the source as a whole,
//! or nothing.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use sqlx::Connection as _;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{ConnectError, Store, StoreError, files, postgres, scheme, sqlite};
use crate::config;

/// How the name of a backup ends that is being made.
const UNFINISHED: &str = "-unfinished";

/// How a file of SQLite begins.
const SQLITE_HEAD: &[u8] = b"SQLite format 3\0";

/// Packets of rows that were read and are not yet written.
const PACKETS_AHEAD: usize = 4;

/// How much was copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// Rows by table.
    pub rows: BTreeMap<String, u64>,
}

/// Why there is no copy. The target is as it was before, but for tables that had to be made.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// What is to be copied cannot be opened.
    #[error("what is to be copied cannot be read")]
    From(#[source] ConnectError),
    /// Where it shall go cannot be opened.
    #[error("nothing can be copied to there")]
    To(#[source] ConnectError),
    /// There are users or rooms where the copy should go.
    #[error("there is a server's database already where the copy should go: name an empty one")]
    NotEmpty,
    /// The file for a backup is there already.
    #[error("{} is there already: name another file", .0.display())]
    FileExists(PathBuf),
    /// The file for a backup cannot be written.
    #[error("the file {} cannot be written", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The two databases have other tables, though of the same version: one of them was changed by hand.
    #[error("the tables differ: {0}")]
    Tables(String),
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A truth value; in SQLite a number.
    Bool,
    /// A whole number.
    Integer,
    /// A whole number of 32 bits; SQLite knows one kind only.
    Short,
    /// A number with a fraction.
    Real,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
    /// An id; in SQLite 16 bytes.
    Uuid,
}

impl Kind {
    /// What both databases can read and write, if this one says `self` and the other one `other`: whichever tells more.
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
    pub(super) kind: Kind,
}

/// A table, and the tables that its rows refer to.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    pub(super) refers_to: Vec<String>,
}

/// Some rows of a table.
pub(super) type Packet = Vec<Vec<Value>>;

/// One end of a copy.
enum End {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl End {
    /// Closes the connection, so that its locks are gone when this returns.
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
            End::Sqlite($connection) => {
                use sqlite as $database;
                $call
            }
            End::Postgres($connection) => {
                use postgres as $database;
                $call
            }
        }
    };
}

/// Copies everything from the database at `from` to the one at `to`, in which there must be nothing yet;
/// its tables, and a SQLite file, are made.
///
/// # Errors
/// [`CopyError`] says what is in the way. `from` is never changed.
pub async fn copy(from: &str, to: &str, config: &config::Database) -> Result<Copied, CopyError> {
    // What a server writes after the copy began would be missing, unnoticed.
    let _unused = match scheme(from) {
        "sqlite" => Some(sqlite::refuse_in_use(from).map_err(CopyError::From)?),
        _ => None,
    };
    let mut source = open_to_read(from, config).await.map_err(CopyError::From)?;
    // It keeps servers away and makes the tables.
    let kept = Store::connect(to, config).await.map_err(CopyError::To)?;
    let copied = copy_into(&mut source, to, config).await;
    kept.close().await;
    copied
}

async fn copy_into(source: &mut End, to: &str, config: &config::Database) -> Result<Copied, CopyError> {
    let mut target = match scheme(to) {
        "sqlite" => End::Sqlite(sqlite::connect_plainly(to).await.map_err(CopyError::To)?),
        _ => End::Postgres(postgres::connect_plainly(to, config).await.map_err(CopyError::To)?),
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
        // What the migrations have put there.
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
        // Where writing failed, reading found nobody to read for: the first error is the writer's.
        let written = written?;
        read?;
        rows.insert(table.name.clone(), written);
    }
    on!(&mut target, connection, database => database::commit(connection).await?);
    target.close().await.map_err(StoreError::from)?;
    Ok(Copied { rows })
}

/// Makes a copy of the database at `url`, which a server may be using, as a new SQLite file. The file appears when it is complete.
///
/// # Errors
/// [`CopyError`] says what is in the way.
pub async fn backup(url: &str, file: &Path, config: &config::Database) -> Result<(), CopyError> {
    if file.exists() {
        return Err(CopyError::FileExists(file.to_owned()));
    }
    let unfinished = beside(file, UNFINISHED);
    let failed = |source| CopyError::File { path: unfinished.clone(), source };
    remove_unfinished(file).map_err(failed)?;
    files::make_private(&unfinished).map_err(failed)?;
    // Held until the backup has ended, however it does: a file that is not locked belongs to none that is being made.
    let being_made = File::open(&unfinished).map_err(failed)?;
    if being_made.try_lock().is_err() {
        return Err(CopyError::FileExists(unfinished));
    }
    if scheme(url) == "sqlite" {
        let mut source = sqlite::connect_to_read(url).await.map_err(CopyError::From)?;
        sqlite::vacuum_into(&mut source, &unfinished).await?;
    } else {
        copy(url, &format!("sqlite://{}", unfinished.display()), config).await?;
        std::fs::remove_file(beside(&unfinished, "-lock")).map_err(failed)?;
    }
    // One file and nothing beside it, also where somebody reads it later.
    sqlite::put_log_away(&unfinished).await.map_err(CopyError::To)?;
    being_made.sync_all().map_err(failed)?;
    std::fs::rename(&unfinished, file).map_err(failed)
}

/// Removes what backups to this folder have left that were broken off.
fn remove_unfinished(file: &Path) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.to_string_lossy().ends_with(UNFINISHED) || !path.is_file() {
            continue;
        }
        let mut left = File::open(&path)?;
        let mut head = Vec::new();
        left.by_ref().take(SQLITE_HEAD.len() as u64).read_to_end(&mut head)?;
        // A file of somebody else's, or one that is being made.
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

/// The path with something added to its last part.
fn beside(path: &Path, more: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(more);
    path.into()
}

async fn open_to_read(url: &str, config: &config::Database) -> Result<End, ConnectError> {
    match scheme(url) {
        "sqlite" => Ok(End::Sqlite(sqlite::connect_to_read(url).await?)),
        "postgres" | "postgresql" => Ok(End::Postgres(postgres::connect_to_read(url, config).await?)),
        "memory" => Err(ConnectError::Missing(url.to_owned())),
        other => Err(ConnectError::Scheme(other.to_owned())),
    }
}

/// The tables with the kinds that both databases understand.
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
        return Err(CopyError::Tables(format!("{} has other columns", theirs.name)));
    }
    Ok(Table { columns, ..table })
}

/// Each table after those that its rows refer to.
fn in_order(mut tables: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let mut ordered: Vec<Table> = Vec::with_capacity(tables.len());
    while !tables.is_empty() {
        let is_done = |name: &String| ordered.iter().any(|table| table.name == *name);
        let (ready, waiting): (Vec<_>, Vec<_>) = tables
            .into_iter()
            .partition(|table| table.refers_to.iter().all(|name| *name == table.name || is_done(name)));
        if ready.is_empty() {
            let names: Vec<_> = waiting.iter().map(|table| table.name.as_str()).collect();
            return Err(CopyError::Tables(format!("{} refer to each other", names.join(", "))));
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
    fn tables_come_after_those_that_they_refer_to() {
        let tables = vec![table("games", &["rooms"]), table("rooms", &["users"]), table("users", &["users"])];
        let names: Vec<_> = in_order(tables).unwrap().into_iter().map(|table| table.name).collect();
        assert_eq!(names, ["users", "rooms", "games"]);
    }

    #[test]
    fn tables_that_refer_to_each_other_cannot_be_copied() {
        let error = in_order(vec![table("one", &["two"]), table("two", &["one"])]).unwrap_err();
        assert_eq!(error.to_string(), "the tables differ: one, two refer to each other");
    }
}
