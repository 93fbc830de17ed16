//! Registry of the open sockets.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use sumito_game::UserId;
use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;
use tracing::warn;

use super::{CloseReason, Outbox};
use crate::env::Env;
use sumito_kit::tasks::Tasks;
use sumito_kit::topic::SubscriberId;
use sumito_store::{LeaseDeadline, SessionId};

/// Number of ended sessions that are remembered, since a socket may be opened with a session that was valid a moment before.
const ENDED: usize = 4_096;

/// Pause after each group of sockets that are sent away.
const SEND_AWAY_PAUSE: Duration = Duration::from_millis(50);

/// Time within which a node that has lost its lease closes its sockets: the clocks of its players run.
const LOSE_LEASE_WITHIN: Duration = Duration::from_millis(200);

/// Registry of the sockets that are open on this node. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct SocketRegistry {
    tasks: TaskTracker,
    open: Arc<Mutex<RegistryState>>,
    /// Notified when a session was read before messages of other nodes were lost, and its socket is open now.
    is_doubtful: Arc<Notify>,
}

#[derive(Debug, Default)]
struct RegistryState {
    sockets: HashMap<SubscriberId, OpenSocket>,
    /// The sessions that ended last, newest at the end.
    ended: VecDeque<SessionId>,
    checks: Checks,
    stopping: bool,
}

/// Number of times that the sessions of all open sockets were checked. Take it before you read a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checks(u64);

#[derive(Debug)]
struct OpenSocket {
    outbox: Outbox,
    who: Option<SocketOwner>,
}

/// Owner of a socket: the user, and their session or token.
pub type SocketOwner = (UserId, SessionId);

/// Registration of an open socket, until it is dropped.
#[derive(Debug)]
pub struct SocketGuard {
    sockets: SocketRegistry,
    id: SubscriberId,
}

impl SocketRegistry {
    /// Returns the tracker of the sockets' tasks.
    pub fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    /// Returns the number of checks so far, for [`enter`](Self::enter) and [`identify`](Self::identify).
    pub fn checks(&self) -> Checks {
        self.open().checks
    }

    /// Registers a socket whose session was read after `checks`. Closes it at once if the server is stopping or its session has just ended.
    pub fn enter(
        &self,
        id: SubscriberId,
        outbox: &Outbox,
        who: Option<SocketOwner>,
        checks: Checks,
    ) -> SocketGuard {
        let mut open = self.open();
        if open.stopping {
            outbox.close(CloseReason::Stopping);
        }
        open.sockets.insert(id, OpenSocket { outbox: outbox.clone(), who: None });
        drop(open);
        if let Some(who) = who {
            self.identify(id, who, checks);
        }
        SocketGuard { sockets: self.clone(), id }
    }

    /// Sets the owner of a socket that was anonymous. The session was read after `checks`.
    pub fn identify(&self, id: SubscriberId, who: SocketOwner, checks: Checks) {
        let mut open = self.open();
        open.identify(id, who);
        if open.checks != checks {
            self.is_doubtful.notify_one();
        }
    }

    /// Starts a check of the sessions of all open sockets, and returns these sessions.
    pub(super) fn begin_check(&self) -> Vec<SessionId> {
        self.open().checks.0 += 1;
        self.sessions()
    }

    /// Waits until a check is necessary.
    pub(super) async fn until_doubtful(&self) {
        self.is_doubtful.notified().await;
    }

    /// Closes the sockets of sessions and tokens that have ended.
    pub(super) fn sessions_ended(&self, sessions: &[SessionId]) {
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

    /// Closes the sockets of a renamed user, so that their clients reconnect.
    pub(super) fn user_changed(&self, user: UserId) {
        for socket in self.open().sockets.values() {
            if socket.who.is_some_and(|(other, _)| other == user) {
                socket.outbox.close(CloseReason::UserChanged);
            }
        }
    }

    /// Sends a message to all sockets.
    pub fn broadcast(&self, text: &Bytes) {
        for socket in self.open().sockets.values() {
            socket.outbox.send(text.clone());
        }
    }

    /// Returns the sessions and tokens of all open sockets.
    pub fn sessions(&self) -> Vec<SessionId> {
        let mut sessions: Vec<_> =
            self.open().sockets.values().filter_map(|socket| Some(socket.who?.1)).collect();
        sessions.sort_unstable();
        sessions.dedup();
        sessions
    }

    /// Returns the number of open sockets.
    pub fn count(&self) -> usize {
        self.open().sockets.len()
    }

    /// Closes all sockets one after the other within about this time, so that their clients reconnect to other nodes.
    pub async fn send_away(&self, within: Duration) {
        let outboxes: Vec<_> = self.open().sockets.values().map(|socket| socket.outbox.clone()).collect();
        let groups = (within.as_millis() / SEND_AWAY_PAUSE.as_millis()).max(1);
        let size = outboxes.len().div_ceil(usize::try_from(groups).unwrap_or(usize::MAX)).max(1);
        for group in outboxes.chunks(size) {
            for outbox in group {
                outbox.close(CloseReason::Stopping);
            }
            sleep(SEND_AWAY_PAUSE).await;
        }
        if outboxes.is_empty() {
            sleep(SEND_AWAY_PAUSE).await;
        }
    }

    /// Returns the sockets of this node. They close whenever it may have lost its lease.
    pub(crate) fn start(env: &Env, tasks: &Tasks) -> Self {
        let sockets = Self::default();
        let (lease, duties) = (env.store.lease_deadline(), env.duties.stopping().clone());
        let following = sockets.clone().follow_lease(lease);
        tasks.spawn("sockets of a lost lease", async move {
            // A node that leaves closes its sockets in order.
            let _ = duties.run_until_cancelled(following).await;
        });
        sockets
    }

    /// Closes all sockets whenever this node may have lost its lease, so that their clients reconnect to other nodes.
    async fn follow_lease(self, lease: LeaseDeadline) {
        let mut known = lease.lapses();
        loop {
            lease.until_lapsed(known).await;
            known = lease.lapses();
            warn!(sockets = self.count(), "lease lost: sockets closed");
            let closing = async {
                // The clients are notified first.
                sleep(SEND_AWAY_PAUSE).await;
                loop {
                    // Also a socket that was opened just before.
                    self.send_away(LOSE_LEASE_WITHIN).await;
                }
            };
            tokio::select! {
                () = lease.until_valid() => {}
                () = closing => {}
            }
        }
    }

    /// Closes all sockets and waits until their tasks have ended.
    pub async fn stop(&self) {
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
    fn identify(&mut self, id: SubscriberId, who: SocketOwner) {
        let Some(socket) = self.sockets.get_mut(&id) else { return };
        socket.who = Some(who);
        if self.ended.contains(&who.1) {
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
            let entry = sockets.enter(id, &outbox, who, sockets.checks());
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
        sockets.identify(late, owner(1, 1), sockets.checks());
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
