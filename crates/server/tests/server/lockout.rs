//! A stranger tries passwords for a name endlessly: the user of that name is not affected.

use serde_json::{Value, json};

use crate::database::{BOTH, Kind};
use crate::test_server::{PASSWORD, TestServer};

/// A server that identifies its callers by the proxy's header.
async fn server_on(kind: Kind) -> TestServer {
    TestServer::start_with(kind, |config| {
        config.trust_forwarded_for = true;
        config.limits.logins_from_unknown_per_minute = 1;
    })
    .await
}

/// Sends a request from this address; returns the status and the body of the answer.
async fn post_from(
    server: &TestServer,
    address: &str,
    path: &str,
    token: Option<&str>,
    body: Value,
) -> (u16, Value) {
    let request = server.http().post(server.url(path)).header("x-forwarded-for", address).json(&body);
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

fn login(password: &str) -> Value {
    json!({"name": "Ada", "password": password})
}

const HOME: &str = "203.0.113.7";

/// Tries passwords from many addresses until each of them, and the account's budget for strangers, is exhausted.
async fn hammer(server: &TestServer) {
    let code = json!({"name": "Ada", "code": "0000-0000-0000-0000", "password": PASSWORD});
    for (path, body) in [("/api/v1/recovery", code), ("/api/v1/sessions", login("incorrect horse"))] {
        for host in 1..=3 {
            for _ in 0..12 {
                post_from(server, &format!("198.51.100.{host}"), path, None, body.clone()).await;
            }
        }
    }
    let (status, body) = post_from(server, "198.51.100.9", "/api/v1/sessions", None, login("x")).await;
    assert_eq!((status, &body["code"]), (429, &json!("rate_limited")), "strangers are spent: {body}");
}

#[tokio::test]
async fn password_guesses_do_not_lock_the_user_out() {
    for kind in BOTH {
        let server = server_on(kind).await;
        let (status, made) = post_from(&server, HOME, "/api/v1/accounts", None, login(PASSWORD)).await;
        assert_eq!(status, 201, "{made}");
        let token = made["token"].as_str();
        let shown = json!({"password": PASSWORD});
        let (status, codes) =
            post_from(&server, HOME, "/api/v1/me/recovery-codes", token, shown.clone()).await;
        assert_eq!(status, 201, "{codes}");
        hammer(&server).await;
        // A login from an address that the account has used before.
        let (status, body) = post_from(&server, HOME, "/api/v1/sessions", None, login(PASSWORD)).await;
        assert_eq!(status, 201, "logs in: {body}");
        // A change with a session, from any address.
        let change = json!({"old": PASSWORD, "new": "another password"});
        let request = server.http().put(server.url("/api/v1/me/password")).json(&change);
        let request = request.header("x-forwarded-for", "192.0.2.1").bearer_auth(token.unwrap());
        assert_eq!(request.send().await.unwrap().status(), 204, "changes the password");
        // Recovery with a code, from any address.
        let code = json!({"name": "Ada", "code": codes["codes"][0], "password": "a third password"});
        let (status, body) = post_from(&server, "192.0.2.2", "/api/v1/recovery", None, code).await;
        assert_eq!(status, 201, "recovers: {body}");
        // The address of the recovery is known from then on.
        let (status, _) =
            post_from(&server, "192.0.2.2", "/api/v1/sessions", None, login("a third password")).await;
        assert_eq!(status, 201);
    }
}

#[tokio::test]
async fn password_attempts_per_address_and_account_are_limited() {
    let server = server_on(Kind::Sqlite).await;
    post_from(&server, HOME, "/api/v1/accounts", None, login(PASSWORD)).await;
    let (mut wrong, mut limited) = (0, None);
    while limited.is_none() {
        let request = server.http().post(server.url("/api/v1/sessions")).json(&login("incorrect horse"));
        let answer = request.header("x-forwarded-for", HOME).send().await.unwrap();
        match answer.status().as_u16() {
            403 => wrong += 1,
            status => {
                assert_eq!(status, 429);
                let wait = answer.headers()["retry-after"].to_str().unwrap().to_owned();
                limited = Some((wait, answer.json::<Value>().await.unwrap()));
            }
        }
    }
    assert_eq!(wrong, 10);
    // The limit applies to known addresses, too; the message and the header give the same delay.
    let (wait, body) = limited.unwrap();
    let detail = body["detail"].as_str().unwrap();
    assert!(detail.ends_with(&format!("; try again in {wait} seconds")), "{wait}: {detail}");
}
