//! Claims of the nodes that share a database.

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::{AssertSqlSafe, PgConnection, Row, query};
use sumito_game::Timestamp;
use tokio::sync::watch;

use super::NOW;
use super::queries::{Pool, Queries, retried};
use crate::nodes::LEASE;
use crate::{Claim, ClaimKey, NodeId, NodeRow, PastClaim, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Membership of this node.
#[derive(Debug, Clone)]
pub(crate) struct Membership {
    pool: Pool,
    id: NodeId,
    nodes: watch::Receiver<Arc<[NodeRow]>>,
}

impl Queries {
    pub(crate) fn membership(&self) -> Option<Membership> {
        let (lease, pool) = (self.local().lease.as_ref()?, self.local().claims.clone()?);
        Some(Membership { pool, id: lease.id(), nodes: lease.nodes()? })
    }
}

impl Membership {
    pub(crate) fn id(&self) -> NodeId {
        self.id
    }

    pub(crate) fn nodes(&self) -> watch::Receiver<Arc<[NodeRow]>> {
        self.nodes.clone()
    }

    pub(crate) async fn claim(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>> {
        // In the same order in all nodes, so that no two of them wait for each other.
        let mut texts: Vec<_> = keys.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let (texts, me) = (&texts, self.id);
        self.run(async move |connection| {
            let claims = claim_free(connection, me, texts).await?;
            if claims.len() == texts.len() {
                return Ok(claims);
            }
            adopt(connection, me, Dead::Named(texts)).await?;
            owners(connection, texts).await
        })
        .await
    }

    pub(crate) async fn adopt(&self, limit: u32) -> Result<Vec<Claim>> {
        let me = self.id;
        self.run(async move |connection| {
            let adopted = adopt(connection, me, Dead::Any(limit)).await?;
            if adopted.is_empty() { Ok(Vec::new()) } else { owners(connection, &adopted).await }
        })
        .await
    }

    pub(crate) async fn release(&self, keys: &[ClaimKey]) -> Result<()> {
        let texts: Vec<_> = keys.iter().map(ToString::to_string).collect();
        let (texts, me) = (&texts, self.id);
        self.run(async move |connection| {
            let sql = "DELETE FROM claims WHERE node = $1 AND key = ANY($2)";
            query(sql).bind(me.0).bind(texts).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn stop(&self) -> Result<()> {
        let me = self.id;
        self.run(async move |connection| {
            let sql = format!("UPDATE nodes SET stopping_at = {NOW} WHERE id = $1 AND stopping_at IS NULL");
            query(AssertSqlSafe(sql)).bind(me.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    async fn run<T>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> Result<T> + Clone) -> Result<T> {
        self.pool.run(async move |connection| retried(connection, work).await).await
    }
}

/// The start of a statement that claims something: `me` has a row, which stays until the statement ends, while this node is not fenced.
const ME: &str =
    "WITH me AS MATERIALIZED (SELECT id FROM nodes WHERE id = $1 AND fenced_at IS NULL FOR KEY SHARE)";

/// Claims those of `keys` to which there is no claim.
async fn claim_free(connection: &mut PgConnection, me: NodeId, keys: &[String]) -> Result<Vec<Claim>> {
    let sql = format!(
        "{ME} INSERT INTO claims (key, node, claimed_at) SELECT key, id, {NOW} FROM me, unnest($2::text[]) AS key
         ON CONFLICT (key) DO NOTHING RETURNING key, node, claimed_at"
    );
    let rows = query(AssertSqlSafe(sql)).bind(me.0).bind(keys).fetch_all(connection).await?;
    rows.iter().map(claim).collect()
}

/// Returns the expression for the last sign of life of a fenced node: the moment from which it stopped, or its last renewal.
fn lost_at() -> String {
    let lease = LEASE.as_micros();
    format!("coalesce(stopping_at, least(fenced_at, lease_until - {lease}))")
}

/// Claims of dead nodes to take over.
#[derive(Clone, Copy)]
enum Dead<'a> {
    Named(&'a [String]),
    Any(u32),
}

/// Takes over claims of dead nodes. Returns their keys.
async fn adopt(connection: &mut PgConnection, me: NodeId, which: Dead<'_>) -> Result<Vec<String>> {
    let lost_at = lost_at();
    let sql = format!(
        "{ME}, dead AS (
             SELECT claims.key, claims.node, claims.claimed_at, {lost_at} AS lost_at
             FROM claims JOIN nodes ON nodes.id = claims.node AND nodes.fenced_at IS NOT NULL
             WHERE EXISTS (SELECT 1 FROM me) AND ($2::text[] IS NULL OR claims.key = ANY($2))
             ORDER BY claims.key LIMIT $3 FOR UPDATE OF claims SKIP LOCKED
         ), past AS (
             INSERT INTO past_claims (key, node, claimed_at, lost_at) SELECT key, node, claimed_at, lost_at FROM dead
         )
         UPDATE claims SET node = $1, claimed_at = {NOW} FROM dead WHERE claims.key = dead.key RETURNING claims.key"
    );
    let (keys, limit) = match which {
        Dead::Named(keys) => (Some(keys), i64::MAX),
        Dead::Any(limit) => (None, i64::from(limit)),
    };
    let rows = query(AssertSqlSafe(sql)).bind(me.0).bind(keys).bind(limit).fetch_all(connection).await?;
    rows.iter().map(|row| Ok(row.try_get("key")?)).collect()
}

/// Returns the claims to `keys`, with their past.
async fn owners(connection: &mut PgConnection, keys: &[String]) -> Result<Vec<Claim>> {
    let sql = "SELECT key, node, claimed_at, NULL::bigint AS lost_at FROM claims WHERE key = ANY($1)
               UNION ALL
               SELECT key, node, claimed_at, lost_at FROM past_claims WHERE key = ANY($1)
               ORDER BY claimed_at";
    let rows = query(sql).bind(keys).fetch_all(connection).await?;
    let (mut claims, mut past) = (Vec::new(), HashMap::<String, Vec<PastClaim>>::new());
    for row in &rows {
        if let Some(lost_at) = row.try_get::<Option<i64>, _>("lost_at")? {
            let owner = NodeId(row.try_get("node")?);
            let (claimed_at, lost_at) = (Timestamp(row.try_get("claimed_at")?), Timestamp(lost_at));
            past.entry(row.try_get("key")?).or_default().push(PastClaim { owner, claimed_at, lost_at });
        } else {
            claims.push(claim(row)?);
        }
    }
    for claim in &mut claims {
        claim.past = past.remove(&claim.key.to_string()).unwrap_or_default();
    }
    Ok(claims)
}

fn claim(row: &sqlx::postgres::PgRow) -> Result<Claim> {
    Ok(Claim {
        key: row.try_get::<&str, _>("key")?.parse()?,
        owner: NodeId(row.try_get("node")?),
        claimed_at: Timestamp(row.try_get("claimed_at")?),
        past: Vec::new(),
    })
}
