//! Accounts: sign-up as a guest or without one, names and passwords, recovery, deletion.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::database::{BOTH, Kind};
use crate::test_server::{Guest, PASSWORD, TestServer};

/// Close code of a socket whose user has another name now.
const USER_CHANGED: CloseCode = CloseCode::Library(4002);

fn claim(name: &str) -> Value {
    json!({"name": name, "password": PASSWORD})
}

#[tokio::test]
async fn a_guest_becomes_an_account_in_place() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let mut socket = server.client_of(&guest).await;
        let (room, _) = socket.create_room(json!({})).await;
        let (status, body) = server.post("/api/v1/accounts", Some(&guest.token), claim("Ada")).await;
        assert_eq!(status, 201, "{body}");
        assert_eq!(body["user"], json!({"id": guest.id, "name": "Ada", "guest": false}));
        assert_eq!(socket.closed().await, Some(USER_CHANGED));
        // A stolen guest token gives no access to the account.
        assert_eq!(server.get_as("/api/v1/me", &guest.token).await.0, 401);
        let guest = Guest { token: body["token"].as_str().unwrap().to_owned(), ..guest };
        // The same seat, another name.
        let mut socket = server.client_of(&guest).await;
        assert_eq!(socket.hello["user"]["name"], "Ada");
        let (_, rooms) = server.get_as("/api/v1/me/rooms", &guest.token).await;
        assert_eq!(rooms["rooms"][0]["room"], json!(room), "{rooms}");
        let snapshot = socket.watch(&room).await;
        assert_eq!(snapshot["seats"][0]["player"]["id"], json!(guest.id));
        assert_eq!(server.log_in("ada").await.id, guest.id);
        let (status, body) = server.post("/api/v1/accounts", Some(&guest.token), claim("Eve")).await;
        assert_eq!((status, &body["code"]), (409, &json!("has_account")));
    }
}

#[tokio::test]
async fn account_logs_in_from_another_device() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let request = server.http().post(server.url("/api/v1/accounts")).json(&claim("Jürgen.3"));
        let answer = request.send().await.unwrap();
        assert!(answer.headers()["set-cookie"].to_str().unwrap().starts_with("sumito_session="));
        let made: Value = answer.json().await.unwrap();
        for name in ["Jürgen.3", "JÜRGEN3", "ju\u{308}rgen-3"] {
            assert_eq!(json!(server.log_in(name).await.id), made["user"]["id"], "{name}");
        }
        let (status, me) = server.get_as("/api/v1/me", made["token"].as_str().unwrap()).await;
        assert_eq!(
            (status, me),
            (200, json!({"user": {"id": made["user"]["id"], "name": "Jürgen.3", "guest": false}}))
        );
    }
}

#[tokio::test]
async fn invalid_name_is_refused_as_bad_name() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.accounts_per_minute = 0).await;
        let guest = server.guest().await;
        let long = "x".repeat(10_000);
        let names =
            ["ab", &long, "abc\u{202e}", "a b c", "Velvet Otter 77", "admin", "SUMITO", "computer 3", "pаul"];
        for name in names {
            for token in [None, Some(guest.token.as_str())] {
                let (status, body) = server.post("/api/v1/accounts", token, claim(name)).await;
                assert_eq!((status, &body["code"]), (400, &json!("bad_name")), "{}", &name[..2]);
                // No answer repeats the request's text.
                assert!(body["detail"].as_str().unwrap().len() < 200);
            }
        }
        for name in ["a\0bc", "a\u{7}bc"] {
            let (status, body) = server.post("/api/v1/accounts", None, claim(name)).await;
            assert_eq!((status, &body["code"]), (400, &json!("out_of_range")));
        }
        let (_, body) = server.post("/api/v1/accounts", None, claim("N1gger1989")).await;
        assert_eq!((&body["code"], &body["part"]), (&json!("bad_name"), &json!("N1gger")));
        assert_eq!(server.post("/api/v1/accounts", None, claim("Martin1989")).await.0, 201);
        for password in ["short", "aaaaaaaaaaaaa", &long, "Ada.Lovelace"] {
            let body = json!({"name": "Ada.Lovelace", "password": password});
            let (status, body) = server.post("/api/v1/accounts", None, body).await;
            assert_eq!((status, &body["code"]), (400, &json!("bad_password")));
        }
        for body in [json!({}), json!({"name": "Ada"}), json!({"name": 1, "password": PASSWORD})] {
            let (status, body) = server.post("/api/v1/accounts", None, body).await;
            assert_eq!((status, &body["code"]), (400, &json!("bad_message")));
        }
        let (_, me) = server.get_as("/api/v1/me", &guest.token).await;
        assert_eq!(me["user"]["guest"], true, "still a guest");
        server.account("Ada").await;
    }
}

#[tokio::test]
async fn concurrent_claims_of_a_name_give_one_account() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guests = join_all((0..2).map(|_| server.guest())).await;
        let tokens = [Some(guests[0].token.as_str()), None, Some(guests[1].token.as_str()), None];
        let names = ["modern", "Modern", "rnodern", "mo.dern"];
        let claims =
            names.iter().zip(tokens).map(|(name, token)| server.post("/api/v1/accounts", token, claim(name)));
        let mut answers = join_all(claims).await;
        answers.sort_by_key(|(status, _)| *status);
        assert_eq!(answers[0].0, 201, "{answers:?}");
        for (status, body) in &answers[1..] {
            assert_eq!((*status, &body["code"]), (409, &json!("name_taken")));
        }
        assert_eq!(json!(server.log_in("modern").await.id), answers[0].1["user"]["id"]);
    }
}

#[tokio::test]
async fn a_guest_cannot_have_the_name_of_an_account() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let guest = server.guest().await;
        let (status, body) = server.post("/api/v1/accounts", Some(&guest.token), claim("ADA")).await;
        assert_eq!((status, &body["code"]), (409, &json!("name_taken")));
        let (_, me) = server.get_as("/api/v1/me", &guest.token).await;
        assert_eq!(me["user"]["name"], json!(guest.name));
        assert_eq!(server.log_in("ada").await.id, ada.id);
    }
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_are_answered_alike() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        server.account("Ada").await;
        let try_in = async |name: &str, password: &str| {
            server.post("/api/v1/sessions", None, json!({"name": name, "password": password})).await
        };
        let wrong = try_in("Ada", "incorrect horse").await;
        assert_eq!((wrong.0, &wrong.1["code"]), (403, &json!("wrong_password")));
        for name in ["Eve", "", "admin", &"x".repeat(10_000), "\u{202e}Eve"] {
            assert_eq!(try_in(name, PASSWORD).await, wrong);
        }
        assert_eq!(try_in("Ada", "").await, wrong);
    }
}

#[tokio::test]
async fn passwords_are_not_tried_without_end() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.logins_per_account_per_minute = 3;
        config.limits.exempt_loopback = false;
        config.limits.logins_per_minute = 5;
        config.limits.accounts_per_minute = 1;
    })
    .await;
    server.account("Ada").await;
    let try_in = async |path: &str, name: &str| {
        let body = json!({"name": name, "password": "incorrect horse"});
        let answer = server.http().post(server.url(path)).json(&body).send().await.unwrap();
        let wait =
            answer.headers().get("retry-after").map(|wait| wait.to_str().unwrap().parse::<u32>().unwrap());
        let body: Value = answer.json().await.unwrap();
        (body["code"].as_str().unwrap().to_owned(), wait)
    };
    // The limit counts all spellings of the name.
    for name in ["Ada", "ADA", "a.d.a"] {
        assert_eq!(try_in("/api/v1/sessions", name).await, ("wrong_password".to_owned(), None));
    }
    let (code, wait) = try_in("/api/v1/sessions", "ada").await;
    assert!(code == "rate_limited" && wait.is_some_and(|wait| (1..=60).contains(&wait)), "{code} {wait:?}");
    assert_eq!(
        try_in("/api/v1/sessions", "Eve").await.0,
        "wrong_password",
        "the fifth attempt from this address"
    );
    let (code, wait) = try_in("/api/v1/sessions", "Bob").await;
    assert!(code == "rate_limited" && wait.is_some(), "{code} {wait:?}");
    let (code, wait) = try_in("/api/v1/accounts", "Bob").await;
    assert!(code == "rate_limited" && wait.is_some_and(|wait| (1..=60).contains(&wait)), "{code} {wait:?}");
}

#[tokio::test]
async fn login_is_refused_as_busy_when_hashing_is_full() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        (config.accounts.passwords_at_once, config.accounts.passwords_waiting) = (1, 0);
    })
    .await;
    let tries = (0..8).map(async |number| {
        let body = json!({"name": format!("not.there{number}"), "password": PASSWORD});
        let answer = server.http().post(server.url("/api/v1/sessions")).json(&body).send().await.unwrap();
        let status = answer.status().as_u16();
        if status == 503 {
            assert!(answer.headers().contains_key("retry-after"));
            let body: Value = answer.json().await.unwrap();
            assert_eq!(body["code"], "busy");
        }
        status
    });
    let statuses = join_all(tries).await;
    assert!(statuses.contains(&403), "{statuses:?}");
    assert!(statuses.contains(&503), "{statuses:?}");
    server.account("Ada").await;
}

#[tokio::test]
async fn deletion_is_refused_during_games_and_removes_the_name() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let (mut black, mut white) = (server.client_of(&ada).await, server.client().await);
        let (room, _) = black.create_room(json!({"visibility": "public"})).await;
        let words = json!({"words": "I play on Sundays"});
        let said = server.request(Method::PUT, "/api/v1/me/profile", Some(&ada.token), Some(words)).await;
        assert!(said.0 < 300, "{said:?}");
        let delete = async |body| server.request(Method::DELETE, "/api/v1/me", Some(&ada.token), body).await;
        let shown = || Some(json!({"password": PASSWORD}));
        let (status, body) = delete(shown()).await;
        assert_eq!((status, &body["code"]), (409, &json!("still_playing")), "a room that waits");
        white.join(&room).await.unwrap();
        white.watch(&room).await;
        assert_eq!(delete(shown()).await.0, 409, "a game");
        assert!(black.play(&room, 0, "g7f6").await.is_ok(), "the refusal changes nothing");
        white.request(json!({"type": "resign", "room": room})).await.unwrap();
        let game = white.event("finished").await["game"].as_str().unwrap().to_owned();
        for body in [None, Some(json!({"password": "incorrect horse"}))] {
            let (status, body) = delete(body).await;
            assert_eq!((status, &body["code"]), (403, &json!("wrong_password")));
        }
        assert_eq!(delete(shown()).await, (204, Value::Null));
        assert_eq!(black.closed().await, Some(CloseCode::Library(4001)));
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 401);
        let (_, game) = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!(game["players"][0]["name"], "[deleted]", "{game}");
        assert_eq!(game["players"][0]["id"], json!(ada.id));
        assert_ne!(game["players"][1]["name"], "[deleted]");
        let (_, profile) = server.get(&format!("/api/v1/players/{}", ada.id)).await;
        assert_eq!(
            (&profile["user"]["name"], &profile["words"]),
            (&json!("[deleted]"), &json!("")),
            "{profile}"
        );
        let (status, _) = server.post("/api/v1/sessions", None, claim("Ada")).await;
        assert_eq!(status, 403);
        assert_ne!(server.account("Ada").await.id, ada.id, "the name is free");
    }
}

#[tokio::test]
async fn a_guest_deletes_itself_without_a_password() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    assert_eq!(server.delete("/api/v1/me", &guest.token).await.0, 204);
    assert_eq!(server.delete("/api/v1/me", &guest.token).await.0, 401);
}

#[tokio::test]
async fn a_recovery_code_opens_the_account_once() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let eve = server.account("Eve").await;
        let renew = async |password: &str| {
            server.post("/api/v1/me/recovery-codes", Some(&ada.token), json!({"password": password})).await
        };
        assert_eq!(renew("incorrect horse").await.0, 403);
        let (_, old) = renew(PASSWORD).await;
        let (status, made) = renew(PASSWORD).await;
        let codes: Vec<_> =
            made["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
        assert_eq!((status, codes.len()), (201, 10));
        assert_eq!(server.get_as("/api/v1/me/recovery-codes", &ada.token).await, (200, json!({"left": 10})));
        let recover = async |name: &str, code: &str| {
            let body = json!({"name": name, "code": code, "password": "another password"});
            server.post("/api/v1/recovery", None, body).await
        };
        let (status, refused) = recover("Eve", codes[0]).await;
        assert_eq!((status, &refused["code"]), (403, &json!("wrong_code")), "a code of another account");
        for code in [old["codes"][0].as_str().unwrap(), "", "0000-0000-0000-0000", &"0".repeat(10_000)] {
            assert_eq!(recover("Ada", code).await, (403, refused.clone()), "an invalid code");
        }
        let socket = server.client_of(&ada).await;
        let (status, body) = recover("ada", &codes[0].to_lowercase()).await;
        assert_eq!((status, &body["user"]["id"]), (201, &json!(ada.id)));
        assert_eq!(socket.closed().await, Some(CloseCode::Library(4001)));
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 401, "all sessions have ended");
        assert_eq!(recover("Ada", codes[0]).await, (403, refused), "once");
        let token = body["token"].as_str().unwrap();
        assert_eq!(server.get_as("/api/v1/me/recovery-codes", token).await, (200, json!({"left": 9})));
        assert_eq!(
            server.post("/api/v1/sessions", None, claim("Ada")).await.0,
            403,
            "the old password fails"
        );
        assert_eq!(server.get_as("/api/v1/me", &eve.token).await.0, 200);
    }
}

#[tokio::test]
async fn cookie_is_host_only_over_tls() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        "https://abalone.example".clone_into(&mut config.public_url);
    })
    .await;
    let answer = server.http().post(server.url("/api/v1/accounts")).json(&claim("Ada")).send().await.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("__Host-sumito_session="), "{cookie}");
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let token = cookie.split(['=', ';']).nth(1).unwrap();
    for (name, is_known) in [("__Host-sumito_session", true), ("sumito_session", false)] {
        let request = server.http().get(server.url("/api/v1/me")).header("cookie", format!("{name}={token}"));
        let me: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(me["user"].is_object(), is_known, "{name}");
    }
}

#[tokio::test]
async fn foreign_origins_cannot_use_cookies_or_log_in() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let shown = json!({"password": PASSWORD});
    for (method, path, body) in [
        (Method::POST, "/api/v1/accounts", claim("Eve")),
        (Method::POST, "/api/v1/sessions", claim("Ada")),
        (Method::POST, "/api/v1/recovery", json!({"name": "Ada", "code": "", "password": PASSWORD})),
        (Method::DELETE, "/api/v1/sessions/current", json!({})),
        (Method::DELETE, "/api/v1/me/sessions", json!({})),
        (Method::PUT, "/api/v1/me/password", json!({"old": PASSWORD, "new": "another password"})),
        (Method::POST, "/api/v1/me/recovery-codes", shown.clone()),
        (Method::POST, "/api/v1/tokens", json!({"label": "x", "scopes": ["play"], "days": 1})),
        (Method::DELETE, "/api/v1/me", shown.clone()),
        (Method::POST, "/api/v1/rooms", json!({})),
        (Method::PUT, "/api/v1/me/bot", json!({})),
    ] {
        let request = server.http().request(method, server.url(path)).json(&body);
        let request = request.header("cookie", format!("sumito_session={}", ada.token));
        let answer = request.header("origin", "https://evil.example").send().await.unwrap();
        assert_eq!(answer.status(), 403, "{path}");
        assert!(!answer.headers().contains_key("set-cookie"), "{path}");
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], "forbidden", "{path}");
    }
    assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 200);
}

#[tokio::test]
async fn spaces_around_a_name_do_not_count() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.logins_per_account_per_minute = 0;
        config.limits.challenges_to_one_per_hour = 0;
    })
    .await;
    let ada = server.account("Ada ").await;
    assert_eq!(ada.name, "Ada", "phone keyboards add a space");
    let ben = server.account("Ben").await;
    for spaced in ["Ada ", " Ada", "\u{a0}Ada", "Ada\t", "\u{3000}Ada\u{a0} "] {
        assert_eq!(server.log_in(spaced).await.id, ada.id);
        let in_path: Vec<_> = spaced.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let in_path = in_path.concat();
        for path in ["players/NAME", "players/NAME/games", "players/Ben/compare/NAME", "games?player=NAME"] {
            let path = format!("/api/v1/{}", path.replace("NAME", &in_path));
            let (status, body) = server.get_as(&path, &ben.token).await;
            assert_eq!(status, 200, "{path}: {body}");
        }
        for list in ["follows", "blocks"] {
            let path = format!("/api/v1/me/{list}/{in_path}");
            for method in [Method::PUT, Method::DELETE] {
                assert_eq!(server.request(method, &path, Some(&ben.token), None).await.0, 204, "{path}");
            }
        }
        let terms =
            json!({"mode": "two", "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}});
        let body = json!({"player": spaced, "terms": terms});
        let (status, challenge) = server.post("/api/v1/challenges", Some(&ben.token), body).await;
        assert_eq!(status, 201, "{spaced:?}: {challenge}");
        let path = format!("/api/v1/challenges/{}", challenge["id"].as_str().unwrap());
        assert_eq!(server.delete(&path, &ben.token).await.0, 204);
    }
    let (status, body) = server.post("/api/v1/accounts", None, claim(" ada ")).await;
    assert_eq!((status, &body["code"]), (409, &json!("name_taken")));
}
