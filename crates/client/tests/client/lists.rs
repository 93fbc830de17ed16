//! Subscribed lists.

use sumito_client::protocol::bots::BotAccepts;
use sumito_client::protocol::client::{BotSeat, CreateRoom};
use sumito_client::protocol::parts::{BoardsOf, Clock, Mode, Status, Visibility};
use sumito_client::protocol::{ErrorCode, PART_BYTES};
use sumito_client::{Client, Rest};

use crate::server::{TestServer, leisurely, play_all, recorded_game, table};

#[tokio::test]
async fn lobby_and_my_games_are_up_to_date_also_after_a_break() {
    let server = TestServer::start().await;
    let line = server.proxy().await;
    let guest = server.guest().await;
    let maker = Client::builder(&line.url()).token(guest.token).connect().await.unwrap();
    let mut lobby = maker.lobby("main").await.unwrap();
    let mut own = maker.my_games().await.unwrap();
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
    let mut rooms = [maker.watch(&room).await.unwrap(), other.watch(&room).await.unwrap()];
    play_all(&mut rooms, &recorded_game()).await;
    while lobby.rooms().iter().any(|listed| listed.room == room) {
        lobby.next().await.unwrap();
    }
    while own.rooms()[0].status != Status::Finished {
        own.next().await.unwrap();
    }
}

#[tokio::test]
async fn lists_that_come_in_parts_are_whole_and_in_their_order() {
    let server = TestServer::start().await;
    let settings = CreateRoom { mode: Mode::Four, clock: Clock::None {}, ..CreateRoom::default() };
    // A player's waiting rooms take a part of the list only.
    let mut makers = Vec::new();
    for _ in 0..10 {
        makers.push(server.client().await);
    }
    for number in 0..100 {
        makers[number % 10].create_room(settings.clone()).await.unwrap();
    }
    let maker = &makers[0];
    for _ in 10..100 {
        let hidden = CreateRoom { visibility: Visibility::Private, ..settings.clone() };
        maker.create_room(hidden).await.unwrap();
    }
    // One list is subscribed first, so that all rooms are listed when others come.
    let mut listed = maker.lobby("main").await.unwrap();
    while listed.rooms().len() < 100 {
        listed.next().await.unwrap();
    }
    let visitor = server.client().await;
    let lobby = visitor.lobby("main").await.unwrap();
    assert_eq!(lobby.rooms().len(), 100);
    assert!(lobby.rooms().is_sorted_by(|newer, older| newer.created_at >= older.created_at));
    let bytes = serde_json::to_vec(lobby.rooms()).unwrap().len();
    assert!(bytes > PART_BYTES, "{bytes} bytes are sent in one part");
    let own = maker.my_games().await.unwrap();
    assert_eq!(own.rooms().len(), 100);
    assert!(own.rooms().is_sorted_by(|newer, older| newer.updated_at >= older.updated_at));
}

#[tokio::test]
async fn a_game_is_looked_on_at_from_afar() {
    let server = TestServer::start().await;
    let passer = server.client().await;
    let mut boards = passer.boards(BoardsOf::Lobby { lobby: "main".to_owned() }).await.unwrap();
    let mut rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    let moves = recorded_game();
    play_all(&mut rooms, &moves[..2]).await;
    while boards.rooms().first().is_none_or(|board| board.last.as_ref() != Some(&moves[1])) {
        boards.next().await.unwrap();
    }
    assert_eq!(boards.rooms()[0].turn, Some(0));
    rooms[0].resign().await.unwrap();
    while !boards.rooms().is_empty() {
        boards.next().await.unwrap();
    }
}

#[tokio::test]
async fn an_analysis_is_followed_until_it_is_done() {
    let server = TestServer::start().await;
    let mut rooms = table(&[server.client().await, server.client().await], leisurely(Mode::Two)).await;
    play_all(&mut rooms, &recorded_game()[..2]).await;
    rooms[0].resign().await.unwrap();
    let game = rooms[1].until(|state| state.result.is_some()).await.unwrap().game.unwrap();
    let client = rooms[0].client();
    let refused = client.analysis(game).await.unwrap_err();
    assert!(refused.is(ErrorCode::NoAnalysis), "{refused:?}");
    assert_eq!(client.rest().analysis(game).await.unwrap(), None);
    client.rest().analyse(game).await.unwrap();
    let mut analysing = client.analysis(game).await.unwrap();
    while !analysing.state().done {
        analysing.next().await.unwrap();
    }
    let plies: Vec<_> = analysing.state().positions.iter().map(|position| position.ply).collect();
    assert_eq!(plies, [0, 1, 2]);
    assert!(client.rest().analysis(game).await.unwrap().is_some_and(|known| known.done));
}

#[tokio::test]
async fn a_bot_learns_of_its_games_by_its_list() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let rest = Rest::new(&server.url()).unwrap().with_token(&guest.token);
    let accepts = BotAccepts { untimed: true, ..BotAccepts::default() };
    assert!(rest.become_bot(&accepts).await.unwrap().bot);
    let bot = Client::builder(&server.url()).token(guest.token).connect().await.unwrap();
    let mut own = bot.my_games().await.unwrap();
    let person = server.client().await;
    assert_eq!(person.rest().bots().await.unwrap()[0].user.id, guest.user.id);
    let bots = vec![BotSeat { id: guest.user.id, seat: Some(0) }];
    let settings = CreateRoom { bots, seat: Some(1), ..leisurely(Mode::Two) };
    let made = person.create_room(settings).await.unwrap();
    while !own.rooms().iter().any(|room| room.your_turn) {
        own.next().await.unwrap();
    }
    assert_eq!(own.rooms()[0].room, made.room);
    bot.watch(&made.room).await.unwrap().play("a1b2").await.unwrap();
}
