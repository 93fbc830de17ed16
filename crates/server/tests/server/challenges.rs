//! Challenges to named players, and following players.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::store::{count, execute};
use crate::test_server::{Guest, TestServer};

const DAYS: i64 = 86_400_000_000;

fn terms(more: Value) -> Value {
    let mut terms = json!({"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}});
    let Value::Object(more) = more else { panic!("{more} is no object") };
    terms.as_object_mut().unwrap().extend(more);
    terms
}

/// Sends a challenge; returns the status and the challenge.
async fn challenge(server: &TestServer, by: &Guest, player: &str, more: Value) -> (u16, Value) {
    let body = json!({"player": player, "terms": terms(more)});
    server.post("/api/v1/challenges", Some(&by.token), body).await
}

async fn answer(server: &TestServer, by: &Guest, challenge: &Value, how: &str, more: Value) -> (u16, Value) {
    let path = format!("/api/v1/challenges/{}/{how}", challenge["id"].as_str().unwrap());
    let mut body = json!({"round": challenge["round"]});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    server.post(&path, Some(&by.token), body).await
}

/// Returns the client's next notification of this kind.
async fn wait_for(client: &mut Client, kind: &str) -> Value {
    let message = client
        .next_where(|message| message["type"] == "notification" && message["notification"]["kind"] == kind)
        .await;
    message["notification"].clone()
}

async fn two(server: &TestServer) -> [Guest; 2] {
    [server.account("anne").await, server.account("ben").await]
}

/// Returns the number of rooms in which a user has a seat.
async fn rooms_of(server: &TestServer, user: &Guest) -> Vec<Value> {
    server.get_as("/api/v1/me/rooms", &user.token).await.1["rooms"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_accepted_challenge_is_a_game_by_its_terms() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, ben] = two(&server).await;
        let [mut hers, mut his] = [server.client_of(&anne).await, server.client_of(&ben).await];
        let (status, made) = challenge(&server, &anne, "Ben", json!({"rated": true, "seat": 1})).await;
        assert_eq!((status, &made["status"], &made["round"]), (201, &json!("open"), &json!(1)), "{made}");
        assert_eq!(wait_for(&mut his, "challenge").await["challenge"], made);
        let (_, list) = server.get_as("/api/v1/challenges", &ben.token).await;
        assert_eq!(list["challenges"], json!([made]));

        let (status, accepted) = answer(&server, &ben, &made, "accept", json!({})).await;
        assert_eq!((status, &accepted["status"]), (200, &json!("accepted")), "{accepted}");
        for client in [&mut hers, &mut his] {
            let started = wait_for(client, "game_started").await;
            assert_eq!((&started["room"], &started["challenge"]), (&accepted["room"], &made["id"]));
        }
        let (_, room) = server.get(&format!("/api/v1/rooms/{}", accepted["room"].as_str().unwrap())).await;
        assert_eq!((&room["status"], &room["rated"]), (&json!("playing"), &json!(true)));
        assert_eq!(room["seats"][1]["player"]["name"], "anne");
        let (_, again) = answer(&server, &ben, &made, "accept", json!({})).await;
        assert_eq!(again["room"], accepted["room"], "a repeated acceptance returns the same room");
        assert_eq!(rooms_of(&server, &ben).await.len(), 1);
        let (_, list) = server.get_as("/api/v1/challenges", &ben.token).await;
        assert_eq!(list["challenges"], json!([]));
    }
}

#[tokio::test]
async fn a_bot_answers_challenges_and_challenges_only_bots() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, bot] = two(&server).await;
        let accepts = Some(json!({"rated": true}));
        assert_eq!(server.request(Method::PUT, "/api/v1/me/bot", Some(&bot.token), accepts).await.0, 200);
        let mut its = server.client_of(&bot).await;
        let (status, made) = challenge(&server, &anne, "ben", json!({})).await;
        assert_eq!(status, 201, "{made}");
        assert_eq!(wait_for(&mut its, "challenge").await["challenge"]["id"], made["id"]);
        let (status, declined) =
            answer(&server, &bot, &made, "decline", json!({"reason": "only_bots"})).await;
        assert_eq!((status, &declined["reason"]), (200, &json!("only_bots")), "{declined}");
        let (_, made) = challenge(&server, &anne, "ben", json!({"rated": true})).await;
        let (status, accepted) = answer(&server, &bot, &made, "accept", json!({})).await;
        assert_eq!((status, &accepted["status"]), (200, &json!("accepted")), "{accepted}");
        let (_, room) = server.get(&format!("/api/v1/rooms/{}", accepted["room"].as_str().unwrap())).await;
        assert_eq!((&room["status"], &room["rated"]), (&json!("playing"), &json!(true)));
        let (status, refused) = challenge(&server, &bot, "anne", json!({})).await;
        assert_eq!((status, &refused["code"]), (422, &json!("unsupported")));
    }
}

#[tokio::test]
async fn racing_answers_make_at_most_one_room() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, ben] = two(&server).await;
        let mut made_so_far = 0;
        for round in 0..6 {
            let (_, made) = challenge(&server, &anne, "ben", json!({})).await;
            let path = format!("/api/v1/challenges/{}", made["id"].as_str().unwrap());
            let (one, other, cancelled) = tokio::join!(
                answer(&server, &ben, &made, "accept", json!({})),
                answer(&server, &ben, &made, "accept", json!({})),
                async { if round % 2 == 1 { server.delete(&path, &anne.token).await.0 } else { 0 } }
            );
            let (_, end) = server.get_as(&path, &ben.token).await;
            let rooms = count(server.database(), "SELECT count(*) FROM rooms").await;
            if cancelled == 204 {
                assert_eq!(
                    (one.0, other.0, &end["status"]),
                    (409, 409, &json!("cancelled")),
                    "{one:?} {other:?}"
                );
                assert_eq!(rooms, made_so_far);
                continue;
            }
            assert_eq!((one.0, other.0, &end["status"]), (200, 200, &json!("accepted")), "{one:?} {other:?}");
            assert_eq!(one.1["room"], other.1["room"]);
            made_so_far += 1;
            assert_eq!(rooms, made_so_far);
            let mut client = server.client_of(&ben).await;
            client.request(json!({"type": "abort", "room": end["room"]})).await.unwrap();
        }
    }
}

#[tokio::test]
async fn crash_after_acceptance_makes_exactly_one_room() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let [anne, ben] = two(&server).await;
        let (_, made) = challenge(&server, &anne, "ben", json!({"clock": {"kind": "none"}})).await;
        let room = "f5cfawbpmmz8";
        let sql = format!("UPDATE challenges SET status = 'accepted', room_id = '{room}'");
        for _ in 0..2 {
            server.restart_after(async |database| execute(database, &sql).await).await;
            // The server makes the room right after its start.
            loop {
                let rooms = rooms_of(&server, &ben).await;
                if !rooms.is_empty() {
                    assert_eq!((rooms.len(), &rooms[0]["room"]), (1, &json!(room)));
                    break;
                }
            }
        }
        let (_, accepted) = answer(&server, &ben, &made, "accept", json!({})).await;
        assert_eq!(accepted["room"], room);
        assert_eq!(rooms_of(&server, &anne).await.len(), 1);
    }
}

#[tokio::test]
async fn challenge_is_declined_or_countered() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, ben] = two(&server).await;
        let mut hers = server.client_of(&anne).await;
        let (_, made) = challenge(&server, &anne, "ben", json!({})).await;
        wait_for(&mut hers, "challenge").await;
        let (status, _) = answer(&server, &anne, &made, "accept", json!({})).await;
        assert_eq!(status, 409, "the challenge waits for the opponent");
        let slow = json!({"terms": {"clock": {"kind": "per_move", "move_ms": 86_400_000}, "seat": 0}});
        let (status, countered) = answer(&server, &ben, &made, "counter", slow.clone()).await;
        assert_eq!((status, &countered["round"], &countered["answers"]), (200, &json!(2), &json!(anne.id)));
        let left = countered["expires_at"].as_i64().unwrap() - made["created_at"].as_i64().unwrap();
        assert!(left > 13 * DAYS, "a correspondence offer is valid for days");
        assert_eq!(wait_for(&mut hers, "challenge").await["challenge"], countered);
        let (status, body) = answer(&server, &anne, &made, "accept", json!({})).await;
        assert_eq!(
            (status, &body["code"]),
            (409, &json!("challenge_over")),
            "the counter-offer has replaced it"
        );
        let (status, declined) =
            answer(&server, &anne, &countered, "decline", json!({"reason": "too_slow"})).await;
        assert_eq!(
            (status, &declined["status"], &declined["reason"]),
            (200, &json!("declined"), &json!("too_slow"))
        );
        let (status, _) = answer(&server, &anne, &countered, "accept", json!({})).await;
        assert_eq!(status, 409);
        assert!(rooms_of(&server, &anne).await.is_empty());
        // A second correspondence offer survives a restart.
        let (_, made) = challenge(&server, &ben, "anne", slow["terms"].clone()).await;
        let mut server = server;
        server.restart().await;
        let (_, accepted) = answer(&server, &anne, &made, "accept", json!({})).await;
        assert_eq!(accepted["status"], "accepted", "{accepted}");
        assert_eq!(rooms_of(&server, &anne).await.len(), 1);
    }
}

#[tokio::test]
async fn invalid_challenges_are_refused() {
    for kind in BOTH {
        let change = |config: &mut sumito_config::Config| config.limits.challenges_per_user = 2;
        let server = TestServer::start_with(kind, change).await;
        let [anne, ben] = two(&server).await;
        let guest = server.guest().await;
        let (status, body) = challenge(&server, &guest, "anne", json!({"rated": true})).await;
        assert_eq!((status, &body["code"]), (403, &json!("needs_account")));
        for (player, more, code) in [
            ("not-here", json!({}), "no_such_player"),
            ("anne", json!({}), "out_of_range"),
            ("ben", json!({"seat": 2}), "out_of_range"),
            ("ben", json!({"seat": 9}), "out_of_range"),
            ("ben", json!({"layout": "three_standard"}), "bad_layout"),
            ("ben", json!({"clock": {"kind": "none"}, "rated": true}), "unsupported"),
        ] {
            let (_, body) = challenge(&server, &anne, player, more).await;
            assert_eq!(body["code"], code, "{player}: {body}");
        }
        let (_, first) = challenge(&server, &guest, "anne", json!({})).await;
        assert_eq!(first["status"], "open");
        let (_, body) = challenge(&server, &anne, &guest.id, json!({})).await;
        assert_eq!(body["code"], "challenge_over", "there is already a challenge between the two");
        let (_, body) =
            server.get_as(&format!("/api/v1/challenges/{}", first["id"].as_str().unwrap()), &ben.token).await;
        assert_eq!(body["code"], "no_such_challenge", "a third player cannot answer");
        challenge(&server, &guest, "ben", json!({})).await;
        let cleo = server.account("cleo").await;
        let (_, body) = challenge(&server, &guest, "cleo", json!({})).await;
        assert_eq!(body["code"], "too_many");
        assert_eq!(
            server.request(Method::PUT, "/api/v1/me/blocks/anne", Some(&cleo.token), None).await.0,
            204
        );
        let (_, body) = challenge(&server, &anne, "cleo", json!({})).await;
        assert_eq!(body["code"], "forbidden");
        let (_, body) = challenge(&server, &cleo, "anne", json!({})).await;
        assert_eq!(body["code"], "forbidden");
    }
}

#[tokio::test]
async fn expired_challenge_cannot_be_answered() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.challenges.live_minutes = 0).await;
        let [anne, ben] = two(&server).await;
        let (_, made) = challenge(&server, &anne, "ben", json!({})).await;
        let (status, body) = answer(&server, &ben, &made, "accept", json!({})).await;
        assert_eq!((status, &body["code"]), (409, &json!("challenge_over")));
        let path = format!("/api/v1/challenges/{}", made["id"].as_str().unwrap());
        assert_eq!(server.get_as(&path, &anne.token).await.1["status"], "expired");
        let (status, _) = challenge(&server, &anne, "ben", json!({})).await;
        assert_eq!(status, 201, "an expired challenge does not block a new one");
    }
}

#[tokio::test]
async fn followed_player_shows_presence_unless_blocked() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, ben] = two(&server).await;
        let follow = async |by: &Guest, name: &str| {
            server.request(Method::PUT, &format!("/api/v1/me/follows/{name}"), Some(&by.token), None).await
        };
        assert_eq!(follow(&anne, "Ben").await.0, 204);
        assert_eq!(follow(&anne, "ben").await.0, 204);
        assert_eq!(follow(&anne, "anne").await.1["code"], "out_of_range");
        let guest = server.guest().await;
        assert_eq!(follow(&guest, "ben").await.1["code"], "needs_account");
        assert_eq!(follow(&anne, &guest.id).await.1["code"], "needs_account");
        let seen = async || server.get_as("/api/v1/me/follows", &anne.token).await.1["players"].clone();
        let players = seen().await;
        assert_eq!((players.as_array().unwrap().len(), &players[0]["online"]), (1, &json!(false)));

        let mut his = server.client_of(&ben).await;
        let mut other = server.client().await;
        let (room, _) = his.create_room(json!({})).await;
        other.join(&room).await.unwrap();
        let players = seen().await;
        assert_eq!((&players[0]["online"], &players[0]["room"]), (&json!(true), &json!(room)));
        let (_, presence) = server.get_as("/api/v1/players/ben/presence", &anne.token).await;
        assert_eq!((&presence["online"], &presence["followed"]), (&json!(true), &json!(true)));
        let (_, presence) =
            server.get_as(&format!("/api/v1/players/{}/presence", other.user_id()), &anne.token).await;
        assert_eq!(presence["online"], false, "presence of guests is not shown");
        let path = format!("/api/v1/presence?users={},{},{}", other.user_id(), uuid::Uuid::nil(), ben.id);
        let (_, all) = server.get_as(&path, &anne.token).await;
        let [of_other, of_ben] = all["players"].as_array().unwrap().as_slice() else { panic!("{all}") };
        assert_eq!(of_other, &presence);
        assert_eq!((&of_ben["online"], &of_ben["room"]), (&json!(true), &json!(room)));
        assert_eq!((&of_ben["followed"], &of_ben["friend"]), (&json!(true), &json!(false)));

        assert_eq!(
            server.request(Method::PUT, "/api/v1/me/blocks/anne", Some(&ben.token), None).await.0,
            204
        );
        let players = seen().await;
        assert_eq!((&players[0]["online"], &players[0]["room"]), (&json!(false), &Value::Null));
        let of_ben = server.get_as(&path, &anne.token).await.1["players"][1].clone();
        assert_eq!((&of_ben["online"], &of_ben["room"]), (&json!(false), &Value::Null));
        assert_eq!(server.delete("/api/v1/me/follows/ben", &anne.token).await.0, 204);
        assert_eq!(seen().await, json!([]));
    }
}

#[tokio::test]
async fn challenges_per_pair_of_players_are_limited() {
    let server =
        TestServer::start_with(Kind::Memory, |config| config.limits.challenges_to_one_per_hour = 2).await;
    let [anne, ben] = two(&server).await;
    for _ in 0..2 {
        let (status, made) = challenge(&server, &anne, "ben", json!({})).await;
        assert_eq!(status, 201, "{made}");
        let path = format!("/api/v1/challenges/{}", made["id"].as_str().unwrap());
        assert_eq!(server.delete(&path, &anne.token).await.0, 204);
    }
    let (status, refused) = challenge(&server, &anne, "ben", json!({})).await;
    assert_eq!((status, &refused["code"]), (429, &json!("rate_limited")));
    assert_eq!(
        challenge(&server, &ben, "anne", json!({})).await.0,
        201,
        "the limit does not apply in the other direction"
    );
}
