//! New clubs, changes of their texts and settings, and their end.

use sqlx::{Row, query};
use sumito_clubs::{CreateClub, deleted_announcement, existing};
use sumito_game::{Timestamp, UserId};
use sumito_kit::text::Text;
use uuid::Uuid;

use super::super::moderation::log;
use super::super::{Connection, Queries};
use super::announcements::delete_announcement;
use super::{Changed, change, hold_account, hold_club, insert_member, memberships, owned, require};
use crate::{
    ClubChange, ClubJoining, ClubLimits, ClubOutcome, ClubRole, ClubSettings, ModerationAction,
    ModerationActionKind,
};

impl Queries {
    pub(crate) async fn add_club(
        &self,
        club: Uuid,
        settings: &ClubSettings,
        owner: UserId,
        now: Timestamp,
        limits: &ClubLimits,
    ) -> ClubOutcome<()> {
        change!(self, connection => add(connection, club, settings, owner, now, limits))
    }

    pub(crate) async fn change_club(&self, club: Uuid, by: UserId, change: &ClubChange) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, by, ClubRole::Admin).await?;
            rewrite(connection, club, change).await
        })
    }

    pub(crate) async fn delete_club(&self, club: Uuid, by: UserId) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, by, ClubRole::Owner).await?;
            delete(connection, club).await
        })
    }

    pub(crate) async fn reword_club(
        &self,
        club: Uuid,
        change: &ClubChange,
        announcement: Option<Uuid>,
        by: UserId,
        reason: &Text,
        now: Timestamp,
    ) -> ClubOutcome<()> {
        change!(self, connection => async {
            let mut before = texts(connection, club).await?;
            rewrite(connection, club, change).await?;
            if let Some(announcement) = announcement {
                let gone = delete_announcement(connection, club, announcement).await?;
                before = format!("{before}: {}", deleted_announcement(gone)?);
            }
            let kind = ModerationActionKind::Reword;
            log_change(connection, kind, club, by, format!("{before}: {reason}"), now).await
        })
    }

    pub(crate) async fn close_club(
        &self,
        club: Uuid,
        by: UserId,
        reason: &Text,
        now: Timestamp,
    ) -> ClubOutcome<()> {
        change!(self, connection => async {
            let before = texts(connection, club).await?;
            delete(connection, club).await?;
            let kind = ModerationActionKind::CloseClub;
            log_change(connection, kind, club, by, format!("{before}: {reason}"), now).await
        })
    }
}

async fn add(
    connection: &mut Connection,
    club: Uuid,
    settings: &ClubSettings,
    owner: UserId,
    now: Timestamp,
    limits: &ClubLimits,
) -> Changed<()> {
    let facts = CreateClub {
        is_account: hold_account(connection, owner).await?,
        memberships: memberships(connection, owner).await?,
        owned: owned(connection, owner).await?,
    };
    facts.decide(limits)?;
    let sql = "INSERT INTO clubs (id, name, name_key, description, joining, members, created_at)
               VALUES ($1, $2, $3, $4, $5, 1, $6)";
    query(sql)
        .bind(club)
        .bind(&settings.name)
        .bind(&settings.name_key)
        .bind(settings.description.as_str())
        .bind(settings.joining.as_str())
        .bind(now.0)
        .execute(&mut *connection)
        .await?;
    Ok(insert_member(connection, club, owner, ClubRole::Owner, now).await?)
}

async fn rewrite(connection: &mut Connection, club: Uuid, change: &ClubChange) -> Changed<()> {
    let ClubChange { name, description, joining } = change;
    let (name, key) = name.as_ref().map(|(name, key)| (name.as_str(), key.as_str())).unzip();
    let sql = "UPDATE clubs SET name = coalesce($2, name), name_key = coalesce($3, name_key),
                   description = coalesce($4, description), joining = coalesce($5, joining) WHERE id = $1";
    query(sql)
        .bind(club)
        .bind(name)
        .bind(key)
        .bind(description.as_ref().map(Text::as_str))
        .bind(joining.map(ClubJoining::as_str))
        .execute(connection)
        .await?;
    Ok(())
}

async fn delete(connection: &mut Connection, club: Uuid) -> Changed<()> {
    query("DELETE FROM clubs WHERE id = $1").bind(club).execute(connection).await?;
    Ok(())
}

/// Locks a club and returns its texts, for the log.
async fn texts(connection: &mut Connection, club: Uuid) -> Changed<String> {
    existing(hold_club(connection, club).await?)?;
    let sql = "SELECT name, description FROM clubs WHERE id = $1";
    let row = query(sql).bind(club).fetch_one(connection).await?;
    let (name, description): (String, String) = (row.try_get("name")?, row.try_get("description")?);
    Ok(if description.is_empty() { name } else { format!("{name} ({description})") })
}

async fn log_change(
    connection: &mut Connection,
    kind: ModerationActionKind,
    club: Uuid,
    by: UserId,
    words: String,
    now: Timestamp,
) -> Changed<()> {
    let action = ModerationAction { id: Uuid::now_v7(), at: now, by, kind, target: club.to_string(), words };
    Ok(log(connection, &action).await?)
}
