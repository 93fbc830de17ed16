//! Connections that break and come back.

use sumito_client::protocol::ErrorCode;
use sumito_client::protocol::parts::Mode;
use sumito_client::protocol::server::EventKind;
use sumito_client::{Client, Error, Status, Update};
use tokio::time::timeout;

use crate::proxy::Proxy;
use crate::server::{PATIENCE, TestServer, leisurely, play_all, recorded_game, table};

async fn by_proxy(server: &TestServer) -> (Proxy, Client) {
    let (line, guest) = (server.proxy().await, server.guest().await);
    let client = Client::builder(&line.url()).token(guest.token).connect().await.unwrap();
    (line, client)
}

async fn until_status(client: &Client, wanted: impl FnMut(&Status) -> bool) {
    let mut status = client.status();
    timeout(PATIENCE, status.wait_for(wanted)).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_game_goes_on_over_a_line_that_breaks_again_and_again() {
    let server = TestServer::start().await;
    let (line, black) = by_proxy(&server).await;
    let mut rooms = table(&[black, server.client().await], leisurely(Mode::Two)).await;
    for (ply, mv) in recorded_game().chunks(1).enumerate() {
        if ply % 3 == 0 {
            line.cut();
            line.mend();
        }
        play_all(&mut rooms, mv).await;
    }
    assert!(line.connections() > 10);
    for room in &mut rooms {
        server.assert_same(room).await;
        assert_eq!(room.state().result.as_ref().unwrap().winners, [1]);
    }
}

#[tokio::test]
async fn client_gets_missed_events_after_short_disconnection() {
    let server = TestServer::start().await;
    let (line, black) = by_proxy(&server).await;
    let mut rooms = table(&[black.clone(), server.client().await], leisurely(Mode::Two)).await;
    // This connection only watches for Black, who plays from another one.
    let elsewhere =
        Client::builder(&server.url()).token(black.rest().token().unwrap()).connect().await.unwrap();
    let playing = elsewhere.watch(rooms[1].id()).await.unwrap();
    let mut watching = std::mem::replace(&mut rooms[0], playing);
    line.cut();
    until_status(&black, |status| !status.is_open()).await;
    let moves = recorded_game();
    play_all(&mut rooms, &moves).await;
    line.mend();
    until_status(&black, Status::is_open).await;
    let mut seen = Vec::new();
    while watching.state().result.is_none() {
        match watching.next().await.unwrap() {
            Update::Event(event) => {
                if let EventKind::Moved { mv, .. } = event.kind {
                    seen.push(mv);
                }
            }
            Update::Snapshot => panic!("48 moves fit into what is sent one by one"),
            _ => {}
        }
    }
    assert_eq!(seen, moves);
    server.assert_same(&mut watching).await;
}

#[tokio::test]
async fn client_gets_snapshot_after_long_disconnection() {
    let server = TestServer::start_with(|config| config.rooms.missed_events = 3).await;
    let (line, onlooker) = by_proxy(&server).await;
    let mut rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    let mut watching = onlooker.watch(rooms[0].id()).await.unwrap();
    line.cut();
    until_status(&onlooker, |status| !status.is_open()).await;
    play_all(&mut rooms, &recorded_game()).await;
    line.mend();
    loop {
        match watching.next().await.unwrap() {
            Update::Snapshot => break,
            update => assert!(!matches!(update, Update::Event(_)), "{update:?}"),
        }
    }
    server.assert_same(&mut watching).await;
}

#[tokio::test]
async fn a_restart_of_the_server_is_a_pause() {
    let mut server = TestServer::start().await;
    let (lines, clients) = {
        let (first, black) = by_proxy(&server).await;
        let (second, white) = by_proxy(&server).await;
        ([first, second], [black, white])
    };
    let mut rooms = table(&clients, leisurely(Mode::Two)).await;
    play_all(&mut rooms, &recorded_game()[..2]).await;
    server.restart().await;
    for line in &lines {
        line.lead_to(server.address());
    }
    play_all(&mut rooms, &recorded_game()[2..]).await;
    for room in &mut rooms {
        server.assert_same(room).await;
        assert_eq!(room.state().ply, 48);
    }
}

#[tokio::test]
async fn a_server_that_does_not_know_the_token_any_more_ends_it() {
    let server = TestServer::start().await;
    let (line, client) = by_proxy(&server).await;
    let made = client.create_room(leisurely(Mode::Two)).await.unwrap();
    let mut room = client.watch(&made.room).await.unwrap();
    let another = TestServer::start().await;
    line.lead_to(another.address());
    line.cut();
    line.mend();
    until_status(&client, |status| match status {
        Status::Closed(Some(Error::Refused(refusal))) => refusal.code == ErrorCode::BadToken,
        _ => false,
    })
    .await;
    let ended = loop {
        if let Err(failure) = room.next().await {
            break failure;
        }
    };
    assert_eq!(ended, Error::Closed);
    assert_eq!(room.play("a1b2").await, Err(Error::Closed));
}

#[tokio::test]
async fn close_and_drop_both_count_as_leaving() {
    let server = TestServer::start_with(|config| config.sockets.grace_ms = 0).await;
    let mut rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    rooms[1].until(|state| state.seats[0].connected).await.unwrap();
    let black = rooms.remove(0);
    black.client().close().await;
    assert_eq!(black.client().join(rooms[0].id(), None).await, Err(Error::Closed));
    rooms[0].until(|state| !state.seats[0].connected).await.unwrap();
    let again = Client::builder(&server.url()).token(black.client().rest().token().unwrap()).connect().await;
    rooms[0].until(|state| state.seats[0].connected).await.unwrap();
    drop(again);
    rooms[0].until(|state| !state.seats[0].connected).await.unwrap();
}
