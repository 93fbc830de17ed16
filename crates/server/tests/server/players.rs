//! Players: their page, their statistics, search by name, blocks and reports.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::store::{Scene, execute};
use crate::test_server::{Guest, TestServer};

/// Two accounts play a public game, and White resigns after one move; returns its id.
async fn play(server: &TestServer, black: &Guest, white: &Guest, visibility: &str) -> String {
    let (mut black, mut white): (Client, Client) =
        (server.client_of(black).await, server.client_of(white).await);
    let request = json!({"layout": "standard", "visibility": visibility, "type": "create_room"});
    let id = format!("{visibility}-{}", black.user_id());
    let room = black.ask_as(&id, request).await.unwrap()["room"].as_str().unwrap().to_owned();
    black.watch(&room).await;
    white.ask_as(&format!("join-{id}"), json!({"type": "join", "room": room})).await.unwrap();
    black
        .ask_as(&format!("play-{id}"), json!({"type": "play", "room": room, "ply": 0, "move": "a1b2"}))
        .await
        .unwrap();
    white.ask_as(&format!("end-{id}"), json!({"type": "resign", "room": room})).await.unwrap();
    black.event("finished").await["game"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn player_is_found_by_name_or_id() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (anna, berta) = (server.account("Anna").await, server.account("Berta").await);
        play(&server, &anna, &berta, "public").await;
        let won = json!({"games": 1, "won": 1, "drawn": 0, "lost": 0});
        let statistics = loop {
            let (status, statistics) = server.get("/api/v1/players/anna/statistics").await;
            assert_eq!(status, 200);
            // Two consumers count them.
            if statistics["played"] != json!([]) && statistics["opponents"] != json!([]) {
                break statistics;
            }
            tokio::task::yield_now().await;
        };
        let mut played =
            json!({"mode": "two", "layout": "standard", "color": "black", "ejected": 0, "plies": 1});
        played.as_object_mut().unwrap().extend(won.as_object().unwrap().clone());
        assert_eq!(statistics["played"], json!([played]));
        assert_eq!(statistics["opponents"][0]["user"]["name"], "Berta");
        assert_eq!(statistics["opponents"][0]["won"], 1);
        let streak =
            json!({"mode": "two", "result": "won", "length": 1, "longest_won": 1, "longest_lost": 0});
        assert_eq!(statistics["streaks"], json!([streak]));
        let activity = loop {
            let (status, activity) = server.get("/api/v1/players/anna/activity").await;
            assert_eq!(status, 200);
            if activity["days"] != json!([]) {
                break activity;
            }
            tokio::task::yield_now().await;
        };
        let mut day = json!({"day": activity["days"][0]["day"]});
        day.as_object_mut().unwrap().extend(won.as_object().unwrap().clone());
        // The game was not rated.
        assert_eq!(activity, json!({"days": [day], "best_wins": []}));
        let (status, achieved) = server.get("/api/v1/players/anna/achievements").await;
        assert_eq!(status, 200);
        let of = |kind: &str| {
            let achievements = achieved["achievements"].as_array().unwrap();
            achievements.iter().find(|achievement| achievement["kind"] == kind).unwrap().clone()
        };
        assert_eq!(of("wins"), json!({"kind": "wins", "value": 1, "level": 1, "levels": 5, "next": 25}));
        assert_eq!(of("modes"), json!({"kind": "modes", "value": 1, "level": 1, "levels": 4, "next": 2}));
        assert_eq!(of("puzzles"), json!({"kind": "puzzles", "value": 0, "level": 0, "levels": 5, "next": 1}));
        let (status, days) = server.get("/api/v1/players/anna/ratings/days").await;
        assert_eq!((status.as_u16(), days), (200, json!({"pools": []})));

        for name in ["Anna", "ANNA", &anna.id] {
            let profile = loop {
                let (status, profile) = server.get(&format!("/api/v1/players/{name}")).await;
                assert_eq!(status, 200);
                if profile["counts"] != json!([]) {
                    break profile;
                }
                tokio::task::yield_now().await;
            };
            assert_eq!(profile["user"], json!({"id": anna.id, "name": "Anna", "guest": false}));
            assert_eq!((&profile["words"], &profile["ratings"]), (&json!(""), &json!([])));
            assert_eq!(profile["counts"][0]["won"], 1);
        }
        for path in ["", "/counts", "/games", "/statistics", "/ratings?mode=two"] {
            let (status, problem) = server.get(&format!("/api/v1/players/not-here{path}")).await;
            assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("no_such_player")), "{path}");
        }
    }
}

#[tokio::test]
async fn private_games_are_in_the_statistics_of_their_players_only() {
    let server = TestServer::start().await;
    let (anna, berta) = (server.account("Anna").await, server.account("Berta").await);
    play(&server, &anna, &berta, "private").await;
    let path = "/api/v1/players/Anna/statistics";
    while server.get_as(path, &anna.token).await.1["played"][0]["won"] != 1 {
        tokio::task::yield_now().await;
    }
    for token in [None, Some(berta.token.as_str())] {
        let (_, statistics) = server.request(Method::GET, path, token, None).await;
        assert_eq!(statistics, json!({"played": [], "opponents": [], "streaks": []}));
    }
}

#[tokio::test]
async fn players_are_found_by_name_prefix() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        for name in ["Anna", "anton", "Berta", "Ännchen"] {
            server.account(name).await;
        }
        let found = async |prefix: &str| {
            let (status, body) = server.get(&format!("/api/v1/players?prefix={prefix}")).await;
            assert_eq!(status, 200, "{body}");
            let names = body["players"].as_array().unwrap().iter().map(|user| user["name"].clone());
            names.collect::<Vec<Value>>()
        };
        assert_eq!(found("AN").await, ["Anna", "anton"]);
        assert_eq!(found("anna").await, ["Anna"]);
        assert_eq!(found("c").await, Vec::<Value>::new());
        assert_eq!(
            server.get("/api/v1/players?prefix=an&limit=1").await.1["players"].as_array().unwrap().len(),
            1
        );
        for bad in
            ["?prefix=", "", "?prefix=a&limit=0", "?prefix=a&limit=51", "?prefix=aaaaaaaaaaaaaaaaaaaaa"]
        {
            assert_eq!(server.get(&format!("/api/v1/players{bad}")).await.0, 400, "{bad}");
        }
    }
}

#[tokio::test]
async fn names_are_searched_in_an_index() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let scene = Scene::new(kind).await;
        execute(&scene.database, "UPDATE users SET name_key = name; ANALYZE").await;
        let plan = scene.store.explain_accounts_by_prefix("User", 10).await.unwrap();
        // With so few rows PostgreSQL prefers a full scan; the index serves this condition.
        if kind == Kind::Sqlite {
            assert!(plan.contains("users_by_name_key") && !plan.contains("SCAN"), "{plan}");
        }
        assert_eq!(scene.store.accounts_by_prefix("User", None, 5).await.unwrap().len(), 5);
        scene.end().await;
    }
}

#[tokio::test]
async fn profile_text_must_be_plain() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let anna = server.account("Anna").await;
        let put = async |token: Option<&str>, words: &str| {
            server.request(Method::PUT, "/api/v1/me/profile", token, Some(json!({"words": words}))).await
        };
        let token = Some(anna.token.as_str());
        assert_eq!(put(token, " I play at night.\nŻółw! ").await.0, 204);
        let words = async || server.get("/api/v1/players/Anna").await.1["words"].clone();
        assert_eq!(words().await, "I play at night.\nŻółw!");
        for bad in ["see http://example.com", "a\u{202e}b", &"x".repeat(501)] {
            let (status, problem) = put(token, bad).await;
            assert_eq!((status, &problem["code"]), (400, &json!("bad_words")), "{bad:?}");
        }
        assert_eq!(put(token, "a\u{7}b").await.1["code"], "out_of_range");
        assert_eq!(put(None, "x").await.0, 401);
        let guest = server.guest().await;
        assert_eq!(put(Some(&guest.token), "x").await.1["code"], "needs_account");
        assert_eq!(words().await, "I play at night.\nŻółw!");
        assert_eq!(put(token, "").await.0, 204);
        assert_eq!(words().await, "");
    }
}

#[tokio::test]
async fn players_can_be_blocked_and_unblocked() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.blocks_per_user = 2).await;
        let anna = server.account("Anna").await;
        let guest = server.guest().await;
        for name in ["Berta", "Carla", "Dora"] {
            server.account(name).await;
        }
        let ask = async |method: Method, name: &str| {
            server.request(method, &format!("/api/v1/me/blocks/{name}"), Some(&anna.token), None).await.0
        };
        let blocked = async || {
            let (_, list) = server.get_as("/api/v1/me/blocks", &anna.token).await;
            list["players"].as_array().unwrap().iter().map(|user| user["name"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(ask(Method::PUT, "berta").await, 204);
        assert_eq!(ask(Method::PUT, "Berta").await, 204);
        assert_eq!(ask(Method::PUT, &guest.id).await, 204);
        assert_eq!(blocked().await, [json!(guest.name), json!("Berta")]);
        assert_eq!(ask(Method::PUT, "Carla").await, 429);
        assert_eq!(ask(Method::PUT, "Anna").await, 400);
        assert_eq!(ask(Method::PUT, "Emma").await, 404);
        assert_eq!(ask(Method::DELETE, "Berta").await, 204);
        assert_eq!(ask(Method::DELETE, "Berta").await, 204);
        assert_eq!(blocked().await, [json!(guest.name)]);
        assert_eq!(server.get("/api/v1/me/blocks").await.0, 401);
    }
}

#[tokio::test]
async fn players_can_be_reported_with_a_game() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.reports_per_day = 2).await;
        let (anna, berta) = (server.account("Anna").await, server.account("Berta").await);
        let carla = server.account("Carla").await;
        let game = play(&server, &anna, &berta, "private").await;
        let report =
            async |by: &Guest, body: Value| server.post("/api/v1/reports", Some(&by.token), body).await;
        let of_berta = json!({"player": "Berta", "game": game, "words": "She was rude."});
        assert_eq!(report(&anna, of_berta.clone()).await.0, 204);
        for (body, status, code) in [
            (json!({"player": "Anna", "words": "me"}), 400, "out_of_range"),
            (json!({"player": "Carla", "game": game, "words": "x"}), 400, "out_of_range"),
            (json!({"player": "Berta", "words": " "}), 400, "bad_words"),
            (json!({"player": "Emma", "words": "x"}), 404, "no_such_player"),
        ] {
            let (answered, problem) = report(&anna, body.clone()).await;
            assert_eq!((answered, &problem["code"]), (status, &json!(code)), "{body}");
        }
        // A private game of other players.
        assert_eq!(report(&carla, of_berta.clone()).await.1["code"], "no_such_game");
        assert_eq!(report(&anna, json!({"player": "Berta", "words": "Again."})).await.0, 204);
        assert_eq!(report(&anna, of_berta).await.1["code"], "too_many");
    }
}

#[tokio::test]
async fn distribution_and_standings_are_counted_once_a_minute() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut ids = Vec::new();
        for number in 0..12 {
            ids.push(server.account(&format!("Player{number}")).await.id);
        }
        let rate = async |id: &str, rating: i32| {
            let blob = if kind == Kind::Postgres {
                format!("'{id}'")
            } else {
                format!("x'{}'", id.replace('-', ""))
            };
            let sql = format!(
                "INSERT INTO ratings (user_id, mode, speed, value, deviation, volatility, games, last_at, established_until)
                 VALUES ({blob}, 'two', 'live', {rating}.2, 60, 0.06, 30, {now}, {now} + 86400000000)",
                now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_micros(),
            );
            execute(server.database(), sql).await;
        };
        for (number, id) in ids.iter().take(11).enumerate() {
            rate(id, 1400 + 20 * number as i32).await;
        }
        let (status, counted) = server.get("/api/v1/leaderboards/two/distribution").await;
        assert_eq!(status, 200);
        let steps = [(1400, 3), (1450, 2), (1500, 3), (1550, 2), (1600, 1)]
            .map(|(from, players)| json!({"from": from, "players": players}));
        assert_eq!(counted, json!({"players": 11, "width": 50, "steps": steps}));
        let (_, profile) = server.get("/api/v1/players/Player7").await;
        let standing = json!({"mode": "two", "speed": "live", "better_than": 70, "players": 11});
        assert_eq!(profile["standings"], json!([standing]));

        // Further players are counted a minute later.
        rate(&ids[11], 1900).await;
        let (_, again) = server.get("/api/v1/leaderboards/two/distribution?speed=live").await;
        assert_eq!(again, counted);
        let (_, other) = server.get("/api/v1/leaderboards/two/distribution?speed=correspondence").await;
        assert_eq!(other, json!({"players": 0, "width": 50, "steps": []}));
        assert_eq!(server.get("/api/v1/leaderboards/five/distribution").await.0, 404);
    }
}
