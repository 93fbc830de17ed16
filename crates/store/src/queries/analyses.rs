//! Queries for the analyses of finished games.

use sqlx::{Row, query};
use sumito_game::{GameId, Timestamp, UserId};

use super::{Queries, Result};

impl Queries {
    pub(crate) async fn add_analysis(&self, game: GameId, user: UserId, now: Timestamp) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO analyses (game_id, asked_by, asked_at) VALUES ($1, $2, $3)
                       ON CONFLICT (game_id) DO NOTHING";
            Ok(query(sql).bind(game.0).bind(user.0).bind(now.0).execute(connection).await.map(drop)?)
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

    pub(crate) async fn analysis(&self, game: GameId) -> Result<Option<String>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT positions FROM analyses WHERE game_id = $1 AND positions IS NOT NULL";
            Ok(query(sql).bind(game.0).fetch_optional(connection).await?)
        });
        row.await?.map(|row| Ok(row.try_get("positions")?)).transpose()
    }

    pub(crate) async fn unfinished_analyses(&self) -> Result<Vec<(GameId, UserId)>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT game_id, asked_by FROM analyses WHERE positions IS NULL ORDER BY asked_at";
            Ok(query(sql).fetch_all(connection).await?)
        });
        let read =
            |row: &super::DbRow| Ok((GameId(row.try_get("game_id")?), UserId(row.try_get("asked_by")?)));
        rows.await?.iter().map(read).collect()
    }
}
