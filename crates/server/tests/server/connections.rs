//! Connections: timeouts, their maximum number, and graceful shutdown.

use std::time::Duration;

use serde_json::{Value, json};
use sumito_config::Config;
use tokio::time::timeout;

use crate::client::Client;
use crate::database::Kind;
use crate::raw::{Answer, Raw};
use crate::test_server::TestServer;

/// Short enough for a test to wait for it.
const SHORT_MS: u64 = 50;
/// Longer than any test.
const LONG_MS: u64 = 600_000;

/// The start of a request that needs a body.
const HALF_BODY: &str = "POST /api/v1/rooms HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n\
                         content-length: 100\r\nexpect: 100-continue\r\n\r\n";

async fn start(change: impl FnOnce(&mut Config)) -> TestServer {
    TestServer::start_with(Kind::Sqlite, |config| {
        config.http.head_timeout_ms = LONG_MS;
        config.http.body_timeout_ms = LONG_MS;
        config.http.idle_timeout_ms = LONG_MS;
        config.shutdown_grace_ms = LONG_MS;
        change(config);
    })
    .await
}

async fn connect(server: &TestServer) -> Raw {
    Raw::connect(&server.url("")).await
}

fn code_of(answer: &Answer) -> (u16, Value) {
    let problem: Value = serde_json::from_str(&answer.body).unwrap();
    (answer.status, problem["code"].clone())
}

#[tokio::test]
async fn incomplete_head_times_out() {
    let server = start(|config| config.http.head_timeout_ms = SHORT_MS).await;
    let mut raw = connect(&server).await;
    raw.send("GET / HTTP/1.1\r\nhost: te").await;
    assert_eq!(raw.closed().await, "");
    // The same on a connection that has already served a request.
    let mut raw = connect(&server).await;
    assert_eq!(raw.get("/healthz").await.status, 200);
    raw.send("G").await;
    assert_eq!(raw.closed().await, "");
}

#[tokio::test]
async fn pause_between_requests_may_be_longer_than_a_head() {
    let server = start(|config| config.http.head_timeout_ms = SHORT_MS).await;
    let mut fresh = connect(&server).await;
    let mut used = connect(&server).await;
    assert_eq!(used.get("/healthz").await.status, 200);
    // The other connections are idle for at least as long as this head takes to time out.
    let mut raw = connect(&server).await;
    raw.send("G").await;
    assert_eq!(raw.closed().await, "");
    assert_eq!(used.get("/healthz").await.status, 200);
    assert_eq!(fresh.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn endless_head_times_out() {
    let server = start(|config| {
        config.http.head_timeout_ms = SHORT_MS;
        config.http.head_bytes = 1 << 30;
    })
    .await;
    let mut raw = connect(&server).await;
    raw.send("GET / HTTP/1.1\r\nx: ").await;
    raw.repeat_until_closed("x").await;
}

#[tokio::test]
async fn too_long_head_is_refused() {
    let server = start(|config| config.http.head_bytes = 8_192).await;
    let mut raw = connect(&server).await;
    raw.send(&format!("GET / HTTP/1.1\r\nx: {}", "x".repeat(9_000))).await;
    assert_eq!(raw.answer().await.status, 431);
}

#[tokio::test]
async fn incomplete_body_times_out() {
    let server = start(|config| config.http.body_timeout_ms = SHORT_MS).await;
    let mut raw = connect(&server).await;
    raw.send(HALF_BODY).await;
    assert_eq!(raw.answer().await.status, 100);
    raw.send("{").await;
    assert_eq!(code_of(&raw.answer().await), (400, json!("bad_message")));
    raw.closed().await;
}

#[tokio::test]
async fn idle_connection_is_closed() {
    let server = start(|config| config.http.idle_timeout_ms = SHORT_MS).await;
    let raw = connect(&server).await;
    assert_eq!(raw.closed().await, "");
    let mut raw = connect(&server).await;
    assert_eq!(raw.get("/healthz").await.status, 200);
    assert_eq!(raw.closed().await, "");
}

#[tokio::test]
async fn client_that_does_not_read_times_out() {
    let server = start(|config| config.http.idle_timeout_ms = SHORT_MS).await;
    let page = connect(&server).await.get("/").await.body;
    let script = page.split('"').find(|part| part.contains("assets/") && part.contains(".js")).unwrap();
    let raw = connect(&server).await;
    raw.repeat_until_closed(&format!("GET {script} HTTP/1.1\r\nhost: test\r\n\r\n")).await;
}

#[tokio::test]
async fn websocket_is_no_idle_connection() {
    let server = start(|config| {
        config.http.idle_timeout_ms = SHORT_MS;
        config.http.connections = 1;
    })
    .await;
    let mut client = Client::connect(&server.url("/ws"), None).await;
    // The server accepts the connection when the socket has freed its place, and closes it after the idle timeout.
    let mut raw = connect(&server).await;
    while raw.get("/healthz").await.status == 503 {
        raw = connect(&server).await;
    }
    raw.closed().await;
    client.send(r#"{"type":"ping","t":1}"#).await;
    assert_eq!(client.next_of("pong").await["t"], 1);
}

#[tokio::test]
async fn incomplete_requests_do_not_delay_a_stop() {
    let server = start(|_| {}).await;
    let silent = connect(&server).await;
    let mut half_head = connect(&server).await;
    half_head.send("GET / HTTP/1.1\r\nhost: te").await;
    let mut second_half_head = connect(&server).await;
    second_half_head.send("GET /healthz HTTP/1.1\r\nhost: test\r\n\r\nGET / HTTP/1.1\r\nhost: te").await;
    assert_eq!(second_half_head.answer().await.status, 200);
    let mut idle = connect(&server).await;
    // By then the server has read the earlier connections.
    for _ in 0..3 {
        assert_eq!(idle.get("/healthz").await.status, 200);
    }
    let mut half_body = connect(&server).await;
    half_body.send(HALF_BODY).await;
    assert_eq!(half_body.answer().await.status, 100);
    half_body.send("{").await;

    timeout(Duration::from_secs(30), server.stop()).await.expect("the server waits for no connection");
    assert_eq!(code_of(&half_body.answer().await), (503, json!("unavailable")), "a request is answered");
    for raw in [silent, idle, half_head, second_half_head, half_body] {
        assert_eq!(raw.closed().await, "");
    }
}

#[tokio::test]
async fn open_connections_are_limited() {
    let server = start(|config| config.http.connections = 2).await;
    let mut first = connect(&server).await;
    let second = connect(&server).await;
    assert_eq!(first.get("/healthz").await.status, 200);
    let mut third = connect(&server).await;
    assert_eq!(code_of(&third.answer().await), (503, json!("busy")));
    assert_eq!(third.closed().await, "");
    drop(second);
    // The place is free again as soon as the server notices.
    while connect(&server).await.get("/healthz").await.status != 200 {}
    assert_eq!(first.get("/healthz").await.status, 200, "the first client keeps its place");
}

/// Only Linux serves all of 127.0.0.0/8 on the loopback interface.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_per_address_are_limited() {
    let server = start(|config| {
        config.http.connections_per_address = 1;
        config.limits.exempt_loopback = false;
    })
    .await;
    let mut first = connect(&server).await;
    assert_eq!(first.get("/healthz").await.status, 200);
    assert_eq!(code_of(&connect(&server).await.answer().await), (429, json!("too_many")));
    let mut other = Raw::connect_from("127.0.0.2", &server.url("")).await;
    assert_eq!(other.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn loopback_and_proxy_connections_are_not_limited_by_address() {
    for (exempt_loopback, trust_forwarded_for) in [(true, false), (false, true)] {
        let server = start(|config| {
            config.http.connections_per_address = 1;
            config.limits.exempt_loopback = exempt_loopback;
            config.trust_forwarded_for = trust_forwarded_for;
        })
        .await;
        let (mut first, mut second) = (connect(&server).await, connect(&server).await);
        assert_eq!(first.get("/healthz").await.status, 200);
        assert_eq!(second.get("/healthz").await.status, 200);
    }
}

#[cfg(target_os = "linux")]
mod descriptors {
    use super::*;
    use crate::process::Process;

    #[tokio::test]
    async fn connections_leave_files_to_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("sumito.db").display());
        // Half of them is reserved; the server itself needs about 30.
        let process = Process::start_with_files(&url, "96:96").await;
        let mut black = process.client(&process.guest_token().await).await;
        let mut white = process.client(&process.guest_token().await).await;
        let (room, _) = black.create_room(json!({"layout": "standard"})).await;
        white.join(&room).await.unwrap();

        let mut crowd = Vec::new();
        loop {
            let mut raw = Raw::connect(&process.url("")).await;
            // The server answers each accepted connection, which stays open.
            raw.send("GET /readyz HTTP/1.1\r\nhost: test\r\n\r\n").await;
            let answer = raw.answer().await;
            if answer.status != 200 {
                assert_eq!(code_of(&answer), (503, json!("busy")));
                break;
            }
            crowd.push(raw);
        }
        assert!(crowd.len() < 48, "{}", crowd.len());
        black.play(&room, 0, "a1b2").await.unwrap();
        white.play(&room, 1, "i5h5").await.unwrap();
        drop(crowd);
        // The places are free again as soon as the server notices.
        while Raw::connect(&process.url("")).await.get("/readyz").await.status != 200 {}
    }

    /// The default limit may be so low that a few visitors reach it.
    #[tokio::test]
    async fn program_raises_its_open_files_limit() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("sumito.db").display());
        let process = Process::start_with_files(&url, "64:256").await;
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", process.id())).unwrap();
        let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        assert_eq!(files.split_whitespace().skip(3).collect::<Vec<_>>(), ["256", "256", "files"]);
    }
}
