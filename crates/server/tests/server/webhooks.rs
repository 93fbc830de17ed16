//! Webhooks: signed messages to a receiver of the test.

use std::collections::VecDeque;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use sumito_config::Config;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::database::{BOTH, Kind};
use crate::store::{count, execute};
use crate::test_server::{Guest, TestServer};

const WEBHOOKS: &str = "/api/v1/me/webhooks";

/// A received message.
#[derive(Debug)]
struct Received {
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Received {
    fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// Returns the message if its signature was made with this secret.
    fn verified(&self, secret: &str) -> Value {
        let key = Base64::decode_vec(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.", self.header("webhook-id"), self.header("webhook-timestamp")).as_bytes());
        mac.update(&self.body);
        let signature = self.header("webhook-signature").strip_prefix("v1,").unwrap();
        mac.verify_slice(&Base64::decode_vec(signature).unwrap()).unwrap();
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A receiver that runs until it is dropped. It takes each message, unless the test says otherwise.
struct Receiver {
    address: SocketAddr,
    messages: mpsc::UnboundedReceiver<Received>,
    answers: Answers,
}

type Answers = Arc<Mutex<VecDeque<StatusCode>>>;

impl Receiver {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, messages) = mpsc::unbounded_channel();
        let answers = Answers::default();
        let router = Router::new()
            .route("/hook", post(receive))
            .route("/silent/{number}", post(receive_silently))
            .with_state((sender, answers.clone()));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, messages, answers }
    }

    fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Returns an address at which messages arrive and are never answered.
    fn silent_url(&self, number: usize) -> String {
        format!("http://{}/silent/{number}", self.address)
    }

    /// Refuses the next messages with this status.
    fn refuse(&self, count: usize, status: StatusCode) {
        self.answers.lock().unwrap().extend(vec![status; count]);
    }

    async fn next(&mut self) -> Received {
        self.messages.recv().await.unwrap()
    }
}

async fn receive(
    State((messages, answers)): State<(mpsc::UnboundedSender<Received>, Answers)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    messages.send(Received { headers, body: body.to_vec() }).unwrap();
    let status = answers.lock().unwrap().pop_front().unwrap_or(StatusCode::NO_CONTENT);
    (status, [(header::LOCATION, "/hook")]).into_response()
}

async fn receive_silently(
    state: State<(mpsc::UnboundedSender<Received>, Answers)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    receive(state, headers, body).await;
    pending().await
}

/// A server with webhooks that may reach this machine and are retried at once.
async fn server(kind: Kind, change: impl FnOnce(&mut Config)) -> TestServer {
    TestServer::start_with(kind, |config| {
        config.webhooks.private_addresses = true;
        config.webhooks.retry_after_s = vec![0, 0];
        change(config);
    })
    .await
}

/// Creates a webhook for all events; returns its id and secret.
async fn create(server: &TestServer, user: &Guest, url: &str) -> (String, String) {
    let events = ["game_finished", "tournament_ended", "challenge_received"];
    let (status, made) =
        server.post(WEBHOOKS, Some(&user.token), json!({"url": url, "events": events})).await;
    assert_eq!(status, 201, "{made}");
    let text = |name| made[name].as_str().unwrap().to_owned();
    (text("id"), text("secret"))
}

async fn only_webhook(server: &TestServer, user: &Guest) -> Value {
    let (status, list) = server.get_as(WEBHOOKS, &user.token).await;
    assert_eq!(status, 200, "{list}");
    list["webhooks"][0].clone()
}

/// Waits until messages about this many games were added.
async fn until_read(server: &TestServer, games: i64) {
    // The consumer has no row before its first game.
    let read = "SELECT COALESCE(max(position), 0) FROM consumers WHERE name = 'webhooks'";
    while count(server.database(), read).await < games {}
}

/// Lets two players finish a game, the first of whom has this token.
async fn finish_a_game(server: &TestServer, user: &Guest) -> String {
    let (_, room) = server.post("/api/v1/rooms", Some(&user.token), json!({})).await;
    let room = room["room"].as_str().unwrap().to_owned();
    let opponent = server.guest().await;
    let commands = format!("/api/v1/rooms/{room}/commands");
    for (by, command) in [(&opponent, json!({"type": "join"})), (&opponent, json!({"type": "resign"}))] {
        let (status, body) = server.post(&commands, Some(&by.token), command).await;
        assert_eq!(status, 200, "{body}");
    }
    room
}

#[tokio::test]
async fn finished_game_is_delivered_signed() {
    for kind in BOTH {
        let server = server(kind, |_| {}).await;
        let ada = server.account("Ada").await;
        // A game before the webhook is not delivered.
        finish_a_game(&server, &ada).await;
        let mut receiver = Receiver::start().await;
        let (id, secret) = create(&server, &ada, &receiver.url()).await;
        assert_eq!(only_webhook(&server, &ada).await["tried_at"], Value::Null);
        let room = finish_a_game(&server, &ada).await;
        let message = receiver.next().await.verified(&secret);
        assert_eq!((&message["type"], &message["data"]["room"]), (&json!("game_finished"), &json!(room)));
        assert_eq!(
            (&message["data"]["winners"], &message["data"]["reason"]),
            (&json!([0]), &json!("resignation"))
        );
        assert_eq!(message["data"]["players"][0]["id"], ada.id);
        assert!(!message.to_string().contains("Ada"), "{message}");
        let (_, game) =
            server.get(&format!("/api/v1/games/{}", message["data"]["game"].as_str().unwrap())).await;
        assert_eq!(game["id"], message["data"]["game"]);
        loop {
            let webhook = only_webhook(&server, &ada).await;
            if webhook["waiting"] == 0 {
                assert_eq!((&webhook["id"], &webhook["failure"]), (&json!(id), &Value::Null));
                assert!(webhook["tried_at"].is_i64() && webhook.get("secret").is_none());
                break;
            }
        }
    }
}

#[tokio::test]
async fn challenge_and_tournament_are_delivered() {
    for kind in BOTH {
        let server = server(kind, |_| {}).await;
        let (ada, ben) = (server.account("Ada").await, server.account("Ben").await);
        let mut receiver = Receiver::start().await;
        let (_, secret) = create(&server, &ben, &receiver.url()).await;
        let (_, challenge) =
            server.post("/api/v1/challenges", Some(&ada.token), json!({"player": "Ben", "terms": {"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}}})).await;
        let message = receiver.next().await.verified(&secret);
        assert_eq!(
            (&message["type"], &message["data"]["challenge"]),
            (&json!("challenge_received"), &challenge["id"])
        );
        assert_eq!(message["data"]["challenger"], ada.id);
        let settings = json!({"settings": {
            "name": "Open", "form": {"form": "round_robin", "cycles": 1}, "start": {"kind": "by_director"},
            "clock": {"kind": "sudden_death", "initial_ms": 300_000},
        }});
        let (_, made) = server.post("/api/v1/tournaments", Some(&ada.token), settings).await;
        let commands = format!("/api/v1/tournaments/{}/commands", made["state"]["id"].as_str().unwrap());
        for (by, command) in
            [(&ben, json!({"type": "register"})), (&ada, json!({"type": "cancel", "reason": "rain"}))]
        {
            let (status, body) = server.post(&commands, Some(&by.token), command).await;
            assert_eq!(status, 200, "{body}");
        }
        let message = receiver.next().await.verified(&secret);
        assert_eq!(
            (&message["type"], &message["data"]["tournament"]),
            (&json!("tournament_ended"), &made["state"]["id"])
        );
        assert_eq!(message["data"]["status"], "cancelled");
    }
}

#[tokio::test]
async fn refused_message_is_sent_again_also_after_a_restart() {
    for kind in BOTH {
        let mut server = server(kind, |config| config.webhooks.retry_after_s = vec![3_600]).await;
        let ada = server.account("Ada").await;
        let mut receiver = Receiver::start().await;
        receiver.refuse(1, StatusCode::INTERNAL_SERVER_ERROR);
        let (_, secret) = create(&server, &ada, &receiver.url()).await;
        finish_a_game(&server, &ada).await;
        let first = receiver.next().await;
        let failed = loop {
            let webhook = only_webhook(&server, &ada).await;
            if !webhook["failure"].is_null() {
                break webhook;
            }
        };
        assert_eq!(failed["failure"], json!({"kind": "status", "status": 500}));
        assert_eq!((&failed["waiting"], &failed["disabled"]), (&json!(1), &json!(false)));
        // An hour passes while the server is down.
        let later = "UPDATE webhook_deliveries SET next_at = 0";
        server.restart_after(async |database| execute(database, later).await).await;
        let again = receiver.next().await;
        assert_eq!(again.header("webhook-id"), first.header("webhook-id"));
        assert_eq!(again.verified(&secret), first.verified(&secret));
    }
}

#[tokio::test]
async fn failing_webhook_is_disabled_until_a_test_succeeds() {
    for kind in BOTH {
        let server = server(kind, |_| {}).await;
        let ada = server.account("Ada").await;
        let mut receiver = Receiver::start().await;
        receiver.refuse(4, StatusCode::TEMPORARY_REDIRECT);
        let (id, secret) = create(&server, &ada, &receiver.url()).await;
        finish_a_game(&server, &ada).await;
        for _ in 0..3 {
            receiver.next().await;
        }
        let disabled = loop {
            let webhook = only_webhook(&server, &ada).await;
            if webhook["disabled"] == true {
                break webhook;
            }
        };
        assert_eq!(disabled["failure"], json!({"kind": "status", "status": 307}), "it is not followed");
        assert_eq!(disabled["waiting"], 0);
        finish_a_game(&server, &ada).await;
        until_read(&server, 2).await;
        let test = format!("{WEBHOOKS}/{id}/test");
        let (status, failed) = server.post(&test, Some(&ada.token), Value::Null).await;
        assert_eq!((status, &failed["failure"]["status"]), (200, &json!(307)));
        assert_eq!(only_webhook(&server, &ada).await["disabled"], true);
        receiver.next().await;
        let (_, taken) = server.post(&test, Some(&ada.token), Value::Null).await;
        assert_eq!(taken, json!({"failure": null}));
        assert_eq!(receiver.next().await.verified(&secret)["type"], "test");
        let webhook = only_webhook(&server, &ada).await;
        assert_eq!((&webhook["disabled"], &webhook["failure"]), (&json!(false), &Value::Null));
        let room = finish_a_game(&server, &ada).await;
        assert_eq!(
            receiver.next().await.verified(&secret)["data"]["room"],
            room,
            "no game of the time before"
        );
    }
}

#[tokio::test]
async fn webhooks_are_bounded_and_for_accounts_only() {
    for kind in BOTH {
        let server = server(kind, |config| {
            config.webhooks.per_user = 2;
            config.webhooks.waiting_per_webhook = 1;
            config.webhooks.retry_after_s = vec![3_600];
        })
        .await;
        let ada = server.account("Ada").await;
        let receiver = Receiver::start().await;
        receiver.refuse(9, StatusCode::SERVICE_UNAVAILABLE);
        let guest = server.guest().await;
        let body = json!({"url": receiver.url(), "events": ["game_finished"]});
        let ask = |token: &str, body: Value| {
            let token = token.to_owned();
            let server = &server;
            async move {
                let (status, problem) = server.post(WEBHOOKS, Some(&token), body).await;
                (status, problem["code"].as_str().unwrap_or_default().to_owned())
            }
        };
        let refused = |status, code: &str| (status, code.to_owned());
        assert_eq!(ask(&guest.token, body.clone()).await, refused(403, "needs_account"));
        let program = json!({"label": "bot", "scopes": ["play"], "days": 1});
        let (_, program) = server.post("/api/v1/tokens", Some(&ada.token), program).await;
        assert_eq!(
            ask(program["token"].as_str().unwrap(), body.clone()).await,
            refused(403, "missing_scope")
        );
        let nothing = json!({"url": receiver.url(), "events": []});
        assert_eq!(ask(&ada.token, nothing).await, refused(400, "out_of_range"));
        for status in [201, 201, 429] {
            assert_eq!(ask(&ada.token, body.clone()).await.0, status);
        }
        for _ in 0..3 {
            finish_a_game(&server, &ada).await;
        }
        until_read(&server, 3).await;
        assert_eq!(count(server.database(), "SELECT count(*) FROM webhook_deliveries").await, 2);
        let webhook = only_webhook(&server, &ada).await;
        let (status, _) =
            server.delete(&format!("{WEBHOOKS}/{}", webhook["id"].as_str().unwrap()), &ada.token).await;
        assert_eq!(status, 204);
        assert_eq!(count(server.database(), "SELECT count(*) FROM webhook_deliveries").await, 1);
        let (status, _) =
            server.delete(&format!("{WEBHOOKS}/{}", webhook["id"].as_str().unwrap()), &ada.token).await;
        assert_eq!(status, 404);
    }
}

#[tokio::test]
async fn private_addresses_are_refused() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    for url in
        ["https://127.0.0.1/x", "https://localhost/x", "http://example.com/x", "https://[::1]/x", "ftp://x/"]
    {
        let body = json!({"url": url, "events": ["game_finished"]});
        let (status, problem) = server.post(WEBHOOKS, Some(&ada.token), body).await;
        assert_eq!((status, &problem["code"]), (400, &json!("out_of_range")), "{url}");
    }
}

#[tokio::test]
async fn webhooks_end_with_their_account() {
    let server = server(Kind::Sqlite, |_| {}).await;
    let ada = server.account("Ada").await;
    let receiver = Receiver::start().await;
    create(&server, &ada, &receiver.url()).await;
    let body = json!({"password": crate::test_server::PASSWORD});
    let (status, _) =
        server.request(reqwest::Method::DELETE, "/api/v1/me", Some(&ada.token), Some(body)).await;
    assert_eq!(status, 204);
    assert_eq!(count(server.database(), "SELECT count(*) FROM webhooks").await, 0);
}

#[tokio::test]
async fn slow_receivers_do_not_delay_others() {
    for kind in BOTH {
        let server = server(kind, |config| {
            config.webhooks.at_once = 1;
            config.webhooks.timeout_ms = 600_000;
        })
        .await;
        let (eve, ada, ben) =
            (server.account("Eve").await, server.account("Ada").await, server.account("Ben").await);
        let (mut silent, mut receiver) = (Receiver::start().await, Receiver::start().await);
        for number in 0..5 {
            create(&server, &eve, &silent.silent_url(number)).await;
        }
        create(&server, &ben, &receiver.url()).await;
        finish_a_game(&server, &eve).await;
        // More receivers than there are places hold their messages.
        for _ in 0..2 {
            silent.next().await;
        }
        let challenge = json!({"player": "Ben", "terms": {"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}}});
        let (status, _) = server.post("/api/v1/challenges", Some(&ada.token), challenge).await;
        assert_eq!(status, 201);
        receiver.next().await;
    }
}

/// Gives an app access to a user's account with these scopes; returns the token.
async fn allow(server: &TestServer, app: &str, user: &Guest, scope: &str) -> String {
    let form = async |path: &str, pairs: &[(&str, &str)]| -> Value {
        let request = server.http().post(server.url(&format!("/api/v1/oauth/{path}"))).form(pairs);
        request.send().await.unwrap().json().await.unwrap_or_default()
    };
    let codes = form("device_authorization", &[("client_id", app), ("scope", scope)]).await;
    let body = json!({"user_code": codes["user_code"], "allow": true});
    assert_eq!(server.post("/api/v1/oauth/device", Some(&user.token), body).await.0, 204, "{codes}");
    let grant = "urn:ietf:params:oauth:grant-type:device_code";
    let code = codes["device_code"].as_str().unwrap();
    let token = form("token", &[("grant_type", grant), ("client_id", app), ("device_code", code)]).await;
    token["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn webhook_of_an_app_receives_the_events_of_users_who_allow_it() {
    for kind in BOTH {
        let server = server(kind, |_| {}).await;
        let mut receiver = Receiver::start().await;
        let (developer, other) = (server.account("Developer").await, server.account("Other").await);
        let (_, app) =
            server.post("/api/v1/me/apps", Some(&developer.token), json!({"name": "Charts"})).await;
        let app = app["id"].as_str().unwrap();
        let hook =
            json!({"url": receiver.url(), "events": ["game_finished", "challenge_received"], "app": app});
        let (status, refused) = server.post(WEBHOOKS, Some(&other.token), hook.clone()).await;
        assert_eq!((status, &refused["code"]), (404, &json!("no_such_app")), "an app of another developer");
        let (status, made) = server.post(WEBHOOKS, Some(&developer.token), hook).await;
        assert_eq!((status, &made["app"]), (201, &json!(app)), "{made}");
        let secret = made["secret"].as_str().unwrap();

        let (ada, ben) = (server.account("Ada").await, server.account("Ben").await);
        let token = allow(&server, app, &ada, "read webhooks").await;
        allow(&server, app, &ben, "read play").await;
        // No events come of Ben, who has not allowed it, and of the developer, whose own events it does not receive.
        finish_a_game(&server, &ben).await;
        finish_a_game(&server, &developer).await;
        let room = finish_a_game(&server, &ada).await;
        let message = receiver.next().await.verified(secret);
        assert_eq!((&message["data"]["room"], &message["data"]["user"]), (&json!(room), &json!(ada.id)));
        // A token of the app has no power over webhooks: they receive the events of all its users.
        let (status, refused) = server.get_as(WEBHOOKS, &token).await;
        assert_eq!((status, &refused["code"]), (403, &json!("missing_scope")));
        let body = json!({"label": "Own", "scopes": ["webhooks"], "days": 1});
        let (status, refused) = server.post("/api/v1/tokens", Some(&ada.token), body).await;
        assert_eq!((status, &refused["code"]), (400, &json!("out_of_range")));

        // One message for each of two users in one game.
        allow(&server, app, &ben, "webhooks").await;
        let (_, room) = server.post("/api/v1/rooms", Some(&ada.token), json!({})).await;
        let commands = format!("/api/v1/rooms/{}/commands", room["room"].as_str().unwrap());
        for command in [json!({"type": "join"}), json!({"type": "resign"})] {
            assert_eq!(server.post(&commands, Some(&ben.token), command).await.0, 200);
        }
        let mut users = Vec::new();
        for _ in 0..2 {
            users.push(receiver.next().await.verified(secret)["data"]["user"].as_str().unwrap().to_owned());
        }
        users.sort_unstable();
        assert_eq!(users, [ada.id.clone(), ben.id.clone()]);

        // The permission ends with the token, and the webhook with the app.
        let form = [("client_id", app), ("token", &*token)];
        let revoke = server.http().post(server.url("/api/v1/oauth/revoke")).form(&form);
        assert_eq!(revoke.send().await.unwrap().status(), 200);
        finish_a_game(&server, &ada).await;
        let room = finish_a_game(&server, &ben).await;
        assert_eq!(receiver.next().await.verified(secret)["data"]["room"], room, "none of Ada's");
        assert_eq!(server.delete(&format!("/api/v1/me/apps/{app}"), &developer.token).await.0, 204);
        assert_eq!(count(server.database(), "SELECT count(*) FROM webhooks").await, 0);
    }
}
