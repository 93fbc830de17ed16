//! A tournament's games in pages, and all of it as files.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Place, layout, open_games, play_out, settings, subscribe, wait_for};
use crate::database::{BOTH, Kind};
use crate::test_server::TestServer;

/// Returns the content type, the file's name and the text.
async fn file(server: &TestServer, id: &str, format: &str) -> (String, String, String) {
    let answer =
        reqwest::get(server.url(&format!("/api/v1/tournaments/{id}/export?format={format}"))).await.unwrap();
    assert_eq!(answer.status(), 200, "{format}");
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    let (kind, name) = (header("content-type"), header("content-disposition"));
    (kind, name, String::from_utf8(answer.bytes().await.unwrap().to_vec()).unwrap())
}

async fn refused(server: &TestServer, path: &str) -> (u16, Value) {
    let answer = reqwest::get(server.url(&format!("/api/v1/tournaments/{path}"))).await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn tournament_exports_as_files_and_pages_of_games() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id =
            place.announce(&director, layout(settings(json!({"form": "round_robin", "cycles": 2})))).await;
        let (grace_id, grace) = place.account("Grace").await;
        let country = place.request(Method::PUT, "/me/country", &grace, json!({"country": "NL"})).await;
        assert_eq!(country.0, 204);
        let mut players = vec![place.connect(grace_id, grace.clone()).await];
        place.command(&id, &grace, json!({"type": "register"})).await;
        players.extend(place.entered(&id, 1).await);
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        for round in 1..=2 {
            wait_for(&mut watcher, |message| message["state"]["round"] == round).await;
            let shown = place.tournament(&id).await;
            play_out(&mut players, &shown, &open_games(&shown)[0], 1).await;
        }
        wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;

        let first = place.get(&format!("/tournaments/{id}/games?limit=1")).await;
        assert_eq!(first["games"][0]["number"], 1, "{first}");
        let next = first["next"].as_str().unwrap();
        let second = place.get(&format!("/tournaments/{id}/games?limit=1&cursor={next}")).await;
        assert_eq!((&second["games"][0]["number"], &second["next"]), (&json!(2), &Value::Null), "{second}");
        assert_eq!(second["games"][0]["verdict"]["winners"], json!([0]));

        let (kind, name, text) = file(&server, &id, "json").await;
        assert_eq!(kind, "application/json");
        assert_eq!(name, format!("attachment; filename=\"tournament-{id}.json\""));
        let all: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&all["id"], &all["status"]), (&json!(id), &json!("finished")));
        assert_eq!((&all["rounds"][1]["number"], &all["games"][1]), (&json!(2), &second["games"][0]));

        let (kind, name, text) = file(&server, &id, "csv").await;
        assert_eq!(kind, "text/csv; charset=utf-8; header=present");
        assert!(name.ends_with(".csv\""), "{name}");
        assert!(text.starts_with("\u{feff}place,"), "with the mark of UTF-8, for spreadsheets: {text}");
        assert_eq!(text.lines().count(), 3, "a line of titles, and one for each: {text}");
        let (kind, name, text) = file(&server, &id, "text").await;
        assert_eq!(kind, "text/plain; charset=utf-8");
        assert!(name.ends_with(".txt\"") && text.starts_with("Club evening\n"), "{name}: {text}");
        let (kind, name, text) = file(&server, &id, "trf&city=Łódź&federation=pol").await;
        assert_eq!(kind, "text/plain; charset=utf-8");
        assert!(
            name.ends_with(".trf\"")
                && text.starts_with(
                    "### w begins: in Abalone that is Black\n012 Club evening\n022 Lodz\n032 POL\n"
                ),
            "{name}: {text}"
        );
        for head in ["federation=PO".to_owned(), format!("city={}", "x".repeat(81))] {
            let (status, problem) = refused(&server, &format!("{id}/export?format=trf&{head}")).await;
            assert_eq!((status, &problem["code"]), (400, &json!("out_of_range")), "{problem}");
        }
        let federations: Vec<_> =
            text.lines().filter(|line| line.starts_with("001 ")).map(|line| &line[53..56]).collect();
        assert_eq!(federations, ["NED", "   "], "{text}");
    }
}

#[tokio::test]
async fn unsupported_tournament_exports_are_refused() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.exempt_loopback = false;
        config.limits.exports_per_minute = 4;
    })
    .await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let arena = json!({"form": "arena", "duration_s": 600, "closing_s": 0, "wave_s": 1});
    let id = place.announce(&director, layout(settings(arena))).await;
    let (status, problem) = refused(&server, &format!("{id}/export?format=trf")).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unsupported")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("use JSON or CSV"), "{problem}");
    let (status, problem) = refused(&server, &format!("{id}/export?format=pdf")).await;
    assert_eq!((status, &problem["code"]), (400, &json!("bad_message")), "{problem}");
    let (status, problem) = refused(&server, &format!("{id}/games?limit=201")).await;
    assert_eq!((status, &problem["code"]), (400, &json!("out_of_range")), "{problem}");
    let nothing = "00000000-0000-0000-0000-000000000000";
    for path in [format!("{nothing}/export?format=csv"), format!("{nothing}/games")] {
        let (status, problem) = refused(&server, &path).await;
        assert_eq!((status, &problem["code"]), (404, &json!("no_such_tournament")), "{path}: {problem}");
    }
    for _ in 0..2 {
        file(&server, &id, "csv").await;
    }
    let (status, problem) = refused(&server, &format!("{id}/export?format=csv")).await;
    assert_eq!((status, &problem["code"]), (429, &json!("rate_limited")), "{problem}");
}

#[tokio::test]
async fn swiss_tournament_can_be_paired_by_the_dutch_system() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let balanced = place.announce(&director, settings(json!({"form": "swiss", "rounds": 2}))).await;
        assert_eq!(place.tournament(&balanced).await["settings"]["form"]["pairing"], Value::Null);
        let form = json!({"form": "swiss", "rounds": 2, "pairing": "dutch"});
        let id = place.announce(&director, settings(form)).await;
        let _present = place.entered(&id, 4).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let shown = place.tournament(&id).await;
        assert_eq!(shown["settings"]["form"]["pairing"], "dutch", "{shown}");
        let sides: Vec<_> = shown["games"].as_array().unwrap().iter().map(|game| &game["sides"]).collect();
        assert_eq!(sides, [&json!([1, 3]), &json!([4, 2])], "{shown}");
        let (.., text) = file(&server, &id, "trf").await;
        assert!(text.contains("092 Swiss system, FIDE Dutch\n") && text.contains("XXC white1\n"), "{text}");
        let unknown = settings(json!({"form": "swiss", "rounds": 2, "pairing": "monrad"}));
        let (status, body) = place.post("/tournaments", &director, json!({"settings": unknown})).await;
        assert_eq!(status, 400, "{body}");
    }
}
