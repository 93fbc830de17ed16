//! Ways into a club: requests and invitation links.

use sqlx::{Row, query};
use sumito_clubs::{AddLink, Admission, AnswerRequest, ClubState, Entrance, JoinClub, Joined, RequestCounts};
use sumito_game::{Timestamp, UserId};
use sumito_kit::text::Text;
use uuid::Uuid;

use super::super::users::user_row;
use super::super::{Connection, DbRow, Queries, Result};
use super::{
    Changed, change, count, forget_request, hold_account, hold_club, hold_state, insert_member, may_read,
    memberships, require, role_in, small,
};
use crate::{
    ClubEntry, ClubLimits, ClubLinkRow, ClubOutcome, ClubRequestRow, ClubRole, NewClubLink, StoreError,
    TokenHash,
};

impl Queries {
    pub(crate) async fn join_club(
        &self,
        club: Uuid,
        user: UserId,
        entry: &ClubEntry,
        limits: &ClubLimits,
    ) -> ClubOutcome<Joined> {
        change!(self, connection => join(connection, club, user, entry, limits))
    }

    pub(crate) async fn club_requests(
        &self,
        club: Uuid,
        by: UserId,
        limit: u32,
    ) -> ClubOutcome<Vec<ClubRequestRow>> {
        let rows = self.pools.history.run(async |connection| {
            if let Err(refusal) = may_read(connection, club, by, ClubRole::Admin).await? {
                return Ok(Err(refusal));
            }
            let sql = "SELECT users.*, club_requests.words AS said, club_requests.created_at AS asked_at
                       FROM club_requests JOIN users ON users.id = club_requests.user_id
                       WHERE club_requests.club_id = $1 AND NOT EXISTS (SELECT 1 FROM blocks
                           WHERE blocks.user_id = $2 AND blocks.blocked_id = club_requests.user_id)
                       ORDER BY club_requests.created_at, club_requests.user_id LIMIT $3";
            Ok(Ok(query(sql).bind(club).bind(by.0).bind(i64::from(limit)).fetch_all(connection).await?))
        });
        let request = |row: &DbRow| {
            Ok::<_, StoreError>(ClubRequestRow {
                user: user_row(row)?,
                words: Text::stored(row.try_get("said")?),
                created_at: Timestamp(row.try_get("asked_at")?),
            })
        };
        match rows.await? {
            Ok(rows) => Ok(Ok(rows.iter().map(request).collect::<Result<_>>()?)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    pub(crate) async fn answer_club_request(
        &self,
        club: Uuid,
        by: UserId,
        user: UserId,
        accept: bool,
        now: Timestamp,
        limits: &ClubLimits,
    ) -> ClubOutcome<()> {
        change!(self, connection => answer_request(connection, club, by, user, accept, now, limits))
    }

    pub(crate) async fn add_club_link(
        &self,
        club: Uuid,
        by: UserId,
        link: &NewClubLink,
        limits: &ClubLimits,
    ) -> ClubOutcome<()> {
        change!(self, connection => add_link(connection, club, by, link, limits))
    }

    pub(crate) async fn club_links(
        &self,
        club: Uuid,
        by: UserId,
        now: Timestamp,
    ) -> ClubOutcome<Vec<ClubLinkRow>> {
        let rows = self.pools.history.run(async |connection| {
            if let Err(refusal) = may_read(connection, club, by, ClubRole::Admin).await? {
                return Ok(Err(refusal));
            }
            let sql = "SELECT club_links.id, club_links.expires_at, club_links.uses_left, users.name
                       FROM club_links JOIN users ON users.id = club_links.made_by
                       WHERE club_links.club_id = $1 AND club_links.expires_at > $2 AND club_links.uses_left > 0
                       ORDER BY club_links.id DESC";
            Ok(Ok(query(sql).bind(club).bind(now.0).fetch_all(connection).await?))
        });
        let link = |row: &DbRow| {
            Ok::<_, StoreError>(ClubLinkRow {
                id: row.try_get("id")?,
                made_by: row.try_get("name")?,
                expires_at: Timestamp(row.try_get("expires_at")?),
                uses_left: small(row.try_get("uses_left")?)?,
            })
        };
        match rows.await? {
            Ok(rows) => Ok(Ok(rows.iter().map(link).collect::<Result<_>>()?)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    pub(crate) async fn remove_club_link(&self, club: Uuid, by: UserId, link: Uuid) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, by, ClubRole::Admin).await?;
            let sql = "DELETE FROM club_links WHERE club_id = $1 AND id = $2";
            query(sql).bind(club).bind(link).execute(connection).await?;
            Ok(())
        })
    }
}

async fn join(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    entry: &ClubEntry,
    limits: &ClubLimits,
) -> Changed<Joined> {
    let is_account = hold_account(connection, user).await?;
    let held = hold_club(connection, club).await?;
    let facts = JoinClub {
        is_account,
        joining: held.as_ref().map(|held| held.joining),
        role: role_in(connection, club, user).await?,
        is_banned: is_banned(connection, club, user).await?,
        has_code: entry.code.is_some(),
    };
    let link_is_valid = match (facts.decide()?, &entry.code) {
        (Entrance::Member, _) => return Ok(Joined::Member),
        (Entrance::Request, _) => {
            ask(connection, club, user, entry, limits).await?;
            return Ok(Joined::Requested);
        }
        (Entrance::Immediate, Some(code)) => Some(use_link(connection, club, code, entry.at).await?),
        (Entrance::Immediate, None) => None,
    };
    let admission = Admission {
        link_is_valid,
        members: held.map_or(0, |held| held.members),
        memberships: memberships(connection, user).await?,
    };
    admission.decide(limits)?;
    forget_request(connection, club, user).await?;
    enter(connection, club, user, entry.at).await?;
    Ok(Joined::Member)
}

/// Stores a request to join. Another request of the same player keeps the first message.
async fn ask(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    entry: &ClubEntry,
    limits: &ClubLimits,
) -> Changed<()> {
    let own = "SELECT count(*) AS count FROM club_requests WHERE user_id = $2 AND club_id <> $1";
    let of_club = "SELECT count(*) AS count FROM club_requests WHERE club_id = $1 AND user_id <> $2";
    let facts = RequestCounts {
        own: count(connection, own, club, user.0).await?,
        of_club: count(connection, of_club, club, user.0).await?,
    };
    facts.decide(limits)?;
    let sql = "INSERT INTO club_requests (club_id, user_id, words, created_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (club_id, user_id) DO NOTHING";
    query(sql)
        .bind(club)
        .bind(user.0)
        .bind(entry.words.as_str())
        .bind(entry.at.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Makes a user a member of a locked club.
async fn enter(connection: &mut Connection, club: Uuid, user: UserId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE clubs SET members = members + 1 WHERE id = $1";
    query(sql).bind(club).execute(&mut *connection).await?;
    insert_member(connection, club, user, ClubRole::Member, now).await
}

async fn answer_request(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    user: UserId,
    accept: bool,
    now: Timestamp,
    limits: &ClubLimits,
) -> Changed<()> {
    let is_account = hold_account(connection, user).await?;
    let held = hold_club(connection, club).await?;
    let members = held.as_ref().map_or(0, |held| held.members);
    let facts = AnswerRequest {
        club: ClubState { exists: held.is_some(), own: role_in(connection, club, by).await? },
        is_account,
        has_request: has_request(connection, club, user).await?,
        admission: if accept {
            let memberships = memberships(connection, user).await?;
            Some(Admission { link_is_valid: None, members, memberships })
        } else {
            None
        },
    };
    facts.decide(limits)?;
    forget_request(connection, club, user).await?;
    if accept {
        enter(connection, club, user, now).await?;
    }
    Ok(())
}

async fn add_link(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    link: &NewClubLink,
    limits: &ClubLimits,
) -> Changed<()> {
    let state = hold_state(connection, club, by).await?;
    let sql = "DELETE FROM club_links WHERE club_id = $1 AND (expires_at <= $2 OR uses_left <= 0)";
    query(sql).bind(club).bind(link.created_at.0).execute(&mut *connection).await?;
    let sql = "SELECT count(*) AS count FROM club_links WHERE club_id = $1 AND id <> $2";
    let links = count(connection, sql, club, link.id).await?;
    AddLink { club: state, links }.decide(limits)?;
    let sql = "INSERT INTO club_links (id, club_id, code_hash, made_by, created_at, expires_at, uses_left)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    query(sql)
        .bind(link.id)
        .bind(club)
        .bind(link.code.0.as_slice())
        .bind(by.0)
        .bind(link.created_at.0)
        .bind(link.expires_at.0)
        .bind(i64::from(link.uses))
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts a use of a valid link. Returns whether the link is valid.
async fn use_link(connection: &mut Connection, club: Uuid, code: &TokenHash, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE club_links SET uses_left = uses_left - 1
               WHERE code_hash = $1 AND club_id = $2 AND expires_at > $3 AND uses_left > 0";
    let used = query(sql).bind(code.0.as_slice()).bind(club).bind(now.0).execute(connection).await?;
    Ok(used.rows_affected() > 0)
}

async fn has_request(connection: &mut Connection, club: Uuid, user: UserId) -> Result<bool> {
    let sql = "SELECT 1 FROM club_requests WHERE club_id = $1 AND user_id = $2";
    Ok(query(sql).bind(club).bind(user.0).fetch_optional(connection).await?.is_some())
}

async fn is_banned(connection: &mut Connection, club: Uuid, user: UserId) -> Result<bool> {
    let sql = "SELECT 1 FROM club_bans WHERE club_id = $1 AND user_id = $2";
    Ok(query(sql).bind(club).bind(user.0).fetch_optional(connection).await?.is_some())
}
