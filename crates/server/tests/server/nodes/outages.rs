//! Outages of nodes, and leases that they cannot renew.

use std::time::Duration;

use sqlx::Connection as _;
use sumito_cluster::Hub;
use sumito_config::Config;
use sumito_game::{MoveTiming, RoomId, Timestamp, UserId};
use sumito_rooms::RoomError;

use super::{BLACK, Node, Seen, Socket, WHITE, add_users, fischer, moves, play};
use crate::cluster::Cluster;
use crate::database::{Database, Kind};
use crate::nats_server::NatsServer;

/// Returns the time of the last move of a game.
async fn last_timing(node: &Node, room: RoomId) -> MoveTiming {
    let view = node.room(room).await.view(Some(WHITE)).await.unwrap();
    view.value().game.as_ref().unwrap().ledger.last().copied().unwrap()
}

/// Plays a move, again and again while the room is unavailable.
async fn play_through(node: &Node, room: RoomId, user: UserId, ply: usize, moves: &[String]) {
    loop {
        let room = node.rooms.get(room).await;
        let played = match room {
            Ok(room) => room.execute(user, play(ply, moves), Some(ply.to_string().into())).await,
            Err(error) => Err(error),
        };
        match played {
            Ok(_) => return,
            Err(RoomError::Unavailable) => tokio::task::yield_now().await,
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[tokio::test]
async fn outage_of_a_node_concerns_only_its_rooms() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let hasty = |config: &mut Config| {
        config.rooms.idle_ms = 1;
        config.event_log.heartbeat_ms = 100;
        config.event_log.write_timeout_ms = 500;
    };
    let anne = Node::with(&database, &hub, hasty).await;
    let ben = Node::with(&database, &hub, hasty).await;
    add_users(&anne.store).await;
    let (own, other) = (ben.game(fischer()).await, anne.game(fischer()).await);
    let of_ben = Socket::watch(&ben, own, BLACK, None).await;
    let of_anne = Socket::watch(&anne, other, BLACK, None).await;
    let lock = ben.lock_out(&database).await;
    ben.is_down(true).await;
    let running = async |node: &Node, room| {
        let view = node.room(room).await.view(Some(BLACK)).await.unwrap();
        view.value().clocks.running
    };
    assert!(running(&ben, own).await.is_none() && running(&anne, other).await.is_some());
    ben.let_in(lock).await;
    ben.is_down(false).await;
    let outage = ben.event_log.outages().since(Timestamp(0)).last().copied().unwrap();
    let lasted = outage.ended.since(outage.began);

    // The running turn of each room moves to another node.
    of_ben.room.unwatch(of_ben.id).await;
    of_anne.room.unwatch(of_anne.id).await;
    drop((of_ben, of_anne));
    while !anne.owns(own).await || !ben.owns(other).await {}
    let moves = moves(1);
    play_through(&anne, own, BLACK, 0, &moves).await;
    play_through(&ben, other, BLACK, 0, &moves).await;
    let (own, other) = (last_timing(&anne, own).await, last_timing(&ben, other).await);
    assert!(own.server >= lasted, "{own:?} {lasted:?}");
    assert!(other.elapsed >= lasted && other.server < lasted, "{other:?} {lasted:?}");

    // A node that joins inherits no outage of another.
    let carla = Node::join(&database, &hub).await;
    assert!(!carla.event_log.outages().since(Timestamp(0)).iter().any(|known| known.began <= outage.began));
    for node in [anne, ben, carla] {
        node.stop().await;
    }
}

/// A node that cannot write leaves the bus when its lease ends. Both interruptions are excluded from the running turn, whichever ends first.
#[tokio::test]
async fn outage_that_outlasts_the_lease_is_not_charged_from_its_start() {
    let (database, nats) = (Database::new(Kind::Postgres).await, NatsServer::start().await);
    let hasty = |config: &mut Config| {
        config.event_log.heartbeat_ms = 100;
        config.event_log.write_timeout_ms = 500;
    };
    let anne = Node::on_nats(&database, &nats, hasty).await;
    let ben = Node::on_nats(&database, &nats, hasty).await;
    add_users(&anne.store).await;
    let room = anne.game(fischer()).await;
    let lock = anne.lock_out(&database).await;
    anne.is_down(true).await;
    let down_at = anne.rooms.now();
    anne.lease_is_over().await;
    let down_for = anne.rooms.now().since(down_at);
    anne.let_in(lock).await;
    anne.is_down(false).await;
    play_through(&anne, room, BLACK, 0, &moves(1)).await;
    let timing = last_timing(&anne, room).await;
    assert!(timing.server >= down_for, "{timing:?} {down_for:?}");
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn node_that_cannot_renew_its_lease_answers_nothing_from_memory() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let anne = Node::join(&database, &hub).await;
    add_users(&anne.store).await;
    let room = anne.game(fischer()).await;
    let mut black = Socket::watch(&anne, room, BLACK, None).await;
    let lock = anne.lock_out(&database).await;
    anne.lease_is_over().await;
    let refused = anne.room(room).await.view(Some(BLACK)).await;
    assert!(refused.is_err(), "{refused:?}");
    let moves = moves(1);
    let refused = anne.room(room).await.execute(BLACK, play(0, &moves), None).await;
    assert!(matches!(refused, Err(RoomError::Unavailable)), "{refused:?}");
    let mut late = Socket::watch(&anne, room, WHITE, None).await;
    assert!(matches!(late.next().await, Seen::Answer(Err(RoomError::Unavailable))));
    lock.close().await.unwrap();

    // It is still the owner, and the game continues.
    anne.is_down(false).await;
    play_through(&anne, room, BLACK, 0, &moves).await;
    while !matches!(black.next().await, Seen::Event(_)) {}
    let lasted = anne.event_log.outages().since(Timestamp(0)).last().map(|one| one.ended.since(one.began));
    let timing = last_timing(&anne, room).await;
    // The outage counts from the last renewal, which precedes the turn by half a second at most.
    let before = Duration::from_millis(500);
    assert!(lasted.is_some_and(|lasted| timing.server + before >= lasted), "{timing:?} {lasted:?}");
    drop((black, late));
    anne.stop().await;
}

#[tokio::test]
async fn nodes_survive_a_restart_of_the_database_that_outlasts_their_leases() {
    let mut cluster = Cluster::start().await;
    let (database, hub) = (Database::at(cluster.url()), Hub::default());
    let (anne, ben) = (Node::join(&database, &hub).await, Node::join(&database, &hub).await);
    add_users(&anne.store).await;
    let (first, second) = (anne.game(fischer()).await, ben.game(fischer()).await);
    cluster.stop().await;
    anne.lease_is_over().await;
    ben.lease_is_over().await;
    let down_at = anne.rooms.now();
    cluster.start_again().await;
    let down_for = anne.rooms.now().since(down_at);
    let moves = moves(1);
    for (node, room) in [(&anne, first), (&ben, second)] {
        play_through(node, room, BLACK, 0, &moves).await;
        assert!(!node.store.fenced().is_cancelled() && node.owns(room).await);
        let timing = last_timing(node, room).await;
        assert!(timing.server >= down_for, "{timing:?} {down_for:?}");
    }
    anne.stop().await;
    ben.stop().await;
}
