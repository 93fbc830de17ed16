//! Queries for nodes.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Row, query};
use sumito_game::Timestamp;

use super::super::NOW;
use super::{Connection, DbRow, Queries, Result};
use crate::lease::SignOfLife;
use crate::nodes::{FENCED_KEPT, NodeId, NodeKey, NodeRow, Sharing, host_name};

impl Queries {
    pub(crate) async fn nodes(&self) -> Result<Vec<NodeRow>> {
        self.pools.rooms.run(async |connection| all(connection).await).await
    }
}

/// Returns all nodes, latest start first.
pub(crate) async fn all(connection: &mut Connection) -> Result<Vec<NodeRow>> {
    let sql = format!(
        "SELECT id, name, version, started_at, lease_until, fenced_at, stopping_at, draining_at, alive_at, bus_lost_at,
         shares, {NOW} AS now FROM nodes
         ORDER BY started_at DESC, id"
    );
    let rows = query(AssertSqlSafe(sql)).fetch_all(connection).await?;
    rows.iter().map(node).collect()
}

/// Adds a node that starts, with a lease of this length, and removes nodes that were fenced long ago. `alive_at` is the time on the node's
/// clock, if it shares the database. Returns the key of its row.
pub(crate) async fn join(
    connection: &mut Connection,
    id: NodeId,
    lease: Duration,
    alive_at: Option<Timestamp>,
) -> Result<NodeKey> {
    // A claim of a node that is fenced is free as long as the node has a row.
    let sql = format!(
        "DELETE FROM nodes WHERE fenced_at < {NOW} - $1 AND NOT EXISTS (SELECT 1 FROM claims WHERE node = nodes.id)"
    );
    query(AssertSqlSafe(sql)).bind(micros(FENCED_KEPT)).execute(&mut *connection).await?;
    let sql = format!(
        "INSERT INTO nodes (id, epoch, name, version, started_at, lease_until, shares, alive_at)
         VALUES ($1, 1, $2, $3, {NOW}, {NOW} + $4, $5, $6)"
    );
    query(AssertSqlSafe(sql))
        .bind(id.0)
        .bind(host_name())
        .bind(env!("CARGO_PKG_VERSION"))
        .bind(micros(lease))
        .bind(alive_at.is_some())
        .bind(alive_at.map(|at| at.0))
        .execute(connection)
        .await?;
    Ok(NodeKey { id, epoch: 1 })
}

/// Renews the lease of a node for this time from now on, and records its sign of life if it shares the database. Returns `false` if the
/// node is fenced.
pub(crate) async fn renew(
    connection: &mut Connection,
    id: NodeId,
    lease: Duration,
    alive: Option<SignOfLife>,
) -> Result<bool> {
    let sql = format!(
        "UPDATE nodes SET lease_until = {NOW} + $2, alive_at = $3, bus_lost_at = $4
         WHERE id = $1 AND fenced_at IS NULL"
    );
    let bus_lost_at = alive.and_then(|alive| alive.bus_lost_at);
    let renewed =
        query(AssertSqlSafe(sql)).bind(id.0).bind(micros(lease)).bind(alive.map(|alive| alive.at.0));
    let renewed = renewed.bind(bus_lost_at.map(|at| at.0)).execute(connection).await?;
    Ok(renewed.rows_affected() > 0)
}

/// Fences a node that stops. Returns when no transaction of its writer is open.
pub(crate) async fn leave(
    connection: &mut Connection,
    id: NodeId,
    alive_at: Option<Timestamp>,
) -> Result<()> {
    let sql = format!(
        "UPDATE nodes SET epoch = epoch + 1, fenced_at = {NOW}, lease_until = {NOW}, alive_at = $2
         WHERE id = $1 AND fenced_at IS NULL"
    );
    query(AssertSqlSafe(sql)).bind(id.0).bind(alive_at.map(|at| at.0)).execute(connection).await?;
    Ok(())
}

pub(super) fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn node(row: &DbRow) -> Result<NodeRow> {
    Ok(NodeRow {
        id: NodeId(row.try_get("id")?),
        name: row.try_get("name")?,
        version: row.try_get("version")?,
        started_at: Timestamp(row.try_get("started_at")?),
        lease_until: Timestamp(row.try_get("lease_until")?),
        fenced_at: row.try_get::<Option<i64>, _>("fenced_at")?.map(Timestamp),
        stopping_at: row.try_get::<Option<i64>, _>("stopping_at")?.map(Timestamp),
        draining_at: row.try_get::<Option<i64>, _>("draining_at")?.map(Timestamp),
        alive_at: row.try_get::<Option<i64>, _>("alive_at")?.map(Timestamp),
        bus_lost_at: row.try_get::<Option<i64>, _>("bus_lost_at")?.map(Timestamp),
        sharing: if row.try_get("shares")? { Sharing::Shared } else { Sharing::Alone },
        ahead_by: None,
        now: Timestamp(row.try_get("now")?),
    })
}
