//! Requests whose callers hang up while a thread works for them: the work continues, and so it counts until it ends.

use serde_json::json;

use crate::database::Kind;
use crate::raw::Raw;
use crate::test_server::TestServer;

async fn watched_server() -> TestServer {
    TestServer::start_with(Kind::Sqlite, |config| {
        "127.0.0.1:0".clone_into(&mut config.metrics.listen);
        config.accounts.passwords_at_once = 1;
        config.limits.logins_per_account_per_minute = 0;
        config.http.jobs_at_once = 1;
    })
    .await
}

/// Reads from the metrics how many threads do work of a kind now.
async fn at_work(server: &TestServer, kind: &str) -> u32 {
    let url = format!("http://{}/metrics", server.metrics_address());
    let text = server.http().get(url).send().await.unwrap().text().await.unwrap();
    let name = format!("sumito_blocking_work{{kind=\"{kind}\"}} ");
    text.lines().find_map(|line| line.strip_prefix(&name)).map_or(0, |count| count.parse().unwrap())
}

/// Sends requests one after the other and hangs up on each; returns the maximum of concurrent work of `kind` until all of it has
/// ended.
async fn most_at_work(server: &TestServer, kind: &str, requests: impl Iterator<Item = String>) -> u32 {
    let mut max = 0;
    for request in requests {
        let mut raw = Raw::connect(&server.url("")).await;
        raw.send(&request).await;
        for _ in 0..3 {
            max = max.max(at_work(server, kind).await);
        }
        drop(raw);
    }
    loop {
        match at_work(server, kind).await {
            0 => return max,
            now => max = max.max(now),
        }
    }
}

#[tokio::test]
async fn aborted_logins_keep_the_limit_of_concurrent_hashes() {
    let server = watched_server().await;
    server.account("Ada").await;
    let body = json!({"name": "Ada", "password": "not her password"}).to_string();
    let login = format!(
        "POST /api/v1/sessions HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(most_at_work(&server, "passwords", (0..20).map(|_| login.clone())).await, 1);
    server.log_in("Ada").await;
}

#[tokio::test]
async fn aborted_picture_requests_keep_the_drawing_limit() {
    let server = watched_server().await;
    // Each request is for a different picture, so the cache has none.
    let requests = (0..20).map(|ply| {
        let position = format!("5/6/7/8/4b4/8/7/6/5+b+0,0+0+{ply}");
        format!(
            "GET /api/v1/positions/picture.png?mode=two&position={position} HTTP/1.1\r\nhost: test\r\n\r\n"
        )
    });
    assert_eq!(most_at_work(&server, "jobs", requests).await, 1);
}
