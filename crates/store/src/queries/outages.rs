//! Queries for outages and the server's heartbeat.

use sqlx::{AssertSqlSafe, Connection as _, Row, query};
use sumito_game::Timestamp;

use super::super::{BEGIN, hold};
use super::{Connection, DbRow, Queries, Result};
use crate::Outage;
use crate::nodes::{NodeId, NodeKey};

impl Queries {
    pub(crate) async fn outages(&self, limit: u32) -> Result<Vec<Outage>> {
        // A server that has its database alone gets the rooms of all earlier nodes.
        let concerned = if self.local().is_shared() { "node IS NULL" } else { "TRUE" };
        let rows = self
            .pools
            .rooms
            .run(async |connection| {
                let sql = format!(
                    "SELECT began_at, ended_at FROM outages WHERE {concerned}
                     ORDER BY ended_at DESC, began_at DESC LIMIT $1"
                );
                Ok(query(AssertSqlSafe(sql)).bind(i64::from(limit)).fetch_all(connection).await?)
            })
            .await?;
        rows.iter().rev().map(outage).collect()
    }

    pub(crate) async fn last_heartbeat(&self) -> Result<Option<Timestamp>> {
        let row = self
            .pools
            .rooms
            .run(async |connection| {
                Ok(query("SELECT at FROM server_alive").fetch_optional(connection).await?)
            })
            .await?;
        row.map(|row| Ok(Timestamp(row.try_get("at")?))).transpose()
    }
}

/// Reads an outage.
pub(crate) fn outage(row: &DbRow) -> Result<Outage> {
    let moment = |column| Ok::<_, sqlx::Error>(Timestamp(row.try_get(column)?));
    Ok(Outage { began: moment("began_at")?, ended: moment("ended_at")? })
}

/// Stores a heartbeat of the server and its outages, in one transaction. The outages concern the rooms of the node `of`, or all rooms.
/// Returns `false`, and stores nothing, if the node is fenced.
pub(crate) async fn write_heartbeat(
    connection: &mut Connection,
    node: NodeKey,
    of: Option<NodeId>,
    now: Timestamp,
    outages: &[Outage],
) -> Result<bool> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    if !hold(&mut transaction, node).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    for outage in outages {
        // An earlier try may have stored it, with a lost confirmation.
        query("INSERT INTO outages (began_at, ended_at, node) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(outage.began.0)
            .bind(outage.ended.0)
            .bind(of.map(|node| node.0))
            .execute(&mut *transaction)
            .await?;
    }
    query(
        "INSERT INTO server_alive (only_row, at) VALUES (1, $1)
         ON CONFLICT (only_row) DO UPDATE SET at = excluded.at WHERE excluded.at > server_alive.at",
    )
    .bind(now.0)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}
