//! Moderation: the powers of moderators, which other users do not have.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::database::BOTH;
use crate::play::two_players;
use crate::process::output_of;
use crate::test_server::{Guest, PASSWORD, TestServer};
use crate::tournaments::{Place, settings};

const SANCTIONS: &str = "/api/v1/moderation/sanctions";
const LOG: &str = "/api/v1/moderation/log";

/// Makes an account with a role.
pub(crate) async fn with_role(server: &TestServer, name: &str, role: &str) -> Guest {
    let account = server.account(name).await;
    let flags = ["--database-url", server.database().url()];
    let (done, _, error) = output_of(&[&["admin", "role", name, role][..], &flags].concat(), &[]).await;
    assert!(done, "{error}");
    account
}

async fn sanctions(server: &TestServer, token: &str) -> Vec<Value> {
    let (status, body) = server.get_as(SANCTIONS, token).await;
    assert_eq!(status, 200, "{body}");
    body["sanctions"].as_array().unwrap().clone()
}

async fn log_in(server: &TestServer, name: &str) -> (u16, Value) {
    server.post("/api/v1/sessions", None, json!({"name": name, "password": PASSWORD})).await
}

#[tokio::test]
async fn banned_user_is_locked_out_until_the_ban_ends() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let eve = server.account("Eve").await;
        let socket = server.client_of(&eve).await;
        let body = json!({"user": eve.id, "kind": "ban", "days": 7, "reason": "shouts at other players"});
        let (status, body) = server.post(SANCTIONS, Some(&moderator.token), body).await;
        assert_eq!((status, body), (204, Value::Null));
        assert_eq!(socket.closed().await, Some(CloseCode::Library(4001)));
        assert_eq!(server.get_as("/api/v1/me", &eve.token).await.0, 401);
        let (status, body) = log_in(&server, "Eve").await;
        assert_eq!((status, &body["code"]), (403, &json!("banned")));
        let said = body["detail"].as_str().unwrap();
        assert!(said.contains("shouts at other players") && said.contains(" until 20"), "{said}");
        let wrong = json!({"name": "Eve", "password": "not the password"});
        let (_, body) = server.post("/api/v1/sessions", None, wrong).await;
        assert_eq!(body["code"], "wrong_password", "the ban is shown only with the right password");

        let listed = sanctions(&server, &moderator.token).await;
        let [ban] = &listed[..] else { panic!("{listed:?}") };
        assert_eq!(
            (&ban["name"], &ban["made_by"], &ban["kind"]),
            (&json!("Eve"), &json!("Mona"), &json!("ban"))
        );
        let path = format!("{SANCTIONS}/{}", ban["id"].as_str().unwrap());
        assert_eq!(server.delete(&path, &moderator.token).await.0, 204);
        assert_eq!(server.delete(&path, &moderator.token).await.0, 404, "once");
        assert_eq!(log_in(&server, "Eve").await.0, 201);
        assert!(sanctions(&server, &moderator.token).await.is_empty());

        let (_, log) = server.get_as(LOG, &moderator.token).await;
        let actions: Vec<_> =
            log["deeds"].as_array().unwrap().iter().map(|action| action["action"].clone()).collect();
        assert_eq!(actions, ["lift", "ban"]);
        let words: Vec<_> =
            log["deeds"].as_array().unwrap().iter().map(|action| action["words"].clone()).collect();
        assert_eq!(words, ["Eve", "Eve: shouts at other players"]);
    }
}

#[tokio::test]
async fn a_recovery_code_is_no_way_around_a_ban() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let eve = server.account("Eve").await;
        let shown = json!({"password": PASSWORD});
        let (_, codes) = server.post("/api/v1/me/recovery-codes", Some(&eve.token), shown).await;
        let body = json!({"user": eve.id, "kind": "ban", "reason": "cheats"});
        server.post(SANCTIONS, Some(&moderator.token), body).await;
        let recovery = json!({"name": "Eve", "code": codes["codes"][0], "password": "another password"});
        let (status, body) = server.post("/api/v1/recovery", None, recovery).await;
        assert_eq!((status, &body["code"]), (403, &json!("banned")));
    }
}

#[tokio::test]
async fn network_ban_blocks_new_users_from_the_address() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let guest = server.guest().await;
        let body =
            json!({"user": guest.id, "kind": "ban", "networks": true, "reason": "comes back and back"});
        assert_eq!(server.post(SANCTIONS, Some(&moderator.token), body).await.0, 204);
        for (path, body) in [
            ("/api/v1/guests", json!({})),
            ("/api/v1/accounts", json!({"name": "Adam", "password": PASSWORD})),
            ("/api/v1/sessions", json!({"name": "Mona", "password": PASSWORD})),
        ] {
            let (status, body) = server.post(path, None, body).await;
            assert_eq!((status, &body["code"]), (403, &json!("banned")), "{path}");
        }
        // The ban does not end sessions of other users that exist already.
        let listed = sanctions(&server, &moderator.token).await;
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().any(|sanction| sanction["network"] == "127.0.0.1"), "{listed:?}");
        for sanction in listed {
            let path = format!("{SANCTIONS}/{}", sanction["id"].as_str().unwrap());
            assert_eq!(server.delete(&path, &moderator.token).await.0, 204);
        }
        server.guest().await;
    }
}

#[tokio::test]
async fn an_offensive_name_is_changed() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (eve, guest) = (server.account("Rude.Word").await, server.guest().await);
        let rename = async |user: &Guest, name: &str| {
            let path = format!("/api/v1/moderation/players/{}/name", user.id);
            let body = json!({"name": name, "reason": "not a name for others to read"});
            let request = server.http().put(server.url(&path)).bearer_auth(&moderator.token).json(&body);
            let answer = request.send().await.unwrap();
            let status = answer.status().as_u16();
            (status, answer.json::<Value>().await.unwrap_or_default()["code"].clone())
        };
        assert_eq!(rename(&eve, "mona").await, (409, json!("name_taken")));
        assert_eq!(rename(&eve, "admin").await, (400, json!("bad_name")));
        assert_eq!(rename(&guest, "Kind").await, (403, json!("needs_account")));
        assert_eq!(rename(&eve, "Kind.Word").await, (204, Value::Null));
        assert_eq!(server.get_as("/api/v1/me", &eve.token).await.1["user"]["name"], "Kind.Word");
        assert_eq!(log_in(&server, "Rude.Word").await.0, 403);
        assert_eq!(log_in(&server, "kind.word").await.0, 201);
        let (_, log) = server.get_as(LOG, &moderator.token).await;
        assert!(log["deeds"][0]["words"].as_str().unwrap().starts_with("Rude.Word → Kind.Word: "), "{log}");
    }
}

#[tokio::test]
async fn a_room_is_closed_whether_people_wait_or_play_there() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (mut one, mut other) = (server.client().await, server.client().await);
        let close = async |room: &str| {
            let path = format!("/api/v1/moderation/rooms/{room}/close");
            server.post(&path, Some(&moderator.token), json!({"reason": "spoils it for others"})).await
        };
        let (waiting, _) = one.create_room(json!({})).await;
        assert_eq!(close(&waiting).await, (200, json!({"closed": true})));
        assert_eq!(one.event("left").await["seat"], 0);
        assert_eq!(close(&waiting).await, (200, json!({"closed": false})));

        let (playing, _) = one.create_room(json!({})).await;
        other.watch(&playing).await;
        other.join(&playing).await.unwrap();
        let state = one.watch(&playing).await;
        one.play(&playing, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
        let state = other.watch(&playing).await;
        other.play(&playing, 1, state["legal"][0].as_str().unwrap()).await.unwrap();
        assert_eq!(close(&playing).await.0, 200);
        assert_eq!(other.event("finished").await["result"]["reason"], "aborted");
        assert_eq!(close("nowhere0").await.0, 404);
        let database = server.stop().await;
        let (in_order, _, error) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(in_order, "{error}");
    }
}

#[tokio::test]
async fn only_moderators_sanction_and_only_lower_ranks() {
    let [kind, _] = BOTH;
    let server = TestServer::start_on(kind).await;
    let moderator = with_role(&server, "Mona", "moderator").await;
    let admin = with_role(&server, "Andy", "admin").await;
    let (eve, guest) = (server.account("Eve").await, server.guest().await);
    let ban = |user: &Guest| json!({"user": user.id, "kind": "ban", "reason": "because"});
    for (who, whom, outcome) in [
        (&guest, &eve, (403, "forbidden")),
        (&eve, &guest, (403, "forbidden")),
        (&moderator, &admin, (403, "forbidden")),
        (&moderator, &moderator, (403, "forbidden")),
    ] {
        let (status, body) = server.post(SANCTIONS, Some(&who.token), ban(whom)).await;
        assert_eq!((status, body["code"].as_str().unwrap()), outcome);
    }
    let (_, body) = server.post(SANCTIONS, Some(&moderator.token), ban(&admin)).await;
    assert_eq!(body["detail"], "this user has the role admin; a higher role is required", "{body}");
    assert_eq!(server.post(SANCTIONS, None, ban(&eve)).await.0, 401);
    for path in [SANCTIONS, LOG] {
        assert_eq!(server.get_as(path, &eve.token).await.0, 403);
        assert_eq!(server.get(path).await.0, 401);
    }
    for (sanction, code) in [
        (json!({"user": eve.id, "kind": "ban", "reason": ""}), "out_of_range"),
        (json!({"user": eve.id, "kind": "ban", "reason": "x".repeat(301)}), "out_of_range"),
        (json!({"user": eve.id, "kind": "ban", "reason": "a\u{7}b"}), "out_of_range"),
        (json!({"user": eve.id, "kind": "ban", "reason": "x", "days": 0}), "out_of_range"),
        (json!({"user": eve.id, "kind": "mute", "reason": "x", "networks": true}), "out_of_range"),
        (json!({"user": eve.id, "kind": "exile", "reason": "x"}), "bad_message"),
        (
            json!({"user": "00000000-0000-0000-0000-000000000001", "kind": "ban", "reason": "x"}),
            "no_such_player",
        ),
    ] {
        let (_, body) = server.post(SANCTIONS, Some(&admin.token), sanction.clone()).await;
        assert_eq!(body["code"], code, "{sanction}");
    }
    let (status, _) = server.post(SANCTIONS, Some(&admin.token), ban(&moderator)).await;
    assert_eq!(status, 204, "an admin is above moderators");
    let (status, body) = log_in(&server, "Mona").await;
    assert_eq!((status, &body["code"]), (403, &json!("banned")));
    assert!(!body["detail"].as_str().unwrap().contains("until"), "{body}");
}

#[tokio::test]
async fn reports_are_listed_and_muted_users_silenced() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (eve, ada) = (server.account("Eve").await, server.account("Ada").await);
        for words in ["was rude to me", "was rude to me again"] {
            let report = json!({"player": "Eve", "words": words});
            assert_eq!(server.post("/api/v1/reports", Some(&ada.token), report).await.0, 204);
        }
        let path = "/api/v1/moderation/reports";
        assert_eq!(server.get_as(path, &ada.token).await.0, 403);
        let waiting = async || server.get_as(path, &moderator.token).await.1["reports"].clone();
        let reports = waiting().await;
        assert_eq!(
            (&reports[0]["reporter_name"], &reports[0]["reported_name"]),
            (&json!("Ada"), &json!("Eve"))
        );
        assert_eq!((&reports[0]["words"], reports.as_array().unwrap().len()), (&json!("was rude to me"), 1));
        assert_eq!(reports[0]["together"], json!({"reports": 2, "accounts": 1}));
        let about = format!("{path}?about={}", eve.id);
        let all = server.get_as(&about, &moderator.token).await.1["reports"].clone();
        assert_eq!((&all[1]["words"], all.as_array().unwrap().len()), (&json!("was rude to me again"), 2));
        let close = format!("{path}/{}/close", reports[0]["id"].as_str().unwrap());
        let outcome = json!({"reason": "muted for a week"});
        assert_eq!(server.post(&close, Some(&moderator.token), outcome.clone()).await.0, 204);
        assert_eq!(server.post(&close, Some(&moderator.token), outcome).await.0, 404, "once");
        assert_eq!(waiting().await.as_array().unwrap().len(), 1);

        let body = json!({"user": eve.id, "kind": "mute", "days": 7, "reason": "rude"});
        assert_eq!(server.post(SANCTIONS, Some(&moderator.token), body).await.0, 204);
        let words = server.http().put(server.url("/api/v1/me/profile")).bearer_auth(&eve.token);
        let answer = words.json(&json!({"words": "I am back"})).send().await.unwrap();
        assert_eq!(answer.status(), 403);
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], "muted");
        assert_eq!(server.get_as("/api/v1/me", &eve.token).await.0, 200, "a muted user keeps the session");
    }
}

#[tokio::test]
async fn only_moderators_see_time_signals_of_a_game() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.computers.analysis_nodes = 2_000).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let settings = json!({"layout": "standard", "visibility": "private"});
        let (mut black, mut white, room) = two_players(&server, settings).await;
        for (ply, mv) in ["a1b2", "i5h5", "a2b3", "i6h6", "b2c3"].into_iter().enumerate() {
            let player = if ply % 2 == 0 { &mut black } else { &mut white };
            player.play(&room, ply, mv).await.unwrap();
        }
        white.request(json!({"type": "resign", "room": room})).await.unwrap();
        let game = black.event("finished").await["game"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/moderation/games/{game}/signals");
        let ada = server.account("Ada").await;
        assert_eq!(server.post(&path, Some(&ada.token), json!({})).await.0, 403);
        let signals = async || server.post(&path, Some(&moderator.token), json!({})).await;
        let (status, first) = signals().await;
        assert_eq!(status, 200, "{first}");
        let signals_of_game = loop {
            let (_, signals_of_game) = signals().await;
            if signals_of_game["analysed"] == true {
                break signals_of_game;
            }
            assert_eq!(signals_of_game["players"][0]["hard"], Value::Null, "{signals_of_game}");
        };
        for (seat, moves) in [(0, 3), (1, 2)] {
            let player = &signals_of_game["players"][seat];
            let count = |group: &str| player[group]["count"].as_u64().unwrap();
            assert_eq!((count("all"), count("plain") + count("hard")), (moves, moves), "{signals_of_game}");
            let best = |group: &str| player[group]["best"].as_u64().unwrap();
            assert_eq!(best("all"), best("plain") + best("hard"));
            assert!(player["all"]["quarter_ms"].as_u64() <= player["all"]["three_quarters_ms"].as_u64());
        }
        assert_eq!(signals().await.1, signals_of_game, "a second request returns the same");
        let nowhere = "/api/v1/moderation/games/01a1fcc6-ba4e-71e8-9582-3b04b4b05e36/signals";
        let (status, refused) = server.post(nowhere, Some(&moderator.token), json!({})).await;
        assert_eq!((status, &refused["code"]), (404, &json!("no_such_game")));
    }
}

#[tokio::test]
async fn moderator_acts_in_tournaments_and_is_logged() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let director = server.account("Ada").await;
        let place = Place::of(&server);
        let swiss = || settings(json!({"form": "swiss", "rounds": 2}));
        let id = place.announce(&director.token, swiss()).await;
        let body = json!({"label": "x", "scopes": ["play", "tournament"], "days": 1});
        let (_, made) = server.post("/api/v1/tokens", Some(&moderator.token), body).await;
        let program = made["token"].as_str().unwrap();
        let cancel = json!({"type": "cancel", "reason": "no clock"});
        let (status, body) = place.try_command(&id, program, &cancel).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{body}");
        let edit = json!({"revision": 0, "settings": swiss()});
        let path = format!("/tournaments/{id}");
        let (status, body) = place.request(reqwest::Method::PATCH, &path, program, edit).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{body}");
        let mut socket = server.client_with_token(program).await;
        let line =
            json!({"type": "chat", "channel": {"kind": "tournament", "tournament": id}, "text": "hello"});
        assert!(socket.request(line).await.is_err(), "a program does not talk as a moderator");
        place.command(&id, &moderator.token, cancel).await;
        // A director's actions in their own tournament are not in the moderation log.
        let own = place.announce(program, swiss()).await;
        place.command(&own, program, json!({"type": "cancel", "reason": "mine"})).await;
        let (_, log) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        let actions = log["deeds"].as_array().unwrap();
        let last = actions.iter().find(|action| action["action"] == "tournament").unwrap();
        assert_eq!((&last["by"], &last["target"]), (&json!("Mona"), &json!(id)), "{log}");
        assert!(last["words"].as_str().unwrap().ends_with(": cancel: no clock"), "{log}");
        assert_eq!(actions.iter().filter(|action| action["action"] == "tournament").count(), 1, "{log}");
    }
}

#[tokio::test]
async fn reports_are_folded_and_guests_weigh_nothing_alone() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.reports_per_player = 6).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (eve, ada) = (server.account("Eve").await, server.account("Ada").await);
        let report = async |by: &Guest, player: &str| {
            let body = json!({"player": player, "words": "was rude"});
            server.post("/api/v1/reports", Some(&by.token), body).await
        };
        for number in 0..4 {
            let (status, body) = report(&server.guest().await, "Eve").await;
            match number {
                0..3 => assert_eq!(status, 204, "{body}"),
                _ => assert_eq!((status, &body["code"]), (429, &json!("too_many")), "accounts have room"),
            }
        }
        let overview = async || server.get_as("/api/v1/moderation/overview", &moderator.token).await.1;
        assert_eq!(overview().await["reports"], 0, "only guests report");
        let ben = server.account("Ben").await;
        assert_eq!(report(&ben, "Ada").await.0, 204);
        let path = "/api/v1/moderation/reports";
        let list = async |query: &str| server.get_as(&format!("{path}{query}"), &moderator.token).await.1;
        let first = list("?limit=1").await;
        assert_eq!(first["reports"][0]["reported"], ada.id, "players reported by accounts come first");
        let rest = list(&format!("?limit=1&cursor={}", first["next"].as_str().unwrap())).await;
        assert_eq!(rest["reports"][0]["reported"], eve.id);
        assert_eq!(rest["reports"][0]["together"], json!({"reports": 3, "accounts": 0}));
        assert_eq!(rest["next"], Value::Null);
        assert_eq!(report(&ada, "Eve").await.0, 204);
        assert_eq!(overview().await["reports"], 2);
        let folded = list("").await["reports"].clone();
        assert_eq!(folded[1]["reporter"], ada.id, "the report of an account stands for all");
        let close = format!("{path}/{}/close", folded[1]["id"].as_str().unwrap());
        let all = json!({"reason": "muted", "all": true});
        assert_eq!(server.post(&close, Some(&moderator.token), all).await.0, 204);
        assert_eq!(list("").await["reports"].as_array().unwrap().len(), 1);
    }
}
