//! Handing the rooms of this node over to other nodes before it stops.
//!
//! Rooms move in groups: each room handles the messages in its queue and stores the state that its next owner needs; the claims of the
//! group are released, so that any node may claim them; one of the other nodes is asked to do so, and loads the rooms. Then the subscribers
//! and the later messages of each room follow. The room is paused during this; its clocks are stopped.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use sumito_cluster::{NodeId, Service};
use sumito_game::RoomId;
use sumito_kit::metrics;
use sumito_kit::task;
use tokio::sync::oneshot;
use tracing::{debug, info, warn};

use super::handle::{HandOver, Inbox, Message};
use super::registry::Placement;
use super::{Rooms, scheduler};
use sumito_store::{ClaimKey, StoreError};

/// Request to claim rooms; the answer is the number of loaded rooms.
const TAKE: Service<Vec<RoomId>, usize> = Service::new("take_rooms");

/// Rooms that move together.
const TOGETHER: usize = 32;

/// Time limit for the answer of the other node. It may have claimed the rooms nevertheless, and all nodes poll for released rooms.
const TAKE_WITHIN: Duration = Duration::from_secs(2);

/// Number of groups of rooms that a node claims at the same time.
const TAKEN_AT_ONCE: usize = 4;

/// Hands all rooms in memory over to the other nodes. Returns their number: zero if there is no other node.
pub(super) async fn run(rooms: &Rooms) -> usize {
    let context = rooms.context();
    let mut peers = context.node.peers();
    let (mut asked, mut handed, mut turn) = (HashSet::new(), 0, 0);
    loop {
        // A room that was asked may be about to become a follower, or has ended. Others may have been loaded since.
        let mut here = context.active.running_of(Placement::Here);
        here.retain(|(id, _)| asked.insert(*id));
        // In an order that a simulation repeats.
        here.sort_unstable_by_key(|(id, _)| *id);
        if here.is_empty() {
            break;
        }
        for group in here.chunks(TOGETHER) {
            let others = peers.available_others();
            let Some(&to) = others.get(turn % others.len().max(1)) else {
                warn!("no node accepts rooms; keeping them");
                return handed;
            };
            match hand_over(rooms, to, group).await {
                Ok(moved) => handed += moved,
                Err(error) => {
                    warn!(%error, "hand-over of rooms failed");
                    return handed;
                }
            }
            turn += 1;
        }
    }
    info!(rooms = handed, "rooms handed over to other nodes");
    handed
}

/// Hands a group of rooms over. Returns the number of moved rooms.
///
/// # Errors
/// Fails if the claims cannot be released. The rooms continue here.
async fn hand_over(rooms: &Rooms, to: NodeId, group: &[(RoomId, Inbox)]) -> Result<usize, StoreError> {
    let mut waiting = Vec::with_capacity(group.len());
    let standing = group.iter().map(|(_, inbox)| {
        let ((ready, is_ready), (moved, is_moved)) = (oneshot::channel(), oneshot::channel());
        waiting.push(moved);
        async move {
            inbox.send(Message::HandOver(HandOver { ready, moved: is_moved })).await;
            is_ready.await.ok()
        }
    });
    let standing: Vec<_> = standing.collect();
    let ids: Vec<RoomId> = join_all(standing).await.into_iter().flatten().collect();
    if ids.is_empty() {
        return Ok(0);
    }
    let keys: Vec<_> = ids.iter().copied().map(ClaimKey::Room).collect();
    let context = rooms.context();
    let node = &context.node;
    node.leave(&keys).await?;
    match node.bus().request(to, &TAKE, &ids, TAKE_WITHIN).await {
        Ok(taken) => debug!(rooms = ids.len(), taken, node = %to.0, "rooms claimed by another node"),
        Err(error) => debug!(%error, rooms = ids.len(), "rooms released to all nodes"),
    }
    metrics::rooms_handed_over(ids.len());
    drop(waiting);
    Ok(ids.len())
}

/// Claims rooms of nodes that are about to stop, until this node stops.
pub(super) async fn serve(rooms: &Rooms) {
    let mut requests = rooms.context().node.bus().serve(&TAKE, TAKEN_AT_ONCE);
    while let Some(request) = requests.next().await {
        let rooms = rooms.clone();
        task::spawn(async move {
            let taken = scheduler::take(&rooms, request.body).await;
            request.reply.send(taken);
        });
    }
}
