//! Queries for challenges.

use std::str::FromStr;

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Seat, Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db};
use super::accounts::hold_user;
use super::rooms::room_id;
use super::users::user_row_of;
use super::{DbRow, Queries, Result, json, unsigned};
use crate::{
    AddChallengeError, ChallengeChange, ChallengeRow, ChallengeStatus, ChallengeTerms, PairingRow, SessionId,
    StaleCursor, StaleIds, StoreError,
};
use sumito_kit::text::Text;

/// Query for a challenge with both its users.
const SELECT: &str = "SELECT challenges.*,
    a.name AS challenger_name, a.guest AS challenger_guest, a.bot AS challenger_bot, a.role AS challenger_role,
    a.created_at AS challenger_created_at,
    b.name AS challenged_name, b.guest AS challenged_guest, b.bot AS challenged_bot, b.role AS challenged_role,
    b.created_at AS challenged_created_at,
    c.name AS organizer_name, c.guest AS organizer_guest, c.bot AS organizer_bot, c.role AS organizer_role,
    c.created_at AS organizer_created_at
    FROM challenges JOIN users a ON a.id = challenger_id JOIN users b ON b.id = challenged_id
        LEFT JOIN users c ON c.id = organizer_id ";

impl Queries {
    pub(crate) async fn add_challenge(
        &self,
        challenge: &ChallengeRow,
        limit: u32,
    ) -> Result<std::result::Result<(), AddChallengeError>> {
        let ChallengeRow { challenger, challenged, .. } = challenge;
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // In the same order for challenges in both directions.
            for user in [challenger.id.min(challenged.id), challenger.id.max(challenged.id)] {
                hold_user(&mut transaction, user).await?;
            }
            let sql = "SELECT count(*) AS count FROM challenges
                       WHERE challenger_id = $1 AND status = 'open' AND expires_at > $2";
            let now = challenge.created_at.0;
            let row = query(sql).bind(challenger.id.0).bind(now).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("count")?)? >= u64::from(limit) {
                return Ok(Err(AddChallengeError::TooMany));
            }
            let sql = "SELECT 1 FROM challenges WHERE status = 'open' AND expires_at > $3
                       AND ((challenger_id = $1 AND challenged_id = $2) OR (challenger_id = $2 AND challenged_id = $1))";
            let open = query(sql).bind(challenger.id.0).bind(challenged.id.0).bind(now);
            if open.fetch_optional(&mut *transaction).await?.is_some() {
                return Ok(Err(AddChallengeError::Open));
            }
            insert(&mut transaction, challenge).await?;
            transaction.commit().await?;
            Ok(Ok(()))
        })
        .await
    }

    pub(crate) async fn challenge(&self, id: Uuid) -> Result<Option<ChallengeRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(SELECT);
            sql.push("WHERE challenges.id = ").push_bind(id);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(challenge_row).transpose()
    }

    pub(crate) async fn count_open_challenges(&self, now: Timestamp) -> Result<u64> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT count(*) AS open FROM challenges WHERE status = 'open' AND expires_at > $1";
            Ok(query(sql).bind(now.0).fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("open")?)
    }

    pub(crate) async fn open_challenges(
        &self,
        user: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(SELECT);
            sql.push("WHERE status = 'open' AND expires_at > ").push_bind(now.0);
            sql.push(" AND (challenger_id = ").push_bind(user.0);
            sql.push(" OR challenged_id = ").push_bind(user.0);
            sql.push(") ORDER BY challenges.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(challenge_row).collect()
    }

    pub(crate) async fn change_challenge(
        &self,
        challenge: &ChallengeRow,
        change: &ChallengeChange,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut sql = QueryBuilder::<Db>::new("UPDATE challenges SET changed_at = ");
            sql.push_bind(now.0);
            match change {
                ChallengeChange::Accept(room) => {
                    sql.push(", status = 'accepted', room_id = ").push_bind(room.as_str().to_owned());
                }
                ChallengeChange::Decline(reason) => {
                    sql.push(", status = 'declined', reason = ").push_bind(reason.clone());
                }
                ChallengeChange::Cancel => {
                    sql.push(", status = 'cancelled'");
                }
                ChallengeChange::Counter(terms, until) => {
                    sql.push(", round = round + 1, answers_id = ").push_bind(challenge.offers().0);
                    sql.push(", mode = ").push_bind(terms.mode.name());
                    sql.push(", layout = ").push_bind(terms.layout.to_string());
                    sql.push(", clock = ").push_bind(json(&terms.time));
                    sql.push(", rated = ").push_bind(terms.rated);
                    sql.push(", vacations = ").push_bind(terms.vacations);
                    sql.push(", seat = ").push_bind(seat_number(terms.seat));
                    sql.push(", expires_at = ").push_bind(until.0);
                }
            }
            sql.push(" WHERE status = 'open' AND id = ").push_bind(challenge.id);
            sql.push(" AND round = ").push_bind(i64::from(challenge.round));
            sql.push(" AND expires_at > ").push_bind(now.0);
            Ok(sql.build().execute(connection).await?.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn settle_challenge(
        &self,
        id: Uuid,
        made: std::result::Result<(), &'static str>,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut sql = QueryBuilder::<Db>::new("UPDATE challenges SET ");
            if let Err(reason) = made {
                sql.push(
                    "status = CASE WHEN pairing_id IS NULL THEN 'open' ELSE 'declined' END, room_id = NULL",
                );
                sql.push(", reason = CASE WHEN pairing_id IS NULL THEN NULL ELSE ")
                    .push_bind(reason)
                    .push(" END");
            } else {
                sql.push("room_made = ").push_bind(true);
            }
            sql.push(" WHERE status = 'accepted' AND NOT room_made AND id = ").push_bind(id);
            Ok(sql.build().execute(connection).await?.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn add_pairing(&self, games: &[ChallengeRow], limit: u32) -> Result<bool> {
        let Some(pairing) = games.first().and_then(|game| game.pairing.as_ref()) else { return Ok(true) };
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, pairing.organizer.id).await?;
            let sql = "SELECT count(DISTINCT pairing_id) AS count FROM challenges
                       WHERE organizer_id = $1 AND status = 'accepted' AND NOT room_made";
            let row = query(sql).bind(pairing.organizer.id.0).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("count")?)? >= u64::from(limit) {
                return Ok(false);
            }
            for game in games {
                insert(&mut transaction, game).await?;
            }
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn pairings(
        &self,
        organizer: UserId,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(SELECT);
            sql.push("WHERE organizer_id = ").push_bind(organizer.0);
            sql.push(" AND pairing_id IN (SELECT DISTINCT pairing_id FROM challenges WHERE organizer_id = ");
            sql.push_bind(organizer.0).push(" AND pairing_id < ").push_bind(before.unwrap_or(Uuid::max()));
            sql.push(" ORDER BY pairing_id DESC LIMIT ").push_bind(i64::from(limit));
            sql.push(") ORDER BY pairing_id DESC, challenges.id");
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(challenge_row).collect()
    }

    pub(crate) async fn cancel_pairing(&self, organizer: UserId, id: Uuid, now: Timestamp) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE challenges SET status = 'cancelled', room_id = NULL, changed_at = $1
                       WHERE organizer_id = $2 AND pairing_id = $3 AND status = 'accepted' AND NOT room_made
                           AND start_at > $1";
            let change = query(sql).bind(now.0).bind(organizer.0).bind(id);
            Ok(change.execute(connection).await?.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn unmade_challenges(
        &self,
        now: Timestamp,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<Uuid>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT id FROM challenges WHERE status = 'accepted' AND NOT room_made AND id > $1
                           AND (start_at IS NULL OR start_at <= $3)
                       ORDER BY id LIMIT $2";
            let rows = query(sql).bind(after.unwrap_or_default()).bind(i64::from(limit)).bind(now.0);
            Ok(rows.fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn expired_challenges(
        &self,
        now: Timestamp,
        after: Option<StaleCursor>,
        limit: u32,
    ) -> Result<StaleIds> {
        let (at, id) = after.unwrap_or((Timestamp::MIN, Uuid::nil()));
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT id, expires_at FROM challenges
                       WHERE status = 'open' AND expires_at <= $1 AND (expires_at, id) > ($2, $3)
                       ORDER BY expires_at, id LIMIT $4";
            let rows = query(sql).bind(now.0).bind(at.0).bind(id).bind(i64::from(limit));
            Ok(rows.fetch_all(connection).await?)
        });
        let rows = rows.await?;
        let place =
            |row: &DbRow| Ok::<_, StoreError>((Timestamp(row.try_get("expires_at")?), row.try_get("id")?));
        let next = rows.last().filter(|_| rows.len() >= limit as usize).map(place).transpose()?;
        let ids = rows.iter().map(|row| Ok(row.try_get("id")?)).collect::<Result<_>>()?;
        Ok((ids, next))
    }

    pub(crate) async fn expire_challenge(&self, id: Uuid, now: Timestamp) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE challenges SET status = 'expired', changed_at = $1
                       WHERE status = 'open' AND expires_at <= $1 AND id = $2";
            Ok(query(sql).bind(now.0).bind(id).execute(connection).await?.rows_affected() > 0)
        })
        .await
    }
}

/// Stores a challenge: an open one, or an accepted one that belongs to a pairing.
async fn insert(connection: &mut <Db as sqlx::Database>::Connection, challenge: &ChallengeRow) -> Result<()> {
    let ChallengeRow { id, challenger, challenged, terms, pairing, .. } = challenge;
    let pairing = pairing.as_ref();
    // A challenge that has ended is deleted some time after its last change. A game of a pairing ends when it starts.
    let changed_at = pairing.map_or(challenge.created_at, |pairing| pairing.start_at);
    let sql = "INSERT INTO challenges (id, challenger_id, challenged_id, answers_id, round, mode, layout, clock, rated,
                   seat, status, room_made, created_at, changed_at, expires_at, vacations, room_id, pairing_id,
                   organizer_id, message, challenger_token, challenged_token, start_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)";
    query(sql)
        .bind(id)
        .bind(challenger.id.0)
        .bind(challenged.id.0)
        .bind(challenge.answers.0)
        .bind(i64::from(challenge.round))
        .bind(terms.mode.name())
        .bind(terms.layout.to_string())
        .bind(json(&terms.time))
        .bind(terms.rated)
        .bind(seat_number(terms.seat))
        .bind(challenge.status.as_str())
        .bind(challenge.room_made)
        .bind(challenge.created_at.0)
        .bind(changed_at.0)
        .bind(challenge.expires_at.0)
        .bind(terms.vacations)
        .bind(challenge.room.map(|room| room.as_str().to_owned()))
        .bind(pairing.map(|pairing| pairing.id))
        .bind(pairing.map(|pairing| pairing.organizer.id.0))
        .bind(pairing.and_then(|pairing| pairing.message.as_ref()).map(|message| message.as_str().to_owned()))
        .bind(pairing.map(|pairing| pairing.tokens[0].0))
        .bind(pairing.map(|pairing| pairing.tokens[1].0))
        .bind(pairing.map(|pairing| pairing.start_at.0))
        .execute(connection)
        .await?;
    Ok(())
}

fn pairing_row(row: &DbRow) -> Result<Option<PairingRow>> {
    let Some(id) = row.try_get("pairing_id")? else { return Ok(None) };
    let tokens = [row.try_get("challenger_token")?, row.try_get("challenged_token")?];
    Ok(Some(PairingRow {
        id,
        organizer: user_row_of(row, "organizer")?,
        message: row.try_get::<Option<_>, _>("message")?.map(Text::stored),
        tokens: tokens.map(SessionId),
        start_at: Timestamp(row.try_get("start_at")?),
    }))
}

fn seat_number(seat: Option<Seat>) -> Option<i64> {
    seat.map(|seat| i64::from(u8::from(seat)))
}

fn challenge_row(row: &DbRow) -> Result<ChallengeRow> {
    let status: &str = row.try_get("status")?;
    let seat: Option<i64> = row.try_get("seat")?;
    let time: &str = row.try_get("clock")?;
    let room: Option<&str> = row.try_get("room_id")?;
    let terms = ChallengeTerms {
        mode: parse_word(row.try_get("mode")?)?,
        layout: parse_word(row.try_get("layout")?)?,
        time: serde_json::from_str(time).map_err(|error| corrupt(&error.to_string()))?,
        rated: row.try_get("rated")?,
        vacations: row.try_get("vacations")?,
        seat: seat.and_then(|number| Seat::new(usize::try_from(number).ok()?)),
    };
    Ok(ChallengeRow {
        id: row.try_get("id")?,
        challenger: user_row_of(row, "challenger")?,
        challenged: user_row_of(row, "challenged")?,
        answers: UserId(row.try_get("answers_id")?),
        round: u32::try_from(row.try_get::<i64, _>("round")?).map_err(|_| corrupt("too many offers"))?,
        terms,
        status: ChallengeStatus::parse(status).ok_or_else(|| corrupt(status))?,
        reason: row.try_get("reason")?,
        room: room.map(room_id).transpose()?,
        room_made: row.try_get("room_made")?,
        pairing: pairing_row(row)?,
        created_at: Timestamp(row.try_get("created_at")?),
        expires_at: Timestamp(row.try_get("expires_at")?),
    })
}

fn parse_word<T: FromStr>(word: &str) -> Result<T> {
    word.parse().map_err(|_| corrupt(word))
}

fn corrupt(what: &str) -> StoreError {
    StoreError::Corrupt(format!("a challenge: {what}"))
}
