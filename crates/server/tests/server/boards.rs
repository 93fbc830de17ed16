//! Live boards: the games most worth watching, the same for all clients.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::Kind;
use crate::play::{recorded_game, two_players};
use crate::test_server::TestServer;
use crate::tournaments::{Place, layout, on_side, open_games, settings};

async fn look_on(server: &TestServer) -> Client {
    watch_boards(server, json!({"kind": "lobby", "lobby": "main"})).await
}

async fn watch_boards(server: &TestServer, of: Value) -> Client {
    let mut viewer = Client::connect(&server.url("/ws"), None).await;
    viewer.request(json!({"type": "subscribe", "boards": of})).await.unwrap();
    let all = viewer.next_of("boards").await;
    assert_eq!((&all["full"], &all["of"]), (&json!(true), &of));
    viewer
}

/// Returns the next board of a room that fulfils a condition.
async fn board(viewer: &mut Client, room: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let received = viewer.next_of("boards").await;
        let boards = received["boards"].as_array().unwrap();
        let found = boards.iter().find(|board| board["room"]["room"] == room && wanted(board));
        if let Some(board) = found {
            return board.clone();
        }
    }
}

#[tokio::test]
async fn live_board_shows_each_move_until_the_end() {
    let server = TestServer::start().await;
    let mut viewer = look_on(&server).await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    let begun = board(&mut viewer, &room, |board| board["turn"] == 0).await;
    assert_eq!((&begun["last"], &begun["room"]["status"]), (&Value::Null, &json!("playing")));
    black.play(&room, 0, "a1b2").await.unwrap();
    let moved = board(&mut viewer, &room, |board| board["last"] == "a1b2").await;
    assert_eq!(moved["turn"], 1);
    // A client that subscribes later receives the same at once.
    let mut late = Client::connect(&server.url("/ws"), None).await;
    late.request(json!({"type": "subscribe", "boards": {"kind": "lobby", "lobby": "main"}})).await.unwrap();
    let all = late.next_of("boards").await;
    assert_eq!((&all["full"], &all["boards"][0]["position"]), (&json!(true), &moved["position"]));
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    for client in [&mut viewer, &mut late] {
        client.next_where(|received| received["type"] == "boards" && received["gone"] == json!([room])).await;
    }
    viewer
        .request(json!({"type": "unsubscribe", "boards": {"kind": "lobby", "lobby": "main"}}))
        .await
        .unwrap();
}

#[tokio::test]
async fn boards_of_the_modes_have_one_game_of_each() {
    let server = TestServer::start().await;
    let mut lobby = look_on(&server).await;
    let mut viewer = watch_boards(&server, json!({"kind": "modes"})).await;
    let (mut black, _white, first) = two_players(&server, json!({"layout": "standard"})).await;
    board(&mut viewer, &first, |_| true).await;
    let (_black, _white, second) = two_players(&server, json!({"layout": "standard"})).await;
    board(&mut lobby, &second, |_| true).await;
    let computers = json!([{"level": 1, "seat": 1}, {"level": 1, "seat": 2}]);
    let (third, _) =
        server.client().await.create_room(json!({"mode": "three", "seat": 0, "computers": computers})).await;
    loop {
        let received = viewer.next_of("boards").await;
        let rooms: Vec<_> =
            received["boards"].as_array().unwrap().iter().map(|board| &board["room"]["room"]).collect();
        assert!(!rooms.contains(&&json!(second)), "the first game is as good");
        if rooms.contains(&&json!(third)) {
            break;
        }
    }
    // The two lists share their source. Either can end before the other.
    lobby
        .request(json!({"type": "unsubscribe", "boards": {"kind": "lobby", "lobby": "main"}}))
        .await
        .unwrap();
    black.request(json!({"type": "resign", "room": first})).await.unwrap();
    let mut has = (false, false);
    while has != (true, true) {
        let received = viewer.next_of("boards").await;
        has.0 |= received["gone"].as_array().unwrap().contains(&json!(first));
        has.1 |= received["boards"].as_array().unwrap().iter().any(|board| board["room"]["room"] == second);
    }
}

#[tokio::test]
async fn live_board_respects_the_spectator_delay() {
    let server = TestServer::start().await;
    let settings = json!({"layout": "standard", "spectator_delay_s": 600});
    let (mut black, _white, room) = two_players(&server, settings).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let mut viewer = look_on(&server).await;
    let seen = board(&mut viewer, &room, |_| true).await;
    assert_eq!((&seen["last"], &seen["turn"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn board_updates_are_throttled_equally_for_all_viewers() {
    const EVERY: Duration = Duration::from_millis(200);
    let change = |config: &mut sumito_config::Config| config.lobby.boards_ms = EVERY.as_millis() as u64;
    let server = TestServer::start_with(Kind::Sqlite, change).await;
    let mut viewers = join_all((0..30).map(|_| look_on(&server))).await;
    let (layout, moves) = recorded_game();
    let (black, white, room) = two_players(&server, json!({"layout": layout})).await;
    board(&mut viewers[0], &room, |_| true).await;
    let begun = Instant::now();
    let mut players = [black, white];
    for (ply, text) in moves.iter().enumerate() {
        players[ply % 2].play(&room, ply, text).await.unwrap();
        players[1 - ply % 2].event("moved").await;
    }
    let until_it_is_gone = |mut viewer: Client| {
        let room = json!([room]);
        async move {
            let mut received = 0;
            loop {
                let update = viewer.next_of("boards").await;
                received += usize::from(update["boards"].as_array().is_some_and(|boards| !boards.is_empty()));
                if update["gone"] == room {
                    return received;
                }
            }
        }
    };
    let mut received = join_all(viewers.into_iter().map(until_it_is_gone)).await;
    // The first viewer has already read the start; the server may send the start twice, once per player who sits down.
    received.remove(0);
    let max = (begun.elapsed().as_micros() / EVERY.as_micros()) as usize + 3;
    assert!(
        received.iter().all(|&times| times == received[0] && times <= max),
        "{received:?} times, not {max}"
    );
}

#[tokio::test]
async fn tournament_boards_follow_the_top_tables() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let id = place.announce(&director, layout(settings(json!({"form": "swiss", "rounds": 1})))).await;
    let of = json!({"kind": "tournament", "tournament": id});
    let mut viewer = watch_boards(&server, of.clone()).await;
    // One pair more than the maximum of boards.
    let mut players = place.entered(&id, 14).await;
    place.command(&id, &director, json!({"type": "start"})).await;
    let mut shown = HashSet::new();
    while shown.len() < 6 {
        let received = viewer.next_of("boards").await;
        shown
            .extend(received["boards"].as_array().unwrap().iter().map(|board| board["room"]["room"].clone()));
    }
    let games = open_games(&place.tournament(&id).await);
    assert_eq!(games.len(), 7);
    // Before the first result, boards are in the order of entry.
    let (first, last) = (&games[0], &games[6]);
    assert!(shown.contains(&first["room"]) && !shown.contains(&last["room"]), "{shown:?}");
    let board = |received: &Value, room: &Value| {
        let boards = received["boards"].as_array().unwrap();
        boards.iter().find(|board| board["room"]["room"] == *room).cloned()
    };
    let tournament = place.tournament(&id).await;
    let black = on_side(&mut players, &tournament, first, 0);
    let room = first["room"].as_str().unwrap();
    black.socket.watch(room).await;
    black.socket.play(room, 0, "a1b2").await.unwrap();
    let moved = viewer
        .next_where(|received| board(received, &first["room"]).is_some_and(|board| board["last"] == "a1b2"))
        .await;
    let seats = &board(&moved, &first["room"]).unwrap()["room"]["seats"];
    assert_eq!(seats[0]["player"]["id"], json!(on_side(&mut players, &tournament, first, 0).id));
    // When a game ends, the next one takes its place.
    on_side(&mut players, &tournament, first, 1)
        .socket
        .request(json!({"type": "resign", "room": room}))
        .await
        .unwrap();
    let mut has = (false, false);
    while has != (true, true) {
        let received = viewer.next_of("boards").await;
        has.0 |= received["gone"].as_array().unwrap().contains(&first["room"]);
        has.1 |= board(&received, &last["room"]).is_some();
    }
    viewer.request(json!({"type": "unsubscribe", "boards": of})).await.unwrap();
    let none = json!({"kind": "tournament", "tournament": "01a1fd00-5a4e-71e8-9582-3b04b4b05e36"});
    let refused = viewer.request(json!({"type": "subscribe", "boards": none})).await;
    assert_eq!(refused.unwrap_err().code, "no_such_tournament");
}
