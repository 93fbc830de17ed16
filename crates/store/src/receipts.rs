//! Receipts of finished games and tournaments, their log, and the keys that sign them.

use std::fmt;

use sumito_game::{GameId, Timestamp, TournamentId};
use sumito_receipts::{Hash, Tree};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::archive::{QUALITY_AT_ONCE, compress};
use super::{RatingChange, StoreError, store_api};

/// A receipt to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReceipt {
    pub(super) subject: Uuid,
    pub(super) leaf: Hash,
    pub(super) packed: Vec<u8>,
}

impl NewReceipt {
    /// Returns the receipt of a game or a tournament with this signed text.
    pub fn new(subject: Uuid, note: &str) -> Self {
        let mut packed = Vec::new();
        compress(note.as_bytes(), QUALITY_AT_ONCE, &mut packed);
        Self { subject, leaf: Hash::of_leaf(note.as_bytes()), packed }
    }
}

/// A stored receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptRow {
    /// Position in the log, from 1.
    pub position: u64,
    /// The signed text.
    pub note: String,
}

/// A key that signs receipts.
#[derive(Clone, PartialEq, Eq)]
pub struct ReceiptKeyRow {
    /// Number of the key, from 1, in the order of use.
    pub number: u64,
    /// Name of the server when the key was created.
    pub name: String,
    /// The secret key.
    pub seed: Zeroizing<[u8; 32]>,
    /// Time of its creation.
    pub created_at: Timestamp,
    /// The public key, signed with the key before; `None` for the first.
    pub endorsement: Option<String>,
}

impl fmt::Debug for ReceiptKeyRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceiptKeyRow")
            .field("number", &self.number)
            .field("name", &self.name)
            .field("created_at", &self.created_at)
            .finish_non_exhaustive()
    }
}

store_api! { each_database:
    /// Returns all keys in the order of their use; the last one signs.
    pub async fn receipt_keys(&self) -> Result<Vec<ReceiptKeyRow>, StoreError>;

    /// Stores a key. Returns whether it did: not if there is a key with this number.
    pub async fn add_receipt_key(&self, key: &ReceiptKeyRow) -> Result<bool, StoreError>;

    /// Returns the receipt of a game or a tournament.
    pub async fn receipt(&self, subject: Uuid) -> Result<Option<ReceiptRow>, StoreError>;

    /// Returns at most `limit` hashes of the log after `position`, in order.
    pub async fn receipt_leaves(&self, position: u64, limit: u32) -> Result<Vec<Hash>, StoreError>;

    /// Returns the tree of the log.
    pub async fn receipt_tree(&self) -> Result<Tree, StoreError>;

    /// Returns at most `limit` finished tournaments without a receipt, the earliest start first.
    pub async fn tournaments_without_receipt(&self, limit: u32) -> Result<Vec<TournamentId>, StoreError>;

    /// Stores the receipt of a tournament, or that it gets none. Does nothing if that is stored already.
    pub async fn add_tournament_receipt(&self, id: TournamentId, receipt: Option<&NewReceipt>) -> Result<(), StoreError>;

    /// Returns the rating changes of these games, in any order.
    pub async fn rating_changes_of_games(&self, games: &[GameId]) -> Result<Vec<RatingChange>, StoreError>;
}
