//! The migrations of both databases, built into the program.
//!
//! There is a macro for this in `sqlx`, but with its macros all drivers are compiled a second time.

use std::borrow::Cow;
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations of SQLite, oldest first.
pub static SQLITE: LazyLock<Migrator> = LazyLock::new(|| {
    static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../migrations/sqlite");
    migrator(&FILES)
});

/// The migrations of PostgreSQL, oldest first.
pub static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| {
    static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../migrations/postgres");
    migrator(&FILES)
});

fn migrator(files: &'static Dir<'static>) -> Migrator {
    Migrator::with_migrations(files.files().filter_map(migration).collect())
}

/// Reads a migration from a file named `VERSION_DESCRIPTION.sql`; `None` for other files.
fn migration(file: &'static File<'static>) -> Option<Migration> {
    let name = file.path().file_stem()?.to_str()?;
    let (version, description) = name.split_once('_')?;
    let sql = file.contents_utf8()?;
    Some(Migration::new(
        version.parse().ok()?,
        Cow::Owned(description.replace('_', " ")),
        MigrationType::Simple,
        sql.into_sql_str(),
        sql.starts_with("-- no-transaction"),
    ))
}
