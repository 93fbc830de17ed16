//! Loads rooms that wait for players, so that they are listed: at startup the correspondence rooms, later the rooms of waiting players who
//! come online.

use std::time::Duration;

use sumito_game::UserId;
use tokio::time::sleep;
use tracing::debug;

use super::{Rooms, scheduler};

/// Delay before asking again after the store failed to list the waiting rooms.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

pub(super) async fn run(rooms: &Rooms) {
    list_by_correspondence(rooms).await;
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
