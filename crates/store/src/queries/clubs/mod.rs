//! Queries for clubs: they load the facts on which `sumito_clubs` decides, and store its decisions.
//!
//! A change locks the rows of users first, then the row of the club: changes of one club run one after the other, on all nodes.

mod announcements;
mod lists;
mod members;
mod requests;
mod settings;

use sqlx::{Connection as _, QueryBuilder, Row, Transaction, query};
use sumito_clubs::ClubState;
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db, LOCKED};
use super::{Connection, Queries, Result, unsigned};
use crate::{ClubJoining, ClubOutcome, ClubRefusal, ClubRole, StoreError};

pub(super) use members::leave_all;

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
                let mut transaction = Queries::begin_change(outer).await?;
                let changed: Changed<_> = {
                    let $connection = &mut *transaction;
                    $work.await
                };
                Queries::end_change(transaction, changed).await
            })
            .await
    };
}

use change;

impl Queries {
    async fn begin_change(connection: &mut Connection) -> Result<Transaction<'_, Db>> {
        Ok(connection.begin_with(BEGIN).await?)
    }

    async fn end_change<T>(transaction: Transaction<'_, Db>, changed: Changed<T>) -> ClubOutcome<T> {
        match changed {
            Ok(value) => {
                transaction.commit().await?;
                Ok(Ok(value))
            }
            Err(Halt::Refused(refusal)) => Ok(Err(refusal)),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}

/// The locked row of a club.
struct Held {
    joining: ClubJoining,
    members: u32,
    offered_to: Option<UserId>,
}

/// Locks the row of a club until the transaction ends; `None` if it does not exist.
async fn hold_club(connection: &mut Connection, club: Uuid) -> Result<Option<Held>> {
    let mut sql = QueryBuilder::<Db>::new("SELECT joining, members, offered_to FROM clubs WHERE id = ");
    sql.push_bind(club).push(LOCKED);
    let Some(row) = sql.build().fetch_optional(connection).await? else { return Ok(None) };
    let offered_to: Option<Uuid> = row.try_get("offered_to")?;
    Ok(Some(Held {
        joining: joining(row.try_get("joining")?)?,
        members: small(row.try_get("members")?)?,
        offered_to: offered_to.map(UserId),
    }))
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

/// Locks a club, and loads the role of the user who changes it.
async fn hold_state(connection: &mut Connection, club: Uuid, by: UserId) -> Result<ClubState> {
    let exists = hold_club(connection, club).await?.is_some();
    Ok(ClubState { exists, own: role_in(connection, club, by).await? })
}

/// Locks a club and checks the role of the user who changes it.
async fn require(connection: &mut Connection, club: Uuid, by: UserId, min: ClubRole) -> Changed<()> {
    hold_state(connection, club, by).await?.require(min)?;
    Ok(())
}

/// Checks whether a user may read the parts of a club for members with this role.
async fn may_read(connection: &mut Connection, club: Uuid, by: UserId, min: ClubRole) -> ClubOutcome<()> {
    let sql = "SELECT 1 FROM clubs WHERE id = $1";
    let exists = query(sql).bind(club).fetch_optional(&mut *connection).await?.is_some();
    let state = ClubState { exists, own: role_in(connection, club, by).await? };
    Ok(state.require(min).map(drop))
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

async fn memberships(connection: &mut Connection, user: UserId) -> Result<u32> {
    let sql = "SELECT count(*) AS count FROM club_members WHERE user_id = $1";
    small(query(sql).bind(user.0).fetch_one(connection).await?.try_get("count")?)
}

async fn owned(connection: &mut Connection, user: UserId) -> Result<u32> {
    let sql = "SELECT count(*) AS count FROM club_members WHERE user_id = $1 AND rank = 0";
    small(query(sql).bind(user.0).fetch_one(connection).await?.try_get("count")?)
}

async fn count(connection: &mut Connection, sql: &'static str, club: Uuid, other: Uuid) -> Result<u32> {
    let row = query(sql).bind(club).bind(other).fetch_one(connection).await?;
    small(row.try_get("count")?)
}

async fn insert_member(
    connection: &mut Connection,
    club: Uuid,
    user: UserId,
    role: ClubRole,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO club_members (club_id, user_id, rank, joined_at) VALUES ($1, $2, $3, $4)";
    query(sql).bind(club).bind(user.0).bind(role.rank()).bind(now.0).execute(connection).await?;
    Ok(())
}

async fn forget_request(connection: &mut Connection, club: Uuid, user: UserId) -> Result<()> {
    let sql = "DELETE FROM club_requests WHERE club_id = $1 AND user_id = $2";
    query(sql).bind(club).bind(user.0).execute(connection).await?;
    Ok(())
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
