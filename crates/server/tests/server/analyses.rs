//! Analyses of finished games, and of positions outside any game.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sumito_config::Config;
use sumito_rules::{Cell, Layout, Mode, Position};

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

/// Waits for the complete analysis of a game.
async fn analysed(server: &TestServer, game: &str, guest: &Guest) -> Value {
    request(server, game, guest).await;
    let mut watcher = server.client().await;
    // A complete analysis has no followers.
    if watcher.request(json!({"type": "subscribe", "analysis": game})).await.is_ok() {
        watcher.next_where(|message| message["type"] == "analysis" && message["done"] == true).await;
    }
    let (_, analysis) = server.get(&format!("/api/v1/games/{game}/analysis")).await;
    assert_eq!(analysis["done"], true, "{analysis}");
    analysis
}

/// Plays a game of any mode by the moves that `choose` returns, until it returns none; then players resign. Returns its id.
async fn played(
    server: &TestServer,
    settings: Value,
    mut position: Position,
    choose: impl Fn(&Position) -> Option<String>,
) -> (String, Guest) {
    let guest = server.guest().await;
    let mut clients = vec![server.client_of(&guest).await];
    let (room, _) = clients[0].create_room(settings).await;
    while clients.len() < position.mode().seats() {
        let mut client = server.client().await;
        client.join(&room).await.unwrap();
        clients.push(client);
    }
    let mut ply = 0;
    while let Some(mv) = choose(&position) {
        clients[position.turn().index()].play(&room, ply, &mv).await.unwrap();
        position = position.play(position.parse_move(&mv).unwrap()).unwrap().position;
        ply += 1;
    }
    for client in clients.iter_mut().skip(1) {
        // The game may be over by the resignation of a partner.
        let _ = client.request(json!({"type": "resign", "room": room})).await;
    }
    let game = clients[0].event("finished").await["game"].as_str().unwrap().to_owned();
    (game, guest)
}

#[tokio::test]
async fn mistakes_have_reasons_on_the_board() {
    const MOVES: [&str; 12] =
        ["b1c2", "h6g5", "b2c2", "i6h6", "b3b2", "b6c6", "a2b2a3", "g4f3", "d2e3", "f4g5e4", "a1b2", "a5a4"];
    for kind in BOTH {
        let server = TestServer::start_with(kind, quick).await;
        let start = Position::start(Mode::Two, Layout::BelgianDaisy).unwrap();
        let next = |position: &Position| MOVES.get(position.ply() as usize).map(|&mv| mv.to_owned());
        let (game, guest) = played(&server, json!({"layout": "belgian_daisy"}), start, next).await;
        let analysis = analysed(&server, &game, &guest).await;
        let positions = analysis["positions"].as_array().unwrap();
        let mut position = start;
        let mut reasons = 0;
        for (ply, mv) in MOVES.into_iter().enumerate() {
            let analysed = &positions[ply];
            assert!(analysed["chance"].as_u64().unwrap() <= 1000, "{analysed}");
            assert_eq!(analysed.get("chances"), None, "{analysed}");
            position = position.play(position.parse_move(mv).unwrap()).unwrap().position;
            let Some(reason) = analysed.get("reason") else { continue };
            assert!(analysed["mistake"].is_string(), "{analysed}");
            reasons += 1;
            for cell in reason["cells"].as_array().into_iter().flatten() {
                let cell: Cell = cell.as_str().unwrap().parse().unwrap();
                assert!(position.color_at(cell).is_some(), "{reason} in {position}");
            }
        }
        assert!(reasons > 0, "{analysis}");
    }
}

#[tokio::test]
async fn verdicts_of_three_players_say_who_gains() {
    let server = TestServer::start_with(Kind::Memory, quick).await;
    let start = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
    let next = |position: &Position| {
        let legal = position.legal_moves();
        (position.ply() < 6).then(|| legal.iter().next().unwrap().to_string())
    };
    let (game, guest) = played(&server, json!({"mode": "three"}), start, next).await;
    let analysis = analysed(&server, &game, &guest).await;
    let positions = analysis["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 7);
    for position in positions {
        let chances = position["chances"].as_array().unwrap();
        assert_eq!(chances.iter().map(|chance| chance.as_u64().unwrap()).sum::<u64>(), 1000, "{position}");
        assert_eq!(chances.len(), 3, "{position}");
    }
    // The others have resigned.
    assert_eq!(positions[6]["chances"], json!([1000, 0, 0]));
}

#[tokio::test]
async fn position_outside_a_game_is_analysed() {
    let server = TestServer::start_with(Kind::Memory, quick).await;
    let guest = server.guest().await;
    let ask = async |query: &[(&str, &str)]| {
        let answer = server.http().get(server.url("/api/v1/positions/evaluation")).query(query);
        let answer = answer.bearer_auth(&guest.token).send().await.unwrap();
        (answer.status(), answer.json::<Value>().await.unwrap())
    };
    let evaluation = async |position| ask(&[("mode", "two"), ("position", position)]).await;
    let start = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";
    let (status, found) = evaluation(start).await;
    assert_eq!((status, &found["position"]), (StatusCode::OK, &json!(start)));
    assert!(!found["line"].as_array().unwrap().is_empty(), "{found}");
    assert_eq!(found.get("others"), None, "{found}");
    let lines = async |count| ask(&[("mode", "two"), ("position", start), ("lines", count)]).await;
    let (_, found) = lines("3").await;
    let others = found["others"].as_array().unwrap();
    let mut firsts: Vec<_> = others.iter().map(|other| &other["line"][0]).collect();
    firsts.push(&found["line"][0]);
    firsts.dedup();
    assert_eq!((others.len(), firsts.len()), (2, 3), "{found}");
    assert!(others.iter().all(|other| other["chance"].as_u64() <= found["chance"].as_u64()), "{found}");
    for count in ["0", "6"] {
        let (status, problem) = lines(count).await;
        assert_eq!((status, &problem["code"]), (StatusCode::BAD_REQUEST, &json!("out_of_range")));
    }
    assert_eq!(evaluation("nonsense").await.1["code"], "bad_position");
    let path = format!("/api/v1/positions/evaluation?mode=two&position={}", start.replace(' ', "%20"));
    assert_eq!(server.get(&path).await.0, StatusCode::UNAUTHORIZED);
    let mut client = server.client().await;
    let refused = client.request(json!({"type": "subscribe", "lobby": "main", "analysis": guest.id})).await;
    assert_eq!(refused.unwrap_err().code, "bad_message");
}
