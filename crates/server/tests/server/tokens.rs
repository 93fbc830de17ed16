//! API tokens for programs, and their scopes.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::test_server::{Guest, PASSWORD, TestServer};

/// Creates an API token of a user with these scopes; returns the token and its id.
pub(crate) async fn token(server: &TestServer, owner: &Guest, scopes: Value) -> (String, String) {
    let body = json!({"label": "my program", "scopes": scopes, "days": 30});
    let (status, made) = server.post("/api/v1/tokens", Some(&owner.token), body).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!((&made["label"], &made["scopes"]), (&json!("my program"), &scopes));
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    (text("token"), text("id"))
}

#[tokio::test]
async fn token_is_limited_to_its_scopes() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let mut other = server.client().await;
        let (room, _) = other.create_room(json!({})).await;
        let (read, _) = token(&server, &ada, json!(["read"])).await;
        assert!(read.starts_with("sumito_"), "{read}");
        let mut socket = server.client_with_token(&read).await;
        assert_eq!(socket.hello["user"]["name"], "Ada");
        socket.watch(&room).await;
        for command in [
            json!({"type": "create_room"}),
            json!({"type": "join", "room": room}),
            json!({"type": "play", "room": room, "ply": 0, "move": "g7f6"}),
            json!({"type": "resign", "room": room}),
            json!({"type": "take_over", "room": room}),
            json!({"type": "add_computer", "room": room, "level": 1}),
        ] {
            let refused = socket.request(command.clone()).await.unwrap_err();
            assert_eq!(refused.code, "missing_scope", "{command}");
        }
        let (status, body) = server.post("/api/v1/rooms", Some(&read), json!({})).await;
        assert_eq!((status, &body["code"]), (403, &json!("missing_scope")));
        assert_eq!(server.get_as("/api/v1/me/rooms", &read).await.0, 200);

        let (play, _) = token(&server, &ada, json!(["play"])).await;
        let mut socket = server.client_with_token(&play).await;
        socket.join(&room).await.unwrap();
        assert_eq!(server.post("/api/v1/rooms", Some(&play), json!({})).await.0, 201);
        let bot = async |token: &str| {
            server.request(Method::PUT, "/api/v1/me/bot", Some(token), Some(json!({"untimed": true}))).await
        };
        let (status, body) = bot(&play).await;
        assert_eq!((status, &body["code"]), (403, &json!("missing_scope")));
        let bob = server.account("Bob").await;
        let (program, _) = token(&server, &bob, json!(["play", "bot"])).await;
        assert_eq!(bot(&program).await.0, 200);
    }
}

#[tokio::test]
async fn each_subject_has_its_scope() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.accounts.tokens_per_user = 50).await;
    let (ada, _ben) = (server.account("Ada").await, server.account("Ben").await);
    let terms = json!({"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}});
    let challenge = json!({"player": "Ben", "terms": terms});
    let study = json!({"name": "Study", "from": {"name": "Chapter"}});
    let requests = [
        ("challenges", Method::POST, "/api/v1/challenges", challenge),
        ("follows", Method::PUT, "/api/v1/me/follows/Ben", Value::Null),
        ("studies", Method::POST, "/api/v1/studies", study),
        ("clubs", Method::POST, "/api/v1/clubs", json!({"name": "Club of Ghent"})),
        ("messages", Method::GET, "/api/v1/me/conversations", Value::Null),
        ("puzzles", Method::POST, "/api/v1/puzzles/runs", json!({"kind": "streak"})),
    ];
    let all = ["play", "bot", "tournament"].into_iter().chain(requests.iter().map(|(scope, ..)| *scope));
    for (scope, method, path, body) in &requests {
        let body = (!body.is_null()).then(|| body.clone());
        let others: Vec<_> = all.clone().filter(|other| other != scope).collect();
        let (without, _) = token(&server, &ada, json!(others)).await;
        let (status, refused) = server.request(method.clone(), path, Some(&without), body.clone()).await;
        assert_eq!((status, &refused["code"]), (403, &json!("missing_scope")), "{path}: {refused}");
        assert!(refused["detail"].as_str().unwrap().contains(&format!("`{scope}`")), "{refused}");
        let (with, _) = token(&server, &ada, json!([scope])).await;
        let (_, answer) = server.request(method.clone(), path, Some(&with), body).await;
        assert_ne!(answer["code"], "missing_scope", "{path}: {answer}");
        let (status, refused) = server.delete(&format!("/api/v1/clubs/{}", uuid::Uuid::nil()), &with).await;
        assert_eq!((status, &refused["code"]), (403, &json!("missing_scope")), "{refused}");
    }
}

#[tokio::test]
async fn no_token_changes_the_account() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let (token, id) = token(&server, &ada, json!(["read", "play", "bot", "tournament"])).await;
    for (method, path, body) in [
        (Method::GET, "/api/v1/me/sessions".to_owned(), None),
        (Method::DELETE, "/api/v1/me/sessions".to_owned(), None),
        (Method::GET, "/api/v1/tokens".to_owned(), None),
        (
            Method::POST,
            "/api/v1/tokens".to_owned(),
            Some(json!({"label": "x", "scopes": ["play"], "days": 1})),
        ),
        (Method::DELETE, format!("/api/v1/tokens/{id}"), None),
        (
            Method::PUT,
            "/api/v1/me/password".to_owned(),
            Some(json!({"old": PASSWORD, "new": "another password"})),
        ),
        (Method::GET, "/api/v1/me/recovery-codes".to_owned(), None),
        (Method::POST, "/api/v1/me/recovery-codes".to_owned(), Some(json!({"password": PASSWORD}))),
        (Method::DELETE, "/api/v1/me".to_owned(), Some(json!({"password": PASSWORD}))),
    ] {
        let (status, body) = server.request(method, &path, Some(&token), body).await;
        assert_eq!((status, &body["code"]), (403, &json!("missing_scope")), "{path}");
    }
    assert_eq!(server.delete("/api/v1/sessions/current", &token).await.0, 204, "it can end itself");
    assert_eq!(server.get_as("/api/v1/me", &token).await.0, 401);
    assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 200);
}

#[tokio::test]
async fn tokens_are_listed_without_their_secret_and_end() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.accounts.tokens_per_user = 2).await;
        let ada = server.account("Ada").await;
        let (secret, id) = token(&server, &ada, json!(["play"])).await;
        token(&server, &ada, json!(["read"])).await;
        let body = json!({"label": "one more", "scopes": ["play"], "days": 30});
        let (status, body) = server.post("/api/v1/tokens", Some(&ada.token), body).await;
        assert_eq!((status, &body["code"]), (429, &json!("too_many")));
        let (_, listed) = server.get_as("/api/v1/tokens", &ada.token).await;
        assert_eq!(listed["tokens"].as_array().unwrap().len(), 2);
        assert!(!listed.to_string().contains("sumito_"));
        let socket = server.client_with_token(&secret).await;
        let (status, _) = server.delete(&format!("/api/v1/me/sessions/{id}"), &ada.token).await;
        assert_eq!(status, 404, "a token is no session");
        assert_eq!(server.delete(&format!("/api/v1/tokens/{id}"), &ada.token).await.0, 204);
        assert_eq!(socket.closed().await, Some(CloseCode::Library(4001)));
        assert_eq!(server.get_as("/api/v1/me", &secret).await.0, 401);
    }
}

#[tokio::test]
async fn invalid_token_request_is_refused() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.accounts.token_days = 366).await;
    let (ada, guest) = (server.account("Ada").await, server.guest().await);
    let token =
        |label: &str, scopes: Value, days: i64| json!({"label": label, "scopes": scopes, "days": days});
    for (request, code) in [
        (token("", json!(["play"]), 1), "out_of_range"),
        (token(&"x".repeat(61), json!(["play"]), 1), "out_of_range"),
        (token("a\u{7}", json!(["play"]), 1), "out_of_range"),
        (token("x", json!([]), 1), "out_of_range"),
        (token("x", json!(["play"]), 0), "out_of_range"),
        (token("x", json!(["play"]), 367), "out_of_range"),
        (token("x", json!(["everything"]), 1), "bad_message"),
        (token("x", json!(["play"]), -1), "out_of_range"),
        (json!({"label": "x"}), "bad_message"),
    ] {
        let (status, answer) = server.post("/api/v1/tokens", Some(&ada.token), request.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!(code)), "{request}");
    }
    let (status, body) =
        server.post("/api/v1/tokens", Some(&guest.token), token("x", json!(["play"]), 1)).await;
    assert_eq!((status, &body["code"]), (403, &json!("needs_account")));
}

#[tokio::test]
async fn unknown_tokens_of_any_length_are_refused() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let cut = &ada.token[..63];
        for token in ["x", cut, &format!("{}0", ada.token), &ada.token.to_uppercase(), &"a".repeat(6_000)] {
            let (status, body) = server.get_as("/api/v1/me", token).await;
            assert_eq!((status, &body["code"]), (401, &json!("bad_token")), "{} characters", token.len());
            let mut socket = Client::connect(&server.url("/ws"), None).await;
            let refused = socket.request(json!({"type": "authenticate", "token": token})).await.unwrap_err();
            assert_eq!(refused.code, "bad_token");
            socket.request(json!({"type": "authenticate", "token": ada.token})).await.unwrap();
        }
    }
}
