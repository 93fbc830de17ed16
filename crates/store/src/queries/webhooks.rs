//! Queries for webhooks and their messages.

use sha2::{Digest, Sha256};
use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, TournamentId, UserId};
use uuid::{Builder, Uuid};

use super::super::{BEGIN, Db, LOCKED};
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, unsigned};
use crate::{DeliveryOutcome, DueDelivery, Pace, StoreError, WebhookMessage, WebhookRow};

/// The columns of a webhook, with the number of its messages.
const COLUMNS: &str = "id, app_id, url, secret, events, created_at, tried_at, failure, disabled,
    (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id) AS waiting";

/// Whether a session is the token of an app with webhooks for the events of its user.
const ALLOWS_WEBHOOKS: &str = "' ' || sessions.scopes || ' ' LIKE '% webhooks %'";

impl Queries {
    pub(crate) async fn add_webhook(&self, user: UserId, webhook: &WebhookRow, max: u32) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // The row of the user locks out another addition.
            let mut sql = QueryBuilder::<Db>::new("SELECT id FROM users WHERE id = ");
            sql.push_bind(user.0).push(LOCKED);
            sql.build().fetch_optional(&mut *transaction).await?;
            let sql = "INSERT INTO webhooks (id, user_id, url, secret, events, created_at, app_id)
                       SELECT $1, $2, $3, $4, $5, $6, $8
                       WHERE (SELECT count(*) FROM webhooks WHERE user_id = $2) < $7";
            let added = query(sql)
                .bind(webhook.id)
                .bind(user.0)
                .bind(&webhook.url)
                .bind(&webhook.secret)
                .bind(&webhook.events)
                .bind(webhook.created_at.0)
                .bind(i64::from(max))
                .bind(webhook.app)
                .execute(&mut *transaction)
                .await?
                .rows_affected();
            transaction.commit().await?;
            Ok(added > 0)
        })
        .await
    }

    pub(crate) async fn webhooks(&self, user: UserId) -> Result<Vec<WebhookRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT ");
            sql.push(COLUMNS).push(" FROM webhooks WHERE user_id = ").push_bind(user.0).push(" ORDER BY id");
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(webhook_row).collect()
    }

    pub(crate) async fn remove_webhook(&self, user: UserId, id: Uuid) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM webhooks WHERE user_id = $1 AND id = $2";
            Ok(query(sql).bind(user.0).bind(id).execute(connection).await?.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn users_with_webhook(&self, event: &str, users: &[UserId]) -> Result<Vec<UserId>> {
        let mut found = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.projections.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT user_id, events FROM webhooks WHERE NOT disabled AND app_id IS NULL AND user_id IN ",
                );
                push_list(&mut sql, users);
                sql.push(
                    " UNION SELECT sessions.user_id, events
                      FROM sessions JOIN webhooks ON webhooks.app_id = sessions.app_id
                      WHERE NOT disabled AND ",
                );
                sql.push(ALLOWS_WEBHOOKS).push(" AND sessions.user_id IN ");
                push_list(&mut sql, users);
                Ok(sql.build().fetch_all(connection).await?)
            });
            found.extend(users_of(&rows.await?, event)?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    pub(crate) async fn participants_with_webhook(
        &self,
        event: &str,
        tournament: TournamentId,
    ) -> Result<Vec<UserId>> {
        let rows = self.pools.projections.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT webhooks.user_id, events FROM webhooks
                 JOIN tournament_members ON tournament_members.user_id = webhooks.user_id
                 WHERE NOT disabled AND app_id IS NULL AND tournament_id = ",
            );
            sql.push_bind(tournament.0).push(
                " UNION SELECT sessions.user_id, events FROM tournament_members
                  JOIN sessions ON sessions.user_id = tournament_members.user_id
                  JOIN webhooks ON webhooks.app_id = sessions.app_id
                  WHERE NOT disabled AND ",
            );
            sql.push(ALLOWS_WEBHOOKS).push(" AND tournament_id = ").push_bind(tournament.0);
            Ok(sql.build().fetch_all(connection).await?)
        });
        let mut found = users_of(&rows.await?, event)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    pub(crate) async fn add_webhook_messages(&self, messages: &[WebhookMessage], max: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let left_out = add_messages(&mut transaction, messages, max).await?;
            transaction.commit().await?;
            Ok(left_out)
        })
        .await
    }

    pub(crate) async fn due_deliveries(
        &self,
        pace: Pace,
        now: Timestamp,
        in_flight: &[Uuid],
        limit: u32,
    ) -> Result<Vec<DueDelivery>> {
        let rows = self.pools.projections.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT due.id, webhook_id, user_id, url, secret, payload, attempts, failures,
                     (SELECT network FROM known_networks WHERE known_networks.user_id = webhooks.user_id
                      ORDER BY last_used_at DESC LIMIT 1) AS network
                 FROM webhook_deliveries AS due JOIN webhooks ON webhooks.id = webhook_id
                 WHERE due.next_at <= ",
            );
            sql.push_bind(now.0).push(" AND slow = ").push_bind(pace == Pace::Slow);
            sql.push(
                " AND NOT EXISTS (
                      SELECT 1 FROM webhook_deliveries AS earlier
                      WHERE earlier.webhook_id = due.webhook_id
                          AND (earlier.next_at, earlier.id) < (due.next_at, due.id)
                  )",
            );
            if !in_flight.is_empty() {
                sql.push(" AND due.webhook_id NOT IN (");
                let mut list = sql.separated(", ");
                for webhook in in_flight {
                    list.push_bind(webhook);
                }
                sql.push(")");
            }
            sql.push(
                " ORDER BY row_number() OVER (PARTITION BY user_id ORDER BY failures > 0, due.next_at),
                      failures > 0, due.next_at LIMIT ",
            );
            sql.push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(due_delivery).collect()
    }

    pub(crate) async fn next_delivery_at(&self) -> Result<Option<Timestamp>> {
        let row = self.pools.projections.run(async |connection| {
            let sql = "SELECT next_at FROM webhook_deliveries ORDER BY next_at LIMIT 1";
            Ok(query(sql).fetch_optional(connection).await?)
        });
        row.await?.map(|row| Ok(Timestamp(row.try_get("next_at")?))).transpose()
    }

    pub(crate) async fn record_delivery(
        &self,
        delivery: &DueDelivery,
        outcome: &DeliveryOutcome,
        pace: Pace,
        now: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let (failure, is_last) = match outcome {
                DeliveryOutcome::Taken => (None, false),
                DeliveryOutcome::Failed { why, .. } => (Some(why), false),
                DeliveryOutcome::GivenUp(why) => (Some(why), true),
            };
            let sql = "UPDATE webhooks SET tried_at = $2, failure = $3, disabled = disabled OR $4, slow = $5,
                           failures = CASE WHEN $3 IS NULL THEN 0 ELSE failures + 1 END
                       WHERE id = $1";
            query(sql)
                .bind(delivery.webhook)
                .bind(now.0)
                .bind(failure)
                .bind(is_last)
                .bind(pace == Pace::Slow)
                .execute(&mut *transaction)
                .await?;
            if let DeliveryOutcome::Failed { next, .. } = outcome {
                let sql = "UPDATE webhook_deliveries SET next_at = $2 WHERE webhook_id = $1 AND next_at < $2";
                query(sql).bind(delivery.webhook).bind(next.0).execute(&mut *transaction).await?;
            }
            let (sql, id) = match outcome {
                DeliveryOutcome::Failed { dropped: false, .. } => {
                    ("UPDATE webhook_deliveries SET attempts = attempts + 1 WHERE id = $1", delivery.id)
                }
                DeliveryOutcome::Taken | DeliveryOutcome::Failed { .. } => {
                    ("DELETE FROM webhook_deliveries WHERE id = $1", delivery.id)
                }
                DeliveryOutcome::GivenUp(_) => {
                    ("DELETE FROM webhook_deliveries WHERE webhook_id = $1", delivery.webhook)
                }
            };
            query(sql).bind(id).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn record_webhook_test(
        &self,
        id: Uuid,
        failure: Option<&str>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql =
                "UPDATE webhooks SET tried_at = $2, failure = $3, disabled = disabled AND $3 IS NOT NULL,
                           failures = CASE WHEN $3 IS NULL THEN 0 ELSE failures END
                       WHERE id = $1";
            query(sql).bind(id).bind(now.0).bind(failure).execute(connection).await?;
            Ok(())
        })
        .await
    }
}

/// Adds messages for the webhooks of their users, and of the apps that may receive their events; returns the number left out because a
/// webhook has `max` messages.
pub(super) async fn add_messages(
    connection: &mut Connection,
    messages: &[WebhookMessage],
    max: u32,
) -> Result<u64> {
    let mut left_out = 0;
    for message in messages {
        let (user, at) = (message.user.0, message.at.0);
        let mut sql = QueryBuilder::<Db>::new(
            "SELECT id, events, (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id) AS waiting
             FROM webhooks WHERE NOT disabled AND created_at <= ",
        );
        sql.push_bind(at).push(" AND (app_id IS NULL AND user_id = ").push_bind(user);
        sql.push(" OR app_id IN (SELECT sessions.app_id FROM sessions WHERE sessions.user_id = ")
            .push_bind(user);
        sql.push(" AND sessions.created_at <= ").push_bind(at);
        sql.push(" AND sessions.expires_at > ").push_bind(at);
        sql.push(" AND ").push(ALLOWS_WEBHOOKS).push("))");
        let rows = sql.build().fetch_all(&mut *connection).await?;
        for row in rows {
            if !has_event(&row, message.event)? {
                continue;
            }
            if unsigned(row.try_get("waiting")?)? >= u64::from(max) {
                left_out += 1;
                continue;
            }
            let webhook: Uuid = row.try_get("id")?;
            let sql =
                "INSERT INTO webhook_deliveries (id, webhook_id, payload, next_at) VALUES ($1, $2, $3, $4)
                       ON CONFLICT (id) DO NOTHING";
            query(sql)
                .bind(delivery_id(webhook, message))
                .bind(webhook)
                .bind(&message.payload)
                .bind(message.at.0)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(left_out)
}

/// Returns the id of an event's message to a webhook. It is the same each time, so that a receiver recognises a repetition.
fn delivery_id(webhook: Uuid, message: &WebhookMessage) -> Uuid {
    let mut digest = Sha256::new_with_prefix(message.event);
    digest.update(webhook.as_bytes());
    // Several users of an app can take part in one event.
    digest.update(message.user.0.as_bytes());
    digest.update(message.subject.as_bytes());
    let half = digest.finalize().first_chunk().copied().expect("32 bytes have a first half");
    Builder::from_custom_bytes(half).into_uuid()
}

fn push_list(sql: &mut QueryBuilder<Db>, users: &[UserId]) {
    let mut list = sql.push("(").separated(", ");
    for user in users {
        list.push_bind(user.0);
    }
    sql.push(")");
}

fn has_event(row: &DbRow, event: &str) -> Result<bool> {
    Ok(row.try_get::<String, _>("events")?.split(' ').any(|other| other == event))
}

/// Returns the users of those webhooks that have this event.
fn users_of(rows: &[DbRow], event: &str) -> Result<Vec<UserId>> {
    let mut users = Vec::new();
    for row in rows {
        if has_event(row, event)? {
            users.push(UserId(row.try_get("user_id")?));
        }
    }
    Ok(users)
}

fn webhook_row(row: &DbRow) -> Result<WebhookRow> {
    let waiting = unsigned(row.try_get("waiting")?)?;
    Ok(WebhookRow {
        id: row.try_get("id")?,
        app: row.try_get("app_id")?,
        url: row.try_get("url")?,
        secret: row.try_get("secret")?,
        events: row.try_get("events")?,
        created_at: Timestamp(row.try_get("created_at")?),
        tried_at: row.try_get::<Option<i64>, _>("tried_at")?.map(Timestamp),
        failure: row.try_get("failure")?,
        disabled: row.try_get("disabled")?,
        waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
    })
}

fn due_delivery(row: &DbRow) -> Result<DueDelivery> {
    let count = |column| -> Result<u32> {
        let count: i32 = row.try_get(column)?;
        u32::try_from(count).map_err(|_| StoreError::Corrupt(format!("a webhook has {count} {column}")))
    };
    Ok(DueDelivery {
        id: row.try_get("id")?,
        webhook: row.try_get("webhook_id")?,
        user: UserId(row.try_get("user_id")?),
        // A network that cannot be read counts for nothing.
        network: row.try_get::<Option<String>, _>("network")?.and_then(|network| network.parse().ok()),
        url: row.try_get("url")?,
        secret: row.try_get("secret")?,
        payload: row.try_get("payload")?,
        attempts: count("attempts")?,
        failures: count("failures")?,
    })
}
