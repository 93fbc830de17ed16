//! Loads rooms that wait for players, so that they are listed: at startup and after the death of a node the correspondence rooms, and the
//! rooms of waiting players who come online.

use sumito_game::RoomId;
use sumito_kit::retry::Retry;
use sumito_store::StoreError;

use super::{Rooms, scheduler};

pub(super) async fn run(rooms: &Rooms) {
    list_by_correspondence(rooms).await;
    tokio::join!(load_for_arrivals(rooms), list_for_the_dead(rooms));
}

/// Loads the rooms of waiting players who come online.
async fn load_for_arrivals(rooms: &Rooms) {
    loop {
        let users = rooms.attendance().arrivals().await;
        load(rooms, || rooms.store().waiting_rooms_of(&users)).await;
    }
}

/// Lists correspondence rooms again when a node has died. It may have listed rooms that were not in memory, which have no owner to load
/// them. One of the other nodes does this.
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
    let list = || rooms.store().waiting_by_correspondence(rooms.now() - config.listed, config.waiting_rooms);
    load(rooms, list).await;
}

/// Loads the listed rooms. A room that cannot be read now is listed when a client opens it.
async fn load<F: Future<Output = Result<Vec<RoomId>, StoreError>>>(rooms: &Rooms, list: impl FnMut() -> F) {
    let ids = Retry::quiet("waiting rooms query").run(list).await;
    scheduler::load(rooms, ids).await;
}
