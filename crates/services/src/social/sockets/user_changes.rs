//! Changes of users for all nodes: ended sessions and new names.

use std::collections::HashSet;
use std::time::Duration;

use crate::env::Env;
use serde::{Deserialize, Serialize};
use sumito_cluster::{Bus, Received, Subject};
use sumito_game::{Timestamp, UserId};
use sumito_kit::names::{self, Called};
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_store::{SessionId, Store, StoreError};

use super::SocketRegistry;

/// Changes of users.
const USER_CHANGES: Subject<UserChange> = Subject::new("user_changes");

/// Maximum number of ended sessions in a message.
const SESSIONS_AT_ONCE: usize = 4_096;

/// Time before the last check from which names are reread: a change becomes visible a moment after its time.
const OVERLAP: Duration = Duration::from_mins(1);

/// A change of a user that is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum UserChange {
    SessionsEnded(Vec<SessionId>),
    Named(UserId, Called),
}

/// Applies changes of users to the sockets of all nodes. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct UserChanges {
    sockets: SocketRegistry,
    bus: Bus,
    is_shared: bool,
}

impl UserChanges {
    /// Starts the changes for the sockets of this node and of the others on its bus.
    pub(crate) fn start(env: &Env, sockets: &SocketRegistry, tasks: &Tasks) -> Self {
        let Env { node, store, time, .. } = env;
        let changes = Self { sockets: sockets.clone(), bus: node.bus().clone(), is_shared: node.is_shared() };
        if node.is_shared() {
            tasks.spawn_until_stopped("changes of users", changes.clone().run(store.clone(), time.now()));
        }
        changes
    }

    /// Returns the sockets of this node.
    pub(crate) fn sockets(&self) -> &SocketRegistry {
        &self.sockets
    }

    /// Closes the sockets of sessions and tokens that have ended.
    pub(crate) fn sessions_ended(&self, sessions: &[SessionId]) {
        self.sockets.sessions_ended(sessions);
        if self.is_shared {
            for sessions in sessions.chunks(SESSIONS_AT_ONCE) {
                self.bus.publish(&USER_CHANGES, &UserChange::SessionsEnded(sessions.to_vec()));
            }
        }
    }

    /// Closes the sockets of a renamed user, so that their clients reconnect. The store has noted the name for this node.
    pub(crate) fn named(&self, user: UserId, called: Called) {
        self.sockets.user_changed(user);
        if self.is_shared {
            self.bus.publish(&USER_CHANGES, &UserChange::Named(user, called));
        }
    }

    /// Applies the changes of other nodes. When changes may be missing, reads the sessions of all open sockets and
    /// the latest names.
    async fn run(self, store: Store, now: Timestamp) {
        let mut changes = self.bus.subscribe(&USER_CHANGES);
        let (mut names_from, mut retry) = (now, Retry::new("check of open sockets"));
        loop {
            let received = tokio::select! {
                received = changes.next() => received,
                () = self.sockets.until_doubtful() => Received::Lagged,
            };
            match received {
                Received::Message { body: UserChange::SessionsEnded(sessions), .. } => {
                    self.sockets.sessions_ended(&sessions);
                }
                Received::Message { body: UserChange::Named(user, called), .. } => {
                    names::changed(user, called);
                    self.sockets.user_changed(user);
                }
                Received::Lagged => {
                    while let Err(error) = self.check(&store, &mut names_from).await {
                        retry.pause(error).await;
                    }
                    retry.succeeded();
                }
            }
        }
    }

    /// Closes the sockets of sessions that no longer exist, and notes the names that have changed since `names_from`.
    async fn check(&self, store: &Store, names_from: &mut Timestamp) -> Result<(), StoreError> {
        let open = self.sockets.begin_check();
        let existing: HashSet<_> = store.existing_sessions(&open).await?.into_iter().collect();
        let ended: Vec<_> = open.into_iter().filter(|session| !existing.contains(session)).collect();
        self.sockets.sessions_ended(&ended);
        let limit = u32::try_from(names::REMEMBERED).unwrap_or(u32::MAX);
        let (now, changed) = store.names_changed_since(*names_from - OVERLAP, limit).await?;
        // The latest changes come last, so that they are remembered.
        for (user, called) in changed.into_iter().rev() {
            if names::new_name(user).as_deref() != Some(&called) {
                names::changed(user, called);
                self.sockets.user_changed(user);
            }
        }
        *names_from = now;
        Ok(())
    }
}
