//! Seeks, as the lists of lobbies show them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sumito_cluster::UnionChanges;
use sumito_game::{Player, TimeControl, Timestamp};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

/// An open seek, as a lobby's list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekListing {
    /// Id of the seek.
    pub id: Uuid,
    /// Lobby of the seek.
    pub lobby: String,
    /// The seeking player.
    pub player: Player,
    /// Mode of the game.
    #[serde(with = "sumito_game::as_text")]
    pub mode: Mode,
    /// Start layout of the game.
    #[serde(with = "sumito_game::as_text")]
    pub layout: Layout,
    /// Time control of the game.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Rating of the seeking player in such games.
    pub rating: i32,
    /// Minimum rating of the others, if limited.
    pub min_rating: Option<i32>,
    /// Maximum rating of the others, if limited.
    pub max_rating: Option<i32>,
    /// Level of the computers that fill seats which stay free for long.
    pub computers: Option<u8>,
    /// Whether bots may be among the others.
    #[serde(default)]
    pub bots: bool,
    /// Time at which the seek started.
    pub since: Timestamp,
}

/// Changes since the last read: the current entry of each seek, or `None` if it has ended. A seek that started and ended in between is in
/// no list.
pub(super) type SeekChanges = HashMap<Uuid, Option<SeekListing>>;

/// Changes of the open seeks of all nodes, drained by the lobby task.
pub type Seeks = UnionChanges<Uuid, SeekListing>;
