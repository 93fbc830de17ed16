//! Export of finished games as a stream of lines.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::database::{BOTH, Kind};
use crate::play::two_players;
use crate::test_server::TestServer;

/// Plays this many games, each ended by resignation; returns their ids, the newest first.
async fn games(server: &TestServer, count: usize) -> Vec<Value> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let (mut black, _white, room) = two_players(server, json!({})).await;
        black.play(&room, 0, "a1b2").await.unwrap();
        black.request(json!({"type": "resign", "room": room})).await.unwrap();
        ids.insert(0, black.event("finished").await["game"].clone());
    }
    ids
}

pub(crate) async fn export(server: &TestServer, query: &str) -> Vec<Value> {
    let answer = server.http().get(server.url(&format!("/api/v1/games/export{query}"))).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
    let text = answer.text().await.unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn all_games_are_exported_with_their_moves() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        assert_eq!(export(&server, "").await, [] as [Value; 0]);
        let ids = games(&server, 3).await;
        let lines = export(&server, "").await;
        assert_eq!(lines.iter().map(|line| line["id"].clone()).collect::<Vec<_>>(), ids);
        for line in &lines {
            let (_, game) = server.get(&format!("/api/v1/games/{}", line["id"].as_str().unwrap())).await;
            assert_eq!(line, &game, "the export is complete");
        }
        assert_eq!(export(&server, "?limit=2").await, lines[..2]);
        let player = lines[1]["players"][0]["id"].as_str().unwrap();
        assert_eq!(export(&server, &format!("?player={player}&result=loss")).await, lines[1..2]);
        assert_eq!(export(&server, "?result=black").await, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn exports_are_limited_and_bad_parameters_explained() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.exempt_loopback = false;
        config.limits.exports_per_minute = 2;
    })
    .await;
    let get = async |query: &str| {
        server.http().get(server.url(&format!("/api/v1/games/export?{query}"))).send().await.unwrap()
    };
    for query in ["limit=0", "result=won", "result=win", "mode=five", "cursor=1"] {
        assert_eq!(get(query).await.status(), 400, "{query}");
    }
    assert_eq!(get("").await.status(), 200);
    assert_eq!(get("").await.status(), 200);
    let refused = get("").await;
    let wait: u32 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    assert_eq!(refused.json::<Value>().await.unwrap()["code"], "rate_limited");
}

#[tokio::test]
async fn client_that_aborts_an_export_harms_no_other() {
    let server = TestServer::start().await;
    games(&server, 2).await;
    let address = server.url("").trim_start_matches("http://").to_owned();
    for _ in 0..5 {
        let mut socket = TcpStream::connect(&address).await.unwrap();
        let request = format!("GET /api/v1/games/export HTTP/1.1\r\nhost: {address}\r\n\r\n");
        socket.write_all(request.as_bytes()).await.unwrap();
        socket.read_u8().await.unwrap();
        drop(socket);
    }
    assert_eq!(export(&server, "").await.len(), 2);
}
