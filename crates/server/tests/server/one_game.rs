//! A single finished game: as JSON, as text, for pages of other origins, and conditional requests.

use reqwest::header::{HeaderMap, HeaderName};
use serde_json::{Value, json};
use sumito_game::GameText;

use crate::database::BOTH;
use crate::play::two_players;
use crate::test_server::TestServer;

/// Plays a game of two moves in which Black resigns.
async fn resigned(server: &TestServer, room: Value) -> (String, String) {
    let (mut black, mut white, room) = two_players(server, room).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let id = black.event("finished").await["game"].as_str().unwrap().to_owned();
    (format!("/api/v1/games/{id}"), black.token().to_owned())
}

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, String) {
    let mut request = server.http().get(server.url(path));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.headers().clone(), answer.text().await.unwrap())
}

fn header_text<'a>(headers: &'a HeaderMap, name: &'static str) -> &'a str {
    headers.get(HeaderName::from_static(name)).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_game_is_text_that_reads_back() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let (path, _) = resigned(&server, json!({"layout": "standard", "clock": clock})).await;
        let (_, game) = server.get(&path).await;
        let (status, headers, text) = get(&server, &path, &[("accept", "text/plain")]).await;
        assert_eq!((status, header_text(&headers, "content-type")), (200, "text/plain; charset=utf-8"));
        assert_eq!(header_text(&headers, "vary"), "accept");
        let read = GameText::parse(&text).unwrap();
        assert_eq!(read.names, [0, 1].map(|seat| game["players"][seat]["name"].as_str().unwrap()));
        assert!(text.ends_with("\n1. a1b2 i5h5\n"), "{text}");
        assert!(
            text.contains("[Clock \"fischer 300+3\"]\n[Result \"white\"]\n[Termination \"resignation\"]\n")
        );
        let (status, _, same) = get(&server, &format!("{path}/game.txt"), &[]).await;
        assert_eq!((status, same), (200, text));
    }
}

#[tokio::test]
async fn positions_are_included_on_request() {
    let server = TestServer::start().await;
    let (path, _) = resigned(&server, json!({"layout": "standard"})).await;
    let (_, plain) = server.get(&path).await;
    assert!(plain.get("positions").is_none() && plain.get("imported").is_none(), "{plain}");
    let (status, game) = server.get(&format!("{path}?positions=true")).await;
    assert_eq!(status, 200);
    let positions = game["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 3);
    assert_eq!(positions[2], plain["final_position"]);
    assert!(positions[0].as_str().unwrap().ends_with(" b 0,0 0 0"), "{}", positions[0]);
    let (status, problem) = server.get(&format!("{path}?positions=some")).await;
    assert_eq!((status.as_u16(), &problem["code"]), (400, &json!("bad_message")));
}

#[tokio::test]
async fn unchanged_game_is_not_sent_again() {
    let server = TestServer::start().await;
    let (path, token) = resigned(&server, json!({"visibility": "private"})).await;
    let bearer = format!("Bearer {token}");
    for accept in ["application/json", "text/plain"] {
        let (status, headers, _) =
            get(&server, &path, &[("accept", accept), ("authorization", &bearer)]).await;
        assert_eq!((status, header_text(&headers, "cache-control")), (200, "private, no-cache"));
        let tag = header_text(&headers, "etag");
        let again = [("accept", accept), ("authorization", bearer.as_str()), ("if-none-match", tag)];
        let (status, headers, body) = get(&server, &path, &again).await;
        assert_eq!((status, body.as_str(), header_text(&headers, "etag")), (304, "", tag));
        // A matching entity tag grants no access.
        assert_eq!(get(&server, &path, &[("accept", accept), ("if-none-match", tag)]).await.0, 404);
    }
    let (path, _) = resigned(&server, json!({})).await;
    assert_eq!(header_text(&get(&server, &path, &[]).await.1, "cache-control"), "public, no-cache");
}

#[tokio::test]
async fn pages_of_any_origin_may_read_and_send_tokens() {
    let server = TestServer::start().await;
    let (path, _) = resigned(&server, json!({})).await;
    let origin = ("origin", "https://elsewhere.example");
    let text = format!("{path}/game.txt");
    for path in
        ["/api/v1/games", "/api/v1/games/export", "/api/v1/layouts", &path, &text, "/api/v1/games/nothing"]
    {
        let (_, headers, _) = get(&server, path, &[origin]).await;
        assert_eq!(header_text(&headers, "access-control-allow-origin"), "*", "{path}");
        assert_eq!(header_text(&headers, "access-control-allow-credentials"), "", "{path}");
    }
    for path in ["/api/v1/me", "/api/v1/rooms/own", "/api/v1/rooms", "/api/v1/nothing"] {
        let (_, headers, _) = get(&server, path, &[origin]).await;
        assert_eq!(header_text(&headers, "access-control-allow-origin"), "", "{path}");
    }
    let preflight = |path: &str, method: &'static str, header: &'static str| {
        let request = server.http().request(reqwest::Method::OPTIONS, server.url(path));
        let request = request.header("origin", origin.1).header("access-control-request-method", method);
        request.header("access-control-request-headers", header).send()
    };
    // A page that sends a token has been given it. A cookie is sent by the browser itself.
    let with_token = preflight(&path, "GET", "authorization").await.unwrap();
    assert_eq!(header_text(with_token.headers(), "access-control-allow-origin"), origin.1);
    assert_eq!(header_text(with_token.headers(), "access-control-allow-credentials"), "");
    let without = preflight("/api/v1/guests", "POST", "content-type").await.unwrap();
    assert_eq!(header_text(without.headers(), "access-control-allow-origin"), "");
}
