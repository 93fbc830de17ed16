//! Whose turn it is in games by correspondence, for whoever reaches those who are not there.

use std::sync::{Arc, OnceLock};

use sumito_game::{Game, Player, RoomId, Table, UserId};
use tokio::sync::mpsc;

/// How a game by correspondence stands, since that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Where it is played.
    pub room: RoomId,
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// Whom it waits for; `None` once it has ended.
    pub whose: Option<UserId>,
}

/// Tells turns to whoever wants to know them, as they are stored. A room that is read again tells none: they were told. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Turns(Arc<OnceLock<mpsc::Sender<Turn>>>);

impl Turns {
    /// All turns from now on, for the first who asks. Of those for which there is no place at their time nothing is told.
    pub fn listen(&self, places: usize) -> Option<mpsc::Receiver<Turn>> {
        let (sender, turns) = mpsc::channel(places);
        self.0.set(sender).ok().map(|()| turns)
    }

    /// Something has changed at a room's table.
    pub(super) fn tell(&self, room: RoomId, table: &Table) {
        let Some(listener) = self.0.get().filter(|_| !table.settings().time.is_live()) else { return };
        let turn = table.game().and_then(Game::turn);
        let whose = turn.and_then(|seat| Some(table.player(seat)?.id));
        let players = table.chairs().iter().filter_map(|chair| chair.player.clone()).collect();
        // Whoever listens is only held up by much too many.
        let _ = listener.try_send(Turn { room, players, whose });
    }
}
