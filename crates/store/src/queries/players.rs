//! Queries for players' profiles, blocks and reports.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{GameId, Timestamp, TournamentId, UserId};

use super::super::{BEGIN, Db, EXPLAIN, explained};
use super::accounts::hold_user;
use super::moderation::log;
use super::users::user_row;
use super::{DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{
    AddedReport, AvatarRow, FaceRow, ModerationAction, ProfileRow, ReportLimits, ReportRow, UserRow,
};
use sumito_kit::text::Text;

impl Queries {
    pub(crate) async fn user(&self, id: UserId) -> Result<Option<UserRow>> {
        let row = self.pools.rooms.run(async |connection| {
            Ok(query("SELECT * FROM users WHERE id = $1").bind(id.0).fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(user_row).transpose()
    }

    pub(crate) async fn accounts_by_prefix(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<UserRow>> {
        let mut sql = by_prefix("", prefix, after, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        rows.iter().map(user_row).collect()
    }

    pub(crate) async fn explain_accounts_by_prefix(&self, prefix: &str, limit: u32) -> Result<String> {
        let mut sql = by_prefix(EXPLAIN, prefix, None, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn profile(&self, user: UserId) -> Result<ProfileRow> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT words, country, avatar_tag FROM profiles WHERE user_id = $1";
            Ok(query(sql).bind(user.0).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(ProfileRow::default()) };
        Ok(ProfileRow { words: row.try_get("words")?, face: face(&row)? })
    }

    pub(crate) async fn faces(&self, users: &[UserId]) -> Result<Vec<(UserId, FaceRow)>> {
        let mut faces = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.history.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT user_id, country, avatar_tag FROM profiles
                     WHERE (country IS NOT NULL OR avatar_tag IS NOT NULL) AND user_id IN (",
                );
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                faces.push((UserId(row.try_get("user_id")?), face(row)?));
            }
        }
        Ok(faces)
    }

    pub(crate) async fn set_country(
        &self,
        user: UserId,
        country: Option<&str>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO profiles (user_id, words, country, updated_at) VALUES ($1, '', $2, $3)
                       ON CONFLICT (user_id) DO UPDATE SET country = excluded.country, updated_at = excluded.updated_at";
            query(sql).bind(user.0).bind(country).bind(now.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn avatar(&self, user: UserId) -> Result<Option<AvatarRow>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT avatar_tag, avatar FROM profiles
                       WHERE user_id = $1 AND avatar IS NOT NULL AND avatar_tag IS NOT NULL";
            Ok(query(sql).bind(user.0).fetch_optional(connection).await?)
        });
        let avatar =
            |row: DbRow| Ok(AvatarRow { tag: row.try_get("avatar_tag")?, picture: row.try_get("avatar")? });
        row.await?.map(avatar).transpose()
    }

    pub(crate) async fn set_avatar(
        &self,
        user: UserId,
        avatar: Option<&AvatarRow>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO profiles (user_id, words, avatar, avatar_tag, updated_at) VALUES ($1, '', $2, $3, $4)
                       ON CONFLICT (user_id) DO UPDATE SET
                           avatar = excluded.avatar, avatar_tag = excluded.avatar_tag, updated_at = excluded.updated_at";
            query(sql)
                .bind(user.0)
                .bind(avatar.map(|avatar| avatar.picture.as_slice()))
                .bind(avatar.map(|avatar| avatar.tag.as_str()))
                .bind(now.0)
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn remove_avatar(&self, user: UserId, action: &ModerationAction) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE profiles SET avatar = NULL, avatar_tag = NULL
                       WHERE user_id = $1 AND avatar_tag IS NOT NULL";
            let removed = query(sql).bind(user.0).execute(&mut *transaction).await?.rows_affected() > 0;
            if removed {
                log(&mut transaction, action).await?;
            }
            transaction.commit().await?;
            Ok(removed)
        })
        .await
    }

    pub(crate) async fn set_bio(&self, user: UserId, words: &Text, now: Timestamp) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO profiles (user_id, words, updated_at) VALUES ($1, $2, $3)
                       ON CONFLICT (user_id) DO UPDATE SET words = excluded.words, updated_at = excluded.updated_at";
            query(sql).bind(user.0).bind(words.as_str()).bind(now.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn blocked_by(&self, user: UserId, limit: u32) -> Result<Vec<UserRow>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT users.* FROM blocks JOIN users ON users.id = blocked_id
                       WHERE user_id = $1 ORDER BY blocks.created_at DESC, blocked_id LIMIT $2";
            Ok(query(sql).bind(user.0).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(user_row).collect()
    }

    pub(crate) async fn blocks_of(&self, users: &[UserId]) -> Result<Vec<(UserId, UserId)>> {
        let mut pairs = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.history.run(async |connection| {
                let mut sql =
                    QueryBuilder::<Db>::new("SELECT user_id, blocked_id FROM blocks WHERE user_id IN (");
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                pairs.push((UserId(row.try_get("user_id")?), UserId(row.try_get("blocked_id")?)));
            }
        }
        Ok(pairs)
    }

    pub(crate) async fn blocks(&self, user: UserId, other: UserId) -> Result<bool> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT 1 FROM blocks WHERE user_id = $1 AND blocked_id = $2";
            Ok(query(sql).bind(user.0).bind(other.0).fetch_optional(connection).await?)
        });
        Ok(row.await?.is_some())
    }

    pub(crate) async fn blocks_around(&self, user: UserId) -> Result<Vec<UserId>> {
        let rows = self.pools.rooms.run(async |connection| {
            let sql = "SELECT blocked_id AS other FROM blocks WHERE user_id = $1
                       UNION SELECT user_id FROM blocks WHERE blocked_id = $1";
            Ok(query(sql).bind(user.0).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(UserId(row.try_get("other")?))).collect()
    }

    pub(crate) async fn blocks_among(&self, users: &[UserId]) -> Result<Vec<(UserId, UserId)>> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT user_id, blocked_id FROM blocks");
            for (column, word) in [("user_id", " WHERE "), ("blocked_id", " AND ")] {
                sql.push(word).push(column).push(" IN (");
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(")");
            }
            Ok(sql.build().fetch_all(connection).await?)
        });
        let pair = |row: &DbRow| Ok((UserId(row.try_get("user_id")?), UserId(row.try_get("blocked_id")?)));
        rows.await?.iter().map(pair).collect()
    }

    /// Adds a user to a list of another user: one statement counts the other entries, and one adds the new entry. Returns whether there
    /// was space.
    pub(super) async fn add_to_own(
        &self,
        [count, insert]: [&'static str; 2],
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, user).await?;
            let row = query(count).bind(user.0).bind(other.0).fetch_one(&mut *transaction).await?;
            let is_room = unsigned(row.try_get("count")?)? < u64::from(limit);
            if is_room {
                query(insert).bind(user.0).bind(other.0).bind(now.0).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok(is_room)
        })
        .await
    }

    pub(crate) async fn block(
        &self,
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool> {
        let count = "SELECT count(*) AS count FROM blocks WHERE user_id = $1 AND blocked_id <> $2";
        let insert = "INSERT INTO blocks (user_id, blocked_id, created_at) VALUES ($1, $2, $3)
                      ON CONFLICT (user_id, blocked_id) DO NOTHING";
        self.add_to_own([count, insert], user, other, now, limit).await
    }

    pub(crate) async fn unblock(&self, user: UserId, other: UserId) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM blocks WHERE user_id = $1 AND blocked_id = $2";
            query(sql).bind(user.0).bind(other.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn add_report(
        &self,
        report: &ReportRow,
        since: Timestamp,
        max: ReportLimits,
    ) -> Result<AddedReport> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, report.reporter).await?;
            let sql = "SELECT (SELECT count(*) FROM reports WHERE reporter_id = $1 AND created_at >= $2) AS made,
                           (SELECT count(*) FROM reports WHERE reported_id = $3 AND closed_at IS NULL) AS open";
            let row = query(sql).bind(report.reporter.0).bind(since.0).bind(report.reported.0);
            let row = row.fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("made")?)? >= u64::from(max.by_reporter) {
                return Ok(AddedReport::TooMany);
            }
            if unsigned(row.try_get("open")?)? >= u64::from(max.about_player) {
                return Ok(AddedReport::Enough);
            }
            let sql = "INSERT INTO reports (id, reporter_id, reported_id, game_id, line_id, said, words, created_at, tournament_id, club_id)
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
            query(sql)
                .bind(report.id)
                .bind(report.reporter.0)
                .bind(report.reported.0)
                .bind(report.game.map(|game| game.0))
                .bind(report.line)
                .bind(report.said.as_ref().map(Text::as_str))
                .bind(report.words.as_str())
                .bind(report.created_at.0)
                .bind(report.tournament.map(|tournament| tournament.0))
                .bind(report.club)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(AddedReport::Added)
        })
        .await
    }

    pub(crate) async fn reports_of(&self, reporter: UserId, limit: u32) -> Result<Vec<ReportRow>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT * FROM reports WHERE reporter_id = $1 ORDER BY created_at DESC LIMIT $2";
            Ok(query(sql).bind(reporter.0).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(report_row).collect()
    }
}

/// Returns the query for accounts whose name keys have this prefix and come after this key: a range of an index, whose end is after every name with this prefix.
fn by_prefix(explain: &str, prefix: &str, after: Option<&str>, limit: u32) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM users WHERE name_key >= ").push_bind(prefix.to_owned());
    sql.push(" AND name_key < ").push_bind(format!("{prefix}\u{10ffff}"));
    if let Some(after) = after {
        sql.push(" AND name_key > ").push_bind(after.to_owned());
    }
    sql.push(" ORDER BY name_key LIMIT ").push_bind(i64::from(limit));
    sql
}

/// Reads the details shown next to a player's name.
fn face(row: &DbRow) -> Result<FaceRow> {
    Ok(FaceRow { country: row.try_get("country")?, avatar: row.try_get("avatar_tag")? })
}

/// Reads a report from a row with all its columns.
pub(super) fn report_row(row: &DbRow) -> Result<ReportRow> {
    let game: Option<_> = row.try_get("game_id")?;
    Ok(ReportRow {
        id: row.try_get("id")?,
        reporter: UserId(row.try_get("reporter_id")?),
        reported: UserId(row.try_get("reported_id")?),
        game: game.map(GameId),
        line: row.try_get("line_id")?,
        tournament: row.try_get::<Option<_>, _>("tournament_id")?.map(TournamentId),
        club: row.try_get("club_id")?,
        said: row.try_get::<Option<_>, _>("said")?.map(Text::stored),
        words: Text::stored(row.try_get("words")?),
        created_at: Timestamp(row.try_get("created_at")?),
    })
}
