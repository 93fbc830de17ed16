//! Queries for accounts.

use std::net::IpAddr;

use sqlx::{AssertSqlSafe, Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db, LOCKED, NOW};
use super::moderation::in_force;
use super::registration::{revoke_registration_links, use_registration_link};
use super::sessions::{ids, insert};
use super::two_factor::{self, check_second_factor};
use super::{
    Connection, DbRow, Queries, Result, apps, clubs, conversations, mail, unsigned, users::user_row,
};
use crate::{
    AcceptedTerms, AccountRow, ActiveSanction, DeleteOutcome, Grounds, NewCredentials, NewSession, Outdated,
    RecoveryOutcome, Role, SanctionKind, SecondFactor, SessionId, Stored, TokenHash, UserRow,
};
use sumito_kit::names::Called;

/// Maximum number of login networks kept for an account: the most recent.
const NETWORKS: i64 = 50;

const USER: &str = "SELECT id, name, guest, bot, role, created_at, password_hash FROM users
                    WHERE password_hash IS NOT NULL AND ";

/// Data of a deleted user that is erased in batches: the table, its key, and its column with the user.
const ERASED: [(&str, &str, &str); 22] = [
    ("chat_lines", "id", "user_id"),
    ("conversations", "user_id, other_id", "user_id"),
    ("conversations", "user_id, other_id", "other_id"),
    ("blocks", "user_id, blocked_id", "user_id"),
    ("follows", "user_id, followed_id", "user_id"),
    ("follows", "user_id, followed_id", "followed_id"),
    ("challenges", "id", "challenger_id"),
    ("challenges", "id", "challenged_id"),
    ("challenges", "id", "organizer_id"),
    ("tournament_invitations", "user_id, tournament_id", "user_id"),
    ("tournament_invitations", "user_id, tournament_id", "invited_by"),
    ("game_notes", "user_id, game_id", "user_id"),
    ("puzzle_attempts", "user_id, puzzle_id", "user_id"),
    ("puzzle_records", "user_id, kind, day", "user_id"),
    ("puzzle_runs", "user_id, kind", "user_id"),
    ("puzzle_solvers", "user_id", "user_id"),
    ("study_members", "user_id, study_id", "user_id"),
    ("studies", "id", "owner_id"),
    ("club_bans", "club_id, user_id", "user_id"),
    ("club_announcements", "id", "author_id"),
    ("moderation_notes", "id", "user_id"),
    ("appeals", "id", "user_id"),
];

impl Queries {
    pub(crate) async fn add_account(
        &self,
        user: &UserRow,
        claim: &NewCredentials,
        session: &NewSession,
    ) -> Stored<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Some(ban) = ban(&mut transaction, None, session).await? {
                return Ok(Err(Outdated::Banned(ban)));
            }
            let now = session.row.created_at;
            if !use_registration_link(&mut transaction, claim.link.as_ref(), now).await? {
                return Ok(Err(Outdated::RegistrationLink));
            }
            let sql = "INSERT INTO users (id, name, guest, role, created_at, name_key, password_hash)
                       VALUES ($1, $2, $3, $4, $5, $6, $7)";
            query(sql)
                .bind(user.id.0)
                .bind(&claim.name)
                .bind(user.guest)
                .bind(user.role.as_str())
                .bind(user.created_at.0)
                .bind(&claim.name_key)
                .bind(&claim.password_hash)
                .execute(&mut *transaction)
                .await?;
            accept_terms(&mut transaction, user.id, claim.terms.as_ref(), now).await?;
            insert(&mut transaction, user.id, session).await?;
            know_network(&mut transaction, user.id, session).await?;
            Ok(Ok(transaction.commit().await?))
        })
        .await
    }

    pub(crate) async fn make_account(
        &self,
        grounds: &Grounds,
        claim: &NewCredentials,
        session: &NewSession,
    ) -> Stored<Option<Vec<SessionId>>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let user = grounds.user;
            if let Some(ban) = ban(&mut transaction, Some(user), session).await? {
                return Ok(Err(Outdated::Banned(ban)));
            }
            let now = session.row.created_at;
            if !use_registration_link(&mut transaction, claim.link.as_ref(), now).await? {
                return Ok(Err(Outdated::RegistrationLink));
            }
            let sql = format!(
                "UPDATE users SET name = $2, name_key = $3, password_hash = $4, guest = $5, name_changed_at = {NOW}
                       WHERE id = $1 AND guest"
            );
            let made = query(AssertSqlSafe(sql))
                .bind(user.0)
                .bind(&claim.name)
                .bind(&claim.name_key)
                .bind(&claim.password_hash)
                .bind(false)
                .execute(&mut *transaction)
                .await?;
            if made.rows_affected() == 0 {
                return Ok(Ok(None));
            }
            accept_terms(&mut transaction, user, claim.terms.as_ref(), now).await?;
            insert(&mut transaction, user, session).await?;
            know_network(&mut transaction, user, session).await?;
            let sql = "UPDATE push_subscriptions SET session_id = $2 WHERE session_id = $1";
            let shown = grounds.session.map(|session| session.0);
            query(sql).bind(shown).bind(session.row.id.0).execute(&mut *transaction).await?;
            let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 RETURNING id";
            let ended = query(sql).bind(user.0).bind(session.row.id.0).fetch_all(&mut *transaction).await?;
            let ended = ids(&ended)?;
            transaction.commit().await?;
            Ok(Ok(Some(ended)))
        })
        .await
    }

    pub(crate) async fn account_of_name(&self, name_key: &str) -> Result<Option<AccountRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(USER);
            sql.push("name_key = ").push_bind(name_key);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(account_row).transpose()
    }

    pub(crate) async fn account(&self, user: UserId) -> Result<Option<AccountRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(USER);
            sql.push("id = ").push_bind(user.0);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(account_row).transpose()
    }

    pub(crate) async fn set_password(
        &self,
        grounds: &Grounds,
        password_hash: &str,
    ) -> Stored<Vec<SessionId>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let user = grounds.user;
            write_password(&mut transaction, user, password_hash).await?;
            let mut sql = QueryBuilder::<Db>::new("DELETE FROM sessions WHERE scopes IS NULL AND user_id = ");
            sql.push_bind(user.0);
            if let Some(shown) = grounds.session {
                sql.push(" AND id <> ").push_bind(shown.0);
            }
            sql.push(" RETURNING id");
            let ended = ids(&sql.build().fetch_all(&mut *transaction).await?)?;
            transaction.commit().await?;
            Ok(Ok(ended))
        })
        .await
    }

    pub(crate) async fn set_recovery_codes(&self, grounds: &Grounds, codes: &[TokenHash]) -> Stored<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            replace_codes(&mut transaction, grounds.user, codes).await?;
            Ok(Ok(transaction.commit().await?))
        })
        .await
    }

    pub(crate) async fn add_recovery_code(
        &self,
        user: UserId,
        code: &TokenHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM recovery_codes WHERE user_id = $1 AND expires_at <= $2";
            query(sql).bind(user.0).bind(now.0).execute(&mut *connection).await?;
            insert_code(connection, user, code, Some(expires_at)).await
        })
        .await
    }

    pub(crate) async fn recovery_codes(&self, user: UserId) -> Result<u64> {
        let row = self.pools.rooms.run(async |connection| {
            let sql =
                "SELECT count(*) AS codes FROM recovery_codes WHERE user_id = $1 AND expires_at IS NULL";
            Ok(query(sql).bind(user.0).fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("codes")?)
    }

    pub(crate) async fn recover(
        &self,
        name_key: &str,
        code: &TokenHash,
        second: Option<&SecondFactor>,
        password_hash: &str,
        session: &NewSession,
    ) -> Stored<Option<RecoveryOutcome>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let mut sql = QueryBuilder::<Db>::new(USER);
            sql.push("name_key = ").push_bind(name_key).push(LOCKED);
            let Some(row) = sql.build().fetch_optional(&mut *transaction).await? else { return Ok(Ok(None)) };
            let AccountRow { user, .. } = account_row(&row)?;
            let sql = "DELETE FROM recovery_codes
                       WHERE code_hash = $1 AND user_id = $2 AND (expires_at IS NULL OR expires_at > $3)
                       RETURNING expires_at";
            let used = query(sql)
                .bind(code.0.as_slice())
                .bind(user.id.0)
                .bind(session.row.created_at.0)
                .fetch_optional(&mut *transaction)
                .await?;
            let Some(used) = used else { return Ok(Ok(None)) };
            if used.try_get::<Option<i64>, _>("expires_at")?.is_none() {
                // The user's own code stands for the password and for the lost app.
                two_factor::forget(&mut transaction, user.id).await?;
            } else if let Err(outdated) = check_second_factor(&mut transaction, user.id, second).await? {
                return Ok(Err(outdated));
            }
            if let Some(ban) = ban(&mut transaction, Some(user.id), session).await? {
                return Ok(Err(Outdated::Banned(ban)));
            }
            write_password(&mut transaction, user.id, password_hash).await?;
            let ended = end_all(&mut transaction, user.id).await?;
            // Login networks are no longer trusted: they may belong to another user with the old password.
            let sql = "DELETE FROM known_networks WHERE user_id = $1";
            query(sql).bind(user.id.0).execute(&mut *transaction).await?;
            insert(&mut transaction, user.id, session).await?;
            know_network(&mut transaction, user.id, session).await?;
            transaction.commit().await?;
            Ok(Ok(Some(RecoveryOutcome { user, ended })))
        })
        .await
    }

    pub(crate) async fn delete_user(&self, grounds: &Grounds, name: &str) -> Stored<DeleteOutcome> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let user = grounds.user;
            let sql = "SELECT count(*) AS seats FROM own_rooms WHERE user_id = $1 AND own_until = $2";
            let seats = query(sql).bind(user.0).bind(Timestamp::MAX.0).fetch_one(&mut *transaction).await?;
            let seats = unsigned(seats.try_get("seats")?)?;
            if seats > 0 {
                return Ok(Ok(DeleteOutcome::Seated(seats)));
            }
            let sql = format!(
                "UPDATE users SET name = $2, name_key = NULL, password_hash = NULL, guest = $3, role = $4,
                       name_changed_at = {NOW} WHERE id = $1"
            );
            query(AssertSqlSafe(sql))
                .bind(user.0)
                .bind(name)
                .bind(true)
                .bind(Role::Player.as_str())
                .execute(&mut *transaction)
                .await?;
            let mut ended = end_all(&mut transaction, user).await?;
            ended.extend(apps::forget(&mut transaction, user).await?);
            mail::forget(&mut transaction, user).await?;
            two_factor::forget(&mut transaction, user).await?;
            clubs::leave_all(&mut transaction, user).await?;
            revoke_registration_links(&mut transaction, user).await?;
            // These tables have few rows per user; the rest is erased later.
            for sql in [
                "DELETE FROM recovery_codes WHERE user_id = $1",
                "DELETE FROM known_networks WHERE user_id = $1",
                "DELETE FROM bots WHERE user_id = $1",
                "DELETE FROM profiles WHERE user_id = $1",
                "DELETE FROM terms_acceptances WHERE user_id = $1",
                "DELETE FROM vacations WHERE user_id = $1",
                "DELETE FROM webhooks WHERE user_id = $1",
                "UPDATE tournament_members SET forget = TRUE WHERE user_id = $1",
            ] {
                query(sql).bind(user.0).execute(&mut *transaction).await?;
            }
            let sql = "INSERT INTO deletions (user_id) VALUES ($1) ON CONFLICT DO NOTHING";
            query(sql).bind(user.0).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(Ok(DeleteOutcome::Done(ended)))
        })
        .await
    }

    pub(crate) async fn knows_network(&self, name_key: &str, network: IpAddr) -> Result<bool> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT 1 FROM known_networks JOIN users ON users.id = known_networks.user_id
                       WHERE users.name_key = $1 AND known_networks.network = $2";
            Ok(query(sql).bind(name_key).bind(network.to_string()).fetch_optional(connection).await?)
        });
        Ok(row.await?.is_some())
    }

    pub(crate) async fn forget_networks(&self, before: Timestamp, limit: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM known_networks WHERE (user_id, network) IN (
                           SELECT user_id, network FROM known_networks WHERE last_used_at < $1
                           ORDER BY last_used_at LIMIT $2
                       )";
            let gone = query(sql).bind(before.0).bind(i64::from(limit)).execute(connection).await?;
            Ok(gone.rows_affected())
        })
        .await
    }

    pub(crate) async fn deleted_with_rows(&self) -> Result<Option<UserId>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT user_id FROM deletions ORDER BY user_id LIMIT 1";
            Ok(query(sql).fetch_optional(connection).await?)
        });
        row.await?.map(|row| Ok(UserId(row.try_get("user_id")?))).transpose()
    }

    pub(crate) async fn erase(&self, user: UserId, limit: u32) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let mut left = i64::from(limit);
            // The lines of the partners go before the rows that name their channels.
            let lines = conversations::erase_lines(&mut transaction, user, left).await?;
            left -= i64::try_from(lines).unwrap_or(i64::MAX);
            if left <= 0 {
                transaction.commit().await?;
                return Ok(false);
            }
            for (table, keys, column) in ERASED {
                let sql = format!(
                    "DELETE FROM {table} WHERE {column} = $1 AND ({keys}) IN
                         (SELECT {keys} FROM {table} WHERE {column} = $1 LIMIT $2)"
                );
                let erased =
                    query(AssertSqlSafe(sql)).bind(user.0).bind(left).execute(&mut *transaction).await?;
                left -= i64::try_from(erased.rows_affected()).unwrap_or(i64::MAX);
                if left <= 0 {
                    transaction.commit().await?;
                    return Ok(false);
                }
            }
            let sql = "DELETE FROM deletions WHERE user_id = $1";
            query(sql).bind(user.0).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn names_changed_since(
        &self,
        since: Timestamp,
        limit: u32,
    ) -> Result<(Timestamp, Vec<(UserId, Called)>)> {
        self.pools
            .rooms
            .run(async |connection| {
                let sql = format!("SELECT {NOW} AS now");
                let now = query(AssertSqlSafe(sql)).fetch_one(&mut *connection).await?.try_get("now")?;
                let sql = "SELECT id, name, guest FROM users WHERE name_changed_at >= $1
                           ORDER BY name_changed_at DESC LIMIT $2";
                let rows = query(sql).bind(since.0).bind(i64::from(limit)).fetch_all(connection).await?;
                let called = |row: &DbRow| {
                    let called = Called { name: row.try_get("name")?, guest: row.try_get("guest")? };
                    Ok((UserId(row.try_get("id")?), called))
                };
                Ok((Timestamp(now), rows.iter().map(called).collect::<Result<_>>()?))
            })
            .await
    }

    pub(crate) async fn set_role(&self, user: UserId, role: Role) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE users SET role = $2 WHERE id = $1";
            query(sql).bind(user.0).bind(role.as_str()).execute(&mut *transaction).await?;
            if role < Role::Admin {
                revoke_registration_links(&mut transaction, user).await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }
}

/// Locks a user's row until the transaction ends: transactions that count the rows of a user before they add another run one after the
/// other, on all nodes. The counted rows must be read by a later statement.
pub(super) async fn hold_user(connection: &mut Connection, user: UserId) -> Result<()> {
    let mut sql = QueryBuilder::<Db>::new("SELECT 1 FROM users WHERE id = ");
    sql.push_bind(user.0).push(LOCKED);
    sql.build().fetch_optional(connection).await?;
    Ok(())
}

/// Checks the preconditions of a write, uses up the second factor, and [holds](hold_user) the user.
pub(super) async fn check(
    connection: &mut Connection,
    grounds: &Grounds,
) -> Result<std::result::Result<(), Outdated>> {
    let Grounds { user, session, password_hash, second } = grounds;
    let mut sql = QueryBuilder::<Db>::new("SELECT password_hash FROM users WHERE id = ");
    sql.push_bind(user.0).push(LOCKED);
    let row = sql.build().fetch_optional(&mut *connection).await?;
    let stored: Option<String> = row.map(|row| row.try_get("password_hash")).transpose()?.flatten();
    // A separate statement, so that it reads the changes of the transaction that held the row before.
    if let Some(session) = session {
        let sql = "SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2";
        let found = query(sql).bind(session.0).bind(user.0).fetch_optional(&mut *connection).await?;
        if found.is_none() {
            return Ok(Err(Outdated::Session));
        }
    }
    if password_hash.is_none() {
        return Ok(Ok(()));
    }
    if *password_hash != stored {
        return Ok(Err(Outdated::Password));
    }
    check_second_factor(connection, *user, second.as_ref()).await
}

/// Returns the ban on this user, or on the network of this new session.
pub(super) async fn ban(
    connection: &mut Connection,
    user: Option<UserId>,
    session: &NewSession,
) -> Result<Option<ActiveSanction>> {
    in_force(connection, SanctionKind::Ban, user, session.network, session.row.created_at).await
}

/// Records the network of a session of an account. The last [`NETWORKS`] per account are kept.
pub(super) async fn know_network(
    connection: &mut Connection,
    user: UserId,
    session: &NewSession,
) -> Result<()> {
    let Some(network) = session.network else { return Ok(()) };
    let sql = "INSERT INTO known_networks (user_id, network, last_used_at) VALUES ($1, $2, $3)
               ON CONFLICT (user_id, network) DO UPDATE SET last_used_at = excluded.last_used_at";
    query(sql)
        .bind(user.0)
        .bind(network.to_string())
        .bind(session.row.created_at.0)
        .execute(&mut *connection)
        .await?;
    let sql = "DELETE FROM known_networks WHERE user_id = $1 AND network IN (
                   SELECT network FROM known_networks WHERE user_id = $1
                   ORDER BY last_used_at DESC LIMIT 1000 OFFSET $2
               )";
    query(sql).bind(user.0).bind(NETWORKS).execute(connection).await?;
    Ok(())
}

/// Records that a user has accepted the terms of use.
async fn accept_terms(
    connection: &mut Connection,
    user: UserId,
    terms: Option<&AcceptedTerms>,
    now: Timestamp,
) -> Result<()> {
    let Some(AcceptedTerms { hash, texts }) = terms else { return Ok(()) };
    let sql = "INSERT INTO terms (hash, texts) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING";
    query(sql).bind(&hash[..]).bind(&**texts).execute(&mut *connection).await?;
    let sql = "INSERT INTO terms_acceptances (user_id, terms_hash, accepted_at) VALUES ($1, $2, $3)
               ON CONFLICT (user_id)
               DO UPDATE SET terms_hash = excluded.terms_hash, accepted_at = excluded.accepted_at";
    query(sql).bind(user.0).bind(&hash[..]).bind(now.0).execute(&mut *connection).await?;
    Ok(())
}

/// Sets another password. Codes that were sent or given to replace the old password become invalid; the user's own codes stay valid.
async fn write_password(connection: &mut Connection, user: UserId, password_hash: &str) -> Result<()> {
    let sql = "UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash IS NOT NULL";
    query(sql).bind(user.0).bind(password_hash).execute(&mut *connection).await?;
    let sql = "DELETE FROM recovery_codes WHERE user_id = $1 AND expires_at IS NOT NULL";
    query(sql).bind(user.0).execute(connection).await?;
    Ok(())
}

/// Ends all sessions and tokens of a user.
pub(super) async fn end_all(connection: &mut Connection, user: UserId) -> Result<Vec<SessionId>> {
    apps::forget_pending(connection, user).await?;
    let sql = "DELETE FROM sessions WHERE user_id = $1 RETURNING id";
    ids(&query(sql).bind(user.0).fetch_all(connection).await?)
}

/// Replaces the user's own recovery codes.
pub(super) async fn replace_codes(
    connection: &mut Connection,
    user: UserId,
    codes: &[TokenHash],
) -> Result<()> {
    let sql = "DELETE FROM recovery_codes WHERE user_id = $1 AND expires_at IS NULL";
    query(sql).bind(user.0).execute(&mut *connection).await?;
    for code in codes {
        insert_code(connection, user, code, None).await?;
    }
    Ok(())
}

pub(super) async fn insert_code(
    connection: &mut Connection,
    user: UserId,
    code: &TokenHash,
    expires_at: Option<Timestamp>,
) -> Result<()> {
    let sql = "INSERT INTO recovery_codes (code_hash, user_id, expires_at) VALUES ($1, $2, $3)";
    query(sql)
        .bind(code.0.as_slice())
        .bind(user.0)
        .bind(expires_at.map(|moment| moment.0))
        .execute(connection)
        .await?;
    Ok(())
}

fn account_row(row: &DbRow) -> Result<AccountRow> {
    Ok(AccountRow { user: user_row(row)?, password_hash: row.try_get("password_hash")? })
}
