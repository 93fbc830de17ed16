//! Finished games over REST.

use serde_json::{Value, json};

use crate::database::BOTH;
use crate::play::two_players;
use crate::test_server::TestServer;

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repetition() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut ids = Vec::new();
        for _ in 0..5 {
            let (mut black, _white, room) = two_players(&server, json!({})).await;
            black.request(json!({"type": "resign", "room": room})).await.unwrap();
            ids.insert(0, black.event("finished").await["game"].clone());
        }
        let mut listed = Vec::new();
        let mut address = "/api/v1/games?limit=2".to_owned();
        loop {
            let (status, page) = server.get(&address).await;
            assert_eq!(status, 200, "{page}");
            listed.extend(page["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
            let Some(next) = page["next"].as_str() else { break };
            address = format!("/api/v1/games?limit=2&cursor={next}");
        }
        assert_eq!(listed, ids, "the newest first");
    }
}

#[tokio::test]
async fn games_can_be_filtered() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, white, room) = two_players(&server, json!({"layout": "standard"})).await;
        black.request(json!({"type": "resign", "room": room})).await.unwrap();
        let finished = black.event("finished").await;
        let count = async |query: &str| {
            let (status, page) = server.get(&format!("/api/v1/games?{query}")).await;
            assert_eq!(status, 200, "{query}: {page}");
            page["games"].as_array().unwrap().len()
        };
        let at = finished["at"].as_i64().unwrap();
        // The same filter with the player in the path.
        let path = |query: &str| format!("/api/v1/players/{}/games?{query}", black.user_id());
        for (query, expected) in [
            (String::new(), 1),
            (format!("opponent={}", white.user_id()), 1),
            (format!("opponent={}", uuid::Uuid::nil()), 0),
            ("result=loss&mode=two&limit=1".to_owned(), 1),
            ("result=win".to_owned(), 0),
            (format!("since={}", at + 1), 0),
        ] {
            let (status, page) = server.get(&path(&query)).await;
            assert_eq!(
                (status.as_u16(), page["games"].as_array().unwrap().len()),
                (200, expected),
                "{query}"
            );
        }
        for (query, code) in
            [("player=Anne", "out_of_range"), ("limit=201", "out_of_range"), ("since=x", "bad_message")]
        {
            let (status, problem) = server.get(&path(query)).await;
            assert_eq!((status.as_u16(), &problem["code"]), (400, &json!(code)), "{query}");
        }
        for (query, expected) in [
            (String::new(), 1),
            (format!("player={}&opponent={}", black.user_id(), white.user_id()), 1),
            (format!("player={}", white.user_id()), 1),
            (format!("player={}", uuid::Uuid::nil()), 0),
            ("player=Anne".to_owned(), 0),
            ("mode=two&layout=standard&rated=false&result=resignation".to_owned(), 1),
            ("mode=three".to_owned(), 0),
            ("layout=belgian_daisy".to_owned(), 0),
            ("rated=true".to_owned(), 0),
            ("result=time".to_owned(), 0),
            ("reason=resignation".to_owned(), 1),
            ("reason=time".to_owned(), 0),
            ("result=white".to_owned(), 1),
            ("result=black".to_owned(), 0),
            ("result=draw".to_owned(), 0),
            ("result=yellow&mode=two".to_owned(), 0),
            (format!("result=win&player={}", white.user_id()), 1),
            (format!("result=loss&player={}", white.user_id()), 0),
            (format!("result=draw&player={}", white.user_id()), 0),
            ("plies_min=0&plies_max=0".to_owned(), 1),
            ("plies_max=30&result=white&layout=standard".to_owned(), 1),
            ("plies_min=1".to_owned(), 0),
            ("plies_min=7&plies_max=6".to_owned(), 0),
            (format!("since={at}"), 1),
            (format!("until={at}"), 0),
        ] {
            assert_eq!(count(&query).await, expected, "{query}");
        }
    }
}

#[tokio::test]
async fn invalid_history_parameters_are_explained() {
    let server = TestServer::start().await;
    for (path, status, code) in [
        ("/api/v1/games?limit=0", 400, "out_of_range"),
        ("/api/v1/games?limit=201", 400, "out_of_range"),
        ("/api/v1/games?limit=x", 400, "bad_message"),
        ("/api/v1/games?cursor=nonsense", 400, "bad_cursor"),
        ("/api/v1/games?layout=pyramid", 400, "bad_layout"),
        ("/api/v1/games?mode=two&colour=red", 400, "bad_message"),
        ("/api/v1/games?result=won", 400, "out_of_range"),
        ("/api/v1/games?result=win", 400, "out_of_range"),
        ("/api/v1/games?result=time&reason=stuck", 400, "out_of_range"),
        ("/api/v1/games?plies_min=-1", 400, "bad_message"),
        ("/api/v1/games/by-ids?ids=nonsense", 400, "bad_message"),
        ("/api/v1/games/nonsense", 404, "no_such_game"),
        ("/api/v1/games/00000000-0000-0000-0000-000000000000", 404, "no_such_game"),
        ("/api/v1/games/00000000-0000-0000-0000-000000000000/moves", 404, "no_such_game"),
        ("/api/v1/rooms/nonsense", 404, "no_such_room"),
        ("/api/v1/rooms/0123456789ab", 404, "no_such_room"),
        ("/api/v1/nothing", 404, "not_found"),
    ] {
        let (got, problem) = server.get(path).await;
        assert_eq!((got.as_u16(), problem["code"].as_str().unwrap()), (status, code), "{path}: {problem}");
        assert_eq!(problem["status"], status);
        assert!(!problem["detail"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn moves_of_a_game_have_their_own_resource() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let id = black.event("finished").await["game"].as_str().unwrap().to_owned();
    let (_, moves): (_, Value) = server.get(&format!("/api/v1/games/{id}/moves")).await;
    assert_eq!(moves, json!({"moves": ["a1b2", "i5h5"]}));
}

#[tokio::test]
async fn private_games_are_shown_to_their_players_only() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, white, room) = two_players(&server, json!({"visibility": "private"})).await;
        black.request(json!({"type": "resign", "room": room})).await.unwrap();
        let id = black.event("finished").await["game"].as_str().unwrap().to_owned();
        let stranger = server.guest().await;
        let get = async |path: String, token: Option<&str>| {
            let mut request = server.http().get(server.url(&path));
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            let answer = request.send().await.unwrap();
            (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
        };
        let by_ids = format!("/api/v1/games/by-ids?ids={},{id}", uuid::Uuid::nil());
        assert_eq!(get(by_ids.clone(), Some(black.token())).await.1["games"][0]["id"], json!(id));
        for token in [None, Some(stranger.token.as_str())] {
            assert_eq!(get(by_ids.clone(), token).await.1["games"], json!([]));
        }
        let of_black = format!("/api/v1/games?player={}", black.user_id());
        for token in [None, Some(stranger.token.as_str())] {
            for path in [format!("/api/v1/games/{id}"), format!("/api/v1/games/{id}/moves")] {
                assert_eq!(get(path.clone(), token).await.0, 404, "{path}");
            }
            for path in [of_black.clone(), "/api/v1/games".to_owned()] {
                assert_eq!(get(path.clone(), token).await.1["games"], json!([]), "{path}");
            }
        }
        for player in [&black, &white] {
            assert_eq!(get(format!("/api/v1/games/{id}"), Some(player.token())).await.0, 200);
        }
        assert_eq!(get(of_black, Some(black.token())).await.1["games"][0]["id"], json!(id));
        assert_eq!(get("/api/v1/games".to_owned(), Some(black.token())).await.1["games"], json!([]));
        let counts = format!("/api/v1/players/{}/counts", white.user_id());
        while get(counts.clone(), Some(white.token())).await.1["modes"][0]["won"] != 1 {}
        for token in [None, Some(black.token())] {
            assert_eq!(get(counts.clone(), token).await.1["modes"], json!([]), "not for others");
        }
    }
}

#[tokio::test]
async fn a_players_games_are_counted() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, mut white, room) = two_players(&server, json!({})).await;
        black.request(json!({"type": "resign", "room": room})).await.unwrap();
        white.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
        black.request(json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
        // Aborted games do not count.
        black.request(json!({"type": "abort", "room": room})).await.unwrap();
        for (player, won, lost) in [(&black, 0, 1), (&white, 1, 0)] {
            let path = format!("/api/v1/players/{}/counts", player.user_id());
            // A background task counts games after they have ended.
            let counts = loop {
                let (status, counts) = server.get(&path).await;
                assert_eq!(status, 200);
                if counts["modes"] != json!([]) {
                    break counts;
                }
                tokio::task::yield_now().await;
            };
            let counted = json!({"mode": "two", "games": 1, "won": won, "drawn": 0, "lost": lost});
            assert_eq!(counts["modes"], json!([counted]));
        }
    }
}
