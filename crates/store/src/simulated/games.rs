//! The finished games of a simulated store, their analyses and their feed.

use std::collections::HashMap;

use sumito_game::{GameId, RoomId, Timestamp, UserId};

use super::{Queries, Result, not_simulated};
use crate::{
    ExplorerMove, FeedConsumer, FeedEntry, FinishedGame, GameFilter, GameMoves, GameSummary, PlayerCounts,
    PositionKey, Projection, ProjectionUpdate, StoredAnalysis, TooManyAnalyses,
};

impl Queries {
    pub(crate) async fn game(&self, id: GameId) -> Result<Option<GameSummary>> {
        Ok(self.game_with_moves(id).await?.map(|game| game.with_moves(())))
    }

    pub(crate) async fn game_with_moves(&self, id: GameId) -> Result<Option<FinishedGame>> {
        self.read(|tables| tables.games.iter().find(|game| game.id == id).cloned()).await
    }

    pub(crate) async fn games_with_moves(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>> {
        self.read(|tables| tables.games.iter().filter(|game| ids.contains(&game.id)).cloned().collect()).await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn moves_of(&self, _: &[GameId]) -> Result<HashMap<GameId, GameMoves>> {
        Err(not_simulated())
    }

    pub(crate) async fn games_of_room(&self, room: RoomId) -> Result<Vec<FinishedGame>> {
        self.read(|tables| tables.games.iter().filter(|game| game.room == room).cloned().collect()).await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn add_analysis(
        &self,
        game: GameId,
        user: UserId,
        _now: Timestamp,
        max: u64,
    ) -> Result<std::result::Result<(), TooManyAnalyses>> {
        let mut tables = self.tables();
        let analyses = &mut tables.analyses;
        let is_open = |(id, row): &(&GameId, &StoredAnalysis)| {
            **id != game && row.asked_by == user && row.positions.is_none()
        };
        let count = analyses.iter().filter(is_open).count() as u64;
        if count >= max {
            return Ok(Err(TooManyAnalyses(count)));
        }
        analyses.entry(game).or_insert(StoredAnalysis { asked_by: user, positions: None });
        Ok(Ok(()))
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<()> {
        if let Some(row) = self.tables().analyses.get_mut(&game) {
            row.positions = Some(positions.to_owned());
        }
        Ok(())
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn drop_analysis(&self, game: GameId) -> Result<()> {
        self.tables().analyses.retain(|id, row| *id != game || row.positions.is_some());
        Ok(())
    }

    pub(crate) async fn analysis(&self, game: GameId) -> Result<Option<StoredAnalysis>> {
        self.read(|tables| tables.analyses.get(&game).cloned()).await
    }

    pub(crate) async fn unfinished_analyses(&self) -> Result<Vec<GameId>> {
        let unfinished = |(game, row): (&GameId, &StoredAnalysis)| row.positions.is_none().then_some(*game);
        self.read(|tables| tables.analyses.iter().filter_map(unfinished).collect()).await
    }

    /// Returns the position of the tournaments, which are the only consumer in a simulation.
    pub(crate) async fn consumed(&self, _: FeedConsumer) -> Result<u64> {
        self.read(|tables| tables.consumed).await
    }

    pub(crate) async fn feed_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEntry>> {
        self.read(|tables| {
            let games = (1..).zip(&tables.games).skip(position as usize).take(limit as usize);
            games.map(|(position, game)| FeedEntry { position, game: game.clone().with_moves(()) }).collect()
        })
        .await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn consume(
        &self,
        _: FeedConsumer,
        from: u64,
        to: u64,
        _: &ProjectionUpdate,
    ) -> Result<bool> {
        let mut tables = self.tables();
        let moves = tables.consumed == from;
        if moves {
            tables.consumed = to;
        }
        Ok(moves)
    }
}

#[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
impl Queries {
    pub(crate) async fn games(&self, _: &GameFilter) -> Result<Vec<GameSummary>> {
        Err(not_simulated())
    }

    pub(crate) async fn explain_games(&self, _: &GameFilter) -> Result<String> {
        Err(not_simulated())
    }

    pub(crate) async fn player_counts(&self, _: UserId, _: bool) -> Result<Vec<PlayerCounts>> {
        Err(not_simulated())
    }

    pub(crate) async fn explored(&self, _: PositionKey) -> Result<Vec<ExplorerMove>> {
        Err(not_simulated())
    }

    pub(crate) async fn explain_explored(&self, _: PositionKey) -> Result<String> {
        Err(not_simulated())
    }

    pub(crate) async fn forget_consumed(&self, _: Projection) -> Result<()> {
        Err(not_simulated())
    }
}
