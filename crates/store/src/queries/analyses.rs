//! Queries for the analyses of finished games.

use sqlx::{Connection as _, Row, query};
use sumito_game::{GameId, Timestamp, UserId};

use super::super::BEGIN;
use super::accounts::hold_user;
use super::{Queries, Result, unsigned};
use crate::{StoredAnalysis, TooManyAnalyses};

impl Queries {
    pub(crate) async fn add_analysis(
        &self,
        game: GameId,
        user: UserId,
        now: Timestamp,
        max: u64,
    ) -> Result<std::result::Result<(), TooManyAnalyses>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, user).await?;
            let sql = "SELECT count(*) AS count FROM analyses
                       WHERE asked_by = $1 AND positions IS NULL AND game_id <> $2";
            let row = query(sql).bind(user.0).bind(game.0).fetch_one(&mut *transaction).await?;
            let count = unsigned(row.try_get("count")?)?;
            if count >= max {
                return Ok(Err(TooManyAnalyses(count)));
            }
            let sql = "INSERT INTO analyses (game_id, asked_by, asked_at) VALUES ($1, $2, $3)
                       ON CONFLICT (game_id) DO NOTHING";
            query(sql).bind(game.0).bind(user.0).bind(now.0).execute(&mut *transaction).await?;
            Ok(Ok(transaction.commit().await?))
        })
        .await
    }

    pub(crate) async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE analyses SET positions = $2 WHERE game_id = $1";
            Ok(query(sql).bind(game.0).bind(positions).execute(connection).await.map(drop)?)
        })
        .await
    }

    pub(crate) async fn drop_analysis(&self, game: GameId) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM analyses WHERE game_id = $1 AND positions IS NULL";
            Ok(query(sql).bind(game.0).execute(connection).await.map(drop)?)
        })
        .await
    }

    pub(crate) async fn analysis(&self, game: GameId) -> Result<Option<StoredAnalysis>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT asked_by, positions FROM analyses WHERE game_id = $1";
            Ok(query(sql).bind(game.0).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        let asked_by = UserId(row.try_get("asked_by")?);
        Ok(Some(StoredAnalysis { asked_by, positions: row.try_get("positions")? }))
    }

    pub(crate) async fn unfinished_analyses(&self) -> Result<Vec<GameId>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT game_id FROM analyses WHERE positions IS NULL ORDER BY asked_at";
            Ok(query(sql).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(GameId(row.try_get("game_id")?))).collect()
    }
}
