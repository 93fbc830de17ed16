//! Administration of the server as a whole: its state, announcements, drain mode, settings.

use std::io::Write;

use reqwest::Method;
use serde_json::{Value, json};

use crate::database::{BOTH, Database, Kind};
use crate::moderation::with_role;
use crate::play::two_players;
use crate::process::Process;
use crate::test_server::{Guest, TestServer};
use crate::tournaments::{Place, settings};

async fn put(server: &TestServer, admin: &Guest, what: &str, body: Option<Value>) -> (u16, Value) {
    let (status, body) =
        server.request(Method::PUT, &format!("/api/v1/admin/{what}"), Some(&admin.token), body).await;
    (status, body)
}

async fn state(server: &TestServer, admin: &Guest) -> Value {
    let (status, body) = server.get_as("/api/v1/admin/server", &admin.token).await;
    assert_eq!(status, 200, "{body}");
    body
}

/// Returns the counts of a list by name.
fn count(list: &Value, of: &str) -> Option<u64> {
    list.as_array().unwrap().iter().find(|one| one["of"] == of)?["count"].as_u64()
}

/// Returns the moderation log, the newest first.
async fn log(server: &TestServer, admin: &Guest) -> Vec<(String, String)> {
    let (_, body) = server.get_as("/api/v1/moderation/log", &admin.token).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    body["deeds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| (text(&action["action"]), text(&action["words"])))
        .collect()
}

#[tokio::test]
async fn only_administrators_see_the_server_state() {
    let server = TestServer::start().await;
    let admin = with_role(&server, "Ada", "admin").await;
    let moderator = with_role(&server, "Mona", "moderator").await;
    let (mut black, _white, room) = two_players(&server, json!({})).await;
    black.play(&room, 7, "a1b2").await.unwrap_err();
    let seen = state(&server, &admin).await;
    assert_eq!(count(&seen["rooms"], "playing"), Some(1));
    assert_eq!(count(&seen["refusals"], "stale_ply"), Some(1));
    assert_eq!(count(&seen["queues"], "event_log"), Some(0));
    assert_eq!(count(&seen["consumers"], "ratings"), Some(0));
    assert_eq!(
        (&seen["storage"], &seen["draining"], &seen["sockets"]),
        (&json!(true), &json!(false), &json!(2))
    );
    assert!(seen["now"].as_i64() > seen["started_at"].as_i64());
    for (method, what) in [
        (Method::GET, "server"),
        (Method::PUT, "drain"),
        (Method::DELETE, "drain"),
        (Method::DELETE, "announcement"),
        (Method::POST, "reload"),
    ] {
        let path = format!("/api/v1/admin/{what}");
        let (status, body) = server.request(method, &path, Some(&moderator.token), None).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{what}");
    }
    let answer = put(&server, &moderator, "announcement", Some(json!({"text": "hello"}))).await;
    assert_eq!(answer.1["code"], "forbidden");
}

#[tokio::test]
async fn drain_refuses_new_games_and_continues_running_ones() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let admin = with_role(&server, "Ada", "admin").await;
        let place = Place::of(&server);
        let (mut black, _white, room) = two_players(&server, json!({})).await;
        let mut alone = server.client().await;
        let seek = json!({"type": "seek", "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}});
        alone.request(seek.clone()).await.unwrap();
        let cup = place.announce(&admin.token, settings(json!({"form": "round_robin", "cycles": 1}))).await;

        assert_eq!(put(&server, &admin, "drain", None).await.0, 204);
        assert_eq!(put(&server, &admin, "drain", None).await.0, 204, "a second drain changes nothing");
        assert_eq!(state(&server, &admin).await["draining"], true);
        let refused = black.request(json!({"type": "create_room", "mode": "two"})).await.unwrap_err();
        assert_eq!(refused.code, "draining");
        assert_eq!(black.request(seek.clone()).await.unwrap_err().code, "draining");
        let start = json!({"type": "start"});
        let (status, body) = place.try_command(&cup, &admin.token, &start).await;
        assert_eq!((status, &body["code"]), (503, &json!("draining")));
        black.play(&room, 0, "a1b2").await.unwrap();

        assert_eq!(server.delete("/api/v1/admin/drain", &admin.token).await.0, 204);
        black.request(json!({"type": "create_room", "mode": "two"})).await.unwrap();
        // The server pairs seeks from before and after the drain.
        let mut other = server.client().await;
        other.request(seek).await.unwrap();
        alone.next_where(|message| message["notification"]["kind"] == "game_started").await;
        let (_, body) = place.try_command(&cup, &admin.token, &start).await;
        assert_eq!(body["code"], "not_now", "the tournament rejects it: too few participants: {body}");
        let done = [("undrain", "playing: 1"), ("drain", "playing: 1")];
        assert_eq!(log(&server, &admin).await, done.map(|(what, words)| (what.to_owned(), words.to_owned())));
    }
}

#[tokio::test]
async fn announcement_reaches_connected_and_later_clients() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let admin = with_role(&server, "Ada", "admin").await;
        let mut there = server.client().await;
        let said = json!({"text": "We restart at noon.", "until": i64::MAX});
        assert_eq!(put(&server, &admin, "announcement", Some(said.clone())).await.0, 204);
        assert_eq!(there.next_of("announcement").await["announcement"], said);
        let mut late = server.client().await;
        assert_eq!(late.next_of("announcement").await["announcement"], said);
        assert_eq!(state(&server, &admin).await["announcement"], said);
        for wrong in [
            json!({"text": ""}),
            json!({"text": "x".repeat(301)}),
            json!({"text": "two\nlines"}),
            json!({"text": "over", "until": 1}),
        ] {
            let (status, body) = put(&server, &admin, "announcement", Some(wrong)).await;
            assert_eq!((status, &body["code"]), (400, &json!("out_of_range")));
        }
        assert_eq!(server.delete("/api/v1/admin/announcement", &admin.token).await.0, 204);
        assert_eq!(there.next_of("announcement").await["announcement"], Value::Null);
        let mut latest = server.client().await;
        latest.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
        assert!(latest.waiting().all(|message| message["type"] != "announcement"));
        let words: Vec<_> = log(&server, &admin).await.into_iter().map(|(_, words)| words).collect();
        assert_eq!(words, ["–", "We restart at noon."]);
    }
}

#[tokio::test]
async fn an_administrator_has_settings_read_again() {
    let server = TestServer::start().await;
    let admin = with_role(&server, "Ada", "admin").await;
    let (status, body) = server.post("/api/v1/admin/reload", Some(&admin.token), Value::Null).await;
    assert_eq!(status, 200, "{body}");
    assert!(body["settings"].as_array().unwrap().contains(&json!("log.filter")));
    assert_eq!(log(&server, &admin).await[0].0, "reload");
}

#[tokio::test]
async fn sighup_reloads_settings_unless_one_is_wrong() {
    let database = Database::new(Kind::Sqlite).await;
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let write = |file: &mut tempfile::NamedTempFile, guests: &str| {
        file.as_file().set_len(0).unwrap();
        std::io::Seek::rewind(file).unwrap();
        let filter = if guests == "1" { "warn" } else { "info" };
        write!(
            file,
            "[log]\nfilter = \"{filter}\"\n[limits]\nexempt_loopback = false\nguests_per_minute = {guests}\n"
        )
        .unwrap();
        file.flush().unwrap();
    };
    write(&mut file, "1");
    let log = tempfile::NamedTempFile::new().unwrap();
    let process = Process::start_with_file(database.url(), file.path(), log.reopen().unwrap()).await;
    let http = reqwest::Client::new();
    let guest = async || http.post(process.url("/api/v1/guests")).send().await.unwrap().status().as_u16();
    assert_eq!([guest().await, guest().await], [201, 429]);
    let log_text = || std::fs::read_to_string(log.path()).unwrap();
    write(&mut file, "\"many\"");
    process.hang_up();
    while !log_text().contains("configuration reload failed") {
        tokio::task::yield_now().await;
    }
    assert!(log_text().contains("guests_per_minute"), "the message names the setting");
    assert_eq!(guest().await, 429);
    write(&mut file, "100");
    process.hang_up();
    while !log_text().contains("log.filter") {
        tokio::task::yield_now().await;
    }
    assert_eq!(guest().await, 201);
}
