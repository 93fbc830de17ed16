//! Finished games in the order in which they were stored, for whoever follows them, and what became of them.

use sumito_game::{RoomId, UserId};

use super::{
    Breach, ExploredMove, ExploredPosition, GameSummary, MoreStatistics, PlayerCounts, RatedGame, Store,
    StoreError, Visibility, each, each_database,
};

/// Whoever follows the finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Consumer {
    /// Counts how players' games went.
    PlayerCounts,
    /// Works out how strong players are.
    Ratings,
    /// Counts how players' games went, by what was played and against whom.
    Statistics,
    /// Counts what was played in the first moves.
    Explorer,
    /// Tells tournaments how their games ended. What it makes of that is in the tournaments' own events.
    Tournaments,
}

impl Consumer {
    /// All that make something of the games in the transaction that notes how far they have come.
    pub const ALL: [Self; 4] = [Self::PlayerCounts, Self::Ratings, Self::Statistics, Self::Explorer];

    /// The name that it is known by: to the operator, and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlayerCounts => "player-counts",
            Self::Ratings => "ratings",
            Self::Statistics => "statistics",
            Self::Explorer => "explorer",
            Self::Tournaments => "tournaments",
        }
    }
}

/// A finished game and its place among all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedEntry {
    /// Counted from 1, without gaps, in the order in which the games were stored.
    pub position: u64,
    /// The game.
    pub game: GameSummary,
}

/// What is to be added to what is known of a position.
pub(super) type ExploredOnce = (ExploredPosition, ExploredMove);

/// What a consumer makes of some games. It is stored together with how far the consumer has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effects {
    /// What is to be added to players' counts of public or private games, at most once for each player, mode and visibility.
    PlayerCounts(Vec<(UserId, Visibility, PlayerCounts)>),
    /// Games that change ratings, in order, and what is held against players. What a game changes depends on the ratings before it:
    /// they are read in the transaction that stores those after it.
    Ratings {
        /// The games.
        games: Vec<RatedGame>,
        /// Who has aborted or left one.
        breaches: Vec<Breach>,
    },
    /// What is to be added to players' statistics.
    Statistics(MoreStatistics),
    /// What is to be added to what is known of positions, at most once for each position, move and band.
    Explorer(Vec<(ExploredPosition, ExploredMove)>),
    /// Nothing: the tournaments have stored what they were told.
    Tournaments,
}

impl Effects {
    fn consumer(&self) -> Consumer {
        match self {
            Self::PlayerCounts(_) => Consumer::PlayerCounts,
            Self::Ratings { .. } => Consumer::Ratings,
            Self::Statistics(_) => Consumer::Statistics,
            Self::Explorer(_) => Consumer::Explorer,
            Self::Tournaments => Consumer::Tournaments,
        }
    }
}

impl Store {
    /// The position of the last game that a consumer has taken in; 0 before the first one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn consumed(&self, consumer: Consumer) -> Result<u64, StoreError> {
        each!(self, queries => queries.consumed(consumer).await)
    }

    /// How many finished games each consumer has not taken in yet.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub(crate) async fn consumers_lag(&self) -> Result<Vec<(Consumer, u64)>, StoreError> {
        let end = each_database!(self, queries => queries.feed_end().await)?;
        let mut lags = Vec::with_capacity(Consumer::ALL.len());
        for consumer in Consumer::ALL {
            lags.push((consumer, end.saturating_sub(self.consumed(consumer).await?)));
        }
        Ok(lags)
    }

    /// The next finished games after `position`, in order. Whatever is stored later comes after these.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is stored of one of them makes no sense.
    pub async fn feed_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEntry>, StoreError> {
        each!(self, queries => queries.feed_after(position, limit).await)
    }

    /// One event of a room, as it is stored; `None` where there is none with this number.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn event(&self, room: RoomId, seq: u64) -> Result<Option<String>, StoreError> {
        each_database!(self, queries => queries.event(room, seq).await)
    }

    /// Stores what a consumer made of the games after `from`, up to `to`, in one transaction with how far it has come. Returns
    /// whether it did: not if the consumer has moved on from `from` meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn consume(&self, from: u64, to: u64, effects: &Effects) -> Result<bool, StoreError> {
        let consumer = effects.consumer();
        each!(self, queries => queries.consume(consumer, from, to, effects).await)
    }

    /// Forgets everything that a consumer has made: it begins again with the first game.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn forget_consumed(&self, consumer: Consumer) -> Result<(), StoreError> {
        each!(self, queries => queries.forget_consumed(consumer).await)
    }
}
