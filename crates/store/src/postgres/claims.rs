//! Claims of the nodes that share a database.

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::{AssertSqlSafe, PgConnection, Row, query};
use sumito_game::Timestamp;
use sumito_kit::time_source::TimeSource;
use tokio::sync::watch;
use tokio::time::Instant;
use uuid::Uuid;

use super::NOW;
use super::lease::lost_at;
use super::queries::outages::outage;
use super::queries::{Pool, Queries, retried};
use crate::lease::OwnLease;
use crate::{Claim, ClaimKey, ClaimKind, NodeId, NodeRow, Outage, PastClaim, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Maximum number of outages of earlier owners that are read with their claims. Earlier ones are charged to the players.
const MAX_OUTAGES: i64 = 4_096;

/// Membership of this node.
#[derive(Debug, Clone)]
pub(crate) struct Membership {
    pool: Pool,
    id: NodeId,
    nodes: watch::Receiver<Arc<[NodeRow]>>,
    lease: OwnLease,
}

impl Queries {
    pub(crate) fn membership(&self) -> Option<Membership> {
        let (lease, pool) = (self.local().lease.as_ref()?, self.local().claims.clone()?);
        let lease = lease.own.clone();
        Some(Membership { pool, id: lease.id(), nodes: lease.nodes()?, lease })
    }
}

impl Membership {
    pub(crate) fn id(&self) -> NodeId {
        self.id
    }

    pub(crate) fn nodes(&self) -> watch::Receiver<Arc<[NodeRow]>> {
        self.nodes.clone()
    }

    pub(crate) fn set_bus_lost(&self, since: Option<Instant>) {
        self.lease.set_bus_lost(since);
    }

    pub(crate) fn time(&self) -> TimeSource {
        self.lease.time()
    }

    fn now(&self) -> Timestamp {
        self.time().now()
    }

    pub(crate) async fn database_id(&self) -> Result<Uuid> {
        self.run(async |connection| {
            let row = query("SELECT database_id FROM compatibility").fetch_one(connection).await?;
            Ok(row.try_get("database_id")?)
        })
        .await
    }

    pub(crate) async fn claim(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>> {
        // In the same order in all nodes, so that no two of them wait for each other.
        let mut texts: Vec<_> = keys.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let (texts, me) = (&texts, Me { id: self.id, time: self.time() });
        self.run(async move |connection| {
            let claims = claim_free(connection, me, texts).await?;
            if claims.len() == texts.len() {
                return Ok(claims);
            }
            adopt(connection, me, Free::Named(texts)).await?;
            renew_terms(connection, me, texts, None).await?;
            owners(connection, texts).await
        })
        .await
    }

    pub(crate) async fn keep(&self, keys: &[ClaimKey], term: Option<i64>) -> Result<Vec<Claim>> {
        let texts: Vec<_> = keys.iter().map(ToString::to_string).collect();
        let (texts, me) = (&texts, Me { id: self.id, time: self.time() });
        self.run(async move |connection| {
            renew_terms(connection, me, texts, term).await?;
            owners(connection, texts).await
        })
        .await
    }

    pub(crate) async fn owners(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>> {
        let texts: Vec<_> = keys.iter().map(ToString::to_string).collect();
        let texts = &texts;
        self.run(async move |connection| owners(connection, texts).await).await
    }

    pub(crate) async fn adopt(&self, kind: ClaimKind, limit: u32) -> Result<Vec<Claim>> {
        let me = Me { id: self.id, time: self.time() };
        self.run(async move |connection| {
            let mut adopted = adopt(&mut *connection, me, Free::OfDead(kind, limit)).await?;
            let rest = limit.saturating_sub(u32::try_from(adopted.len()).unwrap_or(limit));
            adopted.extend(adopt(&mut *connection, me, Free::Left(kind, rest)).await?);
            if adopted.is_empty() { Ok(Vec::new()) } else { owners(connection, &adopted).await }
        })
        .await
    }

    pub(crate) async fn release(&self, keys: &[ClaimKey], asked_at: Timestamp) -> Result<()> {
        let sql = "DELETE FROM claims WHERE node = $1 AND term <= $2 AND key = ANY($3)";
        self.end_claims(sql, keys, asked_at).await
    }

    pub(crate) async fn leave(&self, keys: &[ClaimKey], asked_at: Timestamp) -> Result<()> {
        let sql = "UPDATE claims SET left_at = $2 WHERE node = $1 AND term <= $2 AND key = ANY($3)";
        self.end_claims(sql, keys, asked_at).await
    }

    async fn end_claims(&self, sql: &'static str, keys: &[ClaimKey], asked_at: Timestamp) -> Result<()> {
        let texts: Vec<_> = keys.iter().map(ToString::to_string).collect();
        let (texts, me) = (&texts, self.id);
        self.run(async move |connection| {
            query(sql).bind(me.0).bind(asked_at.0).bind(texts).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn leave_all(&self, kind: ClaimKind) -> Result<()> {
        let (me, now) = (self.id, self.now());
        self.run(async move |connection| {
            let sql =
                "UPDATE claims SET left_at = $2 WHERE node = $1 AND term <= $2 AND starts_with(key, $3)";
            query(sql).bind(me.0).bind(now.0).bind(kind.prefix()).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn drain(&self) -> Result<()> {
        let me = self.id;
        self.run(async move |connection| {
            let sql = format!("UPDATE nodes SET draining_at = {NOW} WHERE id = $1 AND draining_at IS NULL");
            query(AssertSqlSafe(sql)).bind(me.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn stop(&self) -> Result<()> {
        let (me, now) = (self.id, self.now());
        self.run(async move |connection| {
            let sql = "UPDATE nodes SET stopping_at = $2 WHERE id = $1 AND stopping_at IS NULL";
            query(sql).bind(me.0).bind(now.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    async fn run<T>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> Result<T> + Clone) -> Result<T> {
        self.pool.run(async move |connection| retried(connection, work).await).await
    }
}

/// This node, in statements that claim something. The times of claims are on its clock.
#[derive(Clone, Copy)]
struct Me {
    id: NodeId,
    time: TimeSource,
}

/// The start of a statement that claims something: `me` has a row, which stays until the statement ends, while this node is not fenced.
const ME: &str =
    "WITH me AS MATERIALIZED (SELECT id FROM nodes WHERE id = $1 AND fenced_at IS NULL FOR KEY SHARE)";

/// Claims the keys among `keys` that have no claim.
async fn claim_free(connection: &mut PgConnection, me: Me, keys: &[String]) -> Result<Vec<Claim>> {
    let sql = format!(
        "{ME} INSERT INTO claims (key, node, claimed_at, term) SELECT key, id, $3, $3 FROM me, unnest($2::text[]) AS key
         ON CONFLICT (key) DO NOTHING RETURNING key, node, claimed_at, term"
    );
    let sql = query(AssertSqlSafe(sql)).bind(me.id.0).bind(keys).bind(me.time.now().0);
    sql.fetch_all(connection).await?.iter().map(claim).collect()
}

/// Starts a new term of the keys among `keys` that this node owns, or owns in this `term`: its earlier requests, which may arrive late, no
/// longer have any effect.
async fn renew_terms(
    connection: &mut PgConnection,
    me: Me,
    keys: &[String],
    term: Option<i64>,
) -> Result<()> {
    let sql = format!(
        "{ME} UPDATE claims SET term = greatest(term + 1, $3)
         WHERE node = (SELECT id FROM me) AND key = ANY($2) AND left_at IS NULL
           AND ($4::bigint IS NULL OR term = $4)"
    );
    let sql = query(AssertSqlSafe(sql)).bind(me.id.0).bind(keys).bind(me.time.now().0).bind(term);
    sql.execute(connection).await?;
    Ok(())
}

/// Claims to adopt: of dead nodes, or released by their owners.
#[derive(Clone, Copy)]
enum Free<'a> {
    /// These, for either reason.
    Named(&'a [String]),
    OfDead(ClaimKind, u32),
    Left(ClaimKind, u32),
}

/// Adopts claims. Returns their keys.
async fn adopt(connection: &mut PgConnection, me: Me, which: Free<'_>) -> Result<Vec<String>> {
    let lost_at = lost_at();
    let (keys, limit, prefix, is_free) = match which {
        Free::Named(keys) => (Some(keys), i64::MAX, "", "(fenced_at IS NOT NULL OR left_at IS NOT NULL)"),
        Free::OfDead(kind, limit) => (None, i64::from(limit), kind.prefix(), "fenced_at IS NOT NULL"),
        Free::Left(kind, limit) => (None, i64::from(limit), kind.prefix(), "left_at IS NOT NULL"),
    };
    let sql = format!(
        "{ME}, free AS (
             SELECT claims.key, claims.node, claims.claimed_at, coalesce(left_at, {lost_at}) AS lost_at
             FROM claims JOIN nodes ON nodes.id = claims.node
             WHERE {is_free} AND EXISTS (SELECT 1 FROM me) AND ($2::text[] IS NULL OR claims.key = ANY($2))
               AND starts_with(claims.key, $4)
             ORDER BY claims.key LIMIT $3 FOR UPDATE OF claims SKIP LOCKED
         ), past AS (
             INSERT INTO past_claims (key, node, claimed_at, lost_at) SELECT key, node, claimed_at, lost_at FROM free
         )
         UPDATE claims SET node = $1, claimed_at = $5, term = $5, left_at = NULL FROM free
         WHERE claims.key = free.key RETURNING claims.key"
    );
    let free =
        query(AssertSqlSafe(sql)).bind(me.id.0).bind(keys).bind(limit).bind(prefix).bind(me.time.now().0);
    let rows = free.fetch_all(connection).await?;
    rows.iter().map(|row| Ok(row.try_get("key")?)).collect()
}

/// Returns the claims to `keys`, with their past.
async fn owners(connection: &mut PgConnection, keys: &[String]) -> Result<Vec<Claim>> {
    let sql = "SELECT key, node, claimed_at, term, NULL::bigint AS lost_at FROM claims
               WHERE key = ANY($1) AND left_at IS NULL
               UNION ALL
               SELECT key, node, claimed_at, 0, lost_at FROM past_claims WHERE key = ANY($1)
               ORDER BY claimed_at";
    let rows = query(sql).bind(keys).fetch_all(&mut *connection).await?;
    let (mut claims, mut past) = (Vec::new(), HashMap::<String, Vec<PastClaim>>::new());
    for row in &rows {
        if let Some(lost_at) = row.try_get::<Option<i64>, _>("lost_at")? {
            let owner = NodeId(row.try_get("node")?);
            let (claimed_at, lost_at) = (Timestamp(row.try_get("claimed_at")?), Timestamp(lost_at));
            let ended = PastClaim { owner, claimed_at, lost_at, outages: Vec::new() };
            past.entry(row.try_get("key")?).or_default().push(ended);
        } else {
            claims.push(claim(row)?);
        }
    }
    add_outages(connection, past.values_mut().flatten().collect()).await?;
    for claim in &mut claims {
        claim.past = past.remove(&claim.key.to_string()).unwrap_or_default();
    }
    Ok(claims)
}

/// Adds the outages of the earlier owners.
async fn add_outages(connection: &mut PgConnection, mut past: Vec<&mut PastClaim>) -> Result<()> {
    let Some(since) = past.iter().map(|past| past.claimed_at.0).min() else { return Ok(()) };
    let nodes: Vec<_> = past.iter().map(|past| past.owner.0).collect();
    let sql = "SELECT node, began_at, ended_at FROM outages WHERE node = ANY($1) AND ended_at > $2
               ORDER BY ended_at DESC LIMIT $3";
    let rows = query(sql).bind(nodes).bind(since).bind(MAX_OUTAGES).fetch_all(connection).await?;
    let mut outages = HashMap::<NodeId, Vec<Outage>>::new();
    for row in &rows {
        outages.entry(NodeId(row.try_get("node")?)).or_default().push(outage(row)?);
    }
    for past in &mut past {
        past.outages = outages.get(&past.owner).cloned().unwrap_or_default();
    }
    Ok(())
}

fn claim(row: &sqlx::postgres::PgRow) -> Result<Claim> {
    Ok(Claim {
        key: row.try_get::<&str, _>("key")?.parse()?,
        owner: NodeId(row.try_get("node")?),
        claimed_at: Timestamp(row.try_get("claimed_at")?),
        term: row.try_get("term")?,
        past: Vec::new(),
    })
}
