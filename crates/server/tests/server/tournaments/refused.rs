//! Rejected requests to tournaments, and their error codes.

use serde_json::{Value, json};

use super::{Place, settings};
use crate::database::{BOTH, Kind};
use crate::test_server::TestServer;

fn swiss() -> Value {
    settings(json!({"form": "swiss", "rounds": 3}))
}

fn with(mut settings: Value, pointer: &str, value: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    settings.pointer_mut(parent).unwrap()[field] = value;
    settings
}

#[tokio::test]
async fn unplayable_settings_are_refused_with_the_reason() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let swiss = swiss();
    for (settings, status, code) in [
        (with(swiss.clone(), "/clock", json!({"kind": "none"})), 422, "needs_clock"),
        (with(swiss.clone(), "/name", json!("")), 400, "out_of_range"),
        (
            with(with(swiss.clone(), "/mode", json!("three")), "/form/pairing", json!("dutch")),
            422,
            "unsupported",
        ),
        (with(swiss.clone(), "/layout", json!("nonsense")), 400, "bad_layout"),
        (with(swiss.clone(), "/rated", json!(true)), 422, "unsupported"),
        (with(swiss.clone(), "/start", json!({"kind": "at", "at": 5})), 400, "out_of_range"),
        (with(swiss.clone(), "/entry", json!({"capacity": 100_000})), 400, "out_of_range"),
        (with(swiss.clone(), "/entry", json!({"admission": "password"})), 400, "out_of_range"),
        (with(swiss.clone(), "/nonsense", json!(1)), 400, "bad_message"),
    ] {
        let (given, body) = place.post("/tournaments", &director, json!({"settings": settings})).await;
        assert_eq!((given, &body["code"]), (status, &json!(code)), "{settings}: {body}");
        assert!(body["detail"].as_str().unwrap().len() > 10, "{body}");
    }
    let guest = server.guest().await;
    let (status, body) = place.post("/tournaments", &guest.token, json!({"settings": swiss})).await;
    assert_eq!((status, &body["code"]), (403, &json!("needs_account")));
}

#[tokio::test]
async fn tournaments_per_user_are_limited() {
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.limits.open_tournaments_per_user = 1).await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let id = place.announce(&director, swiss()).await;
    let (status, body) = place.post("/tournaments", &director, json!({"settings": swiss()})).await;
    assert_eq!((status, &body["code"]), (429, &json!("too_many")));
    place.command(&id, &director, json!({"type": "cancel", "reason": "rain"})).await;
    place.announce(&director, swiss()).await;
}

#[tokio::test]
async fn refused_entry_gives_the_reason() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let register = json!({"type": "register"});
        let guest = server.guest().await;
        let refusal = async |settings: Value, token: &str, command: &Value| {
            let id = place.announce(&director, settings).await;
            let (status, body) = place.try_command(&id, token, command).await;
            place.command(&id, &director, json!({"type": "cancel", "reason": "seen"})).await;
            (status, body["code"].as_str().unwrap_or_default().to_owned())
        };
        let entry = |entry: Value| with(swiss(), "/entry", entry);
        let accounts = entry(json!({"accounts_only": true}));
        assert_eq!(refusal(accounts, &guest.token, &register).await, (403, "needs_account".to_owned()));
        let strong = entry(json!({"rating_min": 2_000}));
        assert_eq!(refusal(strong, &guest.token, &register).await, (403, "not_eligible".to_owned()));
        let invited = entry(json!({"admission": "invitation"}));
        assert_eq!(refusal(invited, &guest.token, &register).await, (403, "not_eligible".to_owned()));

        let secret = with(swiss(), "/entry", json!({"admission": "password", "capacity": 2}));
        let (status, body) = place
            .post("/tournaments", &director, json!({"settings": secret, "password": "open sesame"}))
            .await;
        assert_eq!(status, 201, "{body}");
        assert!(!body.to_string().contains("sesame"), "{body}");
        let id = body["state"]["id"].as_str().unwrap();
        let knock = async |token: &str, password: Option<&str>| {
            let mut command = register.clone();
            if let Some(password) = password {
                command["password"] = json!(password);
            }
            let (status, body) = place.try_command(id, token, &command).await;
            (status, body["code"].as_str().unwrap_or_default().to_owned())
        };
        assert_eq!(knock(&guest.token, None).await, (403, "wrong_password".to_owned()));
        assert_eq!(knock(&guest.token, Some("abracadabra")).await, (403, "wrong_password".to_owned()));
        assert_eq!(knock(&guest.token, Some("open sesame")).await.0, 200);
        assert_eq!(knock(&guest.token, Some("open sesame")).await, (409, "already_registered".to_owned()));
        assert_eq!(knock(&server.guest().await.token, Some("open sesame")).await.0, 200);
        assert_eq!(
            knock(&server.guest().await.token, Some("open sesame")).await,
            (409, "tournament_full".to_owned())
        );
    }
}

#[tokio::test]
async fn only_directors_and_moderators_run_a_tournament() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let (_, other) = place.account("Grace").await;
    let id = place.announce(&director, swiss()).await;
    let pause = json!({"type": "cancel", "reason": "I can"});
    let (status, body) = place.try_command(&id, &other, &pause).await;
    assert_eq!((status, &body["code"]), (403, &json!("forbidden")));
    place.command(&id, &director, json!({"type": "add_director", "player": "grace"})).await;
    let settings = with(swiss(), "/name", json!("Grace's evening"));
    let edit = |revision: u64| json!({"revision": revision, "settings": settings});
    let path = format!("/tournaments/{id}");
    let (status, body) = place.request(reqwest::Method::PATCH, &path, &other, edit(0)).await;
    assert_eq!((status, &body["settings"]["name"]), (200, &json!("Grace's evening")), "{body}");
    let (status, body) = place.request(reqwest::Method::PATCH, &path, &director, edit(0)).await;
    assert_eq!((status, &body["code"]), (409, &json!("outdated")), "two directors edit at once");
    place.command(&id, &other, pause).await;
    let log = place.get(&format!("/tournaments/{id}/log")).await;
    let last = log["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["event"]["kind"], &last["event"]["reason"]), (&json!("cancelled"), &json!("I can")));
    let (status, _) = place.try_command(&id, &other, &json!({"type": "register"})).await;
    assert_eq!(status, 409);
    let (status, body) = place.try_command(&uuid::Uuid::nil().to_string(), &other, &pause_again()).await;
    assert_eq!((status, &body["code"]), (404, &json!("no_such_tournament")));
}

fn pause_again() -> Value {
    json!({"type": "pause", "reason": "tea"})
}
