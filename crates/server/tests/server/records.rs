//! The moderators' view of a user: records, notes, and accounts that share a network.

use reqwest::Method;
use serde_json::{Value, json};
use sumito_game::{Timestamp, UserId};
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_services::history::retention::erase_deleted;
use sumito_store::{AddedReport, ModerationAction, ModerationActionKind, ReportLimits, ReportRow, Store};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::{Builder, Uuid};

use crate::database::BOTH;
use crate::moderation::with_role;
use crate::retention::sweep_after;
use crate::store::{count, settings};
use crate::test_server::{Guest, PASSWORD, TestServer};

fn path(user: &Guest, part: &str) -> String {
    format!("/api/v1/moderation/players/{}{part}", user.id)
}

#[tokio::test]
async fn record_has_the_history_of_a_user() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mona = with_role(&server, "Mona", "moderator").await;
        let admin = with_role(&server, "Andy", "admin").await;
        let [eve, ada] = [server.account("Eve").await, server.account("Ada").await];
        for (by, whom, words) in
            [(&ada, "Eve", "is rude"), (&ada, "Eve", "is rude again"), (&eve, "Ada", "lies")]
        {
            let report = json!({"player": whom, "words": words});
            assert_eq!(server.post("/api/v1/reports", Some(&by.token), report).await.0, 204);
        }
        let (_, open) = server.get_as("/api/v1/moderation/reports", &mona.token).await;
        let report = open["reports"][0]["id"].as_str().unwrap();
        let close = format!("/api/v1/moderation/reports/{report}/close");
        server.post(&close, Some(&mona.token), json!({"reason": "a warning is enough"})).await;
        let mute = json!({"user": eve.id, "kind": "mute", "days": 3, "reason": "rude"});
        server.post("/api/v1/moderation/sanctions", Some(&mona.token), mute).await;
        let (_, listed) = server.get_as("/api/v1/moderation/sanctions", &mona.token).await;
        let lift = format!("/api/v1/moderation/sanctions/{}", listed["sanctions"][0]["id"].as_str().unwrap());
        server.delete(&lift, &mona.token).await;

        let note = json!({"words": "Asked for patience.\nAnswered well."});
        let (status, made) = server.post(&path(&eve, "/notes"), Some(&mona.token), note).await;
        assert_eq!((status, &made["by"]), (201, &json!("Mona")), "{made}");
        let (status, record) = server.get_as(&path(&eve, ""), &mona.token).await;
        assert_eq!(status, 200, "{record}");
        assert_eq!((&record["user"]["name"], &record["role"]), (&json!("Eve"), &json!("player")));
        assert!(record["created_at"].is_i64() && record["last_seen_at"].is_i64(), "{record}");
        let sanction = &record["sanctions"][0];
        assert_eq!((&sanction["reason"], &sanction["made_by"]), (&json!("rude"), &json!("Mona")));
        assert!(sanction["lifted_at"].is_i64(), "{sanction}");
        let reported = record["reported"].as_array().unwrap();
        let words: Vec<_> = reported.iter().map(|report| report["words"].as_str().unwrap()).collect();
        assert_eq!(words, ["is rude again", "is rude"]);
        assert_eq!(reported[0]["closed_at"], Value::Null);
        assert!(reported[1]["closed_at"].is_i64(), "{reported:?}");
        assert_eq!(record["reporting"][0]["words"], "lies");
        let deeds = record["deeds"].as_array().unwrap();
        let deeds: Vec<_> = deeds.iter().map(|deed| deed["action"].as_str().unwrap()).collect();
        assert_eq!(deeds, ["lift", "mute", "close_report"]);
        assert_eq!(record["notes"], json!([made]));

        for (token, whom, status) in [
            (&ada.token, &eve, 403),
            (&mona.token, &admin, 403),
            (&mona.token, &mona, 403),
            (&admin.token, &mona, 200),
        ] {
            assert_eq!(server.get_as(&path(whom, ""), token).await.0, status);
            let note = json!({"words": "x"});
            let expected = if status == 200 { 201 } else { status };
            assert_eq!(server.post(&path(whom, "/notes"), Some(token), note).await.0, expected);
            assert_eq!(server.post(&path(whom, "/networks"), Some(token), json!({})).await.0, status);
        }
        for words in ["", " ", &"x".repeat(1_001), "a\u{7}b"] {
            let (_, body) =
                server.post(&path(&eve, "/notes"), Some(&mona.token), json!({"words": words})).await;
            assert_eq!(body["code"], "out_of_range");
        }
        for _ in 1..100 {
            let (status, _) =
                server.post(&path(&eve, "/notes"), Some(&mona.token), json!({"words": "x"})).await;
            assert_eq!(status, 201);
        }
        let (status, body) =
            server.post(&path(&eve, "/notes"), Some(&mona.token), json!({"words": "x"})).await;
        assert_eq!((status, &body["code"]), (429, &json!("too_many")));

        let database = server.stop().await;
        let notes = "SELECT count(*) FROM moderation_notes";
        sweep_after(&database, 364).await;
        assert_eq!(count(&database, notes).await, 101);
        sweep_after(&database, 366).await;
        assert_eq!(count(&database, notes).await, 0);
    }
}

#[tokio::test]
async fn deleted_account_loses_its_notes_and_appeals() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mona = with_role(&server, "Mona", "moderator").await;
        let eve = server.account("Eve").await;
        server.post(&path(&eve, "/notes"), Some(&mona.token), json!({"words": "polite"})).await;
        let mute = json!({"user": eve.id, "kind": "mute", "reason": "rude"});
        server.post("/api/v1/moderation/sanctions", Some(&mona.token), mute).await;
        let (status, _) = server.post("/api/v1/appeals", Some(&eve.token), json!({"words": "no"})).await;
        assert_eq!(status, 201);
        let password = json!({"password": PASSWORD});
        assert_eq!(
            server.request(Method::DELETE, "/api/v1/me", Some(&eve.token), Some(password)).await.0,
            204
        );
        let database = server.stop().await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        erase_deleted(&store, &CancellationToken::new()).await.unwrap();
        store.close().await;
        for rows in ["SELECT count(*) FROM moderation_notes", "SELECT count(*) FROM appeals"] {
            assert_eq!(count(&database, rows).await, 0, "{rows}");
        }
    }
}

#[tokio::test]
async fn accounts_that_share_a_network_are_found_and_the_look_is_logged() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.trust_forwarded_for = true).await;
        let sign_up = async |name: &str, address: &str, program: &str| {
            let body = json!({"name": name, "password": PASSWORD});
            let request = server.http().post(server.url("/api/v1/accounts")).json(&body);
            let request = request.header("x-forwarded-for", address).header("user-agent", program);
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), 201);
            answer.json::<Value>().await.unwrap()["user"]["id"].as_str().unwrap().to_owned()
        };
        let eve = sign_up("Eve", "203.0.113.7", "amiga/1").await;
        sign_up("Adam", "203.0.113.7", "amiga/1").await;
        sign_up("Abel", "203.0.113.7", "atari/2").await;
        sign_up("Cain", "203.0.113.8", "amiga/1").await;
        sign_up("Seth", "2001:db8::1", "atari/2").await;
        sign_up("Enos", "2001:db8::2", "atari/2").await;
        let mona = with_role(&server, "Mona", "moderator").await;
        let andy = with_role(&server, "Andy", "admin").await;
        // A moderator in the same network is shown to administrators only.
        let login = json!({"name": "Mona", "password": PASSWORD});
        let request = server.http().post(server.url("/api/v1/sessions")).json(&login);
        assert_eq!(request.header("x-forwarded-for", "203.0.113.7").send().await.unwrap().status(), 201);

        let networks = format!("/api/v1/moderation/players/{eve}/networks");
        let names = |network: &Value| {
            let users = network["users"].as_array().unwrap();
            let mut names: Vec<_> =
                users.iter().map(|used| used["user"]["name"].as_str().unwrap().to_owned()).collect();
            names.sort_unstable();
            names
        };
        let (status, body) = server.post(&networks, Some(&mona.token), json!({})).await;
        assert_eq!(status, 200, "{body}");
        let shared = body["networks"].as_array().unwrap();
        assert_eq!((shared.len(), &shared[0]["network"]), (1, &json!("203.0.113.7")), "{body}");
        assert_eq!(names(&shared[0]), ["Abel", "Adam"]);
        for used in shared[0]["users"].as_array().unwrap() {
            assert_eq!(used["same_program"], used["user"]["name"] == "Adam", "{used}");
            assert_eq!((&used["banned"], used["programs"].as_array().unwrap().len()), (&json!(false), 1));
        }
        let (_, body) = server.post(&networks, Some(&andy.token), json!({})).await;
        assert_eq!(names(&body["networks"][0]), ["Abel", "Adam", "Mona"]);

        let search = async |address: &str| {
            let body = json!({"address": address});
            server.post("/api/v1/moderation/networks", Some(&mona.token), body).await
        };
        let (_, body) = search(" 2001:db8::7 ").await;
        assert_eq!(
            (&body["network"], names(&body)),
            (&json!("2001:db8::"), vec!["Enos".to_owned(), "Seth".to_owned()])
        );
        let (_, body) = search("203.0.113.9").await;
        assert_eq!(
            (names(&body), &body["last_used_at"], &body["more"]),
            (vec![], &Value::Null, &json!(false))
        );
        assert_eq!(search("somewhere").await.1["code"], "out_of_range");

        let (_, log) = server.get_as("/api/v1/moderation/log", &mona.token).await;
        let looks: Vec<_> = log["deeds"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|deed| deed["action"] == "look_networks")
            .collect();
        assert_eq!(looks.len(), 4, "{looks:?}");
        assert!(!log.to_string().contains("203.0.113"), "the log has no addresses: {log}");
        assert_eq!((&looks[3]["by"], &looks[3]["target"]), (&json!("Mona"), &json!(eve)));
        assert!(looks[1]["words"].as_str().unwrap().contains("Seth"), "{looks:?}");
    }
}

#[tokio::test]
async fn public_numbers_are_of_whole_months_and_hide_small_ones() {
    const DAY: i64 = 86_400_000_000;
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let mona = with_role(&server, "Mona", "moderator").await;
        let (status, body) = server.get("/api/v1/transparency").await;
        assert_eq!((status.as_u16(), body), (200, json!({"months": []})));
        let by = UserId(mona.id.parse().unwrap());
        server
            .restart_after(async |database| {
                let store = Store::connect(database.url(), &settings()).await.unwrap();
                let now = TimeSource::from_system().now().0;
                let earlier = OffsetDateTime::from_unix_timestamp((now - 61 * DAY) / 1_000_000).unwrap();
                let earlier = earlier.replace_day(15).unwrap().unix_timestamp() * 1_000_000;
                let yesterday = now - DAY;
                let reports = [(earlier, 10), (earlier, 20), (earlier, 90), (earlier, 1_000), (yesterday, 5)];
                for (number, (at, minutes)) in reports.into_iter().enumerate() {
                    let millis = u64::try_from(at / 1_000).unwrap();
                    let id = Builder::from_unix_timestamp_millis(millis, &[number as u8; 10]).into_uuid();
                    let report = ReportRow {
                        id,
                        reporter: by,
                        reported: by,
                        game: None,
                        line: None,
                        tournament: None,
                        club: None,
                        said: None,
                        words: Text::report("is rude").unwrap(),
                        created_at: Timestamp(at),
                    };
                    let max = ReportLimits { by_reporter: 100, about_player: 100 };
                    assert_eq!(
                        store.add_report(&report, Timestamp(at), max).await.unwrap(),
                        AddedReport::Added
                    );
                    let action = ModerationAction {
                        id: Uuid::now_v7(),
                        at: Timestamp(at + minutes * 60_000_000),
                        by,
                        kind: ModerationActionKind::CloseReport,
                        target: id.to_string(),
                        words: String::new(),
                    };
                    assert!(store.close_report(id, false, &action).await.unwrap());
                }
                store.close().await;
            })
            .await;
        let (_, body) = server.get("/api/v1/transparency").await;
        let months = body["months"].as_array().unwrap();
        let oldest = months.last().unwrap();
        assert_eq!((&oldest["reports"], &oldest["closed"]), (&json!(4), &json!(4)), "{body}");
        assert_eq!((&oldest["closed_after_minutes"], &oldest["bans"]), (&json!(90), &Value::Null));
        let listed: Vec<_> = months.iter().map(|month| month["month"].as_str().unwrap()).collect();
        assert!(listed.is_sorted_by(|one, other| one > other), "{listed:?}");
        assert!(months.iter().rev().skip(1).all(|month| month["reports"].is_null()), "{body}");
    }
}
