//! Registry of the open sockets.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use sumito_game::UserId;
use tokio_util::task::TaskTracker;

use super::{CloseReason, Outbox};
use sumito_kit::topic::SubscriberId;
use sumito_store::SessionId;

/// Number of ended sessions that are remembered, since a socket may be opened with a session that was valid a moment before.
const ENDED: usize = 4_096;

/// Registry of the open sockets. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct SocketRegistry {
    tasks: TaskTracker,
    open: Arc<Mutex<RegistryState>>,
}

#[derive(Debug, Default)]
struct RegistryState {
    sockets: HashMap<SubscriberId, OpenSocket>,
    /// The sessions that ended last, newest at the end.
    ended: VecDeque<SessionId>,
    stopping: bool,
}

#[derive(Debug)]
struct OpenSocket {
    outbox: Outbox,
    who: Option<SocketOwner>,
}

/// Owner of a socket: the user, and their session or token.
pub(crate) type SocketOwner = (UserId, SessionId);

/// Registration of an open socket, until it is dropped.
#[derive(Debug)]
pub(crate) struct SocketGuard {
    sockets: SocketRegistry,
    id: SubscriberId,
}

impl SocketRegistry {
    /// Returns the tracker of the sockets' tasks.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    /// Registers a socket. Closes it at once if the server is stopping or its session has just ended.
    pub(crate) fn enter(&self, id: SubscriberId, outbox: &Outbox, who: Option<SocketOwner>) -> SocketGuard {
        let mut open = self.open();
        if open.stopping {
            outbox.close(CloseReason::Stopping);
        }
        open.sockets.insert(id, OpenSocket { outbox: outbox.clone(), who: None });
        open.identify(id, who);
        SocketGuard { sockets: self.clone(), id }
    }

    /// Sets the owner of a socket that was anonymous.
    pub(crate) fn identify(&self, id: SubscriberId, who: SocketOwner) {
        self.open().identify(id, Some(who));
    }

    /// Closes the sockets of sessions and tokens that have ended.
    pub(crate) fn sessions_ended(&self, sessions: &[SessionId]) {
        if sessions.is_empty() {
            return;
        }
        let mut open = self.open();
        for socket in open.sockets.values() {
            if socket.who.is_some_and(|(_, session)| sessions.contains(&session)) {
                socket.outbox.close(CloseReason::SessionEnded);
            }
        }
        open.ended.extend(sessions);
        let too_many = open.ended.len().saturating_sub(ENDED);
        open.ended.drain(..too_many);
    }

    /// Closes the sockets of a user whose name has changed, so that their clients reconnect.
    pub(crate) fn user_changed(&self, user: UserId) {
        for socket in self.open().sockets.values() {
            if socket.who.is_some_and(|(other, _)| other == user) {
                socket.outbox.close(CloseReason::UserChanged);
            }
        }
    }

    /// Sends a message to all sockets.
    pub(crate) fn broadcast(&self, text: &Bytes) {
        for socket in self.open().sockets.values() {
            socket.outbox.send_text(text.clone());
        }
    }

    /// Returns the sessions and tokens of all open sockets.
    pub(crate) fn sessions(&self) -> Vec<SessionId> {
        let mut sessions: Vec<_> =
            self.open().sockets.values().filter_map(|socket| Some(socket.who?.1)).collect();
        sessions.sort_unstable();
        sessions.dedup();
        sessions
    }

    /// Returns the number of open sockets.
    pub(crate) fn count(&self) -> usize {
        self.open().sockets.len()
    }

    /// Closes all sockets and waits until their tasks have ended.
    pub(crate) async fn stop(&self) {
        {
            let mut open = self.open();
            open.stopping = true;
            open.sockets.values().for_each(|socket| socket.outbox.close(CloseReason::Stopping));
        }
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn open(&self) -> MutexGuard<'_, RegistryState> {
        self.open.lock()
    }
}

impl RegistryState {
    fn identify(&mut self, id: SubscriberId, who: Option<SocketOwner>) {
        let Some(socket) = self.sockets.get_mut(&id) else { return };
        socket.who = who;
        if who.is_some_and(|(_, session)| self.ended.contains(&session)) {
            socket.outbox.close(CloseReason::SessionEnded);
        }
    }
}

impl Drop for SocketGuard {
    fn drop(&mut self) {
        self.sockets.open().sockets.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    fn owner(user: u128, session: u128) -> SocketOwner {
        (UserId(Uuid::from_u128(user)), SessionId(Uuid::from_u128(session)))
    }

    #[test]
    fn sockets_of_an_ended_session_are_closed() {
        let sockets = SocketRegistry::default();
        let open = |who| {
            let id = SubscriberId::fresh();
            let (outbox, reader) = Outbox::new(1, 99);
            let entry = sockets.enter(id, &outbox, who);
            (id, reader, entry)
        };
        let [(_, first, _first), (_, other, _other), (late, anonymous, _anonymous)] =
            [Some(owner(1, 1)), Some(owner(1, 2)), None].map(open);
        assert_eq!(sockets.sessions().len(), 2);
        sockets.sessions_ended(&[SessionId(Uuid::from_u128(1))]);
        assert_eq!(first.wait_closed().now_or_never(), Some(CloseReason::SessionEnded));
        assert_eq!(other.wait_closed().now_or_never(), None);
        assert_eq!(anonymous.wait_closed().now_or_never(), None);
        let (_, again, _again) = open(Some(owner(1, 1)));
        assert_eq!(again.wait_closed().now_or_never(), Some(CloseReason::SessionEnded));
        sockets.identify(late, owner(1, 1));
        assert_eq!(anonymous.wait_closed().now_or_never(), Some(CloseReason::SessionEnded));
        sockets.user_changed(UserId(Uuid::from_u128(1)));
        assert_eq!(other.wait_closed().now_or_never(), Some(CloseReason::UserChanged));
    }

    #[test]
    fn ended_sessions_are_bounded() {
        let sockets = SocketRegistry::default();
        for number in 0..10 {
            let sessions: Vec<_> =
                (0..1_000).map(|id| SessionId(Uuid::from_u128(number * 1_000 + id))).collect();
            sockets.sessions_ended(&sessions);
        }
        let open = sockets.open();
        assert_eq!(open.ended.len(), ENDED);
        assert_eq!(open.ended.back(), Some(&SessionId(Uuid::from_u128(9_999))));
    }
}
