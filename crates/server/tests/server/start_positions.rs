//! Games from other positions than layouts.

use serde_json::{Value, json};
use sumito_game::Timestamp;
use sumito_services::history::projections::catch_up;
use sumito_services::history::retention::archive_all;
use sumito_store::{Projection, Store};
use tokio_util::sync::CancellationToken;

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};
use crate::export::export;
use crate::node_servers::Nodes;
use crate::play::two_players;
use crate::process::output_of;
use crate::store::settings;
use crate::test_server::TestServer;

/// White is to move, and wins with `i5h5 e1e2 e7e8`.
const LINE: &str = "w4/6/7/8/b5wwb/8/7/6/5 w 5,5 0 0";

fn room() -> Value {
    json!({"start_position": LINE})
}

/// Plays the game to its end; returns its id.
async fn win(black: &mut Client, white: &mut Client, room: &str) -> String {
    white.play(room, 0, "i5h5").await.unwrap();
    black.play(room, 1, "e1e2").await.unwrap();
    white.play(room, 2, "e7e8").await.unwrap();
    let finished = black.event("finished").await;
    assert_eq!(finished["result"], json!({"winners": [1], "reason": "ejections", "score": [5, 6]}));
    finished["game"].as_str().unwrap().to_owned()
}

async fn verify(database: &Database) {
    let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
    assert!(well, "{stdout}{stderr}");
}

#[tokio::test]
async fn a_game_from_a_position_is_played_to_its_end_and_again() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        // The counts of plies are the game's.
        let counted = json!({"start_position": LINE.replace("0 0", "7 40")});
        let (black, white, room) = two_players(&server, counted).await;
        // The room is read from its events.
        server.restart().await;
        let mut black = server.client_with_token(black.token()).await;
        let mut white = server.client_with_token(white.token()).await;
        let state = white.watch(&room).await;
        assert_eq!((&state["start_position"], &state["position"]), (&json!(LINE), &json!(LINE)));
        assert_eq!(
            (&state["layout"], &state["turn"], &state["ply"]),
            (&json!("belgian_daisy"), &json!(1), &json!(0))
        );
        black.watch(&room).await;
        assert_eq!(black.play(&room, 0, "e1e2").await.unwrap_err().code, "not_your_turn");
        win(&mut black, &mut white, &room).await;
        // The rematch starts from the same position with swapped colours: White of the first game is Black now.
        white.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
        black.request(json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
        assert_eq!(black.event("started").await["position"], LINE);
        white.event("started").await;
        win(&mut white, &mut black, &room).await;
    }
}

#[tokio::test]
async fn the_history_shows_the_position() {
    for kind in BOTH {
        let server =
            TestServer::start_with(kind, |config| config.retention.archive_games_after_days = 0).await;
        let (mut black, mut white, room) = two_players(&server, room()).await;
        let id = win(&mut black, &mut white, &room).await;
        let (_, game) = server.get(&format!("/api/v1/games/{id}?positions=true")).await;
        assert_eq!((&game["start_position"], &game["positions"][0]), (&json!(LINE), &json!(LINE)));
        assert_eq!(game["positions"].as_array().unwrap().len(), 4);
        let text = async |path: &str| {
            server.http().get(server.url(path)).send().await.unwrap().text().await.unwrap()
        };
        let written = text(&format!("/api/v1/games/{id}/game.txt")).await;
        assert!(
            written.contains(&format!("[Position \"{LINE}\"]\n")) && !written.contains("Layout"),
            "{written}"
        );
        assert!(written.ends_with("1. i5h5 e1e2\n2. e7e8\n"), "{written}");
        let position = LINE.replace(' ', "+");
        let first = text(&format!("/api/v1/games/{id}/picture.svg?ply=0")).await;
        assert_eq!(first, text(&format!("/api/v1/positions/picture.svg?mode=two&position={position}")).await);
        assert!(text(&format!("/games/{id}")).await.contains("From a position"));
        // It is no game of a layout.
        let games = async |query: &str| server.get(&format!("/api/v1/games{query}")).await.1["games"].clone();
        assert_eq!(games("").await[0]["start_position"], LINE);
        let player = black.user_id();
        for layout in ["?layout=belgian_daisy", &format!("?layout=belgian_daisy&player={player}")] {
            assert_eq!(games(layout).await, json!([]), "{layout}");
        }
        // Exports are read elsewhere, and the archive keeps the game.
        let exported = export(&server, "").await;
        let database = server.stop().await;
        verify(&database).await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        let archived = archive_all(&store, Timestamp(i64::MAX), &CancellationToken::new()).await.unwrap();
        assert_eq!(archived.games, 1);
        store.close().await;
        verify(&database).await;
        let file = tempfile::NamedTempFile::new().unwrap();
        for lines in [exported[0].to_string(), written] {
            std::fs::write(file.path(), lines).unwrap();
            let target = TestServer::start_on(kind).await.stop().await;
            let path = file.path().to_str().unwrap();
            let (well, stdout, stderr) =
                output_of(&["import", path, "--database-url", target.url()], &[]).await;
            assert!(well && stdout.starts_with("imported 1 game"), "{stdout}{stderr}");
            let server = TestServer::on(target).await;
            let imported = export(&server, "").await;
            for what in ["start_position", "moves", "final_position"] {
                assert_eq!(imported[0][what], exported[0][what]);
            }
        }
    }
}

#[tokio::test]
async fn games_from_positions_count_in_no_statistics() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, mut white, room) = two_players(&server, room()).await;
        win(&mut black, &mut white, &room).await;
        let player = black.user_id().to_owned();
        let database = server.stop().await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        for projection in Projection::ALL {
            catch_up(&store, projection).await.unwrap();
        }
        let user = sumito_game::UserId(player.parse().unwrap());
        assert_eq!(store.player_counts(user, true).await.unwrap(), []);
        let statistics = store.statistics_of(user, true, 20).await.unwrap();
        assert!(
            statistics.played.is_empty() && statistics.opponents.is_empty() && statistics.streaks.is_empty()
        );
        store.close().await;
    }
}

#[tokio::test]
async fn a_position_that_is_no_start_is_refused_with_its_fault() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let token = server.guest().await.token;
    let mut client = server.client_with_token(&token).await;
    let with = |more: Value| {
        let mut room = room();
        room.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        room
    };
    for (settings, code, words) in [
        (with(json!({"start_position": "nonsense"})), "bad_position", "colour to move"),
        (with(json!({"start_position": LINE.replace("5,5", "5,6")})), "bad_position", "six marbles"),
        (with(json!({"start_position": LINE.replace('b', "1")})), "bad_position", "black has 0 marbles"),
        (with(json!({"mode": "three"})), "bad_position", "3 teams"),
        (with(json!({"layout": "standard"})), "bad_position", "exclude each other"),
        (with(json!({"rated": true})), "unsupported", "unrated"),
    ] {
        let (status, problem) = server.post("/api/v1/rooms", Some(&token), settings.clone()).await;
        assert!((400..500).contains(&status), "{settings}: {problem}");
        let message = problem["message"].as_str().or(problem["detail"].as_str()).unwrap();
        assert!(problem["code"] == code && message.contains(words), "{settings}: {problem}");
        let mut command = settings.clone();
        command["type"] = json!("create_room");
        assert_eq!(client.request(command).await.unwrap_err().code, code, "{settings}");
    }
    let long = format!("{LINE}{}", " ".repeat(200));
    let mut command = with(json!({"start_position": long}));
    command["type"] = json!("create_room");
    assert!(client.request(command).await.is_err());
}

#[tokio::test]
async fn a_computer_begins_if_the_position_says_so() {
    let server = TestServer::start_with(Kind::Memory, |config| config.computers.pause_ms = 0).await;
    let mut client = server.client().await;
    let with_computer = json!({"start_position": LINE, "computers": [{"level": 12}], "seat": 0});
    let (room, _) = client.create_room(with_computer).await;
    // The computer is White, and finds the win in one.
    let finished = client.event("finished").await;
    assert_eq!(finished["result"]["winners"], json!([1]));
    let state = client.watch(&room).await;
    assert_eq!((&state["moves"], &state["start_position"]), (&json!(["e7e8"]), &json!(LINE)));
}

#[tokio::test]
async fn a_lobby_that_restricts_layouts_lists_no_games_from_positions() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.lobbies[0].layouts = vec![sumito_rules::Layout::Standard];
    })
    .await;
    let mut client = server.client().await;
    let mut command = room();
    command["type"] = json!("create_room");
    assert_eq!(client.request(command.clone()).await.unwrap_err().code, "unsupported");
    command["visibility"] = json!("private");
    client.request(command).await.unwrap();
}

#[tokio::test]
async fn players_on_two_nodes_play_from_a_position() {
    let nodes = Nodes::start(2).await;
    let mut lobby = Client::connect(&nodes[1].url("/ws"), None).await;
    lobby.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let mut black = nodes[0].client().await;
    let (room, _) = black.create_room(room()).await;
    let is_listed = |message: &Value| {
        let mut rooms = message["rooms"].as_array().into_iter().flatten();
        rooms.any(|listed| listed["room"] == *room && listed["start_position"] == LINE)
    };
    lobby.next_where(is_listed).await;
    let mut white = nodes[1].client().await;
    let state = white.watch(&room).await;
    assert_eq!((&state["start_position"], &state["position"]), (&json!(LINE), &json!(LINE)));
    white.join(&room).await.unwrap();
    white.event("started").await;
    black.event("started").await;
    win(&mut black, &mut white, &room).await;
}
