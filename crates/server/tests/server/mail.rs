//! Password recovery by mail.

use reqwest::Method;
use serde_json::{Value, json};
use sumito_config::Config;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::database::{BOTH, Kind};
use crate::push::{browser_of, challenge, game, pushes};
use crate::push_service::PushService;
use crate::smtp::Smtp;
use crate::test_server::{Guest, PASSWORD, TestServer};

const ADDRESS: &str = "Ada@mail.example";

async fn server_with(kind: Kind, smtp: &Smtp) -> TestServer {
    TestServer::start_with(kind, |config| mails(config, smtp)).await
}

fn mails(config: &mut Config, smtp: &Smtp) {
    "http://abalone.example/".clone_into(&mut config.public_url);
    config.mail.smtp_url = smtp.url().into();
    "Sumito <noreply@abalone.example>".clone_into(&mut config.mail.from);
    config.mail.retry_after_s = vec![0, 0];
    config.limits.mails_per_account_per_hour = 0;
    config.limits.logins_per_account_per_minute = 0;
}

async fn set(server: &TestServer, who: &Guest, address: &str, language: &str) -> (u16, Value) {
    let body = json!({"address": address, "password": PASSWORD, "language": language});
    server.request(Method::PUT, "/api/v1/me/mail", Some(&who.token), Some(body)).await
}

async fn confirm(server: &TestServer, who: &Guest, code: &str) -> (u16, Value) {
    server.post("/api/v1/me/mail/confirmation", Some(&who.token), json!({"code": code})).await
}

async fn has(server: &TestServer, who: &Guest) -> Value {
    server.get_as("/api/v1/me/mail", &who.token).await.1
}

/// Sets and confirms the account's address.
async fn confirmed(server: &TestServer, smtp: &mut Smtp, who: &Guest, address: &str) {
    assert_eq!(set(server, who, address, "en").await.0, 202);
    let code = smtp.next().await.code();
    assert_eq!(confirm(server, who, &code).await.0, 204);
}

async fn request(server: &TestServer, to: &str, language: &str) -> (u16, Value) {
    server.post("/api/v1/recovery/mail", None, json!({"to": to, "language": language})).await
}

#[tokio::test]
async fn address_is_confirmed_by_its_code() {
    for kind in BOTH {
        let mut smtp = Smtp::start().await;
        let server = server_with(kind, &smtp).await;
        assert_eq!(server.get("/api/v1/recovery").await.1, json!({"mail": true}));
        let ada = server.account("Ada").await;
        assert_eq!(has(&server, &ada).await, json!({"address": null, "waiting": null}));
        for (address, language, code) in [
            ("nowhere", "en", "bad_address"),
            ("a@[127.0.0.1]", "en", "bad_address"),
            ("a@b.example\r\nBcc: all@b.example", "en", "bad_address"),
            (ADDRESS, "tlh", "bad_message"),
        ] {
            let (status, refused) = set(&server, &ada, address, language).await;
            assert_eq!((status, &refused["code"]), (400, &json!(code)), "{address}");
        }
        let wrong = json!({"address": ADDRESS, "password": "incorrect horse"});
        let (status, refused) =
            server.request(Method::PUT, "/api/v1/me/mail", Some(&ada.token), Some(wrong)).await;
        assert_eq!((status, &refused["code"]), (403, &json!("wrong_password")));
        let guest = server.guest().await;
        let (status, refused) = set(&server, &guest, ADDRESS, "en").await;
        assert_eq!((status, &refused["code"]), (403, &json!("needs_account")));

        assert_eq!(set(&server, &ada, &format!(" {ADDRESS}"), "de").await.0, 202);
        let letter = smtp.next().await;
        assert_eq!((&*letter.to, &letter.login), (ADDRESS, &None));
        assert!(letter.decoded().contains("Hallo Ada,"), "{}", letter.decoded());
        assert_eq!(has(&server, &ada).await, json!({"address": null, "waiting": ADDRESS}));
        let berta = server.account("Berta").await;
        for (who, code) in [(&ada, "0000-0000-0000-0000".to_owned()), (&berta, letter.code())] {
            let (status, refused) = confirm(&server, who, &code).await;
            assert_eq!((status, &refused["code"]), (403, &json!("wrong_code")), "{}", who.name);
        }
        assert_eq!(confirm(&server, &ada, &letter.code().to_lowercase()).await.0, 204);
        assert_eq!(has(&server, &ada).await, json!({"address": ADDRESS, "waiting": null}));
        assert_eq!(confirm(&server, &ada, &letter.code()).await.0, 403, "once");

        // The earlier address stays until the new one is confirmed.
        assert_eq!(set(&server, &ada, "ada@other.example", "en").await.0, 202);
        let letter = smtp.next().await;
        assert_eq!(has(&server, &ada).await, json!({"address": ADDRESS, "waiting": "ada@other.example"}));
        assert_eq!(confirm(&server, &ada, &letter.code()).await.0, 204);
        assert_eq!(has(&server, &ada).await["address"], "ada@other.example");
        for (password, expected) in [("incorrect horse", 403), (PASSWORD, 204)] {
            let shown = json!({"password": password});
            let removed =
                server.request(Method::DELETE, "/api/v1/me/mail", Some(&ada.token), Some(shown)).await;
            assert_eq!(removed.0, expected);
        }
        assert_eq!(has(&server, &ada).await, json!({"address": null, "waiting": null}));
    }
}

#[tokio::test]
async fn mailed_code_recovers_once_and_ends_sessions() {
    for kind in BOTH {
        let mut smtp = Smtp::start().await;
        let server = server_with(kind, &smtp).await;
        let ada = server.account("Ada").await;
        confirmed(&server, &mut smtp, &ada, ADDRESS).await;
        let eve = server.account("Eve").await;
        for (to, language, word) in [
            ("ada", "en", "Your password stays the same"),
            ("ADA@mail.example", "pl", "Hasło zostaje bez zmian"),
            ("Ada", "nl", "Je wachtwoord blijft"),
        ] {
            assert_eq!(request(&server, to, language).await, (202, Value::Null));
            let letter = smtp.next().await;
            let text = letter.decoded();
            assert_eq!(letter.to, ADDRESS);
            assert!(text.contains(word), "{text}");
            assert!(
                text.contains(&format!("http://abalone.example/recover#Ada/{}", letter.code())),
                "{text}"
            );
            assert!(text.contains("Auto-Submitted: auto-generated"), "{text}");
        }
        assert_eq!(request(&server, "Ada", "en").await.0, 202);
        let code = smtp.next().await.code();
        let recover = async |name: &str, code: &str| {
            let body = json!({"name": name, "code": code, "password": "another password"});
            server.post("/api/v1/recovery", None, body).await
        };
        let socket = server.client_of(&ada).await;
        assert_eq!(recover("Eve", &code).await.0, 403, "a code of another account");
        let (status, body) = recover("Ada", &code).await;
        assert_eq!((status, &body["user"]["id"]), (201, &json!(ada.id)));
        assert_eq!(socket.closed().await, Some(CloseCode::Library(4001)));
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 401, "all sessions have ended");
        assert_eq!(recover("Ada", &code).await.0, 403, "once");
        assert_eq!(server.get_as("/api/v1/me", &eve.token).await.0, 200);
    }
}

#[tokio::test]
async fn new_password_invalidates_earlier_codes() {
    let mut smtp = Smtp::start().await;
    let server = server_with(Kind::Sqlite, &smtp).await;
    let ada = server.account("Ada").await;
    confirmed(&server, &mut smtp, &ada, ADDRESS).await;
    assert_eq!(request(&server, "Ada", "en").await.0, 202);
    let code = smtp.next().await.code();
    let change = json!({"old": PASSWORD, "new": "another password"});
    let changed = server.request(Method::PUT, "/api/v1/me/password", Some(&ada.token), Some(change)).await;
    assert_eq!(changed.0, 204);
    let body = json!({"name": "Ada", "code": code, "password": "a third password"});
    assert_eq!(server.post("/api/v1/recovery", None, body).await.0, 403);
}

#[tokio::test]
async fn recovery_answer_does_not_reveal_accounts() {
    let mut smtp = Smtp::start().await;
    let server = server_with(Kind::Sqlite, &smtp).await;
    let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
    confirmed(&server, &mut smtp, &ada, ADDRESS).await;
    // An unconfirmed address belongs to no account.
    assert_eq!(set(&server, &berta, "berta@mail.example", "en").await.0, 202);
    smtp.next().await;
    for unknown in
        ["Not.Here", "Berta", "berta@mail.example", "unknown@mail.example", "", "@", &"x".repeat(10_000)]
    {
        assert_eq!(request(&server, unknown, "en").await, (202, Value::Null), "{unknown:?}");
    }
    // The address of a deleted account belongs to no account either.
    let deleted =
        server.request(Method::DELETE, "/api/v1/me", Some(&ada.token), Some(json!({"password": PASSWORD})));
    assert_eq!(deleted.await.0, 204);
    assert_eq!(request(&server, ADDRESS, "en").await.0, 202);
    // The next mail is this one, so no other was sent.
    let cleo = server.account("Cleo").await;
    assert_eq!(set(&server, &cleo, "cleo@mail.example", "en").await.0, 202);
    assert_eq!(smtp.next().await.to, "cleo@mail.example");
    assert!(smtp.is_empty());
}

#[tokio::test]
async fn mail_is_retried_unless_permanently_refused() {
    let mut smtp = Smtp::start().await;
    let server = server_with(Kind::Sqlite, &smtp).await;
    let ada = server.account("Ada").await;
    smtp.refuse("451 come again");
    smtp.refuse("421 I go home");
    assert_eq!(set(&server, &ada, ADDRESS, "en").await.0, 202);
    let letter = smtp.next().await;
    assert!(!smtp.still_refuses());
    assert_eq!(confirm(&server, &ada, &letter.code()).await.0, 204);
    smtp.refuse("550 no such user");
    assert_eq!(request(&server, "Ada", "en").await.0, 202);
    while smtp.still_refuses() {
        tokio::task::yield_now().await;
    }
    let berta = server.account("Berta").await;
    confirmed(&server, &mut smtp, &berta, "berta@mail.example").await;
    assert!(smtp.is_empty());
}

#[tokio::test]
async fn mails_are_limited_by_account_and_the_queue_is_bounded() {
    let mut smtp = Smtp::start().await;
    let mut server = TestServer::start_with(Kind::Sqlite, |config| {
        "http://abalone.example".clone_into(&mut config.public_url);
        config.mail.smtp_url = smtp.url().into();
        "noreply@abalone.example".clone_into(&mut config.mail.from);
        "sumito".clone_into(&mut config.mail.user);
        config.mail.password = "secret of the post".to_owned().into();
        config.limits.mails_per_account_per_hour = 2;
    })
    .await;
    let asked = async |server: &TestServer, to: &str| {
        let request = server.http().post(server.url("/api/v1/recovery/mail")).json(&json!({"to": to}));
        let answer = request.send().await.unwrap();
        let retry_after = answer.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
        (answer.status().as_u16(), retry_after)
    };
    // The answer is the same for known and unknown names, however they are written.
    for name in ["Ada", "unknown@mail.example"] {
        for name in [name, &name.to_uppercase()] {
            assert_eq!(asked(&server, name).await, (202, None));
        }
        let (status, retry_after) = asked(&server, name).await;
        let seconds: u64 = retry_after.unwrap().parse().unwrap();
        assert!(status == 429 && (1..=1_800).contains(&seconds), "{status} {seconds}");
    }
    let ada = server.account("Ada").await;
    assert_eq!(set(&server, &ada, "other@mail.example", "en").await.0, 202);
    let letter = smtp.next().await;
    // base64 of "\0sumito\0secret of the post"
    assert_eq!(letter.login.as_deref(), Some("AHN1bWl0bwBzZWNyZXQgb2YgdGhlIHBvc3Q="));

    server.config_mut().mail.waiting = 1;
    server.config_mut().mail.retry_after_s = vec![3_600];
    smtp.refuse("451 come again");
    server.restart().await;
    assert_eq!(set(&server, &ada, "ada@mail.example", "en").await.0, 202);
    let (status, refused) = set(&server, &ada, "ada@third.example", "en").await;
    assert_eq!((status, &refused["code"]), (503, &json!("busy")), "{refused}");
}

#[tokio::test]
async fn a_server_without_mail_says_so() {
    let server = TestServer::start().await;
    assert_eq!(server.get("/api/v1/recovery").await.1, json!({"mail": false}));
    let ada = server.account("Ada").await;
    for (status, refused) in [request(&server, "Ada", "en").await, set(&server, &ada, ADDRESS, "en").await] {
        assert_eq!((status, &refused["code"]), (422, &json!("unsupported")));
    }
}

#[tokio::test]
async fn mails_per_user_are_limited_for_name_and_address() {
    for kind in BOTH {
        let mut smtp = Smtp::start().await;
        let server = TestServer::start_with(kind, |config| {
            "http://abalone.example/".clone_into(&mut config.public_url);
            config.mail.smtp_url = smtp.url().into();
            "noreply@abalone.example".clone_into(&mut config.mail.from);
            config.limits.mails_per_account_per_hour = 2;
        })
        .await;
        let (ada, eve) = (server.account("Ada").await, server.account("Eve").await);
        confirmed(&server, &mut smtp, &ada, ADDRESS).await;
        confirmed(&server, &mut smtp, &eve, "eve@mail.example").await;
        for to in ["Ada", "Ada"] {
            assert_eq!(request(&server, to, "en").await.0, 202);
            smtp.next().await;
        }
        // She has reached her limit by address: the answer is the same, and the next mail goes to another user.
        assert_eq!(request(&server, ADDRESS, "en").await.0, 202);
        assert_eq!(request(&server, "Eve", "en").await.0, 202);
        assert_eq!(smtp.next().await.to, "eve@mail.example");
        assert!(smtp.is_empty());
    }
}

#[tokio::test]
async fn players_choose_for_each_game_how_they_hear_of_a_turn() {
    for kind in BOTH {
        let (mut smtp, mut service) = (Smtp::start().await, PushService::start().await);
        let server = TestServer::start_with(kind, |config| {
            pushes(config);
            mails(config, &smtp);
        })
        .await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        confirmed(&server, &mut smtp, &ben, "ben@mail.example").await;
        let browser = browser_of(&server, &ben, &service, "his").await;
        let [mut hers, mut his] = [server.client_of(&anne).await, server.client_of(&ben).await];
        let room = game(&mut hers, &mut his).await;

        let path = format!("/api/v1/me/rooms/{room}/reminders");
        let choose = async |who: &Guest, push: bool, mail: bool| {
            let chosen = json!({"push": push, "mail": mail, "language": "de"});
            let (status, answer) = server.request(Method::PUT, &path, Some(&who.token), Some(chosen)).await;
            (status, answer["code"].clone())
        };
        let (_, at_first) = server.get_as(&path, &ben.token).await;
        assert_eq!(at_first, json!({"push": true, "mail": false, "can_mail": true}));
        assert_eq!(choose(&anne, true, true).await, (422, json!("unsupported")), "she has no address");
        let stranger = server.guest().await;
        assert_eq!(choose(&stranger, true, false).await, (404, json!("no_such_room")));
        assert_eq!(server.get_as(&path, &stranger.token).await.0, 404);

        assert_eq!(choose(&ben, false, true).await.0, 204);
        drop(his);
        hers.presence(1, false).await;
        hers.play(&room, 0, "a1b2").await.unwrap();
        let letter = smtp.next().await;
        assert_eq!(letter.to, "ben@mail.example");
        let text = letter.decoded();
        assert!(text.contains("Hallo ben,") && text.contains("mit anne"), "{text}");
        assert!(text.contains(&format!("http://abalone.example/room/{room}")), "{text}");

        assert_eq!(choose(&ben, true, false).await.0, 204);
        let mut his = server.client_of(&ben).await;
        his.watch(&room).await;
        his.play(&room, 1, "i5h5").await.unwrap();
        drop(his);
        hers.presence(1, false).await;
        hers.play(&room, 2, "b2c3").await.unwrap();
        assert_eq!(browser.read(&service.next().await)["kind"], "turn");
        // The first turn was not pushed: it would have come before.
        challenge(&server, &anne, "ben").await;
        assert_eq!(browser.read(&service.next().await)["kind"], "challenge");
        // The second turn was not mailed.
        assert_eq!(request(&server, "ben", "en").await.0, 202);
        assert!(smtp.next().await.decoded().contains("reset the password"));
    }
}
