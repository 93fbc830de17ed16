//! Lists of clubs and members, and the relations of users to a club.

use std::collections::HashSet;

use sqlx::{QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use sumito_kit::text::Text;
use uuid::Uuid;

use super::super::super::{Db, EXPLAIN, explained};
use super::super::ratings::rating_row;
use super::super::users::{user_row, user_row_of};
use super::super::{DbRow, Queries, ROWS_AT_ONCE, Result, filled_up};
use super::{count, joining, role, role_in, small};
use crate::{ClubFilter, ClubMemberCursor, ClubMemberRow, ClubRole, ClubRow, ClubSettings, ClubStanding};

/// Clubs with their owners; conditions follow.
const CLUBS: &str =
    "SELECT clubs.*, owners.id AS owner_id, owners.name AS owner_name, owners.guest AS owner_guest,
        owners.bot AS owner_bot, owners.role AS owner_role, owners.created_at AS owner_created_at";
const OWNERS: &str = " LEFT JOIN club_members AS leads ON leads.club_id = clubs.id AND leads.rank = 0
     LEFT JOIN users AS owners ON owners.id = leads.user_id";

impl Queries {
    pub(crate) async fn club(&self, club: Uuid) -> Result<Option<ClubRow>> {
        let row = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(CLUBS);
            sql.push(" FROM clubs").push(OWNERS).push(" WHERE clubs.id = ").push_bind(club);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(club_row).transpose()
    }

    pub(crate) async fn clubs(&self, filter: &ClubFilter, limit: u32) -> Result<Vec<ClubRow>> {
        let mut sql = listed("", filter, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        rows.iter().map(club_row).collect()
    }

    pub(crate) async fn explain_clubs(&self, filter: &ClubFilter, limit: u32) -> Result<String> {
        let mut sql = listed(EXPLAIN, filter, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn clubs_of(&self, user: UserId, limit: u32) -> Result<Vec<(ClubRow, ClubRole)>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(CLUBS);
            sql.push(", own.rank AS own_rank FROM club_members AS own JOIN clubs ON clubs.id = own.club_id");
            sql.push(OWNERS).push(" WHERE own.user_id = ").push_bind(user.0);
            sql.push(" ORDER BY clubs.name_key LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok((club_row(row)?, role(row.try_get("own_rank")?)?))).collect()
    }

    pub(crate) async fn clubs_with_roles(
        &self,
        clubs: &[Uuid],
        user: Option<UserId>,
    ) -> Result<Vec<(ClubRow, Option<ClubRole>)>> {
        if clubs.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(CLUBS);
            sql.push(", own.rank AS own_rank FROM clubs LEFT JOIN club_members AS own");
            sql.push(" ON own.club_id = clubs.id AND own.user_id = ").push_bind(user.map(|user| user.0));
            sql.push(OWNERS).push(" WHERE clubs.id IN (");
            let mut list = sql.separated(", ");
            for club in clubs {
                list.push_bind(*club);
            }
            sql.push(") ORDER BY clubs.name_key");
            Ok(sql.build().fetch_all(connection).await?)
        });
        let own = |row: &DbRow| row.try_get::<Option<i64>, _>("own_rank")?.map(role).transpose();
        rows.await?.iter().map(|row| Ok((club_row(row)?, own(row)?))).collect()
    }

    pub(crate) async fn club_members(
        &self,
        club: Uuid,
        after: Option<ClubMemberCursor>,
        limit: u32,
    ) -> Result<Vec<ClubMemberRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at,
                     club_members.rank, club_members.joined_at, club_members.user_id, ratings.mode, ratings.speed,
                     ratings.value, ratings.deviation, ratings.volatility, ratings.games, ratings.last_at
                 FROM club_members JOIN users ON users.id = club_members.user_id
                 LEFT JOIN ratings ON ratings.user_id = club_members.user_id
                     AND ratings.mode = 'two' AND ratings.speed = 'live'
                 WHERE club_members.club_id = ",
            );
            sql.push_bind(club);
            if let Some((role, joined_at, user)) = after {
                sql.push(" AND (club_members.rank, club_members.joined_at, club_members.user_id) > (");
                sql.push_bind(role.rank()).push(", ").push_bind(joined_at.0).push(", ");
                sql.push_bind(user.0).push(")");
            }
            sql.push(" ORDER BY club_members.rank, club_members.joined_at, club_members.user_id LIMIT ");
            sql.push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        let member = |row: &DbRow| {
            let mode: Option<&str> = row.try_get("mode")?;
            Ok(ClubMemberRow {
                user: user_row(row)?,
                role: role(row.try_get("rank")?)?,
                joined_at: Timestamp(row.try_get("joined_at")?),
                rating: mode.map(|_| rating_row(row)).transpose()?,
            })
        };
        rows.await?.iter().map(member).collect()
    }

    pub(crate) async fn club_standing(&self, club: Uuid, user: UserId) -> Result<ClubStanding> {
        self.pools
            .history
            .run(async |connection| {
                let sql = "SELECT rank, notified FROM club_members WHERE club_id = $1 AND user_id = $2";
                let row = query(sql).bind(club).bind(user.0).fetch_optional(&mut *connection).await?;
                let mut standing = ClubStanding::default();
                if let Some(row) = row {
                    standing.role = Some(role(row.try_get("rank")?)?);
                    standing.notified = row.try_get("notified")?;
                }
                for (sql, found) in [
                    (
                        "SELECT 1 FROM club_requests WHERE club_id = $1 AND user_id = $2",
                        &mut standing.requested,
                    ),
                    ("SELECT 1 FROM club_bans WHERE club_id = $1 AND user_id = $2", &mut standing.banned),
                    ("SELECT 1 FROM clubs WHERE id = $1 AND offered_to = $2", &mut standing.offered),
                ] {
                    let row = query(sql).bind(club).bind(user.0).fetch_optional(&mut *connection).await?;
                    *found = row.is_some();
                }
                if standing.role >= Some(ClubRole::Admin) {
                    let sql = "SELECT count(*) AS count FROM club_requests WHERE club_id = $1
                               AND NOT EXISTS (SELECT 1 FROM blocks
                                   WHERE blocks.user_id = $2 AND blocks.blocked_id = club_requests.user_id)";
                    standing.requests = count(connection, sql, club, user.0).await?;
                }
                Ok(standing)
            })
            .await
    }

    pub(crate) async fn club_role(&self, club: Uuid, user: UserId) -> Result<Option<ClubRole>> {
        self.pools.rooms.run(async |connection| role_in(connection, club, user).await).await
    }

    pub(crate) async fn club_members_among(&self, club: Uuid, users: &[UserId]) -> Result<HashSet<UserId>> {
        let mut members = HashSet::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new("SELECT user_id FROM club_members WHERE club_id = ");
                sql.push_bind(club).push(" AND user_id IN (");
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in rows.await? {
                members.insert(UserId(row.try_get("user_id")?));
            }
        }
        Ok(members)
    }
}

/// Returns the query for a page of clubs: a part of an index in both orders.
fn listed(explain: &str, filter: &ClubFilter, limit: u32) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push(CLUBS).push(" FROM clubs").push(OWNERS);
    match filter {
        ClubFilter::BySize(after) => {
            if let Some((members, id)) = after {
                sql.push(" WHERE (clubs.members, clubs.id) < (").push_bind(i64::from(*members));
                sql.push(", ").push_bind(*id).push(")");
            }
            sql.push(" ORDER BY clubs.members DESC, clubs.id DESC");
        }
        ClubFilter::ByName(prefix, after) => {
            sql.push(" WHERE clubs.name_key >= ").push_bind(prefix.clone());
            // After every name with this prefix.
            sql.push(" AND clubs.name_key < ").push_bind(format!("{prefix}\u{10ffff}"));
            if let Some(after) = after {
                sql.push(" AND clubs.name_key > ").push_bind(after.clone());
            }
            sql.push(" ORDER BY clubs.name_key");
        }
    }
    sql.push(" LIMIT ").push_bind(i64::from(limit));
    sql
}

fn club_row(row: &DbRow) -> Result<ClubRow> {
    Ok(ClubRow {
        id: row.try_get("id")?,
        settings: ClubSettings {
            name: row.try_get("name")?,
            name_key: row.try_get("name_key")?,
            description: Text::stored(row.try_get("description")?),
            joining: joining(row.try_get("joining")?)?,
        },
        members: small(row.try_get("members")?)?,
        owner: user_row_of(row, "owner")?,
        created_at: Timestamp(row.try_get("created_at")?),
    })
}
