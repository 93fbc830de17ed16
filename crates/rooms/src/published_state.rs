//! State of the rooms of this node that other nodes follow.

use sumito_game::{RoomId, UserId};

use super::Rooms;
use super::handle::Message;
use super::registry::Placement;
use sumito_kit::registry::Lookup;
use sumito_kit::task;

impl Rooms {
    /// Exchanges list entries, summaries, players and rated positions of rooms with the other nodes. Runs until it is dropped; returns at once if no other
    /// node can exist.
    pub(super) async fn share(&self) {
        let my_games = self.my_game_changes().run(|user| self.show_rooms_of(user));
        let lagged = |rooms| {
            let (shared, stopping) = (self.clone(), self.context().stopping.clone());
            task::spawn(
                stopping.run_until_cancelled_owned(async move { shared.read_occupancies(rooms).await }),
            );
        };
        let occupancies = self.occupancies().run(|room| self.show(room), lagged);
        tokio::join!(self.listings().run(), my_games, occupancies, self.rated_positions().run());
    }

    /// Shows the rooms of this node in which `user` has a seat to the nodes that follow them.
    fn show_rooms_of(&self, user: UserId) {
        for room in self.attendance().rooms_of(user) {
            self.show(room);
        }
    }

    /// Shows a room of this node to the nodes that follow it. A room with a full queue is about to change anyway.
    fn show(&self, room: RoomId) {
        if let Lookup::Running(Placement::Here, inbox) = self.context().active.lookup(room) {
            let _ = inbox.try_send(Message::Show);
        }
    }
}
