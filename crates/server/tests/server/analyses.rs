//! Analyses of finished games, and of positions outside any game.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sumito_config::Config;

use crate::database::{BOTH, Kind};
use crate::test_server::{Guest, TestServer};

fn quick(config: &mut Config) {
    config.computers.analysis_nodes = 2_000;
    config.computers.evaluation_ms = 20;
}

/// Plays a game of a few moves that ends by resignation; returns its id.
pub(crate) async fn finished(server: &TestServer, settings: Value) -> (String, Guest) {
    let guest = server.guest().await;
    let mut black = server.client_of(&guest).await;
    let mut white = server.client().await;
    let mut settings = settings;
    settings["layout"] = json!("standard");
    let (room, _) = black.create_room(settings).await;
    white.join(&room).await.unwrap();
    for (ply, mv) in ["a1b2", "i5h5", "a2b3", "i6h6"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut black } else { &mut white };
        player.play(&room, ply, mv).await.unwrap();
    }
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let game = black.event("finished").await["game"].as_str().unwrap().to_owned();
    (game, guest)
}

pub(crate) async fn request(server: &TestServer, game: &str, guest: &Guest) -> (StatusCode, Value) {
    let address = server.url(&format!("/api/v1/games/{game}/analysis"));
    let answer = server.http().post(address).bearer_auth(&guest.token).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

#[tokio::test]
async fn analysis_runs_once_and_streams_to_subscribers() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, quick).await;
        let (game, guest) = finished(&server, json!({})).await;
        let address = format!("/api/v1/games/{game}/analysis");
        assert_eq!(server.get(&address).await, (StatusCode::OK, json!({"state": "none"})));
        let mut watcher = server.client().await;
        let subscribe = json!({"type": "subscribe", "analysis": game});
        assert_eq!(watcher.request(subscribe.clone()).await.unwrap_err().code, "no_analysis");

        let (status, analysis) = request(&server, &game, &guest).await;
        assert!(status == StatusCode::ACCEPTED || analysis["done"] == true, "{status} {analysis}");
        watcher.request(subscribe).await.unwrap();
        let mut plies = Vec::new();
        loop {
            let update = watcher.next_of("analysis").await;
            assert_eq!((&update["game"], &update["plies"]), (&json!(game), &json!(4)));
            if update["full"] == true {
                plies.clear();
            }
            plies
                .extend(update["positions"].as_array().unwrap().iter().map(|at| at["ply"].as_u64().unwrap()));
            if update["done"] == true {
                break;
            }
        }
        plies.sort_unstable();
        assert_eq!(plies, [0, 1, 2, 3, 4]);
        let (status, analysis) = server.get(&address).await;
        assert_eq!(
            (status, &analysis["state"], &analysis["done"]),
            (StatusCode::OK, &json!("asked"), &json!(true))
        );
        let first = &analysis["positions"][0];
        assert!(first["score"]["marbles"].is_i64() && first["depth"].as_u64().unwrap() > 0, "{first}");
        assert!(!first["line"].as_array().unwrap().is_empty());
        // Black has resigned and is to move.
        assert_eq!(analysis["positions"][4]["score"], json!({"loss": 0}));
        assert_eq!(request(&server, &game, &guest).await.0, StatusCode::OK, "the analysis runs once");
    }
}

#[tokio::test]
async fn requested_analysis_is_finished_after_a_restart() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let change = |config: &mut Config| {
            quick(config);
            // The search would take an hour.
            config.computers.analysis_nodes = u64::MAX;
        };
        let mut server = TestServer::start_with(kind, change).await;
        let (game, guest) = finished(&server, json!({})).await;
        assert_eq!(request(&server, &game, &guest).await.0, StatusCode::ACCEPTED);
        server.config_mut().computers.analysis_nodes = 2_000;
        server.restart().await;
        let mut watcher = server.client().await;
        watcher.request(json!({"type": "subscribe", "analysis": game})).await.unwrap();
        watcher.next_where(|message| message["type"] == "analysis" && message["done"] == true).await;
    }
}

#[tokio::test]
async fn private_games_are_analysed_for_their_players() {
    let server = TestServer::start_with(Kind::Memory, quick).await;
    let (game, guest) = finished(&server, json!({"visibility": "private"})).await;
    let stranger = server.guest().await;
    assert_eq!(request(&server, &game, &stranger).await.1["code"], "no_such_game");
    request(&server, &game, &guest).await;
    let subscribe = json!({"type": "subscribe", "analysis": game});
    let mut other = server.client_of(&stranger).await;
    assert_eq!(other.request(subscribe.clone()).await.unwrap_err().code, "no_such_game");
    server.client_of(&guest).await.request(subscribe).await.unwrap();
}

#[tokio::test]
async fn analyses_per_user_and_server_are_limited() {
    let change = |config: &mut Config| {
        config.computers.analysis_nodes = u64::MAX;
        config.computers.analyses_per_user = 1;
        config.computers.analyses = 2;
    };
    let server = TestServer::start_with(Kind::Memory, change).await;
    let (first, guest) = finished(&server, json!({})).await;
    let (second, other) = finished(&server, json!({})).await;
    assert_eq!(request(&server, &first, &guest).await.0, StatusCode::ACCEPTED);
    assert_eq!(
        request(&server, &first, &other).await.0,
        StatusCode::ACCEPTED,
        "a repeated request is the same analysis"
    );
    let (status, problem) = request(&server, &second, &guest).await;
    assert_eq!((status, &problem["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too_many")));
    assert_eq!(request(&server, &second, &other).await.0, StatusCode::ACCEPTED);
    let (third, asker) = finished(&server, json!({})).await;
    let (status, problem) = request(&server, &third, &asker).await;
    assert_eq!((status, &problem["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("busy")));
    let address = server.url(&format!("/api/v1/games/{third}/analysis"));
    assert_eq!(server.http().post(address).send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    assert_eq!(request(&server, "nothing", &guest).await.1["code"], "no_such_game");
}

#[tokio::test]
async fn position_outside_a_game_is_analysed() {
    let server = TestServer::start_with(Kind::Memory, quick).await;
    let guest = server.guest().await;
    let evaluation = async |position: &str| {
        let answer = server.http().get(server.url("/api/v1/positions/evaluation"));
        let answer = answer.query(&[("mode", "two"), ("position", position)]).bearer_auth(&guest.token);
        let answer = answer.send().await.unwrap();
        (answer.status(), answer.json::<Value>().await.unwrap())
    };
    let start = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";
    let (status, found) = evaluation(start).await;
    assert_eq!((status, &found["position"]), (StatusCode::OK, &json!(start)));
    assert!(!found["line"].as_array().unwrap().is_empty(), "{found}");
    assert_eq!(evaluation("nonsense").await.1["code"], "bad_position");
    let path = format!("/api/v1/positions/evaluation?mode=two&position={}", start.replace(' ', "%20"));
    assert_eq!(server.get(&path).await.0, StatusCode::UNAUTHORIZED);
    let mut client = server.client().await;
    let refused = client.request(json!({"type": "subscribe", "lobby": "main", "analysis": guest.id})).await;
    assert_eq!(refused.unwrap_err().code, "bad_message");
}
