//! Changes of members: departures, bans, roles and owners.

use sqlx::{Row, query};
use sumito_clubs::{AnswerOffer, ClubState, DeleteAccount, OfferClub, RemoveMember, SetRole, Succession};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::users::user_row;
use super::super::{Connection, Queries, Result};
use super::{
    Changed, change, count, forget_request, hold_account, hold_club, hold_state, may_read, owned, require,
    role_in,
};
use crate::{ClubLimits, ClubOutcome, ClubRole, UserRow};

impl Queries {
    pub(crate) async fn leave_club(&self, club: Uuid, user: UserId) -> ClubOutcome<()> {
        change!(self, connection => async {
            let is_member = hold_state(connection, club, user).await?.leave()?;
            forget_request(connection, club, user).await?;
            if is_member {
                expel(connection, club, user).await?;
            }
            Ok(())
        })
    }

    pub(crate) async fn remove_club_member(
        &self,
        club: Uuid,
        by: UserId,
        user: UserId,
        ban: Option<Timestamp>,
        limits: &ClubLimits,
    ) -> ClubOutcome<()> {
        change!(self, connection => remove(connection, club, by, user, ban, limits))
    }

    pub(crate) async fn club_bans(&self, club: Uuid, by: UserId, limit: u32) -> ClubOutcome<Vec<UserRow>> {
        let rows = self.pools.history.run(async |connection| {
            if let Err(refusal) = may_read(connection, club, by, ClubRole::Admin).await? {
                return Ok(Err(refusal));
            }
            let sql = "SELECT users.* FROM club_bans JOIN users ON users.id = club_bans.user_id
                       WHERE club_bans.club_id = $1 ORDER BY club_bans.created_at DESC, users.id LIMIT $2";
            Ok(Ok(query(sql).bind(club).bind(i64::from(limit)).fetch_all(connection).await?))
        });
        match rows.await? {
            Ok(rows) => Ok(Ok(rows.iter().map(user_row).collect::<Result<_>>()?)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    pub(crate) async fn lift_club_ban(&self, club: Uuid, by: UserId, user: UserId) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, by, ClubRole::Admin).await?;
            let sql = "DELETE FROM club_bans WHERE club_id = $1 AND user_id = $2";
            query(sql).bind(club).bind(user.0).execute(connection).await?;
            Ok(())
        })
    }

    pub(crate) async fn set_club_role(
        &self,
        club: Uuid,
        by: UserId,
        user: UserId,
        role: ClubRole,
    ) -> ClubOutcome<()> {
        change!(self, connection => async {
            let facts = SetRole {
                club: hold_state(connection, club, by).await?,
                is_self: by == user,
                present: role_in(connection, club, user).await?,
                role,
            };
            let ends_links = facts.decide()?;
            set_rank(connection, club, user, role).await?;
            if ends_links {
                revoke_links_of(connection, club, user).await?;
            }
            Ok(())
        })
    }

    pub(crate) async fn offer_club(&self, club: Uuid, by: UserId, to: Option<UserId>) -> ClubOutcome<()> {
        change!(self, connection => async {
            let state = hold_state(connection, club, by).await?;
            match to {
                Some(to) => OfferClub { club: state, role: role_in(connection, club, to).await? }.decide()?,
                None => {
                    state.require(ClubRole::Owner)?;
                }
            }
            let sql = "UPDATE clubs SET offered_to = $2 WHERE id = $1";
            query(sql).bind(club).bind(to.map(|to| to.0)).execute(connection).await?;
            Ok(())
        })
    }

    pub(crate) async fn offered_club(&self, club: Uuid, by: UserId) -> ClubOutcome<Option<UserRow>> {
        let row = self.pools.history.run(async |connection| {
            if let Err(refusal) = may_read(connection, club, by, ClubRole::Owner).await? {
                return Ok(Err(refusal));
            }
            let sql =
                "SELECT users.* FROM clubs JOIN users ON users.id = clubs.offered_to WHERE clubs.id = $1";
            Ok(Ok(query(sql).bind(club).fetch_optional(connection).await?))
        });
        match row.await? {
            Ok(row) => Ok(Ok(row.as_ref().map(user_row).transpose()?)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    pub(crate) async fn answer_club_offer(
        &self,
        club: Uuid,
        user: UserId,
        accept: bool,
        limits: &ClubLimits,
    ) -> ClubOutcome<()> {
        change!(self, connection => take_over(connection, club, user, accept, limits))
    }
}

/// Ends all memberships and requests of a user who is being deleted. A club of theirs passes to the admin, else to the member, who joined
/// first; a club without members is deleted.
pub(in super::super) async fn leave_all(connection: &mut Connection, user: UserId) -> Result<()> {
    let sql = "SELECT club_id FROM club_members WHERE user_id = $1 ORDER BY club_id";
    for row in query(sql).bind(user.0).fetch_all(&mut *connection).await? {
        let club: Uuid = row.try_get("club_id")?;
        if hold_club(connection, club).await?.is_none() {
            // Deleted since.
            continue;
        }
        let role = role_in(connection, club, user).await?;
        if role.is_some() {
            expel(connection, club, user).await?;
        }
        match (DeleteAccount { role, next: first_member(connection, club).await? }).decide() {
            Succession::Unchanged => {}
            Succession::PassesTo(next) => set_rank(connection, club, next, ClubRole::Owner).await?,
            Succession::Deleted => {
                query("DELETE FROM clubs WHERE id = $1").bind(club).execute(&mut *connection).await?;
            }
        }
    }
    let sql = "DELETE FROM club_requests WHERE user_id = $1";
    query(sql).bind(user.0).execute(connection).await?;
    Ok(())
}

/// Returns the admin who joined first, else the member who joined first.
async fn first_member(connection: &mut Connection, club: Uuid) -> Result<Option<UserId>> {
    let sql = "SELECT user_id FROM club_members WHERE club_id = $1 ORDER BY rank, joined_at, user_id LIMIT 1";
    let row = query(sql).bind(club).fetch_optional(connection).await?;
    row.map(|row| Ok(UserId(row.try_get("user_id")?))).transpose()
}

async fn remove(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    user: UserId,
    ban: Option<Timestamp>,
    limits: &ClubLimits,
) -> Changed<()> {
    let is_account = hold_account(connection, user).await?;
    let facts = RemoveMember {
        club: hold_state(connection, club, by).await?,
        is_account,
        role: role_in(connection, club, user).await?,
        bans: if ban.is_some() { Some(other_bans(connection, club, user).await?) } else { None },
    };
    let is_member = facts.decide(limits)?;
    forget_request(connection, club, user).await?;
    if is_member {
        expel(connection, club, user).await?;
    }
    let Some(at) = ban else { return Ok(()) };
    let sql = "INSERT INTO club_bans (club_id, user_id, created_at) VALUES ($1, $2, $3)
               ON CONFLICT (club_id, user_id) DO NOTHING";
    query(sql).bind(club).bind(user.0).bind(at.0).execute(connection).await?;
    Ok(())
}

/// Returns the number of players whom a club bans, without this one.
async fn other_bans(connection: &mut Connection, club: Uuid, user: UserId) -> Result<u32> {
    let sql = "SELECT count(*) AS count FROM club_bans WHERE club_id = $1 AND user_id <> $2";
    count(connection, sql, club, user.0).await
}

async fn take_over(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    accept: bool,
    limits: &ClubLimits,
) -> Changed<()> {
    let is_account = hold_account(connection, user).await?;
    let held = hold_club(connection, club).await?;
    let facts = AnswerOffer {
        is_account,
        club: ClubState { exists: held.is_some(), own: role_in(connection, club, user).await? },
        is_offered: held.is_some_and(|held| held.offered_to == Some(user)),
        owned: if accept { Some(owned(connection, user).await?) } else { None },
    };
    facts.decide(limits)?;
    let sql = "UPDATE clubs SET offered_to = NULL WHERE id = $1";
    query(sql).bind(club).execute(&mut *connection).await?;
    if !accept {
        return Ok(());
    }
    let sql = "UPDATE club_members SET rank = $2 WHERE club_id = $1 AND rank = 0";
    query(sql).bind(club).bind(ClubRole::Admin.rank()).execute(&mut *connection).await?;
    Ok(set_rank(connection, club, user, ClubRole::Owner).await?)
}

async fn set_rank(connection: &mut Connection, club: Uuid, user: UserId, role: ClubRole) -> Result<()> {
    let sql = "UPDATE club_members SET rank = $3 WHERE club_id = $1 AND user_id = $2";
    query(sql).bind(club).bind(user.0).bind(role.rank()).execute(connection).await?;
    Ok(())
}

/// Ends the membership of a member of a locked club, with the member's links and an offer to them.
async fn expel(connection: &mut Connection, club: Uuid, user: UserId) -> Result<()> {
    let sql = "DELETE FROM club_members WHERE club_id = $1 AND user_id = $2";
    query(sql).bind(club).bind(user.0).execute(&mut *connection).await?;
    let sql = "UPDATE clubs SET members = members - 1 WHERE id = $1";
    query(sql).bind(club).execute(&mut *connection).await?;
    let sql = "UPDATE clubs SET offered_to = NULL WHERE id = $1 AND offered_to = $2";
    query(sql).bind(club).bind(user.0).execute(&mut *connection).await?;
    revoke_links_of(connection, club, user).await
}

async fn revoke_links_of(connection: &mut Connection, club: Uuid, user: UserId) -> Result<()> {
    let sql = "DELETE FROM club_links WHERE club_id = $1 AND made_by = $2";
    query(sql).bind(club).bind(user.0).execute(connection).await?;
    Ok(())
}
