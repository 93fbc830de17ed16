//! Lists that are followed.

use sumito_client::Client;
use sumito_client::protocol::parts::{Mode, Status};

use crate::server::{TestServer, leisurely, play_all, recorded_game};

#[tokio::test]
async fn lobby_and_own_rooms_are_up_to_date_also_after_a_break() {
    let server = TestServer::start().await;
    let line = server.proxy().await;
    let guest = server.guest().await;
    let maker = Client::builder(&line.url()).token(guest.token).connect().await.unwrap();
    let mut lobby = maker.lobby("main").await.unwrap();
    let mut own = maker.own_rooms().await.unwrap();
    assert!(lobby.rooms().is_empty() && own.rooms().is_empty());
    let room = maker.create_room(leisurely(Mode::Two)).await.unwrap().room;
    while own.rooms().is_empty() {
        own.next().await.unwrap();
    }
    assert_eq!(own.rooms()[0].room, room);
    while lobby.rooms().is_empty() {
        lobby.next().await.unwrap();
    }
    line.cut();
    let mut status = maker.status();
    status.wait_for(|status| !status.is_open()).await.unwrap();
    let other = server.client().await;
    other.join(&room, None).await.unwrap();
    line.mend();
    while !own.rooms()[0].waits_for_you {
        own.next().await.unwrap();
    }
    while lobby.rooms().iter().any(|listed| listed.room == room && listed.status != Status::Playing) {
        lobby.next().await.unwrap();
    }
    let mut rooms = [maker.follow(&room).await.unwrap(), other.follow(&room).await.unwrap()];
    play_all(&mut rooms, &recorded_game()).await;
    while lobby.rooms().iter().any(|listed| listed.room == room) {
        lobby.next().await.unwrap();
    }
    while own.rooms()[0].status != Status::Finished {
        own.next().await.unwrap();
    }
}
