//! Pairings: many games at once, between players who have given their tokens to an organizer.

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::store::execute;
use crate::test_server::{Guest, TestServer};
use crate::tokens::token;

const PAIRINGS: &str = "/api/v1/pairings";

async fn play_token(server: &TestServer, player: &Guest) -> String {
    token(server, player, json!(["play"])).await.0
}

fn pairing(pairs: &[[&str; 2]], more: Value) -> Value {
    let pairs: Vec<_> =
        pairs.iter().map(|[first, second]| json!({"first": first, "second": second})).collect();
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
    let mut body = json!({"pairs": pairs, "terms": {"clock": clock, "rated": true, "seat": 0}});
    let Value::Object(more) = more else { panic!("{more} is no object") };
    body.as_object_mut().unwrap().extend(more);
    body
}

async fn accounts<const N: usize>(server: &TestServer, names: [&str; N]) -> [Guest; N] {
    let mut accounts = Vec::new();
    for name in names {
        accounts.push(server.account(name).await);
    }
    accounts.try_into().unwrap_or_else(|_| panic!("one account for each name"))
}

async fn server_on(kind: Kind) -> TestServer {
    TestServer::start_with(kind, |config| config.limits.accounts_per_minute = 0).await
}

/// Waits for the notification that a game of a pairing has started; returns its room.
async fn started(client: &mut Client) -> String {
    let is_start = |message: &Value| message["notification"]["kind"] == "game_started";
    client.next_where(is_start).await["notification"]["room"].as_str().unwrap().to_owned()
}

fn in_an_hour() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(now.as_micros()).unwrap() + 3_600_000_000
}

#[tokio::test]
async fn all_pairs_play_at_once_and_see_the_message() {
    for kind in BOTH {
        let server = server_on(kind).await;
        let [olga, anne, ben, carl, dora] = accounts(&server, ["olga", "anne", "ben", "carl", "dora"]).await;
        let mut his = server.client_of(&ben).await;
        let [a, b, c, d] = [&anne, &ben, &carl, &dora].map(|player| play_token(&server, player));
        let (a, b, c, d) = (a.await, b.await, c.await, d.await);
        let body = pairing(&[[&a, &b], [&c, &d]], json!({"message": "Good luck"}));
        let (status, made) = server.post(PAIRINGS, Some(&olga.token), body).await;
        assert_eq!(status, 201, "{made}");
        let games = made["games"].as_array().unwrap();
        assert_eq!(games.len(), 2);
        for (game, (first, second)) in games.iter().zip([("anne", "ben"), ("carl", "dora")]) {
            assert_eq!((&game["first"]["name"], &game["second"]["name"]), (&json!(first), &json!(second)));
            assert_eq!(game["status"], "started", "{game}");
            let path = format!("/api/v1/rooms/{}", game["room"].as_str().unwrap());
            let (_, room) = server.get(&path).await;
            assert_eq!((&room["status"], &room["rated"]), (&json!("playing"), &json!(true)), "{room}");
            assert_eq!(room["seats"][0]["player"]["name"], first);
        }
        let is_told = |message: &Value| message["notification"]["kind"] == "challenge";
        let told = his.next_where(is_told).await["notification"]["challenge"].clone();
        assert_eq!(
            (&told["pairing"]["organizer"]["name"], &told["pairing"]["message"], &told["pairing"]["id"]),
            (&json!("olga"), &json!("Good luck"), &made["id"])
        );
        assert_eq!(json!(started(&mut his).await), games[0]["room"]);
        let path = format!("{PAIRINGS}/{}", made["id"].as_str().unwrap());
        assert_eq!(server.get_as(&path, &olga.token).await, (200, made.clone()));
        assert_eq!(server.get_as(&path, &anne.token).await.0, 404, "only the organizer sees it");
        assert_eq!(server.get_as(PAIRINGS, &olga.token).await.1, json!({"pairings": [made], "next": null}));
        assert_eq!(server.delete(&path, &olga.token).await.0, 409);
    }
}

#[tokio::test]
async fn one_bad_pair_rejects_all_and_each_reason_is_listed() {
    for kind in BOTH {
        let server = server_on(kind).await;
        let [olga, anne, ben, carl, dora] = accounts(&server, ["olga", "anne", "ben", "carl", "dora"]).await;
        let [a, b] = [play_token(&server, &anne).await, play_token(&server, &ben).await];
        let [c, d] = [play_token(&server, &carl).await, play_token(&server, &dora).await];
        let reading = token(&server, &olga, json!(["read"])).await.0;
        let (status, _) =
            server.request(reqwest::Method::PUT, "/api/v1/me/blocks/dora", Some(&carl.token), None).await;
        assert_eq!(status, 204);
        let pairs = [[&*a, &*b], [&c, &d], ["nothing", &olga.token], [&reading, &a]];
        let (status, problem) = server.post(PAIRINGS, Some(&olga.token), pairing(&pairs, json!({}))).await;
        assert_eq!((status, &problem["code"]), (422, &json!("bad_pairs")), "{problem}");
        let bad: Vec<_> =
            problem["pairs"].as_array().unwrap().iter().map(|one| (&one["pair"], &one["code"])).collect();
        let (blocked, unknown, scope) = (json!("forbidden"), json!("bad_token"), json!("missing_scope"));
        assert_eq!(bad, [(&json!(1), &blocked), (&json!(2), &unknown), (&json!(3), &scope)], "{problem}");
        for (pairs, code) in [
            ([[&*a, &*b], [&c, &a]], "already_seated"),
            ([[&*a, &*b], [&c, &c]], "already_seated"),
            ([[&*a, &*b], [&c, &olga.token]], "missing_scope"),
        ] {
            let (status, problem) =
                server.post(PAIRINGS, Some(&olga.token), pairing(&pairs, json!({}))).await;
            assert_eq!((status, &problem["pairs"][0]["code"]), (422, &json!(code)), "{problem}");
        }
        let rooms = server.get_as("/api/v1/me/rooms", &anne.token).await.1;
        assert_eq!(rooms["rooms"], json!([]), "nothing was created");
        let eight_days = in_an_hour() + 8 * 86_400_000_000;
        for (more, status, code) in [
            (json!({"start_at": eight_days}), 400, "out_of_range"),
            (json!({"message": "see http://elsewhere.example"}), 400, "bad_words"),
            (json!({"terms": {"mode": "three", "clock": {"kind": "none"}}}), 422, "unsupported"),
            (json!({"pairs": []}), 400, "out_of_range"),
        ] {
            let body = pairing(&[[&a, &b]], more);
            let (refused, problem) = server.post(PAIRINGS, Some(&olga.token), body).await;
            assert_eq!((refused, &problem["code"]), (status, &json!(code)), "{problem}");
        }
        let guest = server.guest().await;
        let (status, problem) =
            server.post(PAIRINGS, Some(&guest.token), pairing(&[[&a, &b]], json!({}))).await;
        assert_eq!((status, &problem["code"]), (403, &json!("needs_account")), "{problem}");
    }
}

#[tokio::test]
async fn a_pairing_waits_for_its_start_and_can_be_cancelled_until_then() {
    for kind in BOTH {
        let mut server = server_on(kind).await;
        let [olga, anne, ben, carl, dora] = accounts(&server, ["olga", "anne", "ben", "carl", "dora"]).await;
        let [a, b] = [play_token(&server, &anne).await, play_token(&server, &ben).await];
        let c = play_token(&server, &carl).await;
        let (d, revocable) = token(&server, &dora, json!(["play"])).await;
        let at = in_an_hour();
        let wait = async |pairs: &[[&str; 2]]| {
            let body = pairing(pairs, json!({"start_at": at}));
            let (status, made) = server.post(PAIRINGS, Some(&olga.token), body).await;
            assert_eq!((status, &made["games"][0]["status"]), (201, &json!("waiting")), "{made}");
            assert_eq!((&made["start_at"], &made["games"][0]["room"]), (&json!(at), &Value::Null));
            format!("{PAIRINGS}/{}", made["id"].as_str().unwrap())
        };
        let cancelled = wait(&[[&a, &b]]).await;
        assert_eq!(server.delete(&cancelled, &anne.token).await.0, 404, "only the organizer can");
        assert_eq!(server.delete(&cancelled, &olga.token).await.0, 204);
        assert_eq!(server.delete(&cancelled, &olga.token).await.0, 409);
        let waiting = wait(&[[&a, &b], [&c, &d]]).await;
        assert_eq!(server.delete(&format!("/api/v1/tokens/{revocable}"), &dora.token).await.0, 204);
        // The hour passes while no server runs.
        server
            .restart_after(async |database| {
                execute(database, "UPDATE challenges SET start_at = 1 WHERE start_at IS NOT NULL").await;
            })
            .await;
        let shown = loop {
            let (_, shown) = server.get_as(&waiting, &olga.token).await;
            if shown["games"].as_array().unwrap().iter().all(|game| game["status"] != "waiting") {
                break shown;
            }
        };
        let statuses: Vec<_> =
            shown["games"].as_array().unwrap().iter().map(|game| &game["status"]).collect();
        assert_eq!(statuses, ["started", "revoked"], "a player whose token has ended does not play");
        let rooms = server.get_as("/api/v1/me/rooms", &anne.token).await.1;
        assert_eq!(
            (rooms["rooms"].as_array().unwrap().len(), &rooms["rooms"][0]["room"]),
            (1, &shown["games"][0]["room"])
        );
        assert_eq!(server.get_as("/api/v1/me/rooms", &carl.token).await.1["rooms"], json!([]));
        assert_eq!(server.get_as(&cancelled, &olga.token).await.1["games"][0]["status"], "cancelled");
    }
}
