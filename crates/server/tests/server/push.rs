//! Web Push: browsers of users without an open page receive notifications.

use axum::http::StatusCode;
use reqwest::Method;
use serde_json::{Value, json};
use sumito_config::Config;
use sumito_services::social::push::Key;

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::push_service::{Browser, PushService};
use crate::store::count;
use crate::test_server::{Guest, PASSWORD, TestServer};

const CONTACT: &str = "mailto:admin@abalone.example";
const BROWSERS: &str = "SELECT count(*) FROM push_subscriptions";

pub(crate) fn pushes(config: &mut Config) {
    config.push.private_key = Key::generate().private_text().into();
    CONTACT.clone_into(&mut config.push.contact);
    config.push.private_addresses = true;
    config.push.retry_after_s = vec![0, 0];
    config.push.browsers_per_user = 2;
}

async fn server_on(kind: Kind) -> TestServer {
    TestServer::start_with(kind, pushes).await
}

async fn subscribe(server: &TestServer, who: &Guest, body: Value) -> (u16, Value) {
    server.request(Method::PUT, "/api/v1/me/push", Some(&who.token), Some(body)).await
}

/// Subscribes a browser in which a user is logged in.
pub(crate) async fn browser_of(
    server: &TestServer,
    who: &Guest,
    service: &PushService,
    name: &'static str,
) -> Browser {
    let browser = Browser::new(name);
    let (status, refused) = subscribe(server, who, browser.subscription(service, "de")).await;
    assert_eq!(status, 204, "{refused}");
    browser
}

pub(crate) async fn challenge(server: &TestServer, by: &Guest, player: &str) -> Value {
    let terms = json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}, "seat": 0});
    let (status, made) =
        server.post("/api/v1/challenges", Some(&by.token), json!({"player": player, "terms": terms})).await;
    assert_eq!(status, 201, "{made}");
    made
}

/// Starts a correspondence game that both players watch; the first of the two is to move.
pub(crate) async fn game(first: &mut Client, second: &mut Client) -> String {
    let (room, _) = first.create_room(json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}})).await;
    second.join(&room).await.unwrap();
    second.watch(&room).await;
    room
}

#[tokio::test]
async fn correspondence_move_is_pushed_to_absent_player() {
    for kind in BOTH {
        let (server, mut service) = (server_on(kind).await, PushService::start().await);
        let key = server.get("/api/v1/push").await.1["key"].as_str().unwrap().to_owned();
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        browser_of(&server, &anne, &service, "hers").await;
        let browser = browser_of(&server, &ben, &service, "his").await;
        let [mut hers, mut his] = [server.client_of(&anne).await, server.client_of(&ben).await];
        let room = game(&mut hers, &mut his).await;
        drop(his);
        hers.presence(1, false).await;
        hers.play(&room, 0, "a1b2").await.unwrap();

        let push = service.next().await;
        let read = browser.read(&push);
        assert_eq!(read, json!({"kind": "turn", "language": "de", "room": room, "players": ["anne"]}));
        let headers = ["ttl", "topic", "urgency"].map(|name| push.header(name).to_owned());
        assert_eq!(headers, ["259200", &*room, "normal"]);
        let claims = push.claims(&key);
        assert_eq!((&claims["aud"], &claims["sub"]), (&json!(service.origin()), &json!(CONTACT)));
        assert!(claims["exp"].as_i64() > Some(1_700_000_000), "{claims}");

        // Anne is connected, so she gets no push: the next one is Ben's again.
        let mut his = server.client_of(&ben).await;
        his.watch(&room).await;
        his.play(&room, 1, "i5h5").await.unwrap();
        drop(his);
        hers.presence(1, false).await;
        hers.play(&room, 2, "b2c3").await.unwrap();
        assert_eq!(service.next().await.to, "his");
    }
}

#[tokio::test]
async fn silent_player_gets_a_push_after_the_timeout() {
    let change = |config: &mut Config| {
        pushes(config);
        (config.sockets.ping_ms, config.sockets.silence_ms) = (500, 3_000);
    };
    let (server, mut service) =
        (TestServer::start_with(Kind::Sqlite, change).await, PushService::start().await);
    let [anne, ben] = [server.account("anne").await, server.account("ben").await];
    let browser = browser_of(&server, &ben, &service, "his").await;
    let [mut hers, mut his] = [server.client_of(&anne).await, server.client_of(&ben).await];
    let room = game(&mut hers, &mut his).await;
    // A suspended phone still has its socket when the move is played, and never closes it.
    hers.play(&room, 0, "a1b2").await.unwrap();
    drop(his);
    assert_eq!(browser.read(&service.next().await)["kind"], "turn");
}

#[tokio::test]
async fn challenge_and_its_answer_are_pushed() {
    for kind in BOTH {
        let (server, mut service) = (server_on(kind).await, PushService::start().await);
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        let hers = browser_of(&server, &anne, &service, "hers").await;
        let his = browser_of(&server, &ben, &service, "his").await;
        let made = challenge(&server, &anne, "ben").await;
        let push = service.next().await;
        assert_eq!(
            his.read(&push),
            json!({"kind": "challenge", "language": "de", "challenge": made["id"], "players": ["anne"]})
        );
        let topic = made["id"].as_str().unwrap().replace('-', "");
        assert_eq!((push.header("topic"), push.header("urgency")), (&*topic, "high"));

        let path = format!("/api/v1/challenges/{}/accept", made["id"].as_str().unwrap());
        let (status, accepted) = server.post(&path, Some(&ben.token), json!({"round": 1})).await;
        assert_eq!(status, 200, "{accepted}");
        let payload = hers.read(&service.next().await);
        let room = &accepted["room"];
        assert_eq!(payload, json!({"kind": "accepted", "language": "de", "room": room, "players": ["ben"]}));
    }
}

#[tokio::test]
async fn push_is_retried_and_gone_browser_removed() {
    for kind in BOTH {
        let (server, mut service) = (server_on(kind).await, PushService::start().await);
        let ben = server.account("ben").await;
        let browser = browser_of(&server, &ben, &service, "his").await;
        let challenged_by = async |name: &str| {
            let by = server.account(name).await;
            challenge(&server, &by, "ben").await["id"].clone()
        };
        service.answer(StatusCode::SERVICE_UNAVAILABLE);
        service.answer(StatusCode::TOO_MANY_REQUESTS);
        let id = challenged_by("anne").await;
        for _ in 0..3 {
            assert_eq!(browser.read(&service.next().await)["challenge"], id);
        }
        // After the third attempt the server drops the push and records the failure; the next success clears it.
        (0..3).for_each(|_| service.answer(StatusCode::BAD_GATEWAY));
        challenged_by("cleo").await;
        let failing = "SELECT count(*) FROM push_subscriptions WHERE failing_since IS NOT NULL";
        while count(server.database(), failing).await == 0 {}
        challenged_by("dora").await;
        while count(server.database(), failing).await == 1 {}
        // The server does not retry a push that the service rejects.
        assert_eq!(service.pushes_so_far(), 4);
        service.answer(StatusCode::FORBIDDEN);
        challenged_by("emma").await;
        while count(server.database(), failing).await == 0 {}
        assert_eq!((service.pushes_so_far(), count(server.database(), BROWSERS).await), (1, 1));
        service.answer(StatusCode::GONE);
        challenged_by("fay").await;
        while count(server.database(), BROWSERS).await == 1 {}
    }
}

#[tokio::test]
async fn push_refuses_private_addresses() {
    let change = |config: &mut Config| {
        pushes(config);
        config.push.private_addresses = false;
    };
    let (server, service) = (TestServer::start_with(Kind::Sqlite, change).await, PushService::start().await);
    let ben = server.account("ben").await;
    let good = Browser::new("his").subscription(&service, "en");
    for (field, value) in [
        ("endpoint", good["endpoint"].as_str().unwrap()),
        ("endpoint", "https://127.0.0.1/push"),
        ("endpoint", "https://[::1]/push"),
        ("endpoint", "https://10.1.2.3/push"),
        ("endpoint", "https://169.254.169.254/latest/meta-data"),
        ("endpoint", "https://localhost/push"),
        ("endpoint", "https://nowhere.invalid/push"),
        ("endpoint", "https://1.1.1.1:22/push"),
        ("endpoint", "file:///etc/passwd"),
        ("p256dh", "AAAA"),
        ("auth", "AAAA"),
        ("auth", "äöü"),
    ] {
        let mut body = good.clone();
        body["endpoint"] = json!("https://1.1.1.1/push");
        body[field] = json!(value);
        let (status, refused) = subscribe(&server, &ben, body).await;
        assert_eq!((status, &refused["code"]), (400, &json!("out_of_range")), "{field}: {value}: {refused}");
    }
    assert_eq!(count(server.database(), BROWSERS).await, 0);
}

#[tokio::test]
async fn push_subscription_requires_configuration_and_a_session() {
    let server = TestServer::start().await;
    let service = PushService::start().await;
    assert_eq!(
        server.get("/api/v1/push").await.1,
        json!({"key": null, "on": false}),
        "push is not configured"
    );
    let ben = server.account("ben").await;
    let body = Browser::new("his").subscription(&service, "en");
    assert_eq!(subscribe(&server, &ben, body.clone()).await.1["code"], "unsupported");
    assert_eq!(server.delete("/api/v1/me/push", &ben.token).await.0, 204);

    let server = server_on(Kind::Sqlite).await;
    let (status, _) = server.request(Method::PUT, "/api/v1/me/push", None, Some(body.clone())).await;
    assert_eq!(status, 401);
    let ben = server.account("ben").await;
    let token = json!({"label": "program", "scopes": ["play"], "days": 30});
    let (_, token) = server.post("/api/v1/tokens", Some(&ben.token), token).await;
    let program = Guest { token: token["token"].as_str().unwrap().to_owned(), ..ben.clone() };
    assert_eq!(subscribe(&server, &program, body.clone()).await.1["code"], "missing_scope");
    assert_eq!(subscribe(&server, &ben, json!({"endpoint": "x"})).await.1["code"], "bad_message");
    let guest = server.guest().await;
    let is_on = async || server.get_as("/api/v1/push", &guest.token).await.1["on"].clone();
    assert_eq!(is_on().await, false);
    assert_eq!(subscribe(&server, &guest, body).await.0, 204, "guests play by correspondence, too");
    assert_eq!(is_on().await, true);
    assert_eq!(server.delete("/api/v1/me/push", &guest.token).await.0, 204);
    assert_eq!(is_on().await, false);
    assert_eq!(count(server.database(), BROWSERS).await, 0);
}

#[tokio::test]
async fn push_subscription_ends_with_its_session() {
    for kind in BOTH {
        let (server, mut service) = (server_on(kind).await, PushService::start().await);
        let left = async || count(server.database(), BROWSERS).await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        // A login of another user in the browser moves the subscription to that user; repeated subscriptions make no second browser.
        let browser = browser_of(&server, &anne, &service, "one").await;
        for language in ["pl", "nl"] {
            assert_eq!(subscribe(&server, &ben, browser.subscription(&service, language)).await.0, 204);
        }
        assert_eq!(left().await, 1);
        challenge(&server, &anne, "ben").await;
        assert_eq!(browser.read(&service.next().await)["language"], "nl");

        assert_eq!(server.delete("/api/v1/sessions/current", &ben.token).await.0, 204);
        assert_eq!(left().await, 0);
        // Of three browsers, the server pushes to the two newest.
        for name in ["two", "three", "four"] {
            browser_of(&server, &server.log_in("ben").await, &service, name).await;
        }
        assert_eq!(left().await, 2);
        let cleo = server.account("cleo").await;
        challenge(&server, &cleo, "ben").await;
        let mut to = [service.next().await.to, service.next().await.to];
        to.sort();
        assert_eq!(to, ["four", "three"]);
        let ben = server.log_in("ben").await;
        let gone = server
            .request(Method::DELETE, "/api/v1/me", Some(&ben.token), Some(json!({"password": PASSWORD})))
            .await;
        assert_eq!((gone.0, left().await), (204, 0), "{gone:?}");
    }
}

#[tokio::test]
async fn waiting_push_retries_do_not_block_others() {
    let change = |config: &mut Config| {
        pushes(config);
        config.push.waiting = 2;
        config.push.retry_after_s = vec![3_600];
        config.limits.challenges_to_one_per_hour = 0;
    };
    let (server, mut service) =
        (TestServer::start_with(Kind::Memory, change).await, PushService::start().await);
    let anne = server.account("anne").await;
    // As many pushes as there are places wait for an hour.
    for (player, browser) in [("ben", "bens"), ("dora", "doras")] {
        browser_of(&server, &server.account(player).await, &service, browser).await;
        service.answer(StatusCode::TOO_MANY_REQUESTS);
        challenge(&server, &anne, player).await;
        assert_eq!(service.next().await.to, browser);
    }
    browser_of(&server, &server.account("carl").await, &service, "carls").await;
    // Until the answers have come, those pushes still hold all places.
    while service.pushes_so_far() == 0 {
        let made = challenge(&server, &anne, "carl").await;
        let path = format!("/api/v1/challenges/{}", made["id"].as_str().unwrap());
        server.delete(&path, &anne.token).await;
    }
}
