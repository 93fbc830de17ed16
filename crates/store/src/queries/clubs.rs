//! Queries for clubs.
//!
//! A change locks the rows of users first, then the row of the club: changes of one club run one after the other, on all nodes.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db, EXPLAIN, LOCKED, explained};
use super::login_attempts;
use super::moderation::log;
use super::ratings::rating_row;
use super::users::{user_row, user_row_of};
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{
    AddedAnnouncement, AttemptKey, ClubAnnouncementRow, ClubChange, ClubEntry, ClubFilter, ClubJoining,
    ClubLimits, ClubLinkRow, ClubMemberCursor, ClubMemberRow, ClubOutcome, ClubRefusal, ClubRequestRow,
    ClubRole, ClubRow, ClubSettings, ClubStanding, Joined, ModerationAction, ModerationActionKind,
    NewClubAnnouncement, NewClubLink, StoreError, TokenHash, UserRow,
};
use sumito_kit::text::Text;

/// Clubs with their owners; conditions follow.
const CLUBS: &str =
    "SELECT clubs.*, owners.id AS owner_id, owners.name AS owner_name, owners.guest AS owner_guest,
        owners.bot AS owner_bot, owners.role AS owner_role, owners.created_at AS owner_created_at";
const OWNERS: &str = " LEFT JOIN club_members AS leads ON leads.club_id = clubs.id AND leads.rank = 0
     LEFT JOIN users AS owners ON owners.id = leads.user_id";

/// Announcements of a club with their authors; the id of the club follows.
const ANNOUNCEMENTS: &str =
    "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at,
        club_announcements.id AS announcement_id, title, text, club_announcements.created_at AS announced_at
     FROM club_announcements JOIN users ON users.id = club_announcements.author_id
     WHERE club_announcements.club_id = ";

const DAY: Duration = Duration::from_hours(24);

/// Why a change ends without a commit.
enum Halt {
    Refused(ClubRefusal),
    Failed(StoreError),
}

impl From<ClubRefusal> for Halt {
    fn from(refusal: ClubRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl From<sqlx::Error> for Halt {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

type Changed<T> = std::result::Result<T, Halt>;

/// Runs a change in a transaction. After a refusal nothing of it is stored.
macro_rules! change {
    ($queries:expr, $connection:ident => $work:expr) => {
        $queries
            .write(&$queries.pools.users, async |outer| {
                let mut transaction = outer.begin_with(BEGIN).await?;
                let changed: Changed<_> = {
                    let $connection: &mut Connection = &mut transaction;
                    $work.await
                };
                match changed {
                    Ok(value) => {
                        transaction.commit().await?;
                        Ok(Ok(value))
                    }
                    Err(Halt::Refused(refusal)) => Ok(Err(refusal)),
                    Err(Halt::Failed(error)) => Err(error),
                }
            })
            .await
    };
}

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

    pub(crate) async fn join_club(
        &self,
        club: Uuid,
        user: UserId,
        entry: &ClubEntry,
        limits: &ClubLimits,
    ) -> ClubOutcome<Joined> {
        change!(self, connection => join(connection, club, user, entry, limits))
    }

    pub(crate) async fn leave_club(&self, club: Uuid, user: UserId) -> ClubOutcome<()> {
        change!(self, connection => async {
            hold_club(connection, club).await?;
            forget_request(connection, club, user).await?;
            match role_in(connection, club, user).await? {
                Some(ClubRole::Owner) => Err(ClubRefusal::Owner.into()),
                Some(_) => Ok(expel(connection, club, user).await?),
                None => Ok(()),
            }
        })
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
        change!(self, connection => async {
            let is_account = hold_account(connection, user).await?;
            require(connection, club, by, ClubRole::Admin).await?;
            if !forget_request(connection, club, user).await? || !is_account {
                return Err(ClubRefusal::NoRequest.into());
            }
            if accept { enter(connection, club, user, now, limits).await } else { Ok(()) }
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
            let own = require(connection, club, by, ClubRole::Member).await?;
            let present = role_in(connection, club, user).await?.ok_or(ClubRefusal::NotMember)?;
            let steps_down = by == user && role <= own;
            if present == ClubRole::Owner
                || role == ClubRole::Owner
                || !(own == ClubRole::Owner || steps_down)
            {
                return Err(ClubRefusal::Role.into());
            }
            set_rank(connection, club, user, role).await?;
            if role < ClubRole::Admin {
                revoke_links_of(connection, club, user).await?;
            }
            Ok(())
        })
    }

    pub(crate) async fn offer_club(&self, club: Uuid, by: UserId, to: Option<UserId>) -> ClubOutcome<()> {
        change!(self, connection => async {
            require(connection, club, by, ClubRole::Owner).await?;
            if let Some(to) = to
                && role_in(connection, club, to).await?.is_none_or(|role| role == ClubRole::Owner)
            {
                return Err(ClubRefusal::NotMember.into());
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
                before = format!("{before}: {}", gone.ok_or(ClubRefusal::NoSuchAnnouncement)?);
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

/// Ends all memberships and requests of a user who is being deleted. A club of theirs passes to the admin, else to the member, who joined
/// first; a club without members is deleted.
pub(super) async fn leave_all(connection: &mut Connection, user: UserId) -> Result<()> {
    let sql = "SELECT club_id FROM club_members WHERE user_id = $1 ORDER BY club_id";
    for row in query(sql).bind(user.0).fetch_all(&mut *connection).await? {
        let club: Uuid = row.try_get("club_id")?;
        match hold_club(connection, club).await {
            Ok(_) => {}
            // Deleted since.
            Err(Halt::Refused(_)) => continue,
            Err(Halt::Failed(error)) => return Err(error),
        }
        let role = role_in(connection, club, user).await?;
        if role.is_some() {
            expel(connection, club, user).await?;
        }
        if role == Some(ClubRole::Owner) {
            let sql = "SELECT user_id FROM club_members WHERE club_id = $1 ORDER BY rank, joined_at, user_id LIMIT 1";
            match query(sql).bind(club).fetch_optional(&mut *connection).await? {
                Some(row) => {
                    set_rank(connection, club, UserId(row.try_get("user_id")?), ClubRole::Owner).await?;
                }
                None => {
                    query("DELETE FROM clubs WHERE id = $1").bind(club).execute(&mut *connection).await?;
                }
            }
        }
    }
    let sql = "DELETE FROM club_requests WHERE user_id = $1";
    query(sql).bind(user.0).execute(connection).await?;
    Ok(())
}

async fn add(
    connection: &mut Connection,
    club: Uuid,
    settings: &ClubSettings,
    owner: UserId,
    now: Timestamp,
    limits: &ClubLimits,
) -> Changed<()> {
    if !hold_account(connection, owner).await? {
        return Err(ClubRefusal::NoAccount.into());
    }
    check_memberships(connection, owner, limits).await?;
    check_owned(connection, owner, limits).await?;
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
    insert_member(connection, club, owner, ClubRole::Owner, now).await
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

async fn join(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    entry: &ClubEntry,
    limits: &ClubLimits,
) -> Changed<Joined> {
    if !hold_account(connection, user).await? {
        return Err(ClubRefusal::NoAccount.into());
    }
    let held = hold_club(connection, club).await?;
    if role_in(connection, club, user).await?.is_some() {
        return Ok(Joined::Member);
    }
    let sql = "SELECT 1 FROM club_bans WHERE club_id = $1 AND user_id = $2";
    if query(sql).bind(club).bind(user.0).fetch_optional(&mut *connection).await?.is_some() {
        return Err(ClubRefusal::Banned.into());
    }
    if let Some(code) = &entry.code {
        use_link(connection, club, code, entry.at).await?;
        forget_request(connection, club, user).await?;
        enter(connection, club, user, entry.at, limits).await?;
        return Ok(Joined::Member);
    }
    match held.joining {
        ClubJoining::Open => {
            forget_request(connection, club, user).await?;
            enter(connection, club, user, entry.at, limits).await?;
            Ok(Joined::Member)
        }
        ClubJoining::Request => {
            ask(connection, club, user, entry, limits).await?;
            Ok(Joined::Requested)
        }
        ClubJoining::Invitation => Err(ClubRefusal::NeedsLink.into()),
    }
}

/// Stores a request to join. Another request of the same player keeps the first message.
async fn ask(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    entry: &ClubEntry,
    limits: &ClubLimits,
) -> Changed<()> {
    let sql = "SELECT count(*) AS count FROM club_requests WHERE user_id = $2 AND club_id <> $1";
    if count(connection, sql, club, user.0).await? >= limits.requests_per_user {
        return Err(ClubRefusal::TooManyOwnRequests(limits.requests_per_user).into());
    }
    let sql = "SELECT count(*) AS count FROM club_requests WHERE club_id = $1 AND user_id <> $2";
    if count(connection, sql, club, user.0).await? >= limits.requests {
        return Err(ClubRefusal::TooManyRequests.into());
    }
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

async fn remove(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    user: UserId,
    ban: Option<Timestamp>,
    limits: &ClubLimits,
) -> Changed<()> {
    let is_account = hold_account(connection, user).await?;
    let own = require(connection, club, by, ClubRole::Admin).await?;
    let role = role_in(connection, club, user).await?;
    if role.is_some_and(|role| role >= own) {
        return Err(ClubRefusal::Role.into());
    }
    forget_request(connection, club, user).await?;
    if role.is_some() {
        expel(connection, club, user).await?;
    }
    let Some(at) = ban else { return Ok(()) };
    if !is_account {
        return Err(ClubRefusal::NotMember.into());
    }
    let sql = "SELECT count(*) AS count FROM club_bans WHERE club_id = $1 AND user_id <> $2";
    if count(connection, sql, club, user.0).await? >= limits.bans {
        return Err(ClubRefusal::TooManyBans(limits.bans).into());
    }
    let sql = "INSERT INTO club_bans (club_id, user_id, created_at) VALUES ($1, $2, $3)
               ON CONFLICT (club_id, user_id) DO NOTHING";
    query(sql).bind(club).bind(user.0).bind(at.0).execute(connection).await?;
    Ok(())
}

async fn take_over(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    accept: bool,
    limits: &ClubLimits,
) -> Changed<()> {
    if !hold_account(connection, user).await? {
        return Err(ClubRefusal::NoAccount.into());
    }
    let held = hold_club(connection, club).await?;
    let is_member = role_in(connection, club, user).await?.is_some();
    if !is_member || held.offered_to != Some(user) {
        return Err(ClubRefusal::NoOffer.into());
    }
    let sql = "UPDATE clubs SET offered_to = NULL WHERE id = $1";
    query(sql).bind(club).execute(&mut *connection).await?;
    if !accept {
        return Ok(());
    }
    check_owned(connection, user, limits).await?;
    let sql = "UPDATE club_members SET rank = $2 WHERE club_id = $1 AND rank = 0";
    query(sql).bind(club).bind(ClubRole::Admin.rank()).execute(&mut *connection).await?;
    Ok(set_rank(connection, club, user, ClubRole::Owner).await?)
}

async fn add_link(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    link: &NewClubLink,
    limits: &ClubLimits,
) -> Changed<()> {
    require(connection, club, by, ClubRole::Admin).await?;
    let sql = "DELETE FROM club_links WHERE club_id = $1 AND (expires_at <= $2 OR uses_left <= 0)";
    query(sql).bind(club).bind(link.created_at.0).execute(&mut *connection).await?;
    let sql = "SELECT count(*) AS count FROM club_links WHERE club_id = $1 AND id <> $2";
    if count(connection, sql, club, link.id).await? >= limits.links {
        return Err(ClubRefusal::TooManyLinks(limits.links).into());
    }
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
    if let Some(wait) = login_attempts::count(connection, key, max, DAY).await? {
        return Err(ClubRefusal::TooManyAnnouncements { max, wait }.into());
    }
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
async fn delete_announcement(
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

/// Counts one use of a link.
async fn use_link(connection: &mut Connection, club: Uuid, code: &TokenHash, now: Timestamp) -> Changed<()> {
    let sql = "UPDATE club_links SET uses_left = uses_left - 1
               WHERE code_hash = $1 AND club_id = $2 AND expires_at > $3 AND uses_left > 0";
    let used = query(sql).bind(code.0.as_slice()).bind(club).bind(now.0).execute(connection).await?;
    if used.rows_affected() == 0 { Err(ClubRefusal::BadLink.into()) } else { Ok(()) }
}

/// The locked row of a club.
struct Held {
    joining: ClubJoining,
    members: u32,
    offered_to: Option<UserId>,
}

/// Locks the row of a club until the transaction ends.
async fn hold_club(connection: &mut Connection, club: Uuid) -> Changed<Held> {
    let mut sql = QueryBuilder::<Db>::new("SELECT joining, members, offered_to FROM clubs WHERE id = ");
    sql.push_bind(club).push(LOCKED);
    let row = sql.build().fetch_optional(connection).await?.ok_or(ClubRefusal::NoSuchClub)?;
    let offered_to: Option<Uuid> = row.try_get("offered_to")?;
    Ok(Held {
        joining: joining(row.try_get("joining")?)?,
        members: small(row.try_get("members")?)?,
        offered_to: offered_to.map(UserId),
    })
}

/// Locks the row of a club, if it exists, until the transaction ends.
pub(super) async fn lock_club(connection: &mut Connection, club: Uuid) -> Result<()> {
    let mut sql = QueryBuilder::<Db>::new("SELECT 1 FROM clubs WHERE id = ");
    sql.push_bind(club).push(LOCKED);
    sql.build().fetch_optional(connection).await?;
    Ok(())
}

/// Locks the row of a user until the transaction ends; returns whether the user has an account.
async fn hold_account(connection: &mut Connection, user: UserId) -> Result<bool> {
    let mut sql = QueryBuilder::<Db>::new("SELECT name_key FROM users WHERE id = ");
    sql.push_bind(user.0).push(LOCKED);
    let Some(row) = sql.build().fetch_optional(connection).await? else { return Ok(false) };
    let key: Option<String> = row.try_get("name_key")?;
    Ok(key.is_some())
}

/// Locks a club and returns the role of the user who changes it.
async fn require(connection: &mut Connection, club: Uuid, by: UserId, min: ClubRole) -> Changed<ClubRole> {
    hold_club(connection, club).await?;
    match role_in(connection, club, by).await? {
        Some(role) if role >= min => Ok(role),
        _ => Err(ClubRefusal::Role.into()),
    }
}

/// Returns whether a user may read the parts of a club for members with this role.
async fn may_read(
    connection: &mut Connection,
    club: Uuid,
    by: UserId,
    min: ClubRole,
) -> Result<std::result::Result<(), ClubRefusal>> {
    let found =
        query("SELECT 1 FROM clubs WHERE id = $1").bind(club).fetch_optional(&mut *connection).await?;
    if found.is_none() {
        return Ok(Err(ClubRefusal::NoSuchClub));
    }
    let role = role_in(connection, club, by).await?;
    Ok(if role >= Some(min) { Ok(()) } else { Err(ClubRefusal::Role) })
}

/// Returns the role of a user in a club.
pub(super) async fn role_in(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
) -> Result<Option<ClubRole>> {
    let sql = "SELECT rank FROM club_members WHERE club_id = $1 AND user_id = $2";
    let row = query(sql).bind(club).bind(user.0).fetch_optional(connection).await?;
    row.map(|row| role(row.try_get("rank")?)).transpose()
}

async fn set_rank(connection: &mut Connection, club: Uuid, user: UserId, role: ClubRole) -> Result<()> {
    let sql = "UPDATE club_members SET rank = $3 WHERE club_id = $1 AND user_id = $2";
    query(sql).bind(club).bind(user.0).bind(role.rank()).execute(connection).await?;
    Ok(())
}

/// Makes a user a member of a locked club.
async fn enter(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    now: Timestamp,
    limits: &ClubLimits,
) -> Changed<()> {
    if hold_club(connection, club).await?.members >= limits.members {
        return Err(ClubRefusal::Full(limits.members).into());
    }
    check_memberships(connection, user, limits).await?;
    query("UPDATE clubs SET members = members + 1 WHERE id = $1")
        .bind(club)
        .execute(&mut *connection)
        .await?;
    insert_member(connection, club, user, ClubRole::Member, now).await
}

async fn insert_member(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    role: ClubRole,
    now: Timestamp,
) -> Changed<()> {
    let sql = "INSERT INTO club_members (club_id, user_id, rank, joined_at) VALUES ($1, $2, $3, $4)";
    query(sql).bind(club).bind(user.0).bind(role.rank()).bind(now.0).execute(connection).await?;
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

/// Removes a request; returns whether there was one.
async fn forget_request(connection: &mut Connection, club: Uuid, user: UserId) -> Result<bool> {
    let sql = "DELETE FROM club_requests WHERE club_id = $1 AND user_id = $2";
    Ok(query(sql).bind(club).bind(user.0).execute(connection).await?.rows_affected() > 0)
}

async fn check_memberships(connection: &mut Connection, user: UserId, limits: &ClubLimits) -> Changed<()> {
    let sql = "SELECT count(*) AS count FROM club_members WHERE user_id = $1";
    let row = query(sql).bind(user.0).fetch_one(connection).await?;
    if small(row.try_get("count")?)? < limits.memberships {
        Ok(())
    } else {
        Err(ClubRefusal::TooManyMemberships(limits.memberships).into())
    }
}

async fn check_owned(connection: &mut Connection, user: UserId, limits: &ClubLimits) -> Changed<()> {
    let sql = "SELECT count(*) AS count FROM club_members WHERE user_id = $1 AND rank = 0";
    let row = query(sql).bind(user.0).fetch_one(connection).await?;
    if small(row.try_get("count")?)? < limits.owned {
        Ok(())
    } else {
        Err(ClubRefusal::TooManyOwned(limits.owned).into())
    }
}

async fn count(connection: &mut Connection, sql: &'static str, club: Uuid, other: Uuid) -> Result<u32> {
    let row = query(sql).bind(club).bind(other).fetch_one(connection).await?;
    small(row.try_get("count")?)
}

/// Locks a club and returns its texts, for the log.
async fn texts(connection: &mut Connection, club: Uuid) -> Changed<String> {
    hold_club(connection, club).await?;
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

fn announcement_row(row: &DbRow) -> Result<ClubAnnouncementRow> {
    Ok(ClubAnnouncementRow {
        id: row.try_get("announcement_id")?,
        author: user_row(row)?,
        title: Text::stored(row.try_get("title")?),
        text: Text::stored(row.try_get("text")?),
        created_at: Timestamp(row.try_get("announced_at")?),
    })
}

fn joining(word: &str) -> Result<ClubJoining> {
    ClubJoining::parse(word).ok_or_else(|| StoreError::Corrupt(format!("a club to join by {word:?}")))
}

fn role(rank: i64) -> Result<ClubRole> {
    ClubRole::of_rank(rank).ok_or_else(|| StoreError::Corrupt(format!("a member of the rank {rank}")))
}

fn small(number: i64) -> Result<u32> {
    Ok(u32::try_from(unsigned(number)?).unwrap_or(u32::MAX))
}
