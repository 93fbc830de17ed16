//! The journal: what has happened is on disk before anybody is told.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, yield_now};
use tracing::{debug, warn};

use crate::config;
use crate::store::{RoomChange, Store, StoreError};

/// Where rooms hand in what has happened. Cheap to clone.
///
/// There is one writer. While it waits for one transaction, what the rooms hand in gathers and goes into the next
/// one together (group commit): durability costs one disk flush for many rooms. Where nothing is to be waited for,
/// there is nothing to gather either.
#[derive(Debug, Clone)]
pub struct Journal {
    store: Store,
    queue: mpsc::Sender<Entry>,
}

#[derive(Debug)]
struct Entry {
    change: RoomChange,
    stored: oneshot::Sender<Result<(), Arc<StoreError>>>,
}

impl Journal {
    /// Starts the writer. It ends, with everything written, once all clones of the journal are gone.
    pub fn start(store: Store, config: &config::Journal) -> (Self, JoinHandle<()>) {
        let (queue, entries) = mpsc::channel(config.queue_commands);
        let writer = tokio::spawn(write(store.clone(), entries, config.batch_commands));
        (Self { store, queue }, writer)
    }

    /// Stores `change` as a whole; returns once it is on disk.
    ///
    /// # Errors
    /// The store's word on why nothing of it was stored.
    pub async fn append(&self, change: RoomChange) -> Result<(), Arc<StoreError>> {
        if let Some(stored) = self.store.append_now(std::slice::from_ref(&change)) {
            return stored.map_err(Arc::new);
        }
        let closed = || Arc::new(StoreError::Unavailable("the journal has ended".into()));
        let (stored, outcome) = oneshot::channel();
        self.queue.send(Entry { change, stored }).await.map_err(|_| closed())?;
        outcome.await.map_err(|_| closed())?
    }
}

async fn write(store: Store, mut entries: mpsc::Receiver<Entry>, batch_commands: usize) {
    let mut batch = Vec::with_capacity(batch_commands);
    while entries.recv_many(&mut batch, batch_commands).await > 0 {
        // Rooms that are about to hand something in come along: a transaction costs as much for one as for ten.
        yield_now().await;
        while batch.len() < batch_commands
            && let Ok(entry) = entries.try_recv()
        {
            batch.push(entry);
        }
        let (changes, waiting): (Vec<_>, Vec<_>) =
            batch.drain(..).map(|entry| (entry.change, entry.stored)).unzip();
        match store.append(&changes).await {
            Ok(()) => {
                for stored in waiting {
                    answer(stored, Ok(()));
                }
            }
            Err(StoreError::Unavailable(error)) => {
                warn!(%error, commands = changes.len(), "nothing can be stored");
                let error = Arc::new(StoreError::Unavailable(error));
                for stored in waiting {
                    answer(stored, Err(Arc::clone(&error)));
                }
            }
            Err(error) => {
                // One of the rooms is at fault: the others must not suffer for it.
                debug!(%error, commands = changes.len(), "storing one by one");
                for (change, stored) in changes.iter().zip(waiting) {
                    let outcome = store.append(std::slice::from_ref(change)).await.map_err(Arc::new);
                    answer(stored, outcome);
                }
            }
        }
    }
}

fn answer(stored: oneshot::Sender<Result<(), Arc<StoreError>>>, outcome: Result<(), Arc<StoreError>>) {
    // A room that no longer waits has been rebuilt from what is stored.
    let _ = stored.send(outcome);
}
