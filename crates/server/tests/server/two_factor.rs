//! Two-factor login: codes of an authenticator app and recovery codes in addition to the password.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use sumito_config::Config;
use sumito_services::accounts::identity::operator;
use sumito_store::Store;
use totp_rs::TOTP;

use crate::database::{BOTH, Kind};
use crate::store::settings;
use crate::test_server::{Guest, PASSWORD, TestServer};

const STATE: &str = "/api/v1/me/two-factor";

/// Network of the owner.
const HOME: &str = "203.0.113.7";

/// An account with two-factor login.
struct Protected {
    server: TestServer,
    user: Guest,
    app: TOTP,
    /// The code that has enabled it.
    used: String,
    codes: Vec<String>,
}

impl Protected {
    /// Enables two-factor login with the code of the step before, so that later ones are unused.
    async fn start(kind: Kind) -> Self {
        Self::start_with(kind, |_| {}).await
    }

    async fn start_with(kind: Kind, change: impl FnOnce(&mut Config)) -> Self {
        let server = TestServer::start_with(kind, |config| {
            change(config);
            config.limits.logins_per_account_per_minute = 0;
            config.limits.logins_per_minute = 0;
            config.limits.logins_from_unknown_per_minute = 0;
        })
        .await;
        let user = server.account("Ada").await;
        let app = prepared(&server, &user).await;
        let used = code(&app, -1);
        let (status, body) = enable(&server, &user, &used).await;
        assert_eq!(status, 200, "{body}");
        let codes = body["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned());
        let codes = codes.collect();
        Self { server, user, app, used, codes }
    }

    async fn log_in(&self, code: Option<&str>) -> (u16, Value) {
        let body = match code {
            Some(code) => json!({"name": "ada", "password": PASSWORD, "code": code}),
            None => json!({"name": "ada", "password": PASSWORD}),
        };
        self.server.post("/api/v1/sessions", None, body).await
    }

    async fn recover(&self, code: &str, second: Option<&str>) -> (u16, Value) {
        let body =
            json!({"name": "ada", "code": code, "second_factor": second, "password": "another password"});
        self.server.post("/api/v1/recovery", None, body).await
    }

    async fn disable(&self, body: Value) -> (u16, Value) {
        self.server.request(Method::DELETE, STATE, Some(&self.user.token), Some(body)).await
    }

    /// Opens the store as a command of the operator does.
    async fn store(&self) -> Store {
        Store::open_beside(self.server.database().url(), &settings()).await.unwrap()
    }

    async fn is_enabled(&self, token: &str) -> bool {
        self.server.get_as(STATE, token).await.1["enabled"].as_bool().unwrap()
    }
}

/// Starts to set up two-factor login, and returns the app that has scanned the code.
async fn prepared(server: &TestServer, user: &Guest) -> TOTP {
    let (status, body) = server.post(STATE, Some(&user.token), json!({"password": PASSWORD})).await;
    assert_eq!(status, 201, "{body}");
    let app = TOTP::from_url(body["uri"].as_str().unwrap()).unwrap();
    assert_eq!(json!(app.get_secret_base32()), body["secret"]);
    app
}

async fn enable(server: &TestServer, user: &Guest, code: &str) -> (u16, Value) {
    server.request(Method::PUT, STATE, Some(&user.token), Some(json!({"code": code}))).await
}

/// Returns the code that the app shows this number of half minutes later.
fn code(app: &TOTP, later: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    app.generate(now.checked_add_signed(later * 30).unwrap())
}

fn of(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["code"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn login_needs_a_code_that_works_once() {
    for kind in BOTH {
        let ada = Protected::start(kind).await;
        assert_eq!(of(&ada.log_in(None).await), (403, "second_factor_needed"));
        let wrong =
            ada.server.post("/api/v1/sessions", None, json!({"name": "ada", "password": "incorrect horse"}));
        assert_eq!(
            of(&wrong.await),
            (403, "wrong_password"),
            "without the password, nothing is said of the code"
        );
        for wrong in ["", "12345", "1234567", "ABCD-EFGH-JKMN-PQRS", "\u{ff11}23456"] {
            assert_eq!(of(&ada.log_in(Some(wrong)).await), (403, "wrong_code"), "{wrong}");
        }
        assert_eq!(of(&ada.log_in(Some(&ada.used)).await), (403, "wrong_code"), "used to enable it");
        let present = code(&ada.app, 0);
        let logins = join_all((0..2).map(|_| ada.log_in(Some(&present)))).await;
        let mut statuses: Vec<_> = logins.iter().map(|(status, _)| *status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 403], "a code works once, also at the same time: {logins:?}");
        for status in [201, 403] {
            assert_eq!(
                ada.log_in(Some(&ada.codes[0].to_lowercase())).await.0,
                status,
                "a recovery code works once"
            );
        }
        assert!(ada.is_enabled(&ada.user.token).await, "the sessions stay");
        let (_, left) = ada.server.get_as("/api/v1/me/recovery-codes", &ada.user.token).await;
        assert_eq!(left["left"], 9);
    }
}

#[tokio::test]
async fn codes_are_guessed_at_most_ten_times_an_hour_and_only_with_the_password() {
    for kind in BOTH {
        let ada = Protected::start(kind).await;
        let wrong = json!({"name": "ada", "password": "incorrect horse", "code": "123456"});
        for _ in 0..11 {
            assert_eq!(
                of(&ada.server.post("/api/v1/sessions", None, wrong.clone()).await),
                (403, "wrong_password")
            );
            assert_eq!(of(&ada.recover("AAAA-AAAA-AAAA-AAAA", Some("123456")).await), (403, "wrong_code"));
        }
        // The code of another hour.
        let wrong = code(&ada.app, 100);
        for _ in 0..10 {
            assert_eq!(of(&ada.log_in(Some(&wrong)).await), (403, "wrong_code"));
        }
        assert_eq!(of(&ada.log_in(Some(&code(&ada.app, 0))).await), (429, "rate_limited"));
        assert_eq!(ada.log_in(Some(&ada.codes[0])).await.0, 201, "a recovery code is not guessed");
    }
}

#[tokio::test]
async fn two_factor_login_begins_with_the_first_code() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        assert_eq!(of(&enable(&server, &ada, "123456").await), (409, "not_now"));
        let refused = server.post(STATE, Some(&ada.token), json!({"password": "incorrect horse"})).await;
        assert_eq!(of(&refused), (403, "wrong_password"));
        let first = prepared(&server, &ada).await;
        let second = prepared(&server, &ada).await;
        assert_eq!(
            of(&enable(&server, &ada, &code(&first, 0)).await),
            (403, "wrong_code"),
            "it was replaced"
        );
        assert_eq!(server.get_as(STATE, &ada.token).await.1, json!({"enabled": false}));
        server.log_in("Ada").await;
        assert_eq!(enable(&server, &ada, &code(&second, 0)).await.0, 200);
        assert_eq!(of(&enable(&server, &ada, &code(&second, 1)).await), (409, "not_now"));
        let again = server.post(STATE, Some(&ada.token), json!({"password": PASSWORD})).await;
        assert_eq!(of(&again), (409, "not_now"), "a thief of the session cannot replace the app");
        let guest = server.guest().await;
        let of_guest = server.post(STATE, Some(&guest.token), json!({"password": PASSWORD})).await;
        assert_eq!(of(&of_guest), (403, "needs_account"));
    }
}

#[tokio::test]
async fn disabling_needs_the_password_and_a_code() {
    for kind in BOTH {
        let ada = Protected::start(kind).await;
        let present = code(&ada.app, 0);
        let wrong = json!({"password": "incorrect horse", "code": present});
        assert_eq!(of(&ada.disable(wrong).await), (403, "wrong_password"));
        assert_eq!(of(&ada.disable(json!({"password": PASSWORD})).await), (403, "second_factor_needed"));
        let wrong = json!({"password": PASSWORD, "code": "AAAA-AAAA-AAAA-AAAA"});
        assert_eq!(of(&ada.disable(wrong).await), (403, "wrong_code"));
        assert_eq!(ada.disable(json!({"password": PASSWORD, "code": present})).await.0, 204);
        assert!(!ada.is_enabled(&ada.user.token).await);
        assert_eq!(ada.log_in(None).await.0, 201);
        assert_eq!(ada.log_in(Some("123456")).await.0, 201, "a code that is not needed does no harm");
    }
}

#[tokio::test]
async fn recovery_needs_the_second_factor_unless_the_code_is_the_users_own() {
    for kind in BOTH {
        let ada = Protected::start(kind).await;
        let store = ada.store().await;
        let hour = Duration::from_hours(1);
        let (_, sent) = operator::reset_code(&store, "ada", hour).await.unwrap();
        assert_eq!(of(&ada.recover(&sent, None).await), (403, "second_factor_needed"));
        assert_eq!(of(&ada.recover(&sent, Some("12345")).await), (403, "wrong_code"));
        let (status, body) = ada.recover(&sent, Some(&code(&ada.app, 0))).await;
        assert_eq!(status, 201, "the code is not used up by the attempts before: {body}");
        let token = body["token"].as_str().unwrap();
        assert!(ada.is_enabled(token).await);
        let (status, body) = ada.recover(&ada.codes[3], None).await;
        assert_eq!(status, 201, "{body}");
        assert!(!ada.is_enabled(body["token"].as_str().unwrap()).await);
    }
}

#[tokio::test]
async fn operator_disables_it_for_a_user_who_has_lost_the_app() {
    for kind in BOTH {
        let ada = Protected::start(kind).await;
        let store = ada.store().await;
        assert!(operator::disable_two_factor(&store, "ADA").await.unwrap().1);
        assert_eq!(ada.log_in(None).await.0, 201);
        assert!(!operator::disable_two_factor(&store, "ada").await.unwrap().1);
        assert!(operator::disable_two_factor(&store, "eve").await.is_err());
    }
}

#[tokio::test]
async fn strangers_who_know_the_password_do_not_use_up_the_codes_of_the_owner() {
    for kind in BOTH {
        let ada = Protected::start_with(kind, |config| config.trust_forwarded_for = true).await;
        let log_in = async |address: &str, code: &str| {
            let body = json!({"name": "ada", "password": PASSWORD, "code": code});
            let request = ada.server.http().post(ada.server.url("/api/v1/sessions")).json(&body);
            let answer = request.header("x-forwarded-for", address).send().await.unwrap();
            answer.status().as_u16()
        };
        assert_eq!(log_in(HOME, &code(&ada.app, 0)).await, 201);
        let wrong = code(&ada.app, 100);
        // The first login from home counts, too: the network was unknown.
        for host in 0..9 {
            assert_eq!(log_in(&format!("198.51.100.{host}"), &wrong).await, 403);
        }
        assert_eq!(log_in("198.51.100.99", &wrong).await, 429, "all strangers together");
        assert_eq!(log_in(HOME, &code(&ada.app, 1)).await, 201);
        let body = json!({"password": PASSWORD, "code": wrong});
        assert_eq!(of(&ada.disable(body).await), (403, "wrong_code"), "a session has other tries");
    }
}

#[tokio::test]
async fn no_door_to_the_account_needs_less_than_a_login() {
    for kind in BOTH {
        let ada = Protected::start(kind).await;
        let doors = [
            (Method::PUT, "/api/v1/me/password", json!({"old": PASSWORD, "new": "another password"})),
            (Method::PUT, "/api/v1/me/mail", json!({"address": "ada@club.example", "password": PASSWORD})),
            (Method::DELETE, "/api/v1/me/mail", json!({"password": PASSWORD})),
            (Method::POST, "/api/v1/me/recovery-codes", json!({"password": PASSWORD})),
            (Method::DELETE, STATE, json!({"password": PASSWORD})),
            (Method::DELETE, "/api/v1/me", json!({"password": PASSWORD})),
        ];
        for (method, path, mut body) in doors {
            let mut ask = async |code: Option<&str>| {
                if let Some(code) = code {
                    body["code"] = json!(code);
                }
                let token = Some(ada.user.token.as_str());
                ada.server.request(method.clone(), path, token, Some(body.clone())).await
            };
            assert_eq!(of(&ask(None).await), (403, "second_factor_needed"), "{method} {path}");
            if method == Method::PUT && path == "/api/v1/me/mail" {
                // This server sends no mail, so that no code is compared.
                continue;
            }
            assert_eq!(of(&ask(Some("ABCD-EFGH-JKMN-PQRS")).await), (403, "wrong_code"), "{method} {path}");
            assert_eq!(of(&ask(Some(&ada.used)).await), (403, "wrong_code"), "{method} {path}");
        }
        assert!(ada.is_enabled(&ada.user.token).await);
        let (token, first) = (Some(ada.user.token.as_str()), &ada.codes[0]);
        let body = json!({"password": PASSWORD, "code": first});
        let (status, made) = ada.server.post("/api/v1/me/recovery-codes", token, body).await;
        assert_eq!(status, 201, "{made}");
        let body = json!({"password": PASSWORD, "code": ada.codes[1]});
        assert_eq!(of(&ada.disable(body).await), (403, "wrong_code"), "the old codes are gone");
        let body = json!({"old": PASSWORD, "new": "another password", "code": made["codes"][0]});
        let changed = ada.server.request(Method::PUT, "/api/v1/me/password", token, Some(body)).await;
        assert_eq!(changed.0, 204, "{}", changed.1);
        let body = json!({"password": "another password", "code": code(&ada.app, 0)});
        let deleted = ada.server.request(Method::DELETE, "/api/v1/me", token, Some(body)).await;
        assert_eq!(deleted.0, 204, "{}", deleted.1);
    }
}
