//! Who follows a room, and through which of their sockets they play.

use axum::extract::ws::Utf8Bytes;
use sumito_game::UserId;

use crate::session::{Outbox, SessionId};

/// Who follows a room, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Watchers(Vec<Watcher>);

impl Drop for Watchers {
    /// A room whose task breaks off must not leave its watchers waiting: cut off, they come back and find it again.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.iter().for_each(|watcher| watcher.outbox.cut_off());
        }
    }
}

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

    /// Adds a socket, as the last one: of a user's sockets, that is the one they play from.
    pub(super) fn add(&mut self, session: SessionId, user: Option<UserId>, outbox: Outbox) {
        self.remove(session);
        self.0.push(Watcher { session, user, outbox });
    }

    /// Takes a socket away; returns whose it was.
    pub(super) fn remove(&mut self, session: SessionId) -> Option<UserId> {
        let place = self.0.iter().position(|watcher| watcher.session == session)?;
        self.0.remove(place).user
    }

    /// Makes a socket the one that its user plays from; returns whether it watches the room.
    pub(super) fn take_over(&mut self, session: SessionId) -> bool {
        let Some(place) = self.0.iter().position(|watcher| watcher.session == session) else { return false };
        let watcher = self.0.remove(place);
        self.0.push(watcher);
        true
    }

    /// The sockets of `user`, with whether it is the one that they play from.
    pub(super) fn sockets_of(&self, user: UserId) -> impl Iterator<Item = (SessionId, &Outbox, bool)> {
        let controls = self.0.iter().rev().find(|watcher| watcher.user == Some(user));
        let controls = controls.map(|watcher| watcher.session);
        self.0
            .iter()
            .filter(move |watcher| watcher.user == Some(user))
            .map(move |watcher| (watcher.session, &watcher.outbox, Some(watcher.session) == controls))
    }

    /// Whether a socket of `user` only mirrors what another one does. A socket that does not watch never does.
    pub(super) fn only_mirrors(&self, session: SessionId, user: UserId) -> bool {
        self.sockets_of(user).any(|(socket, _, controls)| socket == session && !controls)
    }

    /// Sends the same bytes to everybody. Whoever reads too slowly is cut off by its own outbox and comes back with
    /// `since`; nobody waits for it.
    pub(super) fn send(&self, text: &Utf8Bytes) {
        for watcher in &self.0 {
            watcher.outbox.send(text.clone());
        }
    }

    /// Sends the same bytes to the sockets of those users that are `wanted`.
    pub(super) fn send_to(&self, text: &Utf8Bytes, wanted: impl Fn(Option<UserId>) -> bool) {
        for watcher in self.0.iter().filter(|watcher| wanted(watcher.user)) {
            watcher.outbox.send(text.clone());
        }
    }
}
