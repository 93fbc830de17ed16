//! Appeals of banned and muted users, and the answers of moderators.

use serde_json::{Value, json};

use crate::database::BOTH;
use crate::moderation::with_role;
use crate::retention::sweep_after;
use crate::store::count;
use crate::test_server::{Guest, PASSWORD, TestServer};

const SANCTIONS: &str = "/api/v1/moderation/sanctions";
const APPEALS: &str = "/api/v1/moderation/appeals";

async fn sanction(server: &TestServer, by: &Guest, body: Value) {
    let (status, body) = server.post(SANCTIONS, Some(&by.token), body).await;
    assert_eq!(status, 204, "{body}");
}

/// Logs in; returns the status and the body.
async fn log_in(server: &TestServer, name: &str) -> (u16, Value) {
    server.post("/api/v1/sessions", None, json!({"name": name, "password": PASSWORD})).await
}

/// Appeals with the token of a rejected login.
async fn appeal(server: &TestServer, body: &Value, words: &str) -> (u16, Value) {
    let token = body["ban"]["appeal_token"].as_str().unwrap();
    server.post("/api/v1/appeals", None, json!({"token": token, "words": words})).await
}

async fn queue(server: &TestServer, moderator: &Guest) -> Vec<Value> {
    let (status, body) = server.get_as(APPEALS, &moderator.token).await;
    assert_eq!(status, 200, "{body}");
    body["appeals"].as_array().unwrap().clone()
}

async fn answer(server: &TestServer, by: &Guest, appeal: &Value, body: Value) -> (u16, Value) {
    let path = format!("{APPEALS}/{}/answer", appeal["id"].as_str().unwrap());
    server.post(&path, Some(&by.token), body).await
}

#[tokio::test]
async fn banned_user_appeals_and_reads_the_answer() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [mona, max] = ["Mona", "Max"].map(|name| with_role(&server, name, "moderator"));
        let (mona, max) = (mona.await, max.await);
        let eve = server.account("Eve").await;
        sanction(&server, &mona, json!({"user": eve.id, "kind": "ban", "days": 30, "reason": "cheats"}))
            .await;

        let (status, refused) = log_in(&server, "Eve").await;
        assert_eq!((status, &refused["code"]), (403, &json!("banned")));
        let shown = &refused["ban"]["sanction"];
        assert_eq!((&shown["reason"], &shown["kind"]), (&json!("cheats"), &json!("ban")));
        assert_eq!((&shown["active"], &shown["appeal"]), (&json!(true), &Value::Null));
        assert!(shown["ends_at"].is_i64() && shown["appeal_from"].is_i64(), "{shown}");
        let wrong = json!({"name": "Eve", "password": "not the password"});
        let (_, body) = server.post("/api/v1/sessions", None, wrong).await;
        assert_eq!(body.get("ban"), None, "only with the right password");
        // The token gives no access.
        let token = refused["ban"]["appeal_token"].as_str().unwrap();
        assert_eq!(server.get_as("/api/v1/me", token).await.0, 401);

        for (words, code) in [("", "out_of_range"), ("see https://example.com/proof", "out_of_range")] {
            assert_eq!(appeal(&server, &refused, words).await.1["code"], code, "{words}");
        }
        let (status, body) = appeal(&server, &refused, "It was\nmy brother.").await;
        assert_eq!(
            (status, &body["words"], &body["outcome"]),
            (201, &json!("It was\nmy brother."), &Value::Null)
        );
        let (status, body) = appeal(&server, &refused, "Please!").await;
        assert_eq!((status, &body["code"]), (409, &json!("not_now")), "one at a time");
        let (_, again) = log_in(&server, "Eve").await;
        assert_eq!(again["ban"]["sanction"]["appeal"]["words"], "It was\nmy brother.");
        assert_eq!(again["ban"]["sanction"]["appeal_from"], Value::Null);
        let (status, body) = appeal(&server, &refused, "Please!").await;
        assert_eq!((status, &body["code"]), (401, &json!("bad_token")), "a newer login replaces the token");

        let waiting = queue(&server, &mona).await;
        let [open] = &waiting[..] else { panic!("{waiting:?}") };
        assert_eq!((&open["name"], &open["sanction"]["made_by"]), (&json!("Eve"), &json!("Mona")));
        assert_eq!(open["yours"], false, "Mona has imposed it");
        assert_eq!(queue(&server, &max).await[0]["yours"], true);
        let keep = json!({"outcome": "keep", "answer": "The games say otherwise."});
        let (status, body) = answer(&server, &mona, open, keep.clone()).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{body}");
        for bad in [
            json!({"outcome": "keep", "answer": ""}),
            json!({"outcome": "keep", "answer": "no", "days": 3}),
            json!({"outcome": "shorten", "answer": "no"}),
            json!({"outcome": "shorten", "answer": "no", "days": 31}),
        ] {
            assert_eq!(answer(&server, &max, open, bad.clone()).await.1["code"], "out_of_range", "{bad}");
        }
        assert_eq!(answer(&server, &max, open, keep.clone()).await, (204, Value::Null));
        assert_eq!(answer(&server, &max, open, keep).await.0, 404, "once");
        assert!(queue(&server, &max).await.is_empty());

        let (_, refused) = log_in(&server, "Eve").await;
        let shown = &refused["ban"]["sanction"];
        assert_eq!(
            (&shown["appeal"]["outcome"], &shown["appeal"]["answer"]),
            (&json!("keep"), &json!("The games say otherwise."))
        );
        let days = shown["appeal_from"].as_i64().unwrap() - shown["appeal"]["answered_at"].as_i64().unwrap();
        assert_eq!(days, 30 * 86_400_000_000);
        let (status, body) = appeal(&server, &refused, "Once more").await;
        assert_eq!((status, &body["code"]), (409, &json!("not_now")), "{body}");
        let (_, log) = server.get_as("/api/v1/moderation/log", &max.token).await;
        let deed = &log["deeds"][0];
        assert_eq!((&deed["action"], &deed["by"]), (&json!("decide_appeal"), &json!("Max")));
        assert_eq!(deed["words"], "Eve: keep: The games say otherwise.");
        let strangers = [(None, 401), (Some(server.account("Ada").await.token), 403)];
        for (token, expected) in strangers {
            let status = server.request(reqwest::Method::GET, APPEALS, token.as_deref(), None).await.0;
            assert_eq!(status, expected);
        }
    }
}

#[tokio::test]
async fn the_only_moderator_answers_and_lifts_bans_of_networks_too() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.trust_forwarded_for = true).await;
        let mona = with_role(&server, "Mona", "moderator").await;
        let eve = server.account("Eve").await;
        server.account("Ada").await;
        let elsewhere = async |name: &str| {
            let body = json!({"name": name, "password": PASSWORD});
            let request = server.http().post(server.url("/api/v1/sessions")).json(&body);
            let answer = request.header("x-forwarded-for", "203.0.113.7").send().await.unwrap();
            (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
        };
        assert_eq!(elsewhere("Eve").await.0, 201);
        let ban = json!({"user": eve.id, "kind": "ban", "networks": true, "reason": "comes back"});
        sanction(&server, &mona, ban).await;
        let (status, refused) = elsewhere("Eve").await;
        assert_eq!((status, &refused["ban"]["sanction"]["network"]), (403, &json!(false)), "{refused}");
        // Another user of the network is informed that the network is banned.
        let (_, other) = elsewhere("Ada").await;
        assert_eq!(other["ban"]["sanction"]["network"], true, "{other}");
        assert_eq!(appeal(&server, &refused, "I will behave").await.0, 201);
        assert_eq!(appeal(&server, &other, "I live with Eve").await.0, 201);

        let waiting = queue(&server, &mona).await;
        assert_eq!(waiting.len(), 2, "{waiting:?}");
        assert!(waiting.iter().all(|open| open["yours"] == true), "there is no other moderator: {waiting:?}");
        let mine = waiting.iter().find(|open| open["name"] == "Eve").unwrap();
        let shorter = json!({"outcome": "shorten", "days": 2, "answer": "Two more days."});
        assert_eq!(answer(&server, &mona, mine, shorter).await.0, 204);
        let (_, refused) = elsewhere("Eve").await;
        assert!(refused["ban"]["sanction"]["ends_at"].is_i64(), "{refused}");
        let (_, log) = server.get_as("/api/v1/moderation/log", &mona.token).await;
        let words = log["deeds"][0]["words"].as_str().unwrap();
        assert!(words.contains("there is no other moderator"), "{words}");
        // The ban of the network goes with the ban of its user, and ends with it.
        let (_, listed) = server.get_as(SANCTIONS, &mona.token).await;
        let listed = listed["sanctions"].as_array().unwrap();
        assert!(listed.len() > 1 && listed.iter().all(|sanction| sanction["ends_at"].is_i64()), "{listed:?}");
        for sanction in listed {
            let path = format!("{SANCTIONS}/{}", sanction["id"].as_str().unwrap());
            assert_eq!(server.delete(&path, &mona.token).await.0, 204);
        }
        assert_eq!(elsewhere("Ada").await.0, 201);
        assert!(queue(&server, &mona).await.is_empty(), "lifting the ban has answered the appeal");
    }
}

#[tokio::test]
async fn muted_user_appeals_from_a_session() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [mona, max] = ["Mona", "Max"].map(|name| with_role(&server, name, "moderator"));
        let (mona, max) = (mona.await, max.await);
        let eve = server.account("Eve").await;
        let own = async || server.get_as("/api/v1/me/sanctions", &eve.token).await.1["sanctions"].clone();
        let words = json!({"words": "I was provoked"});
        assert_eq!(own().await, json!([]));
        assert_eq!(server.post("/api/v1/appeals", Some(&eve.token), words.clone()).await.0, 404);
        assert_eq!(server.post("/api/v1/appeals", None, words.clone()).await.0, 401);
        sanction(&server, &mona, json!({"user": eve.id, "kind": "mute", "reason": "rude"})).await;
        assert_eq!(own().await[0]["reason"], "rude");
        assert_eq!(server.post("/api/v1/appeals", Some(&eve.token), words.clone()).await.0, 201);
        assert_eq!(server.post("/api/v1/appeals", Some(&eve.token), words).await.0, 409);
        let (_, counts) = server.get_as("/api/v1/moderation/overview", &max.token).await;
        assert_eq!(counts, json!({"reports": 0, "appeals": 1, "signals": 0}));
        let open = &queue(&server, &max).await[0];
        assert_eq!(answer(&server, &max, open, json!({"outcome": "lift", "answer": "Sorry."})).await.0, 204);
        let seen = own().await;
        assert_eq!((&seen[0]["active"], &seen[0]["appeal"]["answer"]), (&json!(false), &json!("Sorry.")));
        let profile = server.http().put(server.url("/api/v1/me/profile")).bearer_auth(&eve.token);
        assert_eq!(profile.json(&json!({"words": "I am back"})).send().await.unwrap().status(), 204);

        let database = server.stop().await;
        let appeals = "SELECT count(*) FROM appeals";
        sweep_after(&database, 364).await;
        assert_eq!(count(&database, appeals).await, 1);
        sweep_after(&database, 366).await;
        assert_eq!(count(&database, appeals).await, 0);
    }
}
