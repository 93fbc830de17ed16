//! Pictures of rooms, games and positions.

use futures_util::future::join_all;
use reqwest::header::HeaderMap;
use serde_json::json;

use crate::database::Kind;
use crate::play::{recorded_game, two_players};
use crate::test_server::TestServer;

async fn get(server: &TestServer, path: &str) -> (u16, HeaderMap, Vec<u8>) {
    let answer = server.http().get(server.url(path)).send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

async fn svg(server: &TestServer, path: &str) -> String {
    let (status, headers, body) = get(server, path).await;
    let text = String::from_utf8(body).unwrap();
    assert_eq!(status, 200, "{text}");
    assert_eq!(headers["content-type"], "image/svg+xml; charset=utf-8");
    text
}

fn marbles(svg: &str, color: &str) -> usize {
    svg.matches(&format!("<use href=\"#m-{color}\"")).count()
}

#[tokio::test]
async fn a_room_has_a_picture_that_changes_with_every_move() {
    let server = TestServer::start().await;
    let (mut black, _white, room) = two_players(&server, json!({"layout": "standard"})).await;
    let path = format!("/api/v1/rooms/{room}/picture.svg");
    let before = svg(&server, &path).await;
    assert_eq!((marbles(&before, "black"), marbles(&before, "white")), (14, 14));
    let (_, headers, _) = get(&server, &path).await;
    assert_eq!(headers["cache-control"], "no-cache");
    let tag = headers["etag"].to_str().unwrap().to_owned();
    let again = async || {
        let request = server.http().get(server.url(&path)).header("if-none-match", &tag);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(again().await, 304);
    black.play(&room, 0, "a1b2").await.unwrap();
    while again().await == 304 {}
    assert_ne!(svg(&server, &path).await, before);
    let (status, headers, png) = get(&server, &path.replace(".svg", ".png")).await;
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "image/png");
    assert!(png.starts_with(b"\x89PNG"), "{} bytes", png.len());
}

#[tokio::test]
async fn a_game_has_a_picture_of_every_position() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let (layout, moves) = recorded_game();
    let (mut black, mut white, room) = two_players(&server, json!({"layout": layout})).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let game = black.event("finished").await["game"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{game}/picture.svg");
    let end = svg(&server, &path).await;
    // Six marbles lie next to the board.
    assert_eq!((marbles(&end, "black"), marbles(&end, "white")), (14, 14));
    assert_eq!(end, svg(&server, &format!("{path}?ply={}", moves.len())).await);
    assert_ne!(end, svg(&server, &format!("{path}?ply=0")).await);
    let (_, headers, _) = get(&server, &path).await;
    assert_eq!(headers["cache-control"], "public, max-age=86400");
    let (status, _, problem) = get(&server, &format!("{path}?ply={}", moves.len() + 1)).await;
    assert!(status == 400 && String::from_utf8_lossy(&problem).contains("out_of_range"));
}

#[tokio::test]
async fn private_games_have_pictures_for_their_players() {
    let server = TestServer::start().await;
    let (mut black, _white, room) = two_players(&server, json!({"visibility": "private"})).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let game = black.event("finished").await["game"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{game}/picture.svg");
    assert_eq!(get(&server, &path).await.0, 404);
    let own = server.http().get(server.url(&path)).bearer_auth(black.token()).send().await.unwrap();
    assert_eq!(
        (own.status().as_u16(), &own.headers()["cache-control"]),
        (200, &"private, no-cache".parse().unwrap())
    );
}

#[tokio::test]
async fn only_valid_positions_have_pictures() {
    let server = TestServer::start().await;
    let position = "mode=three&position=5/6/2r4/8/4b4/8/7/3w2/5 b 0,0,0 0 0";
    let drawn = svg(&server, &format!("/api/v1/positions/picture.svg?{position}")).await;
    assert_eq!([marbles(&drawn, "black"), marbles(&drawn, "white"), marbles(&drawn, "red")], [1, 1, 1]);
    for (path, status, code) in [
        ("/api/v1/positions/picture.svg?mode=two&position=nonsense".to_owned(), 400, "bad_position"),
        ("/api/v1/positions/picture.svg?mode=two".to_owned(), 400, "bad_message"),
        (format!("/api/v1/positions/picture.gif?{position}"), 404, "not_found"),
        ("/api/v1/rooms/0123456789ab/picture.png".to_owned(), 404, "no_such_room"),
        ("/api/v1/games/nonsense/picture.png".to_owned(), 404, "no_such_game"),
    ] {
        let (got, problem) = server.get(&path).await;
        assert_eq!((got.as_u16(), &problem["code"]), (status, &json!(code)), "{path}");
    }
}

#[tokio::test]
async fn pictures_are_delayed_for_spectators() {
    let server = TestServer::start().await;
    let (mut black, _white, room) = two_players(&server, json!({"spectator_delay_s": 600})).await;
    let path = format!("/api/v1/rooms/{room}/picture.svg");
    let before = svg(&server, &path).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(svg(&server, &path).await, before);
}

#[tokio::test]
async fn concurrent_picture_drawings_are_limited() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        (config.http.jobs_at_once, config.http.jobs_waiting) = (1, 0);
    })
    .await;
    let path = |ply: usize| {
        format!("/api/v1/positions/picture.png?mode=two&position=5/6/7/8/4b4/8/7/6/5 b 0,0 0 {ply}")
    };
    let paths: Vec<_> = (0..30).map(path).collect();
    let answers = join_all(paths.iter().map(|path| get(&server, path))).await;
    let (drawn, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, ..)| *status == 200);
    assert!(!drawn.is_empty() && !refused.is_empty(), "{} drawn, {} refused", drawn.len(), refused.len());
    for (status, headers, problem) in refused {
        assert_eq!((status, headers["cache-control"].to_str().unwrap()), (503, "no-store"));
        assert!(String::from_utf8(problem).unwrap().contains("\"busy\""));
    }
    assert_eq!(get(&server, &path(99)).await.0, 200, "the place is free again");
}
