//! Signals of unfair play that the server has found.

use std::collections::HashMap;

use sumito_game::{GameId, Reason, Timestamp, UserId};
use sumito_ratings::Pool;
use uuid::Uuid;

use super::{ModerationAction, StoreError, UserRow, store_api};

/// Kind of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignalKind {
    /// Two accounts move ratings between them.
    Farming,
    /// A player loses on purpose to meet weaker opponents.
    Sandbagging,
    /// A player may use a program.
    Engine,
}

impl SignalKind {
    /// Kinds in order of declaration.
    pub const ALL: [Self; 3] = [Self::Farming, Self::Sandbagging, Self::Engine];

    /// Returns the stored word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Farming => "farming",
            Self::Sandbagging => "sandbagging",
            Self::Engine => "engine",
        }
    }

    /// Parses a word of [`as_str`](Self::as_str).
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// A signal that was found in the games of the last days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSignal {
    /// Kind of the signal.
    pub kind: SignalKind,
    /// Its subject; there is one signal of each kind for a subject.
    pub subject: String,
    /// The user whom the signal concerns.
    pub user: UserId,
    /// The other user of a pair.
    pub other: Option<UserId>,
    /// Strength from 1 to 100.
    pub strength: u8,
    /// Numbers and games, as text that the store does not interpret.
    pub evidence: String,
    /// End of the last game of the evidence.
    pub until: Timestamp,
}

/// A signal row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignalRow {
    /// Id of the signal.
    pub id: Uuid,
    /// Kind of the signal.
    pub kind: SignalKind,
    /// The user, or the two users of a pair.
    pub users: Vec<UserRow>,
    /// Strength from 1 to 100.
    pub strength: u8,
    /// Numbers and games, as in [`FoundSignal`].
    pub evidence: String,
    /// Time at which it was found first.
    pub found_at: Timestamp,
    /// Time at which its evidence was last computed.
    pub updated_at: Timestamp,
}

/// A rated game in a pool, from the view of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolGame {
    /// Id of the game.
    pub game: GameId,
    /// End of the game.
    pub at: Timestamp,
    /// Rating of the player before the game.
    pub before: f64,
    /// Rating of the player after the game.
    pub after: f64,
    /// Number of plies.
    pub plies: u64,
    /// Reason of the end.
    pub reason: Reason,
    /// The highest rating of an opponent before the game.
    pub opponent: Option<f64>,
}

store_api! { each_database:
    /// Returns accounts that have lost at least `losses` rated games in a pool since then within fewer than `plies` plies, by resignation,
    /// on time or by leaving; those with the most first.
    pub async fn quick_losers(
        &self,
        since: Timestamp,
        plies: u32,
        losses: u32,
        limit: u32,
    ) -> Result<Vec<(UserId, Pool)>, StoreError>;

    /// Returns the last `limit` rated games of a player in a pool after then, the oldest first.
    pub async fn pool_games(
        &self,
        user: UserId,
        pool: Pool,
        after: Timestamp,
        limit: u32,
    ) -> Result<Vec<PoolGame>, StoreError>;

    /// Returns people with at least `games` analysed live rated games of at least `plies` plies since then; those with the most first.
    pub async fn often_analysed(
        &self,
        since: Timestamp,
        plies: u32,
        games: u32,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError>;

    /// Returns the last `limit` games of a player that [`often_analysed`](Self::often_analysed) counts, with their ends, newest first.
    pub async fn analysed_games(
        &self,
        user: UserId,
        after: Timestamp,
        plies: u32,
        limit: u32,
    ) -> Result<Vec<(GameId, Timestamp)>, StoreError>;

    /// Returns the subjects of dismissed signals, with the ends of the last games at that time.
    pub async fn dismissed_signals(&self, kind: SignalKind) -> Result<HashMap<String, Timestamp>, StoreError>;

    /// Stores the signals of a search that started at `now`, in place of earlier ones with the same subject. A dismissed signal returns,
    /// unless it was dismissed during the search.
    pub async fn put_signals(&self, found: &[FoundSignal], now: Timestamp) -> Result<(), StoreError>;

    /// Returns signals that are not dismissed, the strongest first; only a single user's signals if `user` is given.
    pub async fn signals(&self, user: Option<UserId>, limit: u32) -> Result<Vec<SignalRow>, StoreError>;

    /// Dismisses a signal and writes that to the log; `false` if there is none.
    pub async fn dismiss_signal(&self, id: Uuid, action: &ModerationAction) -> Result<bool, StoreError>;

    /// Removes the signals that were last found, or dismissed, before then.
    pub async fn forget_signals(&self, before: Timestamp) -> Result<u64, StoreError>;
}
