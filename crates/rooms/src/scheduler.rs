//! Loads rooms into memory when their next deadline comes.
//!
//! A room in memory has its own timer. For all other rooms the store has the time from which they must be in memory (`rooms.wake_at`):
//! twice a second the scheduler reads the rooms that have become due.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use sumito_game::{RoomId, Timestamp};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, error, info, warn};

use super::{RoomError, Rooms};
use sumito_cluster::Owner;
use sumito_kit::metrics;
use sumito_kit::retry::Retry;
use sumito_kit::task;
use sumito_store::{ClaimKey, ClaimKind, StoreError, Tenure};

/// Poll interval for due rooms.
const ASK_EVERY: Duration = Duration::from_millis(500);

/// Rooms that are read with one query, and the number of such queries in progress at the same time.
const READ_TOGETHER: usize = 1_024;
const READ_AT_ONCE: usize = 4;

pub(super) async fn run(rooms: &Rooms, mut from: Timestamp) {
    let mut ticks = interval(ASK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut again: Vec<RoomId> = Vec::new();
    let (mut adopting, mut looking) = (Retry::quiet("takeover of rooms"), Retry::quiet("due rooms query"));
    loop {
        ticks.tick().await;
        adopting.record(adopt(rooms).await);
        let now = rooms.now();
        if let Some(due) = looking.record(due_rooms(rooms, Some(from), now).await) {
            from = now;
            again.extend(due);
        }
        if !again.is_empty() {
            // Rooms that could not be read now are retried with the next batch.
            again = load(rooms, again).await.not_read;
        }
    }
}

/// Loads the rooms that became due after `from` and up to `until`; returns their number.
pub(super) async fn load_due(
    rooms: &Rooms,
    from: Option<Timestamp>,
    until: Timestamp,
) -> Result<usize, StoreError> {
    let ids = due_rooms(rooms, from, until).await?;
    Ok(load(rooms, ids).await.loaded)
}

async fn due_rooms(
    rooms: &Rooms,
    from: Option<Timestamp>,
    until: Timestamp,
) -> Result<Vec<RoomId>, StoreError> {
    rooms.store().due_rooms(from, until).await
}

#[derive(Default)]
pub(super) struct Outcome {
    pub(super) loaded: usize,
    /// Rooms not loaded because the store failed or the capacity was reached.
    not_read: Vec<RoomId>,
}

/// Loads the rooms that are not in memory. Most due rooms are: a room is due from the moment its game starts.
pub(super) async fn load(rooms: &Rooms, mut ids: Vec<RoomId>) -> Outcome {
    ids.retain(|id| rooms.active_inbox(*id).is_none());
    let parts: Vec<_> = ids.chunks(READ_TOGETHER).map(<[_]>::to_vec).collect();
    let reading = |ids: Vec<RoomId>| {
        let (rooms, all) = (rooms.clone(), ids.clone());
        async move {
            task::spawn(async move { load_some(&rooms, ids, Loaded::Again).await }).await.unwrap_or_else(
                |broken| {
                    error!(error = %broken, "due rooms load panicked; rooms load on demand");
                    Outcome { loaded: 0, not_read: all }
                },
            )
        }
    };
    let sum = |mut sum: Outcome, part: Outcome| async move {
        sum.loaded += part.loaded;
        sum.not_read.extend(part.not_read);
        sum
    };
    stream::iter(parts).map(reading).buffer_unordered(READ_AT_ONCE).fold(Outcome::default(), sum).await
}

/// Claims the rooms of nodes that have died, or that have released them.
async fn adopt(rooms: &Rooms) -> Result<(), StoreError> {
    loop {
        let adopted = rooms.context().node.adopt(ClaimKind::Room, READ_TOGETHER as u32).await?;
        if adopted.is_empty() {
            return Ok(());
        }
        info!(rooms = adopted.len(), "rooms without owner claimed");
        // A room that cannot be read now is loaded when it is due or a client requests it.
        let owned = adopted.into_iter().filter_map(|(key, tenure)| Some((key.room()?, tenure)));
        load_owned(rooms, owned.collect(), Loaded::FirstTime).await;
    }
}

/// Claims rooms that their owner has released, and loads them; returns the number of loaded rooms.
pub(super) async fn take(rooms: &Rooms, ids: Vec<RoomId>) -> usize {
    load_some(rooms, ids, Loaded::FirstTime).await.loaded
}

/// Loads the rooms that this node owns or that have no owner.
async fn load_some(rooms: &Rooms, ids: Vec<RoomId>, loaded: Loaded) -> Outcome {
    let keys: Vec<_> = ids.iter().copied().map(ClaimKey::Room).collect();
    match rooms.context().node.claim_all(&keys).await {
        Ok(owners) => {
            let own = owners.into_iter().filter_map(|(key, owner)| match owner {
                Owner::ThisNode(tenure) => Some((key.room()?, tenure)),
                Owner::Other(_) => None,
            });
            load_owned(rooms, own.collect(), loaded).await
        }
        Err(error) => {
            debug!(%error, rooms = ids.len(), "owners of due rooms unknown");
            Outcome { loaded: 0, not_read: ids }
        }
    }
}

/// Whether a node loads rooms right after it has claimed them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loaded {
    FirstTime,
    Again,
}

/// Loads rooms that this node owns.
async fn load_owned(rooms: &Rooms, owned: Vec<(RoomId, Tenure)>, loaded: Loaded) -> Outcome {
    if loaded == Loaded::FirstTime {
        metrics::rooms_taken_over(owned.len());
    }
    let mut outcome = Outcome::default();
    let ids: Vec<_> = owned.iter().map(|(id, _)| *id).collect();
    let stored = match rooms.store().load_rooms(&ids).await {
        Ok(stored) => Some(stored),
        Err(StoreError::Unavailable(error)) => {
            debug!(%error, rooms = ids.len(), "due rooms load failed");
            return Outcome { loaded: 0, not_read: ids };
        }
        // A room of the batch is damaged: the others must not suffer for it.
        Err(error) => {
            warn!(%error, rooms = ids.len(), "batch load of rooms failed; loading one by one");
            None
        }
    };
    for (id, mut tenure) in owned {
        if loaded == Loaded::FirstTime
            && let Some(gap) = tenure.gaps.last_mut()
        {
            // Reading many rooms takes a while.
            gap.ended = gap.ended.max(rooms.now());
        }
        let inbox = match stored.as_ref().and_then(|stored| stored.get(&id)) {
            Some(stored) => rooms.inbox_of(stored, tenure).await,
            None => rooms.inbox(id).await,
        };
        match inbox {
            Ok(_) => outcome.loaded += 1,
            Err(RoomError::Unavailable | RoomError::Busy) => outcome.not_read.push(id),
            // Its creation failed after it was claimed.
            Err(RoomError::NoSuchRoom) => {
                if let Err(error) = rooms.context().node.release(&[ClaimKey::Room(id)]).await {
                    debug!(room = %id, %error, "claim to a missing room not released");
                    outcome.not_read.push(id);
                }
            }
            Err(error) => warn!(room = %id, %error, "running game restore failed"),
        }
    }
    outcome
}
