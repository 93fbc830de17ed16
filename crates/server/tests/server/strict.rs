//! One decoder for HTTP and sockets: requests against the schemas are refused, with the place of the fault.

use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::test_server::{Guest, TestServer};

async fn post(server: &TestServer, guest: &Guest, path: &str, body: &str) -> (StatusCode, Value) {
    let request = server.http().post(server.url(&format!("/api/v1{path}"))).bearer_auth(&guest.token);
    let answer =
        request.header("content-type", "application/json").body(body.to_owned()).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

#[tokio::test]
async fn variants_by_number_and_repeated_fields_are_refused_alike() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let mut client = server.client().await;
    for (settings, place) in [
        (r#""mode":0"#, "mode"),
        (r#""mode":{"two":null}"#, "mode"),
        (r#""visibility":{"private":null}"#, "visibility"),
        (r#""clock":{"kind":0}"#, "clock.kind"),
        (r#""clock":{"kind":2,"initial_ms":60000,"increment_ms":0}"#, "clock.kind"),
        (r#""clock":{"kind":"fischer"}"#, "clock.increment_ms"),
        (r#""clock":{"kind":"none","zz":1}"#, "clock.zz"),
        (r#""mode":"two","mode":"three""#, "mode"),
        (r#""bots":[{"id":"bob"}]"#, "bots[0].id"),
        (r#""computers":[[3]]"#, "computers[0]"),
    ] {
        let (status, problem) = post(&server, &guest, "/rooms", &format!("{{{settings}}}")).await;
        assert_eq!(
            (status, &problem["code"]),
            (StatusCode::BAD_REQUEST, &json!("bad_message")),
            "{settings}"
        );
        let error = client.refusal_of(&format!(r#"{{"type":"create_room",{settings}}}"#)).await;
        assert_eq!(error.code, "bad_message", "{settings}");
        for text in [problem["detail"].as_str().unwrap(), &error.message] {
            assert!(text.contains(&format!("`{place}`")), "{settings}: {text}");
        }
    }
    for text in [r#"{"type":0,"token":"x"}"#, r#"{"type":1}"#, r#"{"type":6,"room":"x"}"#, r#"{"type":99}"#] {
        let error = client.refusal_of(text).await;
        assert_eq!(
            (error.code.as_str(), error.message.as_str()),
            ("bad_message", "`type` must be a text, not a number"),
            "{text}"
        );
    }
    let error =
        client.refusal_of(r#"{"type":{"play":null},"room":"0123456789ab","ply":0,"move":"a1b2"}"#).await;
    assert_eq!(error.message, "`type` must be a text, not an object");
    let error =
        client.refusal_of(r#"{"type":"play","room":"0123456789ab","ply":0,"ply":1,"move":"a1b2"}"#).await;
    assert_eq!(
        (error.code.as_str(), error.message.as_str()),
        ("bad_message", "the field `ply` is given twice")
    );
}

#[tokio::test]
async fn the_same_fault_has_the_same_code_in_a_body_and_a_query() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let (_, body) = post(&server, &guest, "/rooms", r#"{"lmit":3}"#).await;
    let (status, query) = server.get("/api/v1/games?lmit=3").await;
    assert_eq!((status, &query["code"]), (StatusCode::BAD_REQUEST, &body["code"]));
    let detail = query["detail"].as_str().unwrap();
    assert!(
        detail.contains("`lmit`") && detail.contains("`limit`") && detail.contains("`cursor`"),
        "{detail}"
    );
    let (_, body) = post(&server, &guest, "/rooms", r#"{"spectator_delay_s":601}"#).await;
    let (_, query) = server.get("/api/v1/games?limit=201").await;
    assert_eq!((&body["code"], &query["code"]), (&json!("out_of_range"), &json!("out_of_range")));
    for (body, detail) in [
        ("null", "the body must be an object, not `null`"),
        (
            r#"{"spectator_delay_s":99999999999999999999}"#,
            "`spectator_delay_s` must be a whole number of seconds from 0 to 600, and 1e+20 is too large",
        ),
    ] {
        assert_eq!(post(&server, &guest, "/rooms", body).await.1["detail"], detail);
    }
}

#[tokio::test]
async fn a_command_may_repeat_its_room_and_names_the_header_for_its_id() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let (_, created) = post(&server, &guest, "/rooms", r#"{"computers":[{"level":1}]}"#).await;
    let room = created["room"].as_str().unwrap();
    let path = format!("/rooms/{room}/commands");
    let (status, problem) = post(&server, &guest, &path, r#"{"type":"resign","id":"x"}"#).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(problem["detail"].as_str().unwrap().contains("`Idempotency-Key`"), "{problem}");
    let (status, problem) = post(&server, &guest, &path, r#"{"type":"resign","room":"0123456789ab"}"#).await;
    assert_eq!((status, &problem["code"]), (StatusCode::BAD_REQUEST, &json!("bad_message")));
    let (status, done) =
        post(&server, &guest, &path, &json!({"type": "abort", "room": room}).to_string()).await;
    assert_eq!((status, &done["room"]), (StatusCode::OK, &json!(room)), "{done}");
}

#[tokio::test]
async fn cursors_belong_to_their_list_and_filters() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    for _ in 0..3 {
        let (_, created) = post(&server, &guest, "/rooms", r#"{"computers":[{"level":1}]}"#).await;
        let path = format!("/rooms/{}/commands", created["room"].as_str().unwrap());
        assert_eq!(post(&server, &guest, &path, r#"{"type":"abort"}"#).await.0, StatusCode::OK);
    }
    let first = "/api/v1/games?aborted=true&mode=two&limit=1";
    let (_, page) = server.get(first).await;
    let cursor = page["next"].as_str().unwrap();
    for (path, status) in [
        ("/api/v1/games?aborted=true&mode=two&limit=2", 200),
        ("/api/v1/games?mode=two&aborted=true", 200),
        ("/api/v1/games?mode=two", 400),
        ("/api/v1/games?aborted=true&mode=three", 400),
        ("/api/v1/tournaments?limit=1", 400),
    ] {
        let (answered, body) = server.get(&format!("{path}&cursor={cursor}")).await;
        assert_eq!(answered, status, "{path}: {body}");
        assert!(status == 200 || body["code"] == "bad_cursor", "{path}: {body}");
    }
}

#[tokio::test]
async fn aborted_games_are_listed_and_exported_on_request_and_have_no_result() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let (_, created) = post(&server, &guest, "/rooms", r#"{"computers":[{"level":1}]}"#).await;
    let path = format!("/rooms/{}/commands", created["room"].as_str().unwrap());
    assert_eq!(post(&server, &guest, &path, r#"{"type":"abort"}"#).await.0, StatusCode::OK);
    assert_eq!(server.get("/api/v1/games").await.1["games"], json!([]));
    let (_, page) = server.get("/api/v1/games?aborted=true").await;
    let id = page["games"][0]["id"].as_str().unwrap();
    let text = |path: String| async move { reqwest::get(path).await.unwrap().text().await.unwrap() };
    let lines = text(server.url("/api/v1/games/export?aborted=true")).await;
    assert!(lines.contains(id), "{lines}");
    let record = text(server.url(&format!("/api/v1/games/{id}/game.txt"))).await;
    assert!(record.contains("[Result \"*\"]") && record.contains("[Termination \"aborted\"]"), "{record}");
}

#[tokio::test]
async fn times_of_requests_may_be_text() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    for (query, status) in [
        ("since=2026-01-01T00:00:00Z&until=2036-01-01T00:00:00%2B01:00", 200),
        ("since=1767225600000000", 200),
        ("since=2026-01-01", 400),
    ] {
        for list in ["games", "tournaments"] {
            let (answered, body) = server.get(&format!("/api/v1/{list}?{query}")).await;
            assert_eq!(answered, status, "{list} {query}: {body}");
            let detail = body["detail"].as_str().unwrap_or_default();
            assert!(status == 200 || detail.starts_with("`since` must be a time"), "{detail}");
        }
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let at = i64::try_from(now.as_micros()).unwrap() + 3_600_000_000;
    let text = time::OffsetDateTime::from_unix_timestamp(at / 1_000_000).unwrap();
    let text = text.format(&time::format_description::well_known::Rfc3339).unwrap();
    let settings = json!({
        "name": "Open", "form": {"form": "round_robin", "cycles": 1}, "start": {"kind": "at", "at": text},
        "clock": {"kind": "sudden_death", "initial_ms": 300_000},
    });
    let (status, body) =
        post(&server, &ada, "/tournaments", &json!({"settings": settings}).to_string()).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["settings"]["start"]["at"], at / 1_000_000 * 1_000_000);
}

#[tokio::test]
async fn settings_of_an_exported_tournament_create_another() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let settings = json!({
        "name": "Open", "form": {"form": "arena", "duration_s": 3_600, "wave_s": 10, "closing_s": 120},
        "start": {"kind": "by_director"},
        "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}, "rounds": {"break_s": 30},
    });
    let (_, created) = post(&server, &ada, "/tournaments", &json!({"settings": settings}).to_string()).await;
    let path = format!("/api/v1/tournaments/{}/export?format=json", created["state"]["id"].as_str().unwrap());
    let (_, exported) = server.get(&path).await;
    assert_eq!(exported["settings"], created["settings"]);
    let body = json!({"settings": exported["settings"]}).to_string();
    let (status, again) = post(&server, &ada, "/tournaments", &body).await;
    assert_eq!((status, &again["settings"]), (StatusCode::CREATED, &exported["settings"]), "{again}");
}
