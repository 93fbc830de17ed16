//! Tournaments from TRF files.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Method;
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::{Place, settings};
use crate::database::{BOTH, Kind};
use crate::test_server::TestServer;

/// A player's line of a TRF.
fn line(number: u32, name: &str, rating: &str) -> String {
    format!("001 {number:>4} m{:>3} {name:<33} {rating:>4} POL {:>11}", "GM", 1_234_567)
}

/// A file of another program, with a result of the first round.
fn file(lines: &[String]) -> String {
    let head = ["012 Open van Gent", "092 Individual: Swiss-System (FIDE Dutch)", "XXR 7", "999 unknown"];
    let head = head.into_iter().map(str::to_owned);
    head.chain(lines.iter().cloned()).collect::<Vec<_>>().join("\r\n")
}

fn body(trf: &str) -> Value {
    let mut settings = settings(json!({"form": "round_robin", "cycles": 1}));
    settings["tie_breaks"] = json!(["wins"]);
    settings["name"] = json!("");
    json!({"trf": trf, "settings": settings})
}

fn names(list: &Value) -> Vec<(u64, &str)> {
    let list = list.as_array().unwrap().iter();
    list.map(|one| (one["line"].as_u64().unwrap(), one["name"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn a_trf_becomes_a_tournament_that_invites_its_players() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let (grace_id, grace) = place.account("Grace").await;
        let (_, blocker) = place.account("Łukasz").await;
        let block = place.request(Method::PUT, "/me/blocks/Ada", &blocker, Value::Null).await;
        assert!(block.0 < 300, "{block:?}");
        let mut invited = place.connect(grace_id, grace.clone()).await;
        let played = format!("{:<91}   2 w 1", line(1, "GRACE", "2104"));
        let text = file(&[played, line(2, "Żółw, Jan", "2001"), line(3, "łukasz", "")]);

        // Sent twice with one key, it takes effect once.
        let send = || {
            let request = place.http.post(format!("{}/api/v1/tournaments/import", place.url));
            request.bearer_auth(&director).header("Idempotency-Key", "once").json(&body(&text)).send()
        };
        let first = send().await.unwrap();
        assert_eq!(first.status(), 201);
        let location = first.headers()["location"].to_str().unwrap().to_owned();
        let imported: Value = first.json().await.unwrap();
        assert_eq!(send().await.unwrap().json::<Value>().await.unwrap(), imported);

        let shown = &imported["tournament"];
        let id = shown["state"]["id"].as_str().unwrap();
        assert_eq!(location, format!("/api/v1/tournaments/{id}"));
        assert_eq!(shown["settings"]["name"], "Open van Gent");
        let form = &shown["settings"]["form"];
        assert_eq!((&form["form"], &form["rounds"]), (&json!("swiss"), &json!(7)), "{form}");
        assert_eq!(form["pairing"], "dutch");
        assert_eq!(shown["settings"]["clock"]["initial_ms"], 300_000);
        assert_eq!(imported["left_out"], json!(["results"]));
        assert_eq!(names(&imported["invited"]), [(5, "GRACE")]);
        assert_eq!(names(&imported["unknown"]), [(6, "Żółw, Jan")]);
        let unknown = &imported["unknown"][0];
        assert_eq!((&unknown["rating"], &unknown["title"]), (&json!(2_001), &json!("GM")), "{unknown}");
        assert_eq!((&unknown["federation"], &unknown["fide_id"]), (&json!("POL"), &json!("1234567")));
        let refused = &imported["refused"][0];
        assert_eq!((&refused["player"]["line"], &refused["code"]), (&json!(7), &json!("forbidden")));
        assert_eq!(imported["refused"].as_array().unwrap().len(), 1, "{imported}");

        // The file enters no player: the invited one decides.
        assert_eq!(shown["participants"], json!([]));
        assert_eq!(shown["invited"][0]["name"], "Grace");
        let message = invited.socket.next_of("notification").await;
        assert_eq!(message["notification"]["tournament"], json!(id), "{message}");
        place.command(id, &grace, json!({"type": "register"})).await;
        let now = place.tournament(id).await;
        assert_eq!(now["participants"].as_array().unwrap().len(), 1, "{now}");
        assert_eq!(place.get("/tournaments").await["tournaments"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn faults_of_a_file_name_the_line_and_create_nothing() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.tournaments.clear()).await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let guest = place.player().await;
    let good = file(&[line(1, "Ada", "2104")]);
    let no_name =
        json!({"trf": line(1, "Ada", ""), "settings": settings(json!({"form": "round_robin", "cycles": 1}))});
    let with = |field: &str, value: Value| {
        let mut body = body(&good);
        body[field] = value;
        body
    };
    // More players than a round robin has places.
    let crowd: Vec<_> = (1..=65).map(|number| line(number, "No account", "")).collect();
    let crowd = file(&crowd).replace("Swiss-System (FIDE Dutch)", "Round-Robin");
    let mut nameless = no_name.clone();
    nameless["settings"]["name"] = json!("");
    for (token, body, status, code, detail) in [
        (&director, body("PK\u{3}\u{4}"), 400, "out_of_range", "U+0003 is not allowed in any text"),
        (&director, body("PK"), 400, "bad_trf", "no line 012"),
        (&director, body(&file(&[line(1, "Ada", "24x4")])), 400, "bad_trf", "line 5: columns 49 to 52"),
        (
            &director,
            body(&file(&[line(1, "Ada", ""), line(1, "Bo", "")])),
            400,
            "bad_trf",
            "line 6: player 1",
        ),
        (&director, body(&crowd), 400, "bad_trf", "65 players, and this format is for at most 64"),
        (&director, body(&good.replace("XXR 7", "XXR 31")), 400, "out_of_range", "rounds"),
        (&director, body(&" ".repeat(1 << 17)), 413, "too_large", "exceeds 131072 bytes"),
        (&director, nameless, 400, "out_of_range", "name"),
        (&director, with("time_of_day_s", json!(86_400)), 400, "out_of_range", "time_of_day_s"),
        (&director, with("file", json!("x")), 400, "bad_message", "file"),
        (&guest.token, body(&good), 403, "needs_account", "account"),
    ] {
        let (got, problem) = place.post("/tournaments/import", token, body).await;
        assert_eq!((got, &problem["code"]), (status, &json!(code)), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(detail), "{problem}");
    }
    assert_eq!(place.get("/tournaments").await["tournaments"], json!([]));
    let many: Vec<_> = (1..=1_024).map(|number| line(number, "No account", "")).collect();
    let (status, imported) = place.post("/tournaments/import", &director, body(&file(&many))).await;
    assert_eq!((status, imported["unknown"].as_array().map(Vec::len)), (201, Some(1_024)), "{status}");
    assert_eq!(imported["tournament"]["settings"]["entry"]["capacity"], 1_024);
    let (status, imported) = place.post("/tournaments/import", &director, no_name).await;
    assert_eq!((status, &imported["tournament"]["settings"]["name"]), (201, &json!("Club evening")));
}

#[tokio::test]
async fn limits_of_tournaments_and_invitations_hold_for_files() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.open_tournaments_per_user = 1;
        config.limits.invitations_per_user = 1;
    })
    .await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    for name in ["Grace", "Mary", "Joan"] {
        place.account(name).await;
    }
    let text =
        file(&[line(1, "Grace", ""), line(2, "Mary", ""), line(3, "Unknown.here", ""), line(4, "Joan", "")]);
    let (status, imported) = place.post("/tournaments/import", &director, body(&text)).await;
    assert_eq!(status, 201, "{imported}");
    assert_eq!(names(&imported["invited"]), [(5, "Grace")]);
    assert_eq!(names(&imported["unknown"]), [(7, "Unknown.here")]);
    let refused: Vec<_> = imported["refused"].as_array().unwrap().iter().collect();
    assert_eq!(refused.len(), 2, "{imported}");
    assert!(refused.iter().all(|one| one["code"] == "too_many"), "{imported}");
    let (status, problem) = place.post("/tournaments/import", &director, body(&text)).await;
    assert_eq!((status, &problem["code"]), (429, &json!("too_many")), "{problem}");
}

#[tokio::test]
async fn dates_of_a_file_count_with_a_time_of_day() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let day = |days: u64| {
        let at = SystemTime::now() + Duration::from_hours(24 * days);
        OffsetDateTime::from(at).date()
    };
    let written = |days: u64| day(days).to_string().replace('-', "/");
    let moment = |days: u64| {
        let at = SystemTime::from(day(days).midnight().assume_utc()) + Duration::from_hours(19);
        u64::try_from(at.duration_since(UNIX_EPOCH).unwrap().as_micros()).unwrap()
    };
    let dates = format!("042 {}\r\n132 {} {}", written(3), written(3), written(4));
    let text = format!("{dates}\r\n{}", file(&[]));
    let import = async |text: &str, time: Option<u32>| {
        let mut body = body(text);
        if let Some(time) = time {
            body["time_of_day_s"] = json!(time);
        }
        let (status, imported) = place.post("/tournaments/import", &director, body).await;
        assert_eq!(status, 201, "{imported}");
        (imported["tournament"]["settings"].clone(), imported["left_out"].clone())
    };
    let evening = Some(19 * 3_600);
    let (settings, left_out) = import(&text, evening).await;
    assert_eq!(settings["start"], json!({"kind": "at", "at": moment(3)}), "{settings}");
    assert_eq!(settings["rounds"]["starts"], json!([moment(3), moment(4)]), "{settings}");
    assert_eq!(left_out, json!([]));
    let (settings, left_out) =
        import(&text.replace("Individual: Swiss-System (FIDE Dutch)", "Knockout"), evening).await;
    assert_eq!(settings["form"]["form"], "knockout", "{settings}");
    assert_eq!((&settings["rounds"]["starts"], &left_out), (&json!([moment(3), moment(4)]), &json!([])));
    let past = text.replace(&written(3), "2020/01/01");
    for (text, time) in [(&text, None), (&past, evening)] {
        let (settings, left_out) = import(text, time).await;
        assert_eq!((&settings["start"]["kind"], &left_out), (&json!("by_director"), &json!(["dates"])));
    }
}
