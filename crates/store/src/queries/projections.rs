//! Queries for the feed of finished games and its consumers.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::RoomId;

use super::super::{BEGIN, Db};
use super::activity::add_activity;
use super::explorer::{add_explored, forget_explored};
use super::games::with_players;
use super::puzzles::add as add_puzzles;
use super::ratings::{add_breaches, rate};
use super::receipts::add as add_receipts;
use super::rooms::unpacked;
use super::statistics::add_statistics;
use super::webhooks::add_messages;
use super::{Connection, Queries, Result, unsigned};
use crate::{FeedConsumer, FeedEntry, Projection, ProjectionUpdate};

impl Queries {
    pub(crate) async fn consumed(&self, consumer: FeedConsumer) -> Result<u64> {
        let row = self
            .pools
            .projections
            .run(async |connection| {
                let sql = "SELECT position FROM consumers WHERE name = $1";
                Ok(query(sql).bind(consumer.name()).fetch_optional(connection).await?)
            })
            .await?;
        row.map_or(Ok(0), |row| unsigned(row.try_get("position")?))
    }

    pub(crate) async fn feed_end(&self) -> Result<u64> {
        let row = self
            .pools
            .projections
            .run(async |connection| Ok(query("SELECT position FROM feed_end").fetch_one(connection).await?))
            .await?;
        unsigned(row.try_get("position")?)
    }

    pub(crate) async fn feed_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEntry>> {
        self.pools
            .projections
            .run(async |connection| {
                let sql = "SELECT position, games.* FROM finished_feed JOIN games ON games.id = game_id
                       WHERE position > $1 ORDER BY position LIMIT $2";
                let rows = query(sql)
                    .bind(position as i64)
                    .bind(i64::from(limit))
                    .fetch_all(&mut *connection)
                    .await?;
                let games = with_players(connection, &rows).await?;
                let entry = |(row, game): (&super::DbRow, _)| {
                    Ok(FeedEntry { position: unsigned(row.try_get("position")?)?, game })
                };
                rows.iter().zip(games).map(entry).collect()
            })
            .await
    }

    pub(crate) async fn event(&self, room: RoomId, seq: u64) -> Result<Option<String>> {
        let row = self.pools.projections.run(async |connection| {
            let sql = "SELECT seq, payload, NULL AS packed FROM room_events WHERE room_id = $1 AND seq = $2
                       UNION ALL SELECT first_seq, NULL, packed FROM archived_events
                       WHERE room_id = $1 AND first_seq <= $2 AND last_seq >= $2";
            Ok(query(sql).bind(room.as_str()).bind(seq as i64).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        let Some(packed) = row.try_get("packed")? else { return Ok(row.try_get("payload")?) };
        let mut events = unpacked(room, unsigned(row.try_get("seq")?)?, packed).into_iter();
        Ok(events.find(|event| event.seq == seq).map(|event| event.payload))
    }

    pub(crate) async fn consume(
        &self,
        consumer: FeedConsumer,
        from: u64,
        to: u64,
        effects: &ProjectionUpdate,
    ) -> Result<bool> {
        self.write(&self.pools.projections, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if from == 0 {
                begin(&mut transaction, consumer).await?;
            }
            let moved = query("UPDATE consumers SET position = $3 WHERE name = $1 AND position = $2")
                .bind(consumer.name())
                .bind(from as i64)
                .bind(to as i64)
                .execute(&mut *transaction)
                .await?;
            if moved.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(false);
            }
            match effects {
                ProjectionUpdate::Ratings { games, breaches } => {
                    rate(&mut transaction, games).await?;
                    add_breaches(&mut transaction, breaches).await?;
                }
                ProjectionUpdate::Statistics(more) => add_statistics(&mut transaction, more).await?,
                ProjectionUpdate::Explorer(more) => add_explored(&mut transaction, more).await?,
                ProjectionUpdate::Activity(more) => add_activity(&mut transaction, more).await?,
                ProjectionUpdate::Tournaments => {}
                ProjectionUpdate::Puzzles(found) => {
                    add_puzzles(&mut transaction, found).await?;
                }
                ProjectionUpdate::Receipts(receipts) => add_receipts(&mut transaction, receipts).await?,
                ProjectionUpdate::Webhooks(messages, max) => {
                    add_messages(&mut transaction, messages, *max).await?;
                }
            }
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn forget_consumed(&self, projection: Projection) -> Result<()> {
        let consumer = projection.consumer();
        self.write(&self.pools.projections, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // This row comes first: it locks out other transactions that process games.
            begin(&mut transaction, consumer).await?;
            let reset = query("UPDATE consumers SET position = 0 WHERE name = $1").bind(consumer.name());
            reset.execute(&mut *transaction).await?;
            match projection {
                Projection::Ratings => {
                    delete(&mut transaction, &["ratings", "rating_changes", "breaches"]).await?;
                }
                Projection::Statistics => {
                    delete(&mut transaction, &["player_statistics", "player_streaks"]).await?;
                }
                Projection::Explorer => forget_explored(&mut transaction).await?,
                Projection::Activity => {
                    delete(&mut transaction, &["player_days", "player_pairs", "rating_days", "best_wins"])
                        .await?;
                }
            }
            Ok(transaction.commit().await?)
        })
        .await
    }
}

/// Empties the given tables.
async fn delete(connection: &mut Connection, tables: &[&'static str]) -> Result<()> {
    for table in tables {
        QueryBuilder::<Db>::new("DELETE FROM ").push(table).build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Inserts the row of a consumer if it is missing.
async fn begin(connection: &mut Connection, consumer: FeedConsumer) -> Result<()> {
    query("INSERT INTO consumers (name, position) VALUES ($1, 0) ON CONFLICT DO NOTHING")
        .bind(consumer.name())
        .execute(connection)
        .await?;
    Ok(())
}
