//! The open sockets.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::task::TaskTracker;

use super::{CutOff, Outbox};
use crate::rooms::SubscriberId;

/// The open sockets. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenSockets {
    tasks: TaskTracker,
    open: Arc<Mutex<Open>>,
}

#[derive(Debug, Default)]
struct Open {
    outboxes: HashMap<SubscriberId, Outbox>,
    stopping: bool,
}

/// A socket among the open ones, until it is dropped.
#[derive(Debug)]
pub(crate) struct Entry {
    sockets: OpenSockets,
    id: SubscriberId,
}

impl OpenSockets {
    /// The tasks of the sockets.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    /// Adds a socket. One that comes while the server stops is closed at once.
    pub(crate) fn enter(&self, id: SubscriberId, outbox: &Outbox) -> Entry {
        let mut open = self.open();
        if open.stopping {
            outbox.close(CutOff::Stopping);
        }
        open.outboxes.insert(id, outbox.clone());
        Entry { sockets: self.clone(), id }
    }

    /// Closes all sockets, and waits until they are.
    pub(crate) async fn stop(&self) {
        {
            let mut open = self.open();
            open.stopping = true;
            open.outboxes.values().for_each(|outbox| outbox.close(CutOff::Stopping));
        }
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.sockets.open().outboxes.remove(&self.id);
    }
}
