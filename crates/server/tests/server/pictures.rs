//! Pictures of boards, and what others show of a link to a page.

use futures_util::future::join_all;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::play::{recorded_game, two_players};
use crate::test_server::TestServer;

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

async fn get(server: &TestServer, path: &str) -> Response {
    server.http().get(server.url(path)).send().await.unwrap()
}

/// The problem and its status.
async fn refused(server: &TestServer, path: &str) -> (u16, String) {
    let (status, problem) = server.get(path).await;
    (status.as_u16(), problem["code"].as_str().unwrap().to_owned())
}

/// How many marbles of a colour are drawn.
fn marbles(svg: &str, color: &str) -> usize {
    svg.matches(&format!("href=\"#marble-{color}\"")).count()
}

/// How many marbles are drawn in their full size, on the board and in no tray.
fn on_board(svg: &str) -> usize {
    svg.split("<use href=\"#marble-").skip(1).filter(|marble| !marble.contains(" scale(")).count()
}

/// Two play the recorded game to its end; returns them, the room and the game.
async fn whole_game(server: &TestServer, mut wish: Value) -> (Client, Client, String, String) {
    let (layout, moves) = recorded_game();
    wish["layout"] = json!(layout);
    let (mut black, mut white, room) = two_players(server, wish).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let game = black.event("finished").await["game"].as_str().unwrap().to_owned();
    (black, white, room, game)
}

#[tokio::test]
async fn a_game_can_be_seen_after_each_of_its_moves() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (.., game) = whole_game(&server, json!({})).await;
        let address = |end: &str| format!("/api/v1/games/{game}/picture{end}");
        let svg = async |end: &str| {
            let answer = get(&server, &address(end)).await;
            assert_eq!(
                (answer.status(), &answer.headers()["content-type"]),
                (StatusCode::OK, &SVG.parse().unwrap())
            );
            assert_eq!(answer.headers()["cache-control"], "public, max-age=604800");
            answer.text().await.unwrap()
        };
        let (start, end) = (svg(".svg?ply=0").await, svg(".svg").await);
        assert_eq!(svg(".svg?ply=48").await, end);
        assert_eq!((marbles(&start, "black"), marbles(&start, "white"), on_board(&start)), (14, 14, 28));
        assert_eq!((marbles(&end, "black"), marbles(&end, "white"), on_board(&end)), (14, 14, 22));
        let png = get(&server, &address(".png?ply=0")).await;
        assert_eq!(png.headers()["content-type"], PNG);
        assert_eq!(png.headers()["cache-control"], "public, max-age=604800");
        assert!(png.bytes().await.unwrap().starts_with(b"\x89PNG"));
        for (end, expected) in [
            (".svg?ply=49", (400, "out_of_range")),
            (".png?ply=49", (400, "out_of_range")),
            (".svg?ply=-1", (400, "out_of_range")),
            (".svg?move=1", (400, "out_of_range")),
            (".gif", (404, "not_found")),
        ] {
            assert_eq!(refused(&server, &address(end)).await, (expected.0, expected.1.to_owned()), "{end}");
        }
        for id in ["nonsense", "00000000-0000-0000-0000-000000000000"] {
            let path = format!("/api/v1/games/{id}/picture.png");
            assert_eq!(refused(&server, &path).await, (404, "no_such_game".to_owned()));
        }
    }
}

#[tokio::test]
async fn who_has_a_picture_is_not_sent_it_again() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let (mut black, _white, room) = two_players(&server, json!({})).await;
    for end in ["svg", "png"] {
        let path = format!("/api/v1/rooms/{room}/picture.{end}");
        let first = get(&server, &path).await;
        assert_eq!(first.headers()["cache-control"], "public, max-age=15");
        let again =
            || server.http().get(server.url(&path)).header("if-none-match", &first.headers()["etag"]).send();
        assert_eq!(again().await.unwrap().status(), StatusCode::NOT_MODIFIED, "{end}");
        assert!(again().await.unwrap().bytes().await.unwrap().is_empty(), "{end}");
        let ply = if end == "svg" { 0 } else { 2 };
        black.play(&room, ply, if ply == 0 { "a1b2" } else { "b2c3" }).await.unwrap_or(Value::Null);
        if end == "svg" {
            assert_eq!(again().await.unwrap().status(), StatusCode::OK, "another position");
        }
    }
}

#[tokio::test]
async fn a_room_shows_what_spectators_see() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let svg = async |room: &str, token: Option<&str>| {
        let request = server.http().get(server.url(&format!("/api/v1/rooms/{room}/picture.svg")));
        let request = if let Some(token) = token { request.bearer_auth(token) } else { request };
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.text().await.unwrap()
    };
    let (mut black, _white, prompt) = two_players(&server, json!({"visibility": "private"})).await;
    let before = svg(&prompt, None).await;
    black.play(&prompt, 0, "a1b2").await.unwrap();
    assert_ne!(svg(&prompt, None).await, before, "whoever has the id of a private room sees it");
    let (mut black, _white, late) = two_players(&server, json!({"spectator_delay_s": 600})).await;
    let before = svg(&late, None).await;
    black.play(&late, 0, "a1b2").await.unwrap();
    assert_eq!(svg(&late, None).await, before);
    assert_eq!(svg(&late, Some(black.token())).await, before, "a picture is handed on, whoever asked for it");
    assert_eq!(
        refused(&server, "/api/v1/rooms/0123456789ab/picture.svg").await,
        (404, "no_such_room".to_owned())
    );
    assert_eq!(refused(&server, "/api/v1/rooms/x/picture.png").await, (404, "no_such_room".to_owned()));
}

#[tokio::test]
async fn a_private_game_is_shown_to_its_players_and_no_other_page_tells_of_it() {
    let server = TestServer::start().await;
    let (black, _white, _, game) = whole_game(&server, json!({"visibility": "private"})).await;
    for end in ["svg", "png"] {
        let path = format!("/api/v1/games/{game}/picture.{end}");
        assert_eq!(refused(&server, &path).await, (404, "no_such_game".to_owned()));
        let request = server.http().get(server.url(&path)).bearer_auth(black.token());
        let answer = request.send().await.unwrap();
        assert_eq!(
            (answer.status(), &answer.headers()["cache-control"]),
            (StatusCode::OK, &"private, no-cache".parse().unwrap())
        );
    }
    let request = server.http().get(server.url(&format!("/games/{game}")));
    let page = request.header("cookie", format!("sumito_session={}", black.token())).send().await.unwrap();
    assert!(!page.text().await.unwrap().contains("og:title"));
}

#[tokio::test]
async fn so_many_pictures_are_drawn_at_once() {
    let server = TestServer::start_with(Kind::Memory, |config| config.http.pictures = 1).await;
    let (_black, _white, room) = two_players(&server, json!({})).await;
    let path = format!("/api/v1/rooms/{room}/picture.png");
    let answers = join_all((0..30).map(|_| get(&server, &path))).await;
    let (drawn, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status() == StatusCode::OK);
    assert!(!drawn.is_empty() && !refused.is_empty(), "{} drawn, {} refused", drawn.len(), refused.len());
    for answer in refused {
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(!answer.headers().contains_key("cache-control"));
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], "busy");
    }
    assert_eq!(get(&server, &path).await.status(), StatusCode::OK, "the place is free again");
    let svg = get(&server, &path.replace(".png", ".svg")).await;
    assert_eq!(svg.status(), StatusCode::OK, "writing it takes nothing");
}

/// The content of a tag in the head of a page.
fn tag<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let place = [format!("property=\"{name}\" content=\""), format!("name=\"{name}\" content=\"")];
    let at = place.iter().find_map(|start| page.find(start).map(|at| at + start.len()))?;
    page[at..].split('"').next()
}

#[tokio::test]
async fn links_to_games_show_who_played_and_how_it_ended() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (black, white, _, game) = whole_game(&server, json!({"clock": {"kind": "none"}})).await;
        let [black, white] = [&black, &white].map(|player| player.hello["user"]["name"].as_str().unwrap());
        for path in [format!("/games/{game}"), format!("/embed/game/{game}")] {
            let page = get(&server, &path).await.text().await.unwrap();
            assert!(page.contains(&format!("<title>{black} – {white} · Sumito</title>")), "{page}");
            assert_eq!(page.matches("<title>").count(), 1, "{page}");
            assert_eq!(page.matches("name=\"description\"").count(), 1, "{page}");
            assert_eq!(tag(&page, "og:title"), Some(&*format!("{black} – {white}")));
            let told = format!(
                "{white} won by pushing out six marbles. 0 : 6 after 48 moves. Abalone for two, Belgian daisy, no clock."
            );
            assert_eq!(
                (tag(&page, "description"), tag(&page, "og:description")),
                (Some(&*told), Some(&*told))
            );
            assert_eq!(tag(&page, "og:url"), Some(&*server.url(&format!("/games/{game}"))));
            assert_eq!(tag(&page, "og:type"), Some("website"));
            assert_eq!(
                (tag(&page, "og:image:width"), tag(&page, "og:image:height")),
                (Some("1200"), Some("630"))
            );
            assert_eq!(tag(&page, "twitter:card"), Some("summary_large_image"));
            let picture = server.http().get(tag(&page, "og:image").unwrap()).send().await.unwrap();
            assert_eq!(
                (picture.status(), &picture.headers()["content-type"]),
                (StatusCode::OK, &PNG.parse().unwrap())
            );
        }
    }
}

#[tokio::test]
async fn links_to_rooms_show_who_waits_and_how_it_stands() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.public_url = "https://abalone.example/".to_owned();
    })
    .await;
    let mut black = server.client().await;
    let mut white = server.client().await;
    let [first, second] =
        [&black, &white].map(|player| player.hello["user"]["name"].as_str().unwrap().to_owned());
    let (room, _) = black.create_room(json!({"layout": "standard", "visibility": "private"})).await;
    let path = format!("/room/{room}");
    let page = get(&server, &path).await.text().await.unwrap();
    assert_eq!(tag(&page, "og:title"), Some(&*format!("{first} waits for an opponent")));
    assert_eq!(
        tag(&page, "og:description"),
        Some("Open the link to take a seat. Abalone for two, Standard, 10 min.")
    );
    assert_eq!(tag(&page, "og:url"), Some(&*format!("https://abalone.example/room/{room}")));
    let picture = format!("https://abalone.example/api/v1/rooms/{room}/picture.png");
    assert_eq!(tag(&page, "og:image"), Some(&*picture));
    white.join(&room).await.unwrap();
    black.event("started").await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let page = get(&server, &path).await.text().await.unwrap();
    assert_eq!(tag(&page, "og:title"), Some(&*format!("{first} – {second}")));
    let told = "Being played. 0 : 0 after 1 move. Abalone for two, Standard, 10 min.";
    assert_eq!(tag(&page, "og:description"), Some(told));
    white.ask(json!({"type": "resign", "room": room})).await.unwrap();
    let page = get(&server, &path).await.text().await.unwrap();
    let told = format!("{first} won by resignation. 0 : 0 after 1 move. Abalone for two, Standard, 10 min.");
    assert_eq!(tag(&page, "og:description"), Some(&*told));
}

#[tokio::test]
async fn a_page_that_shows_something_is_kept_until_that_changes() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let (mut black, _white, room) = two_players(&server, json!({})).await;
    let path = format!("/room/{room}");
    let first = get(&server, &path).await;
    assert_eq!(first.headers()["cache-control"], "no-cache");
    assert_eq!(first.headers()["content-type"], "text/html; charset=utf-8");
    assert!(first.headers()["content-security-policy"].to_str().unwrap().ends_with("frame-ancestors 'none'"));
    let again =
        || server.http().get(server.url(&path)).header("if-none-match", &first.headers()["etag"]).send();
    assert_eq!(again().await.unwrap().status(), StatusCode::NOT_MODIFIED);
    black.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(again().await.unwrap().status(), StatusCode::OK);
    let gzip = server.http().get(server.url(&path)).header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(
        (&gzip.headers()["content-encoding"], &gzip.headers()["vary"]),
        (&"gzip".parse().unwrap(), &"accept-encoding".parse().unwrap())
    );
}

#[tokio::test]
async fn pages_without_anything_to_show_are_the_client_as_it_is() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.limits.exempt_loopback = false;
        config.http.requests_per_second = 1;
        config.http.request_burst = 6;
    })
    .await;
    let (_black, _white, room) = two_players(&server, json!({})).await;
    let shows = async |path: &str, host: Option<&str>| {
        let request = server.http().get(server.url(path));
        let request = if let Some(host) = host { request.header("host", host) } else { request };
        let answer = request.send().await.unwrap();
        assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/html"), "{path}");
        answer.text().await.unwrap().contains("og:title")
    };
    let path = format!("/room/{room}");
    assert!(shows(&path, None).await);
    assert!(shows(&path, Some("abalone.example:8080")).await);
    for host in ["a\"b", "a/b", "a b", "a@b"] {
        assert!(!shows(&path, Some(host)).await, "{host} is nobody's");
    }
    for path in ["/", "/games", "/embed/game/"] {
        assert!(!shows(path, None).await, "{path}");
    }
    // More than the address may ask for: the page comes nevertheless.
    let shown = join_all((0..40).map(|_| shows(&path, None))).await;
    assert!(shown.contains(&false));
}
