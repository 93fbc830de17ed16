//! Indexes and keys of the tables of games, put aside while very many rows come in: to build them at the end takes a fraction of the time.

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};

const TABLES: &str =
    "'games', 'game_moves', 'game_players', 'game_facets', 'finished_feed', 'rating_changes'";

/// A connection that has put them aside.
pub(crate) struct Aside {
    connection: PgConnection,
    /// Statements that recreate each of them, in a valid order.
    again: Vec<String>,
}

impl Aside {
    /// Puts them aside, and makes accounts of all users that are there.
    pub(crate) async fn put(url: &str) -> anyhow::Result<Self> {
        let mut connection = PgConnection::connect(url).await.context("the database")?;
        let (mut drop, mut again) = (Vec::new(), Vec::new());
        // Foreign keys go before the keys that they refer to.
        let constraints = format!(
            "SELECT quote_ident(conname) AS name, conrelid::regclass::text AS place, pg_get_constraintdef(oid) AS text
             FROM pg_constraint WHERE contype IN ('p', 'u', 'f') AND (conrelid::regclass::text IN ({TABLES})
                 OR contype = 'f' AND confrelid::regclass::text IN ({TABLES}))
             ORDER BY contype <> 'f'"
        );
        for row in sqlx::raw_sql(AssertSqlSafe(constraints)).fetch_all(&mut connection).await? {
            let get = |column: &str| row.try_get::<String, _>(column);
            let (name, table, text) = (get("name")?, get("place")?, get("text")?);
            drop.push(format!("ALTER TABLE {table} DROP CONSTRAINT {name}"));
            again.push(format!("ALTER TABLE {table} ADD CONSTRAINT {name} {text}"));
        }
        let indexes = format!(
            "SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS text FROM pg_index
             WHERE indrelid::regclass::text IN ({TABLES})
                 AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
        );
        for row in sqlx::raw_sql(AssertSqlSafe(indexes)).fetch_all(&mut connection).await? {
            drop.push(format!("DROP INDEX {}", row.try_get::<String, _>("name")?));
            again.push(row.try_get("text")?);
        }
        again.reverse();
        let mut aside = Self { connection, again };
        for statement in drop {
            aside.run(statement).await?;
        }
        Ok(aside)
    }

    /// Runs a statement.
    pub(crate) async fn run(&mut self, statement: String) -> anyhow::Result<()> {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Makes those again that belong to tables which are filled by now.
    pub(crate) async fn take_back(mut self) -> anyhow::Result<()> {
        self.run("SET maintenance_work_mem = '256MB'".to_owned()).await?;
        for statement in std::mem::take(&mut self.again) {
            self.run(statement).await?;
        }
        self.run("ANALYZE".to_owned()).await?;
        self.connection.close().await?;
        Ok(())
    }
}
