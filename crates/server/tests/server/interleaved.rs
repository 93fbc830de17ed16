//! Account changes while a request hashes a password for the same account: a request that is based on outdated data fails.
//!
//! The tests do not depend on time: a second connection locks the users' rows, a request does its work and waits to write, the second
//! connection changes the account and releases the lock. SQLite does not show that a request waits; `store/grounds.rs` tests the
//! store on both databases in the same order.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::database::Kind;
use crate::store::count;
use crate::test_server::{Guest, PASSWORD, TestServer};

async fn server() -> TestServer {
    TestServer::start_on(Kind::Postgres).await
}

/// Returns when a request waits for a lock that this connection holds.
async fn a_request_waits(held: &mut PgConnection) {
    let sql = "SELECT count(*) FROM pg_locks
               WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
    while sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut *held).await.unwrap() == 0 {}
}

/// Sends a request that waits to write while the second connection runs `changes`; returns the answer.
async fn answer_after(server: &TestServer, request: Request<'_>, changes: &[&str]) -> (u16, Value) {
    let mut held = PgConnection::connect(server.database().url()).await.unwrap();
    run(&mut held, "BEGIN; SELECT id FROM users FOR UPDATE").await;
    let (method, path, token, body) = request;
    let (answer, ()) = tokio::join!(server.request(method, path, token, Some(body)), async {
        a_request_waits(&mut held).await;
        for sql in changes {
            run(&mut held, sql).await;
        }
        run(&mut held, "COMMIT").await;
    });
    answer
}

async fn run(connection: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(connection).await.unwrap();
}

type Request<'a> = (Method, &'a str, Option<&'a str>, Value);

/// Changes that recovery makes to Ada's account only.
const RECOVERED: [&str; 2] = [
    "UPDATE users SET password_hash = 'another' WHERE name = 'Ada'",
    "DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE name = 'Ada')",
];
const SESSIONS: &str =
    "SELECT count(*) FROM sessions WHERE user_id IN (SELECT id FROM users WHERE name = 'Ada')";

fn log_in() -> Request<'static> {
    (Method::POST, "/api/v1/sessions", None, json!({"name": "Ada", "password": PASSWORD}))
}

#[tokio::test]
async fn a_login_under_way_does_not_survive_recovery() {
    let server = server().await;
    server.account("Ada").await;
    let (status, body) = answer_after(&server, log_in(), &RECOVERED).await;
    assert_eq!((status, &body["code"]), (403, &json!("wrong_password")));
    assert_eq!(count(server.database(), SESSIONS).await, 0);
}

#[tokio::test]
async fn a_login_under_way_does_not_survive_a_ban() {
    let server = server().await;
    server.account("Ada").await;
    let ban = "INSERT INTO sanctions (id, kind, user_id, reason, made_by, created_at)
               SELECT gen_random_uuid(), 'ban', id, 'cheating', id, 1 FROM users WHERE name = 'Ada'";
    let (status, body) = answer_after(&server, log_in(), &[ban, RECOVERED[1]]).await;
    assert_eq!((status, &body["code"]), (403, &json!("banned")));
    assert_eq!(count(server.database(), SESSIONS).await, 0);
}

#[tokio::test]
async fn change_under_way_does_not_survive_recovery() {
    for (method, path, body) in [
        (Method::PUT, "/api/v1/me/password", json!({"old": PASSWORD, "new": "a third password"})),
        (Method::POST, "/api/v1/me/recovery-codes", json!({"password": PASSWORD})),
        (Method::POST, "/api/v1/tokens", json!({"label": "x", "scopes": ["play"], "days": 1})),
        (Method::DELETE, "/api/v1/me/mail", json!({"password": PASSWORD})),
        (Method::DELETE, "/api/v1/me", json!({"password": PASSWORD})),
    ] {
        let server = server().await;
        let ada = server.account("Ada").await;
        let request = (method.clone(), path, Some(ada.token.as_str()), body);
        let (status, body) = answer_after(&server, request, &RECOVERED).await;
        assert_eq!((status, &body["code"]), (401, &json!("bad_token")), "{method} {path}");
        assert_eq!(count(server.database(), SESSIONS).await, 0, "{method} {path}");
        let kept = "SELECT count(*) FROM users WHERE name = 'Ada' AND password_hash = 'another'";
        assert_eq!(count(server.database(), kept).await, 1, "{method} {path}");
        let codes = "SELECT count(*) FROM recovery_codes";
        assert_eq!(count(server.database(), codes).await, 0, "{method} {path}");
    }
}

#[tokio::test]
async fn guest_deleted_during_sign_up_gets_no_account() {
    let server = server().await;
    let guest: Guest = server.guest().await;
    let changes = ["UPDATE users SET name = '[deleted]'", "DELETE FROM sessions"];
    let body = json!({"name": "Ada", "password": PASSWORD});
    let request = (Method::POST, "/api/v1/accounts", Some(guest.token.as_str()), body);
    let (status, body) = answer_after(&server, request, &changes).await;
    assert_eq!((status, &body["code"]), (401, &json!("bad_token")));
    let accounts = "SELECT count(*) FROM users WHERE password_hash IS NOT NULL";
    assert_eq!(count(server.database(), accounts).await, 0);
}
