//! Feed of finished games in the order in which they were stored, and its consumers: the projections of the server.

use futures_util::FutureExt;
use sumito_game::RoomId;

use super::{
    ActivityDelta, ConductViolation, ExplorerMove, GameSummary, NewPuzzle, NewReceipt, PositionKey,
    RatedGame, StatisticsDelta, Store, StoreError, WebhookMessage, each, each_database, store_api,
};

/// Derived data of finished games, stored in tables: it can be dropped and computed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Projection {
    /// The ratings of players.
    Ratings,
    /// The results of players' games by kind of game.
    Statistics,
    /// The first moves of games.
    Explorer,
    /// Players' games by day and by opponent, ratings by day, and best wins.
    Activity,
}

impl Projection {
    /// All projections, in the order of a rebuild.
    pub const ALL: [Self; 4] = [Self::Ratings, Self::Statistics, Self::Explorer, Self::Activity];

    /// Returns the consumer that computes the projection.
    pub fn consumer(self) -> FeedConsumer {
        FeedConsumer::Projection(self)
    }
}

/// Consumers of finished games. Each has a position in the feed, which is stored together with its effects. Only projections can be dropped:
/// users have attempted the puzzles, and receipts cannot be withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeedConsumer {
    /// Computes a projection.
    Projection(Projection),
    /// Reports the results to tournaments, which store them in their own events.
    Tournaments,
    /// Searches the games for puzzles.
    Puzzles,
    /// Issues the receipts of the games.
    Receipts,
    /// Adds messages for the webhooks of the players.
    Webhooks,
}

impl FeedConsumer {
    /// Returns whether the consumer processes a game only after its ratings are computed.
    pub fn needs_ratings(self) -> bool {
        use Projection::{Activity, Explorer};
        matches!(self, Self::Projection(Explorer | Activity) | Self::Receipts)
    }

    /// Returns the name of the consumer, for operators and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Projection(Projection::Ratings) => "ratings",
            Self::Projection(Projection::Statistics) => "statistics",
            Self::Projection(Projection::Explorer) => "explorer",
            Self::Projection(Projection::Activity) => "activity",
            Self::Tournaments => "tournaments",
            Self::Puzzles => "puzzles",
            Self::Receipts => "receipts",
            Self::Webhooks => "webhooks",
        }
    }
}

/// A finished game and its position in the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedEntry {
    /// Position from 1, without gaps, in the order in which the games were stored.
    pub position: u64,
    /// The game without its moves.
    pub game: GameSummary,
}

/// An increment for a position of the explorer.
pub(super) type ExplorerDelta = (PositionKey, ExplorerMove);

/// Derived data of a consumer for some games. It is stored together with the consumer's position.
#[derive(Debug, Clone, PartialEq)]
pub enum ProjectionUpdate {
    /// Games that change ratings, in order, and conduct breaches. Rating changes depend on the ratings before them, which are read in the
    /// same transaction.
    Ratings {
        /// Rated games, in order.
        games: Vec<RatedGame>,
        /// Players who aborted or abandoned a rated game.
        breaches: Vec<ConductViolation>,
    },
    /// Increments of players' statistics.
    Statistics(StatisticsDelta),
    /// Increments of positions, at most one for each position, move and band.
    Explorer(Vec<(PositionKey, ExplorerMove)>),
    /// Changes of players' activity.
    Activity(ActivityDelta),
    /// No data: the tournaments have stored the results themselves.
    Tournaments,
    /// Puzzles that were found.
    Puzzles(Vec<NewPuzzle>),
    /// Receipts of the games, in order.
    Receipts(Vec<NewReceipt>),
    /// Messages for webhooks, with the maximum number of messages of one webhook.
    Webhooks(Vec<WebhookMessage>, u32),
}

impl ProjectionUpdate {
    fn consumer(&self) -> FeedConsumer {
        match self {
            Self::Ratings { .. } => Projection::Ratings.consumer(),
            Self::Statistics(_) => Projection::Statistics.consumer(),
            Self::Explorer(_) => Projection::Explorer.consumer(),
            Self::Activity(_) => Projection::Activity.consumer(),
            Self::Tournaments => FeedConsumer::Tournaments,
            Self::Puzzles(_) => FeedConsumer::Puzzles,
            Self::Receipts(_) => FeedConsumer::Receipts,
            Self::Webhooks(..) => FeedConsumer::Webhooks,
        }
    }
}

store_api! { each:
    /// Returns the position of the last game that a consumer has processed; 0 before the first.
    pub async fn consumed(&self, consumer: FeedConsumer) -> Result<u64, StoreError>;

    /// Returns the next finished games after `position`, in order. Games stored later come after these.
    pub async fn feed_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEntry>, StoreError>;

    /// Deletes the data of a projection: its consumer starts again with the first game.
    pub async fn forget_consumed(&self, projection: Projection) -> Result<(), StoreError>;
}

store_api! { each_database:
    /// Returns the stored payload of an event of a room; `None` if there is no event with this number.
    pub async fn event(&self, room: RoomId, seq: u64) -> Result<Option<String>, StoreError>;
}

impl Store {
    /// Returns for the consumer of each projection the number of finished games that it has not processed yet.
    pub async fn consumers_lag(&self) -> Result<Vec<(FeedConsumer, u64)>, StoreError> {
        let end = each_database!(self, queries => queries.feed_end().boxed().await)?;
        let mut lags = Vec::with_capacity(Projection::ALL.len());
        for consumer in Projection::ALL.map(Projection::consumer) {
            lags.push((consumer, end.saturating_sub(self.consumed(consumer).await?)));
        }
        Ok(lags)
    }

    /// Stores the data that a consumer derived from the games after `from`, up to `to`, in one transaction with its new position. Returns
    /// whether it did: not if the consumer's position is no longer `from`.
    pub async fn consume(&self, from: u64, to: u64, effects: &ProjectionUpdate) -> Result<bool, StoreError> {
        let consumer = effects.consumer();
        each!(self, queries => queries.consume(consumer, from, to, effects).boxed().await)
    }
}
