//! Authentication by header, cookie or message, and protection against requests from other origins.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use crate::client::Client;
use crate::database::Kind;
use crate::test_server::TestServer;

fn status_of(error: tungstenite::Error) -> u16 {
    match error {
        tungstenite::Error::Http(response) => response.status().as_u16(),
        other => panic!("not refused over HTTP: {other}"),
    }
}

#[tokio::test]
async fn a_token_works_as_header_cookie_and_message() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let ws = server.url("/ws");
    let header = Client::connect(&ws, Some(&guest.token)).await;
    assert_eq!(header.hello["user"], json!({"id": guest.id, "name": guest.name, "guest": true}));

    let cookie = [("cookie", format!("a=b; sumito_session={}", guest.token)), ("origin", server.url(""))];
    let cookie = Client::connect_with(&ws, &cookie).await.unwrap();
    assert_eq!(cookie.hello["user"], header.hello["user"]);

    let mut message = Client::connect(&ws, None).await;
    assert_eq!(message.hello["user"], Value::Null);
    message.request(json!({"type": "authenticate", "token": guest.token})).await.unwrap();
    assert_eq!(message.next_of("hello").await["user"], header.hello["user"]);
    let again = message.request(json!({"type": "authenticate", "token": guest.token})).await.unwrap_err();
    assert_eq!(again.code, "forbidden");
}

#[tokio::test]
async fn a_worthless_token_is_refused() {
    let server = TestServer::start().await;
    let bearer = [("authorization", "Bearer nonsense".to_owned())];
    let refused = Client::connect_with(&server.url("/ws"), &bearer).await.err().unwrap();
    assert_eq!(status_of(refused), 401);
    // A browser with an invalid cookie becomes a spectator: the page then requests a new cookie.
    let cookie = [("cookie", "sumito_session=nonsense".to_owned())];
    let client = Client::connect_with(&server.url("/ws"), &cookie).await.unwrap();
    assert_eq!(client.hello["user"], Value::Null);
    let mut client = Client::connect(&server.url("/ws"), None).await;
    let refused = client.request(json!({"type": "authenticate", "token": "nonsense"})).await.unwrap_err();
    assert_eq!(refused.code, "bad_token");
}

#[tokio::test]
async fn pages_of_other_origins_cannot_use_the_cookie() {
    let allowed = "https://club.example".to_owned();
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.allowed_origins = vec!["https://club.example".to_owned()];
    })
    .await;
    let guest = server.guest().await;
    let with_origin =
        |origin: String| [("cookie", format!("sumito_session={}", guest.token)), ("origin", origin)];
    let ws = server.url("/ws");
    let refused =
        Client::connect_with(&ws, &with_origin("https://evil.example".to_owned())).await.err().unwrap();
    assert_eq!(status_of(refused), 403);
    assert!(Client::connect_with(&ws, &with_origin(allowed)).await.is_ok());
    assert!(Client::connect_with(&ws, &with_origin(server.url(""))).await.is_ok());
}

#[tokio::test]
async fn spectator_becomes_present_after_authentication() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let mut black = server.client_of(&guest).await;
    let made = black.request(json!({"type": "create_room"})).await.unwrap();
    let room = made["room"].as_str().unwrap();
    let mut late = Client::connect(&server.url("/ws"), None).await;
    late.watch(room).await;
    drop(black);
    late.presence(0, false).await;
    late.request(json!({"type": "authenticate", "token": guest.token})).await.unwrap();
    late.presence(0, true).await;
}

#[tokio::test]
async fn me_returns_the_tokens_user() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let answer = server.http().get(server.url("/api/v1/me")).bearer_auth(&guest.token).send().await.unwrap();
    let me: Value = answer.json().await.unwrap();
    assert_eq!(me, json!({"user": {"id": guest.id, "name": guest.name, "guest": true}}));
    let (status, without_token) = server.get("/api/v1/me").await;
    assert_eq!(
        (status.as_u16(), without_token),
        (200, json!({"user": null})),
        "no error: every browser sends this request"
    );
    let stale = server.http().get(server.url("/api/v1/me")).header("cookie", "sumito_session=worthless");
    assert_eq!(stale.send().await.unwrap().json::<Value>().await.unwrap(), json!({"user": null}));
    let wrong = server.http().get(server.url("/api/v1/me")).bearer_auth("worthless").send().await.unwrap();
    assert_eq!(wrong.status(), 401, "a program with a wrong token gets an error");
}

#[tokio::test]
async fn browser_with_a_valid_cookie_keeps_its_user() {
    let server = TestServer::start_with(Kind::Memory, |config| config.limits.exempt_loopback = false).await;
    let guest = server.guest().await;
    let again = async |cookie: &str| {
        let request = server.http().post(server.url("/api/v1/guests")).header("cookie", cookie);
        let answer = request.send().await.unwrap();
        let has_cookie = answer.headers().contains_key("set-cookie");
        (answer.status().as_u16(), has_cookie, answer.json::<Value>().await.unwrap())
    };
    // Every repeated request gets the same answer.
    for _ in 0..30 {
        let (status, has_cookie, body) = again(&format!("sumito_session={}", guest.token)).await;
        assert_eq!((status, has_cookie), (200, false), "{body}");
        assert_eq!((&body["user"]["id"], &body["token"]), (&json!(guest.id), &Value::Null));
    }
    let (status, has_cookie, body) = again("sumito_session=worthless").await;
    assert_eq!((status, has_cookie), (201, true));
    assert_ne!(body["user"]["id"], json!(guest.id));
}

#[tokio::test]
async fn cookie_is_not_readable_by_pages() {
    for (public_url, secure) in [("", false), ("https://abalone.example", true)] {
        let server =
            TestServer::start_with(Kind::Sqlite, |config| public_url.clone_into(&mut config.public_url))
                .await;
        let answer = server.http().post(server.url("/api/v1/guests")).send().await.unwrap();
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        assert_eq!(cookie.contains("Secure"), secure, "{cookie}");
    }
}
