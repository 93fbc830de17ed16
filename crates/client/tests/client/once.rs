//! Commands that are sent twice and applied only once.

use sumito_client::protocol::parts::Mode;
use sumito_client::protocol::server::EventKind;
use sumito_client::{Client, Update};
use tokio::time::timeout;

use crate::server::{PATIENCE, TestServer, leisurely, table};

#[tokio::test]
async fn move_with_a_lost_answer_is_sent_again_and_played_once() {
    let server = TestServer::start().await;
    let (line, guest) = (server.proxy().await, server.guest().await);
    let black = Client::builder(&line.url()).token(guest.token).connect().await.unwrap();
    let white = server.client().await;
    let mut rooms = table(&[black, white], leisurely(Mode::Two)).await;
    let mut white = rooms.pop().unwrap();
    let mut black = rooms.pop().unwrap();
    let before = line.connections();
    line.deafen();
    let playing = tokio::spawn(async move {
        let outcome = black.play("a1b2").await;
        (black, outcome)
    });
    // The server has stored the move, and Black has not received it.
    let first = white.until(|state| state.ply == 1).await.unwrap().seq;
    assert!(!playing.is_finished());
    line.cut();
    line.mend();
    let (mut black, outcome) = timeout(PATIENCE, playing).await.unwrap().unwrap();
    assert_eq!(outcome.unwrap().seq, Some(first), "the answer is that of the first time");
    assert!(line.connections() > before);
    server.assert_same(&mut black).await;
    assert_eq!(black.state().moves, ["a1b2"]);
    white.play("i5h5").await.unwrap();
    let mut moved = 0;
    while white.state().ply < 2 {
        if let Update::Event(event) = white.next().await.unwrap() {
            moved += u32::from(matches!(event.kind, EventKind::Moved { .. }));
        }
    }
    assert_eq!(moved, 1, "there was no other move");
}

#[tokio::test]
async fn a_room_is_made_once() {
    let server = TestServer::start().await;
    let (line, guest) = (server.proxy().await, server.guest().await);
    let maker = Client::builder(&line.url()).token(guest.token).connect().await.unwrap();
    let mut lobby = server.client().await.lobby("main").await.unwrap();
    line.deafen();
    let making = tokio::spawn({
        let maker = maker.clone();
        async move { maker.create_room(leisurely(Mode::Two)).await }
    });
    while lobby.rooms().is_empty() {
        lobby.next().await.unwrap();
    }
    line.cut();
    line.mend();
    let made = timeout(PATIENCE, making).await.unwrap().unwrap().unwrap();
    assert_eq!(made.room, lobby.rooms()[0].room);
    assert_eq!(maker.rest().my_games().await.unwrap().len(), 1);
}
