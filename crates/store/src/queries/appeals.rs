//! Queries for appeals against sanctions.

use sqlx::{AssertSqlSafe, Connection as _, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::BEGIN;
use super::accounts::hold_user;
use super::moderation::{log, sanction_row};
use super::{Connection, DbRow, Queries, Result};
use crate::{
    AddedAppeal, AppealDecision, AppealOutcome, AppealRow, AppealToken, Decided, ImposedSanction,
    ModerationAction, ModerationActionKind, NewAppeal, NewDecision, Role, SanctionKind, SanctionTarget,
    StoreError, TokenHash, WaitingAppeal,
};
use sumito_kit::text::Text;

/// Selects appeals that wait, with their sanctions in force at `$1`, and whether another moderator than the author of the sanction can
/// decide: one with a higher role than the user, who is not banned.
const WAITING: &str = "SELECT sanctions.*, whom.name AS whom, made.name AS made_by_name,
        appeals.id AS appeal_id, appeals.words AS appeal_words, appeals.created_at AS appealed_at,
        appeals.user_id AS appellant_id, appellants.name AS appellant, appellants.role AS appellant_role,
        EXISTS (
            SELECT 1 FROM users AS judges
            WHERE judges.role <> 'player' AND judges.id <> sanctions.made_by AND judges.id <> appeals.user_id
            AND (coalesce(appellants.role, 'player') = 'player'
                 OR (appellants.role = 'moderator' AND judges.role = 'admin'))
            AND NOT EXISTS (
                SELECT 1 FROM sanctions AS bans
                WHERE bans.user_id = judges.id AND bans.kind = 'ban' AND bans.lifted_at IS NULL
                AND (bans.ends_at IS NULL OR bans.ends_at > $1)
            )
        ) AS other_judges
    FROM appeals JOIN sanctions ON sanctions.id = appeals.sanction_id
    JOIN users AS made ON made.id = sanctions.made_by
    LEFT JOIN users AS whom ON whom.id = sanctions.user_id
    LEFT JOIN users AS appellants ON appellants.id = appeals.user_id
    WHERE appeals.outcome IS NULL AND sanctions.lifted_at IS NULL
    AND (sanctions.ends_at IS NULL OR sanctions.ends_at > $1)";

impl Queries {
    pub(crate) async fn set_appeal_token(
        &self,
        token: &TokenHash,
        proof: AppealToken,
        expires_at: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO appeal_tokens (user_id, token_hash, sanction_id, expires_at) VALUES ($1, $2, $3, $4)
                       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash,
                           sanction_id = excluded.sanction_id, expires_at = excluded.expires_at";
            query(sql)
                .bind(proof.user.0)
                .bind(token.0.as_slice())
                .bind(proof.sanction)
                .bind(expires_at.0)
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn appeal_token(
        &self,
        token: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<AppealToken>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql =
                "SELECT user_id, sanction_id FROM appeal_tokens WHERE token_hash = $1 AND expires_at > $2";
            Ok(query(sql).bind(token.0.as_slice()).bind(now.0).fetch_optional(connection).await?)
        });
        let proof = |row: DbRow| {
            Ok(AppealToken { user: UserId(row.try_get("user_id")?), sanction: row.try_get("sanction_id")? })
        };
        row.await?.map(proof).transpose()
    }

    pub(crate) async fn imposed_sanction(
        &self,
        id: Uuid,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<ImposedSanction>> {
        self.pools.history.run(async |connection| imposed(connection, id, user, now).await).await
    }

    pub(crate) async fn imposed_sanctions(
        &self,
        user: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ImposedSanction>> {
        self.pools
            .history
            .run(async |connection| {
                let sql = "SELECT id FROM sanctions WHERE user_id = $1 AND (
                               (lifted_at IS NULL AND (ends_at IS NULL OR ends_at > $2))
                               OR EXISTS (SELECT 1 FROM appeals
                                          WHERE appeals.user_id = $1 AND appeals.sanction_id = sanctions.id)
                           ) ORDER BY id DESC LIMIT $3";
                let rows = query(sql).bind(user.0).bind(now.0).bind(i64::from(limit));
                let mut found = Vec::new();
                for row in rows.fetch_all(&mut *connection).await? {
                    found.extend(imposed(&mut *connection, row.try_get("id")?, user, now).await?);
                }
                Ok(found)
            })
            .await
    }

    pub(crate) async fn add_appeal(&self, appeal: &NewAppeal, again_after: i64) -> Result<AddedAppeal> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, appeal.user).await?;
            let known = imposed(&mut transaction, appeal.sanction, appeal.user, appeal.created_at).await?;
            let Some(known) = known.filter(|sanction| sanction.in_force) else {
                return Ok(AddedAppeal::NoSanction);
            };
            match known.appeal.map(|appeal| appeal.decision) {
                None => {}
                Some(None) => return Ok(AddedAppeal::Waiting),
                Some(Some(decision)) => {
                    let again = Timestamp(decision.at.0.saturating_add(again_after));
                    if again > appeal.created_at {
                        return Ok(AddedAppeal::TooEarly(again));
                    }
                }
            }
            let sql = "INSERT INTO appeals (id, sanction_id, user_id, words, created_at) VALUES ($1, $2, $3, $4, $5)";
            query(sql)
                .bind(appeal.id)
                .bind(appeal.sanction)
                .bind(appeal.user.0)
                .bind(appeal.words.as_str())
                .bind(appeal.created_at.0)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(AddedAppeal::Added)
        })
        .await
    }

    pub(crate) async fn waiting_appeals(
        &self,
        after: Option<Uuid>,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<WaitingAppeal>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = format!("{WAITING} AND appeals.id > $2 ORDER BY appeals.id LIMIT $3");
            let sql = query(AssertSqlSafe(sql)).bind(now.0).bind(after.unwrap_or_default());
            Ok(sql.bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(waiting).collect()
    }

    pub(crate) async fn decide_appeal(&self, id: Uuid, decision: &NewDecision) -> Result<Decided> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = format!("{WAITING} AND appeals.id = $2");
            let sql = query(AssertSqlSafe(sql)).bind(decision.at.0).bind(id);
            let Some(row) = sql.fetch_optional(&mut *transaction).await? else {
                return Ok(Decided::NoAppeal);
            };
            let found = waiting(&row)?;
            if found.role >= decision.role {
                return Ok(Decided::Rank(found.role));
            }
            let is_author = found.made_by == decision.by;
            if is_author && found.other_judges {
                return Ok(Decided::OwnSanction);
            }
            if decision.ends_at.is_some_and(|end| found.sanction.ends_at.is_some_and(|now| end >= now)) {
                return Ok(Decided::NotShorter);
            }
            let sql = "UPDATE appeals SET outcome = $2, answer = $3, answered_by = $4, answered_at = $5
                       WHERE id = $1 AND outcome IS NULL";
            let decided = query(sql)
                .bind(id)
                .bind(decision.outcome.as_str())
                .bind(decision.answer.as_str())
                .bind(decision.by.0)
                .bind(decision.at.0)
                .execute(&mut *transaction)
                .await?;
            if decided.rows_affected() == 0 {
                return Ok(Decided::NoAppeal);
            }
            change_sanctions(&mut transaction, &found, decision).await?;
            let name = found.name.unwrap_or_default();
            let alone =
                if is_author { " (by the author of the sanction: there is no other moderator)" } else { "" };
            let action = ModerationAction {
                id: Uuid::now_v7(),
                at: decision.at,
                by: decision.by,
                kind: ModerationActionKind::DecideAppeal,
                target: found.user.0.to_string(),
                words: format!("{name}: {}{alone}: {}", decision.outcome.as_str(), decision.answer),
            };
            log(&mut transaction, &action).await?;
            transaction.commit().await?;
            Ok(Decided::Done)
        })
        .await
    }

    pub(crate) async fn forget_appeal_tokens(&self, before: Timestamp, limit: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM appeal_tokens WHERE user_id IN
                           (SELECT user_id FROM appeal_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)";
            let gone = query(sql).bind(before.0).bind(i64::from(limit)).execute(connection).await?;
            Ok(gone.rows_affected())
        })
        .await
    }
}

/// Answers the appeals that wait against a sanction that a moderator has lifted without looking at them.
pub(super) async fn answer_lifted(
    connection: &mut Connection,
    sanction: Uuid,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    let sql = "UPDATE appeals SET outcome = 'lift', answer = '', answered_by = $2, answered_at = $3
               WHERE sanction_id = $1 AND outcome IS NULL";
    query(sql).bind(sanction).bind(by.0).bind(now.0).execute(connection).await?;
    Ok(())
}

/// Lifts or shortens the sanction of an appeal. If it is a user's, so are the bans of networks that were imposed with it.
async fn change_sanctions(
    connection: &mut Connection,
    found: &WaitingAppeal,
    decision: &NewDecision,
) -> Result<()> {
    let change = match decision.outcome {
        AppealOutcome::Keep => return Ok(()),
        AppealOutcome::Lift => "lifted_at = $2",
        AppealOutcome::Shorten => "ends_at = $2",
    };
    let until = match decision.outcome {
        AppealOutcome::Shorten => decision.ends_at.map(|end| end.0),
        _ => Some(decision.at.0),
    };
    let sql = format!(
        "UPDATE sanctions SET {change} WHERE lifted_at IS NULL AND (id = $1
             OR ($3 AND network IS NOT NULL AND made_by = $4 AND created_at = $5 AND reason = $6))"
    );
    query(AssertSqlSafe(sql))
        .bind(found.sanction.id)
        .bind(until)
        .bind(matches!(found.sanction.whom, SanctionTarget::User(..)))
        .bind(found.made_by.0)
        .bind(found.sanction.created_at.0)
        .bind(&found.sanction.reason)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns a sanction with the last appeal of a user against it.
async fn imposed(
    connection: &mut Connection,
    id: Uuid,
    user: UserId,
    now: Timestamp,
) -> Result<Option<ImposedSanction>> {
    let sql = "SELECT * FROM sanctions WHERE id = $1";
    let Some(row) = query(sql).bind(id).fetch_optional(&mut *connection).await? else { return Ok(None) };
    let sql = "SELECT id AS appeal_id, words AS appeal_words, created_at AS appealed_at, outcome, answer, answered_at
               FROM appeals WHERE user_id = $1 AND sanction_id = $2 ORDER BY id DESC LIMIT 1";
    let appeal = query(sql).bind(user.0).bind(id).fetch_optional(connection).await?;
    let kind: String = row.try_get("kind")?;
    let network: Option<String> = row.try_get("network")?;
    let ends_at: Option<i64> = row.try_get("ends_at")?;
    let lifted_at: Option<i64> = row.try_get("lifted_at")?;
    Ok(Some(ImposedSanction {
        id,
        kind: SanctionKind::parse(&kind).ok_or_else(|| corrupt("a sanction", &kind))?,
        network: network.is_some(),
        reason: row.try_get("reason")?,
        created_at: Timestamp(row.try_get("created_at")?),
        ends_at: ends_at.map(Timestamp),
        in_force: lifted_at.is_none() && ends_at.is_none_or(|end| end > now.0),
        appeal: appeal.as_ref().map(decided_appeal).transpose()?,
    }))
}

fn decided_appeal(row: &DbRow) -> Result<AppealRow> {
    let outcome: Option<String> = row.try_get("outcome")?;
    let answer: Option<String> = row.try_get("answer")?;
    let at: Option<i64> = row.try_get("answered_at")?;
    let decision = match (outcome, at) {
        (Some(outcome), Some(at)) => Some(AppealDecision {
            outcome: AppealOutcome::parse(&outcome).ok_or_else(|| corrupt("an appeal", &outcome))?,
            answer: Text::stored(answer.unwrap_or_default()),
            at: Timestamp(at),
        }),
        _ => None,
    };
    Ok(AppealRow { decision, ..appeal_row(row)? })
}

/// Reads an appeal without its decision.
fn appeal_row(row: &DbRow) -> Result<AppealRow> {
    Ok(AppealRow {
        id: row.try_get("appeal_id")?,
        words: Text::stored(row.try_get("appeal_words")?),
        created_at: Timestamp(row.try_get("appealed_at")?),
        decision: None,
    })
}

fn waiting(row: &DbRow) -> Result<WaitingAppeal> {
    let role: Option<String> = row.try_get("appellant_role")?;
    let role = match role {
        None => Role::Player,
        Some(word) => Role::parse(&word).ok_or_else(|| corrupt("a role", &word))?,
    };
    Ok(WaitingAppeal {
        appeal: appeal_row(row)?,
        user: UserId(row.try_get("appellant_id")?),
        name: row.try_get("appellant")?,
        role,
        sanction: sanction_row(row)?,
        made_by: UserId(row.try_get("made_by")?),
        other_judges: row.try_get("other_judges")?,
    })
}

fn corrupt(what: &str, word: &str) -> StoreError {
    StoreError::Corrupt(format!("{what} of the kind {word:?}"))
}
