//! Loads rooms that wait for players, so that they are listed: at startup and after the death of a node the correspondence rooms, and the
//! rooms of waiting players who come online.

use std::time::Duration;

use sumito_game::UserId;
use tokio::time::sleep;
use tracing::debug;

use super::{Rooms, scheduler};

/// Delay before asking again after the store failed to list the waiting rooms.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

pub(super) async fn run(rooms: &Rooms) {
    list_by_correspondence(rooms).await;
    tokio::join!(load_for_arrivals(rooms), list_for_the_dead(rooms));
}

/// Loads the rooms of waiting players who come online.
async fn load_for_arrivals(rooms: &Rooms) {
    loop {
        let mut users = rooms.attendance().arrivals().await;
        while !users.is_empty() {
            users = load(rooms, users).await;
            if !users.is_empty() {
                sleep(ASK_AGAIN_AFTER).await;
            }
        }
    }
}

/// Lists correspondence rooms again when a node has died. It may have listed rooms that were not in memory, which have no owner who takes
/// them over. One of the other nodes does this.
async fn list_for_the_dead(rooms: &Rooms) {
    let context = rooms.context();
    let node = &context.node;
    let mut peers = node.peers();
    let mut known = peers.alive();
    loop {
        peers.changed().await;
        let alive = peers.alive();
        let has_died = known.iter().any(|node| !alive.contains(node));
        if has_died && alive.iter().min() == Some(&node.id()) {
            list_by_correspondence(rooms).await;
        }
        known = alive;
    }
}

/// Loads the rooms that are listed although none of their players is online. Once listed, they leave memory again.
async fn list_by_correspondence(rooms: &Rooms) {
    let config = rooms.config();
    loop {
        let made_after = rooms.now() - config.listed;
        match rooms.store().waiting_by_correspondence(made_after, config.waiting_rooms).await {
            Ok(ids) => {
                scheduler::load(rooms, ids).await;
                return;
            }
            Err(error) => {
                debug!(%error, "waiting rooms query failed, will retry");
                sleep(ASK_AGAIN_AFTER).await;
            }
        }
    }
}

/// Loads the rooms in which one of these users waits; returns the users for whom that failed.
async fn load(rooms: &Rooms, users: Vec<UserId>) -> Vec<UserId> {
    match rooms.store().waiting_rooms_of(&users).await {
        Ok(ids) => {
            // A room that cannot be read now is listed when a client opens it.
            scheduler::load(rooms, ids).await;
            Vec::new()
        }
        Err(error) => {
            debug!(%error, "waiting rooms query failed, will retry");
            users
        }
    }
}
