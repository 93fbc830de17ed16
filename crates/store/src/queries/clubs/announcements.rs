//! Announcements of clubs to their members.

use std::time::Duration;

use sqlx::{QueryBuilder, Row, query};
use sumito_clubs::AnnouncementQuota;
use sumito_game::{Timestamp, UserId};
use sumito_kit::text::Text;
use uuid::Uuid;

use super::super::super::Db;
use super::super::users::user_row;
use super::super::{Connection, DbRow, Queries, Result, login_attempts};
use super::{Changed, change, require};
use crate::{
    AddedAnnouncement, AttemptKey, ClubAnnouncementRow, ClubLimits, ClubOutcome, ClubRole,
    NewClubAnnouncement,
};

/// Announcements of a club with their authors; the id of the club follows.
const ANNOUNCEMENTS: &str =
    "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at,
        club_announcements.id AS announcement_id, title, text, club_announcements.created_at AS announced_at
     FROM club_announcements JOIN users ON users.id = club_announcements.author_id
     WHERE club_announcements.club_id = ";

const DAY: Duration = Duration::from_hours(24);

impl Queries {
    pub(crate) async fn add_club_announcement(
        &self,
        club: Uuid,
        by: UserId,
        announcement: &NewClubAnnouncement,
        limits: &ClubLimits,
    ) -> ClubOutcome<AddedAnnouncement> {
        change!(self, connection => announce(connection, club, by, announcement, limits))
    }

    pub(crate) async fn club_announcements(
        &self,
        club: Uuid,
        limit: u32,
    ) -> Result<Vec<ClubAnnouncementRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(ANNOUNCEMENTS);
            sql.push_bind(club)
                .push(" ORDER BY club_announcements.id DESC LIMIT ")
                .push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(announcement_row).collect()
    }

    pub(crate) async fn club_announcement(
        &self,
        club: Uuid,
        announcement: Uuid,
    ) -> Result<Option<ClubAnnouncementRow>> {
        let row = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(ANNOUNCEMENTS);
            sql.push_bind(club).push(" AND club_announcements.id = ").push_bind(announcement);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(announcement_row).transpose()
    }

    pub(crate) async fn remove_club_announcement(
        &self,
        club: Uuid,
        by: UserId,
        announcement: Uuid,
    ) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, by, ClubRole::Admin).await?;
            delete_announcement(connection, club, announcement).await?;
            Ok(())
        })
    }

    pub(crate) async fn set_club_notified(
        &self,
        club: Uuid,
        user: UserId,
        notified: bool,
    ) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, user, ClubRole::Member).await?;
            let sql = "UPDATE club_members SET notified = $3 WHERE club_id = $1 AND user_id = $2";
            query(sql).bind(club).bind(user.0).bind(notified).execute(connection).await?;
            Ok(())
        })
    }

    pub(crate) async fn club_audience(&self, club: Uuid, author: UserId, limit: u32) -> Result<Vec<UserId>> {
        let sql = "SELECT user_id FROM club_members WHERE club_id = $1 AND user_id <> $2 AND notified
                       AND NOT EXISTS (SELECT 1 FROM blocks
                           WHERE blocks.user_id = club_members.user_id AND blocks.blocked_id = $2)
                   ORDER BY user_id LIMIT $3";
        let rows = self.pools.history.run(async |connection| {
            Ok(query(sql).bind(club).bind(author.0).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(UserId(row.try_get("user_id")?))).collect()
    }
}

async fn announce(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    announcement: &NewClubAnnouncement,
    limits: &ClubLimits,
) -> Changed<AddedAnnouncement> {
    require(connection, club, by, ClubRole::Admin).await?;
    let NewClubAnnouncement { id, title, text, created_at, command } = announcement;
    if let Some(command) = command {
        let sql =
            "SELECT id FROM club_announcements WHERE club_id = $1 AND author_id = $2 AND command_id = $3";
        let row = query(sql).bind(club).bind(by.0).bind(command).fetch_optional(&mut *connection).await?;
        if let Some(row) = row {
            return Ok(AddedAnnouncement::Repeated(row.try_get("id")?));
        }
    }
    let max = limits.announcements_per_day;
    let key = AttemptKey::new("club announcements", &[club.as_bytes()]);
    // Counted first: the refusal of the announcement undoes it.
    let wait = login_attempts::count(connection, key, max, DAY).await?;
    AnnouncementQuota { wait }.decide(limits)?;
    let sql = "INSERT INTO club_announcements (id, club_id, author_id, title, text, created_at, command_id)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    query(sql)
        .bind(id)
        .bind(club)
        .bind(by.0)
        .bind(title.as_str())
        .bind(text.as_str())
        .bind(created_at.0)
        .bind(command.as_deref())
        .execute(&mut *connection)
        .await?;
    let sql = "DELETE FROM club_announcements WHERE club_id = $1 AND id NOT IN
                   (SELECT id FROM club_announcements WHERE club_id = $1 ORDER BY id DESC LIMIT $2)";
    query(sql).bind(club).bind(i64::from(limits.announcements)).execute(connection).await?;
    Ok(AddedAnnouncement::Stored)
}

/// Deletes an announcement; returns its texts.
pub(super) async fn delete_announcement(
    connection: &mut Connection,
    club: Uuid,
    announcement: Uuid,
) -> Result<Option<String>> {
    let sql = "DELETE FROM club_announcements WHERE club_id = $1 AND id = $2 RETURNING title, text";
    let row = query(sql).bind(club).bind(announcement).fetch_optional(connection).await?;
    let texts = |row: DbRow| {
        let (title, text): (String, String) = (row.try_get("title")?, row.try_get("text")?);
        Ok(format!("{title} ({text})"))
    };
    row.map(texts).transpose()
}

fn announcement_row(row: &DbRow) -> Result<ClubAnnouncementRow> {
    Ok(ClubAnnouncementRow {
        id: row.try_get("announcement_id")?,
        author: user_row(row)?,
        title: Text::stored(row.try_get("title")?),
        text: Text::stored(row.try_get("text")?),
        created_at: Timestamp(row.try_get("announced_at")?),
    })
}
