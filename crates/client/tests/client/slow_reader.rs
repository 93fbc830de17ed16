//! Readers that are slower than their subscriptions.

use sumito_client::protocol::parts::Mode;
use sumito_client::{Client, Update};

use crate::server::{TestServer, leisurely, play_all, recorded_game, table};

/// Watches a whole game without reading, while the same connection serves another room.
async fn sleeps_through_a_game(queue: usize) -> (TestServer, sumito_client::Room) {
    let server = TestServer::start().await;
    let mut rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    let token = server.guest().await.token;
    let client = Client::builder(&server.url()).token(token).queue(queue).connect().await.unwrap();
    let asleep = client.watch(rooms[0].id()).await.unwrap();
    let mut others = table(&[client, server.client().await], leisurely(Mode::Two)).await;
    play_all(&mut rooms, &recorded_game()).await;
    // The other readers are not delayed.
    play_all(&mut others, &recorded_game()).await;
    (server, asleep)
}

#[tokio::test]
async fn a_reader_that_wakes_up_late_misses_nothing() {
    let (server, mut asleep) = sleeps_through_a_game(256).await;
    let mut moves = 0;
    while asleep.state().result.is_none() {
        let update = asleep.next().await.unwrap();
        assert_ne!(update, Update::Snapshot);
        moves = asleep.state().moves.len();
    }
    assert_eq!(moves, 48);
    server.assert_same(&mut asleep).await;
}

#[tokio::test]
async fn reader_with_overflown_queue_requests_missing_events() {
    let (server, mut asleep) = sleeps_through_a_game(16).await;
    assert_eq!(asleep.state().ply, 0, "nothing is folded that was not read");
    asleep.until(|state| state.result.is_some()).await.unwrap();
    assert_eq!(asleep.state().moves, recorded_game());
    server.assert_same(&mut asleep).await;
}
