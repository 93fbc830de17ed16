//! Turn changes of correspondence games, for notifying players who are offline.

use std::sync::{Arc, OnceLock};

use sumito_game::{Game, Player, RoomId, Table, UserId};
use tokio::sync::mpsc;

/// A change of turn in a correspondence game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrespondenceTurn {
    /// Room of the game.
    pub room: RoomId,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The user to move; `None` once the game has ended.
    pub whose: Option<UserId>,
}

/// Channel for turn changes, sent when they are stored. A reloaded room sends none, since they were sent before. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct CorrespondenceTurns(Arc<OnceLock<mpsc::Sender<CorrespondenceTurn>>>);

impl CorrespondenceTurns {
    /// Returns the receiver of all turn changes from now on; `None` after the first call. Turn changes are dropped while `places` of them
    /// wait.
    pub fn listen(&self, places: usize) -> Option<mpsc::Receiver<CorrespondenceTurn>> {
        let (sender, turns) = mpsc::channel(places);
        self.0.set(sender).ok().map(|()| turns)
    }

    /// Records that a room's table has changed.
    pub(super) fn record(&self, room: RoomId, table: &Table) {
        let Some(listener) = self.0.get().filter(|_| !table.settings().time.is_live()) else { return };
        let turn = table.game().and_then(Game::turn);
        let whose = turn.and_then(|seat| Some(table.player(seat)?.id));
        let players = table.chairs().iter().filter_map(|chair| chair.player.clone()).collect();
        // The queue is full only under extreme load.
        let _ = listener.try_send(CorrespondenceTurn { room, players, whose });
    }
}
