//! Databases for tests: a file in a folder of its own, or a database of its own in a PostgreSQL server.

use std::time::Duration;

use tempfile::TempDir;
use uuid::Uuid;

/// Which kind of database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Forgets everything with the server.
    Memory,
    Sqlite,
    Postgres,
}

/// What keeps everything.
pub(crate) const BOTH: [Kind; 2] = [Kind::Sqlite, Kind::Postgres];

/// Every kind.
pub(crate) const ALL: [Kind; 3] = [Kind::Memory, Kind::Sqlite, Kind::Postgres];

/// A database that nobody else uses.
pub(crate) struct Database {
    url: String,
    /// Holds the SQLite file; gone with the test.
    _folder: TempDir,
}

impl Database {
    pub(crate) async fn new(kind: Kind) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = match kind {
            Kind::Memory => "memory:".to_owned(),
            Kind::Sqlite => format!("sqlite://{}", folder.path().join("sumito.db").display()),
            Kind::Postgres => create_postgres_database(None).await,
        };
        Self { url, _folder: folder }
    }

    /// The one that a test has for itself at this address.
    pub(crate) fn at(url: String) -> Self {
        Self { url, _folder: tempfile::tempdir().unwrap() }
    }

    /// Another one in PostgreSQL with the same in it. Nobody may be connected to this one.
    pub(crate) async fn copy(&self) -> Self {
        let url = create_postgres_database(Some(self.url().rsplit('/').next().unwrap())).await;
        Self { url, _folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

/// A new database, or a copy of one, in the server that `SUMITO_TEST_POSTGRES_URL` names. They go with the server: `cargo xtask test`
/// throws it away at the end.
async fn create_postgres_database(template: Option<&str>) -> String {
    let server = std::env::var("SUMITO_TEST_POSTGRES_URL").expect(
        "SUMITO_TEST_POSTGRES_URL is not set: run `cargo xtask test`, or `cargo xtask postgres` in another terminal and \
         set the variable to the URL it prints",
    );
    let name = format!("test_{}", Uuid::now_v7().simple());
    let pool = sqlx::postgres::PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(Duration::from_secs(30))
        .connect(&server)
        .await
        .unwrap();
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "CREATE DATABASE {name} TEMPLATE {}",
        template.unwrap_or("template1")
    )))
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;
    let (base, options) =
        server.split_once('?').map_or((server.as_str(), ""), |(base, options)| (base, options));
    let (host, _) = base.rsplit_once('/').expect("a URL with a database's name");
    if options.is_empty() { format!("{host}/{name}") } else { format!("{host}/{name}?{options}") }
}
