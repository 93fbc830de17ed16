//! Queries for receipts, their log, and the keys that sign them.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{GameId, Timestamp, TournamentId};
use sumito_receipts::{Hash, Tree};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::super::{BEGIN, Db};
use super::ratings::rating_change;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::archive::decompress;
use crate::{NewReceipt, RatingChange, ReceiptKeyRow, ReceiptRow, StoreError};

/// Receipts in a statement that adds them.
const ADDED_AT_ONCE: usize = 64;

impl Queries {
    pub(crate) async fn receipt_keys(&self) -> Result<Vec<ReceiptKeyRow>> {
        let rows = self.pools.history.run(async |connection| {
            Ok(query("SELECT * FROM receipt_keys ORDER BY number").fetch_all(connection).await?)
        });
        rows.await?.iter().map(key_row).collect()
    }

    pub(crate) async fn add_receipt_key(&self, key: &ReceiptKeyRow) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO receipt_keys (number, name, seed, created_at, endorsement)
                       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
            let added = query(sql)
                .bind(key.number as i64)
                .bind(&key.name)
                .bind(&key.seed[..])
                .bind(key.created_at.0)
                .bind(key.endorsement.as_deref())
                .execute(connection)
                .await?;
            Ok(added.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn receipt(&self, subject: Uuid) -> Result<Option<ReceiptRow>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT position, packed FROM receipts WHERE subject = $1";
            Ok(query(sql).bind(subject).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        let note = decompress(row.try_get("packed")?)
            .map_err(|what| StoreError::Corrupt(format!("receipt of {subject}: {what}")))?;
        Ok(Some(ReceiptRow { position: unsigned(row.try_get("position")?)?, note }))
    }

    pub(crate) async fn receipt_leaves(&self, position: u64, limit: u32) -> Result<Vec<Hash>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT leaf FROM receipts WHERE position > $1 ORDER BY position LIMIT $2";
            Ok(query(sql).bind(position as i64).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(Hash(bytes_of(row.try_get("leaf")?)?))).collect()
    }

    pub(crate) async fn receipt_tree(&self) -> Result<Tree> {
        let row = self.pools.history.run(async |connection| {
            Ok(query("SELECT size, roots FROM receipt_log").fetch_one(connection).await?)
        });
        tree(&row.await?)
    }

    pub(crate) async fn tournaments_without_receipt(&self, limit: u32) -> Result<Vec<TournamentId>> {
        let rows = self.pools.history.run(async |connection| {
            let sql =
                "SELECT id FROM tournaments WHERE NOT open AND NOT has_receipt ORDER BY at, id LIMIT $1";
            Ok(query(sql).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(TournamentId(row.try_get("id")?))).collect()
    }

    pub(crate) async fn add_tournament_receipt(
        &self,
        id: TournamentId,
        receipt: Option<&NewReceipt>,
    ) -> Result<()> {
        self.write(&self.pools.projections, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE tournaments SET has_receipt = $2 WHERE id = $1 AND NOT has_receipt";
            let marked = query(sql).bind(id.0).bind(true).execute(&mut *transaction).await?;
            if marked.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(());
            }
            if let Some(receipt) = receipt {
                add(&mut transaction, std::slice::from_ref(receipt)).await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn rating_changes_of_games(&self, games: &[GameId]) -> Result<Vec<RatingChange>> {
        self.pools
            .history
            .run(async |connection| {
                let mut found = Vec::new();
                for games in games.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new("SELECT * FROM rating_changes WHERE game_id IN (");
                    let mut list = sql.separated(", ");
                    for game in filled_up(games) {
                        list.push_bind(game.0);
                    }
                    sql.push(")");
                    for row in sql.build().fetch_all(&mut *connection).await? {
                        found.push(rating_change(&row)?);
                    }
                }
                Ok(found)
            })
            .await
    }
}

/// Appends receipts to the log.
pub(super) async fn add(connection: &mut Connection, receipts: &[NewReceipt]) -> Result<()> {
    if receipts.is_empty() {
        return Ok(());
    }
    // Holds the row until the end of the transaction: others that append wait.
    let sql = "UPDATE receipt_log SET size = size + $1 RETURNING size - $1 AS size, roots";
    let row = query(sql).bind(receipts.len() as i64).fetch_one(&mut *connection).await?;
    let mut tree = tree(&row)?;
    for receipts in receipts.chunks(ADDED_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new("INSERT INTO receipts (position, subject, leaf, packed) ");
        sql.push_values(receipts, |mut row, receipt| {
            tree.push(receipt.leaf);
            row.push_bind(tree.size() as i64)
                .push_bind(receipt.subject)
                .push_bind(&receipt.leaf.0[..])
                .push_bind(&*receipt.packed);
        });
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    query("UPDATE receipt_log SET roots = $1").bind(tree.to_bytes()).execute(connection).await?;
    Ok(())
}

fn tree(row: &DbRow) -> Result<Tree> {
    let size = unsigned(row.try_get("size")?)?;
    Tree::from_parts(size, row.try_get("roots")?)
        .ok_or_else(|| StoreError::Corrupt(format!("the roots do not belong to a log of {size} receipts")))
}

fn key_row(row: &DbRow) -> Result<ReceiptKeyRow> {
    Ok(ReceiptKeyRow {
        number: unsigned(row.try_get("number")?)?,
        name: row.try_get("name")?,
        seed: Zeroizing::new(bytes_of(row.try_get("seed")?)?),
        created_at: Timestamp(row.try_get("created_at")?),
        endorsement: row.try_get("endorsement")?,
    })
}

fn bytes_of(bytes: &[u8]) -> Result<[u8; 32]> {
    bytes.try_into().map_err(|_| StoreError::Corrupt(format!("a key or hash of {} bytes", bytes.len())))
}
