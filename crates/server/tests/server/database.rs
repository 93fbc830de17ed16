//! Databases for tests: a file in its own folder, or a separate database on a PostgreSQL server.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use sumito_store::Store;
use tempfile::TempDir;
use uuid::Uuid;

/// Kind of database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// In memory: loses everything when the server ends.
    Memory,
    Sqlite,
    Postgres,
}

/// The kinds that keep data when the server ends.
pub(crate) const BOTH: [Kind; 2] = [Kind::Sqlite, Kind::Postgres];

/// All kinds of databases.
pub(crate) const ALL: [Kind; 3] = [Kind::Memory, Kind::Sqlite, Kind::Postgres];

/// A database that is not shared with other tests.
pub(crate) struct Database {
    url: String,
    /// Holds the SQLite file; removed when it is dropped.
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

    /// Returns the existing database at this address, which the test has for itself.
    pub(crate) fn at(url: String) -> Self {
        Self { url, _folder: tempfile::tempdir().unwrap() }
    }

    /// Returns a copy of this PostgreSQL database. There must be no connection to the original.
    pub(crate) async fn copy(&self) -> Self {
        let url = create_postgres_database(Some(self.url().rsplit('/').next().unwrap())).await;
        Self { url, _folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Lets the lease of a node expire, and waits until another node has fenced it.
    pub(crate) async fn expire(&self, store: &Store) {
        let mut admin = PgConnection::connect(self.url()).await.unwrap();
        silence(&mut admin, Some(store.membership().unwrap().id().0)).await;
        admin.close().await.unwrap();
        store.fenced().cancelled().await;
    }
}

/// Keeps the renewals of a node, or of all nodes, from being stored: to the other nodes it seems dead.
pub(crate) async fn silence(admin: &mut PgConnection, node: Option<Uuid>) {
    let nodes = match node {
        Some(node) => vec![node],
        None => sqlx::query_scalar("SELECT id FROM nodes").fetch_all(&mut *admin).await.unwrap(),
    };
    let function = "CREATE OR REPLACE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF NEW.epoch = OLD.epoch THEN RETURN OLD; END IF; RETURN NEW; END $$";
    sqlx::query(function).execute(&mut *admin).await.unwrap();
    for node in nodes {
        let trigger = format!(
            "CREATE TRIGGER silence_{} BEFORE UPDATE ON nodes FOR EACH ROW WHEN (OLD.id = '{node}')
             EXECUTE FUNCTION keep_row()",
            node.simple()
        );
        sqlx::query(sqlx::AssertSqlSafe(trigger)).execute(&mut *admin).await.unwrap();
    }
}

/// Creates a database, empty or as a copy, on the server that `SUMITO_TEST_POSTGRES_URL` names. `cargo xtask test` removes that
/// server, and all databases with it, at the end.
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
