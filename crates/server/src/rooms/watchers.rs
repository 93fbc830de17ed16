//! Who follows a room.

use axum::extract::ws::Utf8Bytes;
use sumito_game::UserId;

use crate::session::{Outbox, SessionId};

/// Who follows a room.
#[derive(Debug, Default)]
pub(super) struct Watchers(Vec<Watcher>);

#[derive(Debug)]
struct Watcher {
    session: SessionId,
    user: Option<UserId>,
    outbox: Outbox,
}

impl Watchers {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `user` watches through at least one socket.
    pub(super) fn has(&self, user: UserId) -> bool {
        self.0.iter().any(|watcher| watcher.user == Some(user))
    }

    pub(super) fn add(&mut self, session: SessionId, user: Option<UserId>, outbox: Outbox) {
        self.remove(session);
        self.0.push(Watcher { session, user, outbox });
    }

    /// Takes a socket away; returns whose it was.
    pub(super) fn remove(&mut self, session: SessionId) -> Option<UserId> {
        let place = self.0.iter().position(|watcher| watcher.session == session)?;
        self.0.swap_remove(place).user
    }

    /// Sends the same bytes to everybody. Whoever reads too slowly is cut off by its own outbox and comes back with
    /// `since`; nobody waits for it.
    pub(super) fn send(&self, text: &Utf8Bytes) {
        for watcher in &self.0 {
            watcher.outbox.send(text.clone());
        }
    }
}
