//! Brings rooms into memory that wait for players, so that they are listed: at the start those by correspondence, later those in which
//! somebody waits who comes.

use std::time::Duration;

use sumito_game::UserId;
use tokio::time::sleep;
use tracing::debug;

use super::{Rooms, scheduler};

/// How long after the store could not say which rooms wait it is asked again.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

pub(super) async fn run(rooms: &Rooms) {
    list_by_correspondence(rooms).await;
    loop {
        let mut users = rooms.attendance().arrivals().await;
        while !users.is_empty() {
            users = bring_in(rooms, users).await;
            if !users.is_empty() {
                sleep(ASK_AGAIN_AFTER).await;
            }
        }
    }
}

/// Brings in the rooms that are listed though nobody is there. Once they are listed, they leave memory again.
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
                debug!(%error, "the store cannot say which rooms wait");
                sleep(ASK_AGAIN_AFTER).await;
            }
        }
    }
}

/// Brings in the rooms in which one of these waits; returns for whom that could not be done.
async fn bring_in(rooms: &Rooms, users: Vec<UserId>) -> Vec<UserId> {
    match rooms.store().waiting_rooms_of(&users).await {
        Ok(ids) => {
            // One that cannot be read now is listed when somebody looks at it.
            scheduler::load(rooms, ids).await;
            Vec::new()
        }
        Err(error) => {
            debug!(%error, "the store cannot say which rooms wait");
            users
        }
    }
}
