//! Drain mode: of all nodes, or of this node.

use std::sync::Arc;

use tokio::sync::watch;

/// Drain mode: while it is on, the node takes no new games (no rooms, seeks, or tournament starts), and running games continue. It is on
/// for all nodes, or for this node alone, which is then about to stop. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Drain(Arc<watch::Sender<State>>);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct State {
    everywhere: bool,
    here: bool,
}

impl Drain {
    /// Returns whether this node takes no new games.
    pub fn is_on(&self) -> bool {
        let State { everywhere, here } = *self.0.borrow();
        everywhere || here
    }

    /// Returns whether no node takes new games.
    pub fn is_everywhere(&self) -> bool {
        self.0.borrow().everywhere
    }

    /// Returns whether this node is about to stop, and other nodes take its games and sockets.
    pub fn is_here(&self) -> bool {
        self.0.borrow().here
    }

    /// Returns whether other nodes take new games, and this one does not.
    pub fn is_only_here(&self) -> bool {
        let State { everywhere, here } = *self.0.borrow();
        here && !everywhere
    }

    /// Turns drain mode on or off for all nodes.
    pub fn set_everywhere(&self, on: bool) {
        self.0.send_if_modified(|state| std::mem::replace(&mut state.everywhere, on) != on);
    }

    /// Turns drain mode on or off for this node.
    pub fn set_here(&self, on: bool) {
        self.0.send_if_modified(|state| std::mem::replace(&mut state.here, on) != on);
    }

    /// Waits until drain mode of this node is on or off.
    pub async fn until_here(&self, on: bool) {
        // The sender is a part of `self`.
        let _ = self.0.subscribe().wait_for(|state| state.here == on).await;
    }
}
