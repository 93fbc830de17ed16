//! Requests from pages of other origins.

use reqwest::StatusCode;
use reqwest::header::HeaderValue;

use crate::database::Kind;
use crate::raw::Raw;
use crate::test_server::TestServer;

/// Requests a guest, and a socket with the visitor's cookie, as a page of these origins; returns both statuses. A granted socket has
/// the status 101.
async fn request(server: &TestServer, origins: &[&[u8]]) -> (StatusCode, StatusCode) {
    ask_with(server, "sumito_session", origins).await
}

async fn ask_with(server: &TestServer, cookie: &str, origins: &[&[u8]]) -> (StatusCode, StatusCode) {
    let guest = server.guest().await;
    let post = server.http().post(server.url("/api/v1/guests"));
    let socket = server
        .http()
        .get(server.url("/ws"))
        .header("cookie", format!("{cookie}={}", guest.token))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    let [guest, socket] = [post, socket].map(|request| {
        let origins = origins.iter().map(|origin| HeaderValue::from_bytes(origin).unwrap());
        origins.fold(request, |request, origin| request.header("origin", origin))
    });
    (guest.send().await.unwrap().status(), socket.send().await.unwrap().status())
}

const GRANTED: (StatusCode, StatusCode) = (StatusCode::CREATED, StatusCode::SWITCHING_PROTOCOLS);
const REFUSED: (StatusCode, StatusCode) = (StatusCode::FORBIDDEN, StatusCode::FORBIDDEN);

#[tokio::test]
async fn unreadable_origin_is_foreign() {
    let server = TestServer::start().await;
    let own = server.url("");
    assert_eq!(request(&server, &[]).await, GRANTED, "a program sends no origin");
    assert_eq!(request(&server, &[own.as_bytes()]).await, GRANTED);
    for foreign in [&b"https://\xe4vil.example"[..], b"null", b"", b"http://"] {
        assert_eq!(request(&server, &[foreign]).await, REFUSED, "{}", String::from_utf8_lossy(foreign));
    }
    assert_eq!(request(&server, &[own.as_bytes(), b"https://evil.example"]).await, REFUSED, "two origins");
}

#[tokio::test]
async fn public_url_excludes_other_names_of_the_server() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.public_url = "https://abalone.example/".to_owned();
        config.allowed_origins = vec!["https://club.example".to_owned()];
    })
    .await;
    let ask = async |origin: &str| ask_with(&server, "__Host-sumito_session", &[origin.as_bytes()]).await;
    assert_eq!(ask("https://abalone.example").await, GRANTED);
    assert_eq!(ask("https://club.example").await, GRANTED);
    assert_eq!(ask("http://abalone.example").await, REFUSED);
    assert_eq!(ask(&server.url("")).await, REFUSED, "a request with another host name");
}

/// Opens a socket with the cookie of a visitor, through a proxy that sends this `Host`; returns the status.
async fn socket_through(server: &TestServer, host: &str, origin: &str) -> u16 {
    let guest = server.guest().await;
    let mut raw = Raw::connect(&server.url("")).await;
    raw.send(&format!(
        "GET /ws HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\ncookie: sumito_session={}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        guest.token
    ))
    .await;
    raw.answer().await.status
}

#[tokio::test]
async fn proxy_may_spell_the_host_in_another_way() {
    let server = TestServer::start().await;
    for (host, origin, status) in [
        ("abalone.example", "https://abalone.example", 101),
        ("abalone.example:443", "https://abalone.example", 101),
        ("abalone.example:80", "https://abalone.example", 101),
        ("Abalone.EXAMPLE", "http://abalone.example", 101),
        ("abalone.example:8080", "http://abalone.example:8080", 101),
        ("abalone.example:8080", "http://abalone.example", 403),
        ("abalone.example", "https://evil.example", 403),
        ("abalone.example", "https://abalone.example.evil.example", 403),
    ] {
        assert_eq!(socket_through(&server, host, origin).await, status, "{host} {origin}");
    }
}

#[tokio::test]
async fn settings_may_spell_an_origin_in_another_way() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.public_url = "https://Spiel-Café.example:443/".to_owned();
        config.allowed_origins = vec!["HTTPS://club.example:443".to_owned()];
    })
    .await;
    let ask = async |origin: &str| ask_with(&server, "__Host-sumito_session", &[origin.as_bytes()]).await;
    assert_eq!(ask("https://xn--spiel-caf-j4a.example").await, GRANTED);
    assert_eq!(ask("https://club.example").await, GRANTED);
    assert_eq!(ask("https://club.example:8443").await, REFUSED);
}
