//! Queries for the cluster-wide administration settings.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, Connection as _, Row, query};
use sumito_game::Timestamp;

use super::super::{BEGIN, NOW};
use super::moderation::log;
use super::{Queries, Result, unsigned};
use crate::administration::ClaimedByNode;
use crate::{AdministrationState, ModerationAction, NodeId, StoredAnnouncement};

impl Queries {
    pub(crate) async fn administration(&self) -> Result<AdministrationState> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT draining, announcement, announcement_until FROM administration";
            Ok(query(sql).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(AdministrationState::default()) };
        let text: Option<String> = row.try_get("announcement")?;
        let until = row.try_get::<Option<i64>, _>("announcement_until")?.map(Timestamp);
        Ok(AdministrationState {
            draining: row.try_get("draining")?,
            announcement: text.map(|text| StoredAnnouncement { text, until }),
        })
    }

    pub(crate) async fn reset_administration(&self, this: Option<NodeId>) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = format!(
                "UPDATE administration SET draining = $2, announcement = NULL, announcement_until = NULL
                 WHERE NOT EXISTS
                     (SELECT 1 FROM nodes WHERE id <> $1 AND fenced_at IS NULL AND lease_until >= {NOW})"
            );
            // A server that is alone has no other.
            query(AssertSqlSafe(sql)).bind(this.map(|this| this.0)).bind(false).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn set_draining(&self, on: bool, action: &ModerationAction) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE administration SET draining = $1 WHERE draining <> $1";
            let changed = query(sql).bind(on).execute(&mut *transaction).await?;
            if changed.rows_affected() == 0 {
                return Ok(false);
            }
            log(&mut transaction, action).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn set_announcement(
        &self,
        announcement: Option<&StoredAnnouncement>,
        action: &ModerationAction,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            query("UPDATE administration SET announcement = $1, announcement_until = $2")
                .bind(announcement.map(|announcement| announcement.text.as_str()))
                .bind(announcement.and_then(|announcement| announcement.until).map(|until| until.0))
                .execute(&mut *transaction)
                .await?;
            log(&mut transaction, action).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn set_node_draining(
        &self,
        node: NodeId,
        on: bool,
        action: &ModerationAction,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let (value, before) = if on { (NOW, "IS NULL") } else { ("NULL", "IS NOT NULL") };
            let sql = format!(
                "UPDATE nodes SET draining_at = {value}
                 WHERE id = $1 AND fenced_at IS NULL AND draining_at {before}"
            );
            let changed = query(AssertSqlSafe(sql)).bind(node.0).execute(&mut *transaction).await?;
            if changed.rows_affected() == 0 {
                return Ok(false);
            }
            log(&mut transaction, action).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn claimed(&self) -> Result<HashMap<NodeId, ClaimedByNode>> {
        let rows = self.pools.history.run(async |connection| {
            // The names of duties are read, the others only counted.
            let sql = "SELECT node, CASE WHEN key LIKE 'room/%' THEN 'room/' WHEN key LIKE 'tournament/%' THEN 'tournament/'
                           ELSE key END AS what, count(*) AS count
                       FROM claims WHERE key NOT LIKE 'analysis/%' GROUP BY node, what ORDER BY what";
            Ok(query(sql).fetch_all(connection).await?)
        });
        let mut nodes = HashMap::<_, ClaimedByNode>::new();
        for row in rows.await? {
            let claimed = nodes.entry(NodeId(row.try_get("node")?)).or_default();
            let count = unsigned(row.try_get("count")?)?;
            match row.try_get("what")? {
                "room/" => claimed.rooms = count,
                "tournament/" => claimed.tournaments = count,
                duty => claimed.duties.push(duty.strip_prefix("duty/").unwrap_or(duty).to_owned()),
            }
        }
        Ok(nodes)
    }
}
