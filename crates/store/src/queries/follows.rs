//! Queries for follows between players.

use sqlx::{QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::Db;
use super::users::user_row;
use super::{DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{Acquaintance, FollowCounts, FollowRow, FollowerRow, StoreError};

impl Queries {
    pub(crate) async fn followed_by(&self, user: UserId, limit: u32) -> Result<Vec<FollowRow>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT users.*, CASE WHEN blocks.user_id IS NULL THEN 0 ELSE 1 END AS is_blocked,
                           CASE WHEN back.user_id IS NULL THEN 0 ELSE 1 END AS is_friend
                       FROM follows JOIN users ON users.id = follows.followed_id
                       LEFT JOIN blocks ON blocks.user_id = follows.followed_id AND blocks.blocked_id = $1
                       LEFT JOIN follows AS back ON back.user_id = follows.followed_id AND back.followed_id = $1
                       WHERE follows.user_id = $1 ORDER BY users.name_key, users.id LIMIT $2";
            Ok(query(sql).bind(user.0).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        let follow = |row: &DbRow| {
            let (blocks, is_friend): (i32, i32) = (row.try_get("is_blocked")?, row.try_get("is_friend")?);
            Ok(FollowRow { user: user_row(row)?, blocks: blocks != 0, is_friend: is_friend != 0 })
        };
        rows.await?.iter().map(follow).collect()
    }

    pub(crate) async fn acquaintances(
        &self,
        viewer: Option<UserId>,
        users: &[UserId],
    ) -> Result<Vec<Acquaintance>> {
        let viewer = viewer.map(|viewer| viewer.0);
        let mut found = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT users.*, CASE WHEN blocks.user_id IS NULL THEN 0 ELSE 1 END AS is_blocked,
                     CASE WHEN own.user_id IS NULL THEN 0 ELSE 1 END AS is_followed,
                     CASE WHEN own.user_id IS NULL OR back.user_id IS NULL THEN 0 ELSE 1 END AS is_friend
                 FROM users LEFT JOIN blocks ON blocks.user_id = users.id AND blocks.blocked_id = ",
            );
            sql.push_bind(viewer)
                .push(" LEFT JOIN follows AS own ON own.followed_id = users.id AND own.user_id = ");
            sql.push_bind(viewer)
                .push(" LEFT JOIN follows AS back ON back.user_id = users.id AND back.followed_id = ");
            sql.push_bind(viewer).push(" WHERE users.id IN (");
            let mut list = sql.separated(", ");
            for user in filled_up(users) {
                list.push_bind(user.0);
            }
            sql.push(")");
            let rows =
                self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?));
            for row in &rows.await? {
                let flag = |column| Ok::<_, StoreError>(row.try_get::<i32, _>(column)? != 0);
                found.push(Acquaintance {
                    user: user_row(row)?,
                    blocks: flag("is_blocked")?,
                    is_followed: flag("is_followed")?,
                    is_friend: flag("is_friend")?,
                });
            }
        }
        Ok(found)
    }

    pub(crate) async fn count_followers_since(
        &self,
        user: UserId,
        since: Timestamp,
        limit: u32,
    ) -> Result<u32> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT count(*) AS count FROM (
                           SELECT 1 FROM follows WHERE followed_id = $1 AND created_at >= $2 LIMIT $3) AS followers";
            let query = query(sql).bind(user.0).bind(since.0).bind(i64::from(limit));
            Ok(query.fetch_one(connection).await?)
        });
        Ok(unsigned(row.await?.try_get("count")?)? as u32)
    }

    pub(crate) async fn follow_counts(&self, user: UserId, limit: u32) -> Result<FollowCounts> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT (SELECT count(*) FROM follows WHERE user_id = $1) AS following,
                           (SELECT count(*) FROM (SELECT 1 FROM follows WHERE followed_id = $1 LIMIT $2) AS counted) AS followers,
                           (SELECT count(*) FROM follows AS own
                            JOIN follows AS back ON back.user_id = own.followed_id AND back.followed_id = $1
                            WHERE own.user_id = $1) AS friends";
            Ok(query(sql).bind(user.0).bind(i64::from(limit)).fetch_one(connection).await?)
        });
        let row = row.await?;
        let count =
            |column| Ok::<_, StoreError>(u32::try_from(unsigned(row.try_get(column)?)?).unwrap_or(u32::MAX));
        Ok(FollowCounts {
            following: count("following")?,
            followers: count("followers")?,
            friends: count("friends")?,
        })
    }

    pub(crate) async fn followers_of(
        &self,
        user: UserId,
        after: Option<(Timestamp, UserId)>,
        limit: u32,
    ) -> Result<Vec<FollowerRow>> {
        let mut sql = QueryBuilder::<Db>::new(
            "SELECT users.*, follows.created_at AS followed_at, CASE WHEN back.user_id IS NULL THEN 0 ELSE 1 END AS is_friend
             FROM follows JOIN users ON users.id = follows.user_id
             LEFT JOIN follows AS back ON back.user_id = follows.followed_id AND back.followed_id = follows.user_id
             WHERE follows.followed_id = ",
        );
        sql.push_bind(user.0);
        if let Some((at, user)) = after {
            sql.push(" AND (follows.created_at, follows.user_id) < (").push_bind(at.0);
            sql.push(", ").push_bind(user.0).push(")");
        }
        sql.push(" ORDER BY follows.created_at DESC, follows.user_id DESC LIMIT ")
            .push_bind(i64::from(limit));
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let follower = |row: &DbRow| {
            let is_friend: i32 = row.try_get("is_friend")?;
            let since = Timestamp(row.try_get("followed_at")?);
            Ok(FollowerRow { user: user_row(row)?, since, is_friend: is_friend != 0 })
        };
        rows.iter().map(follower).collect()
    }

    pub(crate) async fn follow(
        &self,
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool> {
        let count = "SELECT count(*) AS count FROM follows WHERE user_id = $1 AND followed_id <> $2";
        let insert = "INSERT INTO follows (user_id, followed_id, created_at) VALUES ($1, $2, $3)
                      ON CONFLICT (user_id, followed_id) DO NOTHING";
        self.add_to_own([count, insert], user, other, now, limit).await
    }

    pub(crate) async fn unfollow(&self, user: UserId, other: UserId) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM follows WHERE user_id = $1 AND followed_id = $2";
            query(sql).bind(user.0).bind(other.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn follows(&self, user: UserId, other: UserId) -> Result<bool> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT 1 FROM follows WHERE user_id = $1 AND followed_id = $2";
            Ok(query(sql).bind(user.0).bind(other.0).fetch_optional(connection).await?)
        });
        Ok(row.await?.is_some())
    }
}
