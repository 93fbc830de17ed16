//! Rules for every HTTP answer: caching, accepted requests, and the wording of refusals.

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::Kind;
use crate::moderation::with_role;
use crate::play::two_players;
use crate::raw::Raw;
use crate::test_server::{PASSWORD, TestServer};

/// Returns all values of a header, in one line.
fn all(headers: &HeaderMap, name: &str) -> String {
    let values: Vec<_> = headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect();
    values.join(", ")
}

#[tokio::test]
async fn private_answers_are_not_cached() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    for path in [
        "/api/v1/me",
        "/api/v1/me/sessions",
        "/api/v1/tokens",
        "/api/v1/challenges",
        "/api/v1/games?player=Ada",
        "/api/v1/players/Ada/counts",
        "/api/v1/me/rooms",
        "/api/v1/players/unknown-name",
    ] {
        let answer = server.http().get(server.url(path)).bearer_auth(&ada.token).send().await.unwrap();
        assert_eq!(all(answer.headers(), "cache-control"), "no-store", "{path}");
        let vary = all(answer.headers(), "vary");
        assert!(vary.contains("cookie") && vary.contains("authorization"), "{path}: {vary}");
    }
    let login = json!({"name": "Ada", "password": PASSWORD});
    let answer = server.http().post(server.url("/api/v1/sessions")).json(&login).send().await.unwrap();
    assert_eq!((answer.status().as_u16(), &*all(answer.headers(), "cache-control")), (201, "no-store"));
    let layouts = server.http().get(server.url("/api/v1/layouts")).send().await.unwrap();
    assert!(all(layouts.headers(), "cache-control").starts_with("public"), "public data may be cached");
}

#[tokio::test]
async fn private_game_is_revalidated_and_hidden_from_other_origins() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"visibility": "private"})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let game = white.event("finished").await["game"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{game}/picture.svg");
    let cookie = format!("sumito_session={}", black.token());
    let with = |cookie: &str| server.http().get(server.url(&path)).header("cookie", cookie).send();
    let answer = with(&cookie).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(all(answer.headers(), "cache-control"), "private, no-cache");
    assert!(all(answer.headers(), "vary").contains("cookie"));
    assert!(!answer.headers().contains_key("access-control-allow-origin"));
    assert_eq!(with("sumito_session=none").await.unwrap().status(), 404);
    // Pages of all origins may read public answers.
    let open = server.http().get(server.url("/api/v1/games")).send().await.unwrap();
    assert_eq!(all(open.headers(), "access-control-allow-origin"), "*");
}

#[tokio::test]
async fn foreign_page_needs_a_token_to_act() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let ask = async |authorization: Option<&str>| {
        let request = server.http().request(Method::POST, server.url("/api/v1/rooms")).json(&json!({}));
        let request = request.header("origin", "https://evil.example");
        let request = request.header("cookie", format!("sumito_session={}", ada.token));
        let request =
            authorization.into_iter().fold(request, |request, value| request.header("authorization", value));
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(ask(None).await, 403);
    // Browsers also send this header automatically if a proxy requests a password.
    assert_eq!(ask(Some("Basic YWRhOnNlY3JldA==")).await, 403);
    assert_eq!(ask(Some("Bearer")).await, 403);
    assert_eq!(ask(Some(&format!("Bearer {}", ada.token))).await, 201);
}

#[tokio::test]
async fn request_with_several_hosts_is_refused() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\n\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nhost: one\r\nhost: two\r\n\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nhost: one\r\nhost: one\r\n\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nhost: a b\r\n\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nhost: user@one\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nhost: one:8080\r\n\r\n", 200),
        ("GET /healthz HTTP/1.1\r\nhost: [::1]:8080\r\n\r\n", 200),
        ("GET /healthz HTTP/1.0\r\n\r\n", 200),
    ] {
        let mut raw = Raw::connect(&server.url("")).await;
        raw.send(head).await;
        assert_eq!(raw.answer().await.status, status, "{head:?}");
    }
}

#[tokio::test]
async fn an_expected_refusal_is_no_error_of_the_servers() {
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.metrics.listen = "127.0.0.1:0".to_owned()).await;
    let admin = with_role(&server, "Andy", "admin").await;
    let drain = server.request(Method::PUT, "/api/v1/admin/drain", Some(&admin.token), None).await;
    assert!(drain.0 < 300, "{drain:?}");
    let (status, body) = server.post("/api/v1/rooms", Some(&admin.token), json!({})).await;
    assert_eq!((status, &body["code"]), (503, &json!("draining")));
    let url = format!("http://{}/metrics", server.metrics_address());
    let text = server.http().get(url).send().await.unwrap().text().await.unwrap();
    assert!(text.contains("sumito_http_seconds_count{route=\"/api/v1/rooms\",status=\"503\"} 1"), "{text}");
    assert!(!text.contains("status=\"5xx\""), "a 503 of the drain does not count as a server error");
}

#[tokio::test]
async fn errors_name_the_field_in_plain_words_and_its_unit() {
    let server = TestServer::start().await;
    let mut client: Client = server.client().await;
    let token = client.token().to_owned();
    for (path, body, message) in [
        ("/api/v1/rooms", json!({"mode": 7}), "`mode` must be a text, not a number"),
        ("/api/v1/rooms", json!({"rated": "yes"}), "`rated` must be `true` or `false`, not a text"),
        ("/api/v1/rooms", json!({"spectator_delay_s": "long"}), "`spectator_delay_s` must be a whole number"),
        ("/api/v1/rooms", json!({"colour": "red"}), "unknown field `colour`"),
        ("/api/v1/sessions", json!({"name": "Ada"}), "the field `password` is missing"),
        (
            "/api/v1/rooms",
            json!({"spectator_delay_s": 5_000}),
            "`spectator_delay_s` must be a whole number of seconds from 0 to 600, and 5000 is too large",
        ),
    ] {
        let (status, answer) = server.post(path, Some(&token), body.clone()).await;
        let detail = answer["detail"].as_str().unwrap();
        assert!(status == 400 && detail.starts_with(message), "{body}: {detail}");
    }
    let (_, body) = server.get("/api/v1/games?limit=many").await;
    assert_eq!(body["detail"], "`limit` must be a whole number");
    let (_, body) = server.get("/api/v1/tournaments/abc").await;
    assert!(!body["detail"].as_str().unwrap().contains("UUID"), "{body}");
    let refused = client.refusal_of(r#"{"type":"join","room":"abc","seat":"first"}"#).await;
    assert_eq!(refused.message, "`seat` must be a whole number from 0 to 3, not a text");
    let text =
        server.http().post(server.url("/api/v1/rooms")).bearer_auth(&token).body("{}").send().await.unwrap();
    let body: Value = text.json().await.unwrap();
    assert!(body["detail"].as_str().unwrap().contains("Content-Type: application/json"), "{body}");
}
