//! Sessions: listing, ending, recording their last use, sweeping.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::Client;
use crate::database::{BOTH, Database};
use crate::process::Process;
use crate::store::{count, execute};
use crate::test_server::{PASSWORD, TestServer};

/// Close code of a socket of an ended session.
const SESSION_ENDED: CloseCode = CloseCode::Library(4001);

async fn sessions(server: &TestServer, token: &str) -> Vec<Value> {
    let (status, body) = server.get_as("/api/v1/me/sessions", token).await;
    assert_eq!(status, 200, "{body}");
    body["sessions"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_session_that_is_ended_elsewhere_closes_its_sockets() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let here = server.account("Ada").await;
        let request = server
            .http()
            .post(server.url("/api/v1/sessions"))
            .header("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0");
        let body = json!({"name": "Ada", "password": PASSWORD});
        let there: Value = request.json(&body).send().await.unwrap().json().await.unwrap();
        let there = there["token"].as_str().unwrap();
        let listed = sessions(&server, &here.token).await;
        assert_eq!(listed.len(), 2);
        let other = listed.iter().find(|session| session["current"] == false).unwrap();
        assert_eq!(other["label"], "Firefox, Linux");
        assert!(
            !listed.iter().any(|session| session.to_string().contains(there)),
            "the list contains no secret"
        );

        let mut by_message = Client::connect(&server.url("/ws"), None).await;
        by_message.request(json!({"type": "authenticate", "token": there})).await.unwrap();
        let sockets = [server.client_with_token(there).await, by_message];
        let mut own = server.client_of(&here).await;
        let path = format!("/api/v1/me/sessions/{}", other["id"].as_str().unwrap());
        assert_eq!(server.delete(&path, &here.token).await, (204, Value::Null));
        for socket in sockets {
            assert_eq!(socket.closed().await, Some(SESSION_ENDED));
        }
        assert_eq!(server.get_as("/api/v1/me", there).await.0, 401);
        let bearer = [("authorization", format!("Bearer {there}"))];
        assert!(Client::connect_with(&server.url("/ws"), &bearer).await.is_err());
        own.create_room(json!({})).await;
        let (status, body) = server.delete(&path, &here.token).await;
        assert_eq!((status, &body["code"]), (404, &json!("no_such_session")));
    }
}

#[tokio::test]
async fn user_cannot_end_another_users_session() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, eve) = (server.account("Ada").await, server.guest().await);
        let id = sessions(&server, &ada.token).await[0]["id"].as_str().unwrap().to_owned();
        let (status, body) = server.delete(&format!("/api/v1/me/sessions/{id}"), &eve.token).await;
        assert_eq!((status, &body["code"]), (404, &json!("no_such_session")));
        assert_eq!(server.delete("/api/v1/me/sessions/nonsense", &eve.token).await.0, 404);
        assert_eq!(sessions(&server, &ada.token).await.len(), 1);
    }
}

#[tokio::test]
async fn another_password_ends_all_other_sessions() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let here = server.account("Ada").await;
        let others = [server.log_in("Ada").await, server.log_in("Ada").await];
        let socket = server.client_of(&others[0]).await;
        let change = async |old: &str, new: &str| {
            let body = json!({"old": old, "new": new});
            server.request(Method::PUT, "/api/v1/me/password", Some(&here.token), Some(body)).await
        };
        let (status, body) = change("incorrect horse", "another password").await;
        assert_eq!((status, &body["code"]), (403, &json!("wrong_password")));
        let (status, body) = change(PASSWORD, "short").await;
        assert_eq!((status, &body["code"]), (400, &json!("bad_password")));
        assert_eq!(sessions(&server, &here.token).await.len(), 3);
        assert_eq!(change(PASSWORD, "another password").await.0, 204);
        assert_eq!(socket.closed().await, Some(SESSION_ENDED));
        assert_eq!(sessions(&server, &here.token).await.len(), 1);
        let body = json!({"name": "Ada", "password": PASSWORD});
        assert_eq!(server.post("/api/v1/sessions", None, body).await.0, 403);
        let guest = server.guest().await;
        let body = json!({"old": PASSWORD, "new": "another password"});
        let (status, body) =
            server.request(Method::PUT, "/api/v1/me/password", Some(&guest.token), Some(body)).await;
        assert_eq!((status, &body["code"]), (403, &json!("needs_account")));
    }
}

#[tokio::test]
async fn logout_ends_current_or_all_sessions() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.accounts.sessions_per_user = 3).await;
        let here = server.account("Ada").await;
        let there = server.log_in("Ada").await;
        assert_eq!(server.delete("/api/v1/me/sessions", &here.token).await.0, 204);
        assert_eq!(server.get_as("/api/v1/me", &there.token).await.0, 401);
        let socket = server.client_of(&here).await;
        let request = server.http().delete(server.url("/api/v1/sessions/current"));
        let answer = request.header("cookie", format!("sumito_session={}", here.token)).send().await.unwrap();
        assert_eq!(answer.status(), 204);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.starts_with("sumito_session=;") && cookie.contains("Max-Age=0"), "{cookie}");
        assert_eq!(socket.closed().await, Some(SESSION_ENDED));
        // Above the limit, a login ends the session that was used least recently.
        let mut tokens = Vec::new();
        for _ in 0..4 {
            tokens.push(server.log_in("Ada").await.token);
        }
        assert_eq!(server.get_as("/api/v1/me", &tokens[0]).await.0, 401);
        assert_eq!(sessions(&server, &tokens[3]).await.len(), 3);
    }
}

#[tokio::test]
async fn session_use_is_recorded() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.accounts.note_use_minutes = 0).await;
        let guest = server.guest().await;
        let first = sessions(&server, &guest.token).await[0].clone();
        // A background task records the use.
        loop {
            let now = sessions(&server, &guest.token).await[0].clone();
            if now["last_used_at"].as_i64() > first["last_used_at"].as_i64() {
                assert!(now["expires_at"].as_i64() > first["expires_at"].as_i64());
                break;
            }
        }
    }
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let first = sessions(&server, &guest.token).await;
    assert_eq!(sessions(&server, &guest.token).await, first, "not every use is recorded");
}

#[tokio::test]
async fn expired_sessions_and_empty_guests_are_swept() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let (empty, maker, ada) = (server.guest().await, server.guest().await, server.account("Ada").await);
        let mut socket = server.client_of(&maker).await;
        let (room, _) = socket.create_room(json!({})).await;
        drop(socket);
        let blocker = server.guest().await;
        let blocked = server.request(Method::PUT, "/api/v1/me/blocks/Ada", Some(&blocker.token), None).await;
        assert!(blocked.0 < 300, "{blocked:?}");
        let old = server.log_in("Ada").await;
        let lasting = server.guest().await;
        server
            .restart_after(async |database| {
                let sql = "UPDATE sessions SET expires_at = 1 WHERE created_at < (SELECT max(created_at) FROM sessions)";
                execute(database, sql).await;
            })
            .await;
        for expired in [&empty, &maker, &ada, &blocker, &old] {
            assert_eq!(server.get_as("/api/v1/me", &expired.token).await.0, 401, "{expired:?}");
        }
        assert_eq!(server.get_as("/api/v1/me", &lasting.token).await.0, 200);
        assert_eq!(server.log_in("Ada").await.id, ada.id, "an account stays");
        let (_, room) = server.get(&format!("/api/v1/rooms/{room}")).await;
        assert_eq!(room["seats"][0]["player"]["id"], json!(maker.id), "a guest with a room stays");
        // Three guests remain: with a valid session, with a room, and with a block.
        // The sweep runs when the server starts, in the background.
        while count(server.database(), "SELECT count(*) FROM users WHERE guest").await != 3 {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn no_secret_is_written_into_a_log() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let log = tempfile::NamedTempFile::new().unwrap();
        let process = Process::start_talkative(database.url(), log.reopen().unwrap()).await;
        let http = reqwest::Client::new();
        let post = async |path: &str, token: Option<&str>, body: Value| {
            let mut request = http.post(process.url(path)).json(&body);
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            request.send().await.unwrap().json::<Value>().await.unwrap()
        };
        let secret =
            |body: &Value, pointer: &str| body.pointer(pointer).unwrap().as_str().unwrap().to_owned();
        let claim = json!({"name": "Ada", "password": PASSWORD});
        let first = secret(&post("/api/v1/accounts", None, claim.clone()).await, "/token");
        let second = secret(&post("/api/v1/sessions", None, claim.clone()).await, "/token");
        let wrong = "incorrect horse battery";
        post("/api/v1/sessions", None, json!({"name": "Ada", "password": wrong})).await;
        post("/api/v1/sessions", None, json!({"name": ["Ada"], "password": wrong})).await;
        let body = json!({"label": "x", "scopes": ["play"], "days": 1});
        let program = secret(&post("/api/v1/tokens", Some(&first), body).await, "/token");
        let codes = post("/api/v1/me/recovery-codes", Some(&first), json!({"password": PASSWORD})).await;
        let code = secret(&codes, "/codes/0");
        let shown = json!({"name": "Ada", "code": code, "password": "another password"});
        let third = secret(&post("/api/v1/recovery", None, shown).await, "/token");
        let mut socket = Client::connect(&process.url("/ws"), Some(&third)).await;
        socket.refusal_of(&json!({"type": "authenticate", "token": third}).to_string()).await;
        assert!(process.terminate().await.success());
        let log_text = std::fs::read_to_string(log.path()).unwrap();
        assert!(log_text.contains("/api/v1/recovery"), "the log contains requests");
        for secret in [PASSWORD, wrong, "another password", &first, &second, &third, &program, &code] {
            assert!(!log_text.contains(secret), "{secret}");
        }
    }
}
