//! Apps of other developers, and OAuth 2.1.

use base64ct::{Base64UrlUnpadded, Encoding};
use reqwest::{Method, StatusCode, Url, header};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::database::{BOTH, Kind};
use crate::store::count;
use crate::test_server::{Guest, TestServer};

const APPS: &str = "/api/v1/me/apps";
const BACK: &str = "https://app.example/back";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

async fn create(server: &TestServer, owner: &Guest) -> String {
    let body = json!({"name": "Club app", "redirect_uris": [BACK]});
    let (status, made) = server.post(APPS, Some(&owner.token), body).await;
    assert_eq!(status, 201, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

/// The query of an authorization request, with these changes.
fn query(app: &str, changes: &[(&str, &str)]) -> String {
    let challenge = Base64UrlUnpadded::encode_string(&Sha256::digest(VERIFIER));
    let mut pairs = vec![
        ("response_type", "code"),
        ("client_id", app),
        ("redirect_uri", BACK),
        ("scope", "read play"),
        ("state", "a b"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ];
    for (name, value) in changes {
        pairs.iter_mut().find(|(known, _)| known == name).unwrap().1 = value;
    }
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// Sends a form as a page of another origin does, with the cookie of a visitor.
async fn form(server: &TestServer, path: &str, pairs: &[(&str, &str)]) -> (StatusCode, Value) {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let response = reqwest::Client::new()
        .post(server.url(&format!("/api/v1/oauth/{path}")))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ORIGIN, "https://app.example")
        .header(header::COOKIE, "sumito_session=something")
        .body(body)
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

async fn allow(server: &TestServer, user: &Guest, query: &str, allow: bool) -> Url {
    let body = json!({"query": query, "allow": allow});
    let (status, answer) = server.post("/api/v1/oauth/authorization", Some(&user.token), body).await;
    assert_eq!(status, 200, "{answer}");
    Url::parse(answer["to"].as_str().unwrap()).unwrap()
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// Exchanges a code for a token.
async fn redeem(server: &TestServer, app: &str, code: &str, verifier: &str) -> (StatusCode, Value) {
    let pairs = [
        ("grant_type", "authorization_code"),
        ("client_id", app),
        ("code", code),
        ("redirect_uri", BACK),
        ("code_verifier", verifier),
    ];
    form(server, "token", &pairs).await
}

/// Gives an app access to an account; returns the token.
async fn token_of(server: &TestServer, app: &str, user: &Guest) -> String {
    let back = allow(server, user, &query(app, &[]), true).await;
    let (status, token) = redeem(server, app, &parameter(&back, "code").unwrap(), VERIFIER).await;
    assert_eq!(status, 200, "{token}");
    assert_eq!((&token["token_type"], &token["scope"]), (&json!("Bearer"), &json!("read play")));
    token["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_app_gets_a_token_with_the_allowed_scopes() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
        let app = create(&server, &developer).await;
        let (status, asked) = server.get(&format!("/api/v1/oauth/authorization?{}", query(&app, &[]))).await;
        assert_eq!(status, 200, "{asked}");
        let consent = json!({
            "name": "Club app", "developer": "Developer", "scopes": ["read", "play"], "redirect_uri": BACK,
        });
        assert_eq!(asked, json!({"kind": "ask", "consent": consent}));
        let back = allow(&server, &ada, &query(&app, &[]), true).await;
        assert!(back.as_str().starts_with(BACK), "{back}");
        assert_eq!(parameter(&back, "state").as_deref(), Some("a b"));
        assert_eq!(parameter(&back, "iss").as_deref(), Some(server.url("").as_str()));

        let token = token_of(&server, &app, &ada).await;
        let (_, me) = server.get_as("/api/v1/me", &token).await;
        assert_eq!(me["user"]["name"], "Ada");
        assert_eq!(server.post("/api/v1/rooms", Some(&token), json!({})).await.0, 201);
        let (status, body) = server.get_as("/api/v1/tokens", &token).await;
        assert_eq!((status, &body["code"]), (403, &json!("missing_scope")));

        let (_, tokens) = server.get_as("/api/v1/tokens", &ada.token).await;
        assert_eq!(
            (&tokens["tokens"][0]["label"], &tokens["tokens"][0]["app"]),
            (&json!("Club app"), &json!(app))
        );
        let path = format!("/api/v1/tokens/{}", tokens["tokens"][0]["id"].as_str().unwrap());
        let socket = server.client_with_token(&token).await;
        assert_eq!(server.request(Method::DELETE, &path, Some(&ada.token), None).await.0, 204);
        assert_eq!(socket.closed().await, Some(CloseCode::Library(4001)));
        assert_eq!(server.get_as("/api/v1/me", &token).await.0, 401);
    }
}

#[tokio::test]
async fn code_is_for_one_use_of_its_app_with_its_verifier() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
        let (app, other) = (create(&server, &developer).await, create(&server, &developer).await);
        let back = allow(&server, &ada, &query(&app, &[]), true).await;
        let code = parameter(&back, "code").unwrap();
        for (app, code, verifier) in [
            (app.as_str(), "unknown", VERIFIER),
            (&other, &code, VERIFIER),
            (&app, &code, "another-verifier-another-verifier-another-verifier"),
        ] {
            let (status, refused) = redeem(&server, app, code, verifier).await;
            assert_eq!((status.as_u16(), &refused["error"]), (400, &json!("invalid_grant")));
        }
        let (status, token) = redeem(&server, &app, &code, VERIFIER).await;
        assert_eq!(status, 200, "{token}");
        let token = token["access_token"].as_str().unwrap();
        assert_eq!(server.get_as("/api/v1/me", token).await.0, 200);
        // A code that is used again was stolen: its token ends, too.
        let (status, refused) = redeem(&server, &app, &code, VERIFIER).await;
        assert_eq!((status.as_u16(), &refused["error"]), (400, &json!("invalid_grant")));
        assert_eq!(server.get_as("/api/v1/me", token).await.0, 401);
    }
}

#[tokio::test]
async fn invalid_request_reaches_the_app_only_at_its_own_address() {
    let server = TestServer::start().await;
    let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
    let app = create(&server, &developer).await;
    let ask = async |changes: &[(&str, &str)]| {
        server.get(&format!("/api/v1/oauth/authorization?{}", query(&app, changes))).await
    };
    for changes in [
        &[("redirect_uri", "https://elsewhere.example/")][..],
        &[("redirect_uri", "https://app.example/back/further")],
        &[("client_id", "unknown")],
        &[("client_id", "0198a1b2-0000-7000-8000-000000000000")],
    ] {
        let (status, refused) = ask(changes).await;
        assert_eq!((status.as_u16(), &refused["code"]), (400, &json!("bad_authorization")), "{changes:?}");
        let body = json!({"query": query(&app, changes), "allow": true});
        let (status, refused) = server.post("/api/v1/oauth/authorization", Some(&ada.token), body).await;
        assert_eq!((status, &refused["code"]), (400, &json!("bad_authorization")), "{changes:?}");
    }
    for (changes, error) in [
        (&[("scope", "everything")][..], "invalid_scope"),
        (&[("response_type", "token")], "unsupported_response_type"),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (&[("code_challenge", "")], "invalid_request"),
    ] {
        let (status, answer) = ask(changes).await;
        assert_eq!(
            (status.as_u16(), &answer["kind"], &answer["error"]),
            (200, &json!("refused"), &json!(error))
        );
        let to = Url::parse(answer["to"].as_str().unwrap()).unwrap();
        assert!(to.as_str().starts_with(BACK), "{to}");
        assert_eq!(parameter(&to, "error").as_deref(), Some(error));
    }
    let denied = allow(&server, &ada, &query(&app, &[]), false).await;
    assert_eq!(parameter(&denied, "error").as_deref(), Some("access_denied"));
    let (_, tokens) = server.get_as("/api/v1/tokens", &ada.token).await;
    assert_eq!(tokens["tokens"], json!([]));
    let guest = server.guest().await;
    let body = json!({"query": query(&app, &[]), "allow": true});
    let (status, refused) = server.post("/api/v1/oauth/authorization", Some(&guest.token), body).await;
    assert_eq!((status, &refused["code"]), (403, &json!("needs_account")));
}

#[tokio::test]
async fn a_device_gets_its_token_when_its_user_allows_it() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
        let app = create(&server, &developer).await;
        let begin = async || {
            let pairs = [("client_id", app.as_str()), ("scope", "play")];
            let (status, codes) = form(&server, "device_authorization", &pairs).await;
            assert_eq!(status, 200, "{codes}");
            let text = |name: &str| codes[name].as_str().unwrap().to_owned();
            assert_eq!(text("verification_uri"), server.url("/device"));
            (text("device_code"), text("user_code"))
        };
        let poll = async |device_code: &str| {
            let pairs =
                [("grant_type", DEVICE_GRANT), ("client_id", app.as_str()), ("device_code", device_code)];
            form(&server, "token", &pairs).await
        };
        let (device_code, user_code) = begin().await;
        let (waiting, _) = begin().await;
        assert_eq!(poll(&waiting).await.1["error"], "authorization_pending");
        assert_eq!(poll(&waiting).await.1["error"], "slow_down");
        let typed = user_code.to_lowercase().replace('-', " ");
        let path = format!("/api/v1/oauth/device?user_code={}", typed.replace(' ', "%20"));
        let (status, consent) = server.get_as(&path, &ada.token).await;
        assert_eq!((status, &consent["scopes"]), (200, &json!(["play"])), "{consent}");
        let answer = async |user_code: &str, allow: bool| {
            let body = json!({"user_code": user_code, "allow": allow});
            server.post("/api/v1/oauth/device", Some(&ada.token), body).await.0
        };
        assert_eq!(answer("AAAA-AAAA", true).await, 404);
        assert_eq!(answer(&typed, true).await, 204);
        assert_eq!(answer(&typed, true).await, 404, "the user has answered");
        let (status, token) = poll(&device_code).await;
        assert_eq!(status, 200, "{token}");
        let (_, me) = server.get_as("/api/v1/me", token["access_token"].as_str().unwrap()).await;
        assert_eq!(me["user"]["name"], "Ada");
        assert_eq!(poll(&device_code).await.1["error"], "invalid_grant");

        let (device_code, user_code) = begin().await;
        assert_eq!(answer(&user_code, false).await, 204);
        assert_eq!(poll(&device_code).await.1["error"], "access_denied");
    }
}

#[tokio::test]
async fn tokens_end_with_their_app_and_with_its_owner() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
        let app = create(&server, &developer).await;
        let token = token_of(&server, &app, &ada).await;
        // Another app cannot end it, and an unknown token is no error.
        let other = create(&server, &developer).await;
        for (app, token) in [(other.as_str(), token.as_str()), (&app, "unknown"), (&app, &ada.token)] {
            assert_eq!(form(&server, "revoke", &[("client_id", app), ("token", token)]).await.0, 200);
        }
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 200);
        assert_eq!(server.get_as("/api/v1/me", &token).await.0, 200);
        assert_eq!(form(&server, "revoke", &[("client_id", &app), ("token", &token)]).await.0, 200);
        assert_eq!(server.get_as("/api/v1/me", &token).await.0, 401);

        let token = token_of(&server, &app, &ada).await;
        let path = format!("{APPS}/{app}");
        let (status, refused) = server.request(Method::DELETE, &path, Some(&ada.token), None).await;
        assert_eq!((status, &refused["code"]), (404, &json!("no_such_app")));
        assert_eq!(server.request(Method::DELETE, &path, Some(&developer.token), None).await.0, 204);
        assert_eq!(server.get_as("/api/v1/me", &token).await.0, 401);

        let token = token_of(&server, &other, &ada).await;
        let body = json!({"password": crate::test_server::PASSWORD});
        let deleted = server.request(Method::DELETE, "/api/v1/me", Some(&developer.token), Some(body)).await;
        assert_eq!(deleted.0, 204, "{}", deleted.1);
        assert_eq!(server.get_as("/api/v1/me", &token).await.0, 401);
        assert_eq!(count(server.database(), "SELECT count(*) FROM apps").await, 0);
    }
}

#[tokio::test]
async fn a_changed_password_ends_pending_authorizations() {
    let server = TestServer::start().await;
    let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
    let app = create(&server, &developer).await;
    let back = allow(&server, &ada, &query(&app, &[]), true).await;
    let token = token_of(&server, &app, &ada).await;
    let (_, tokens) = server.get_as("/api/v1/tokens", &ada.token).await;
    let path = format!("/api/v1/tokens/{}", tokens["tokens"][0]["id"].as_str().unwrap());
    assert_eq!(server.request(Method::DELETE, &path, Some(&ada.token), None).await.0, 204);
    let (_, refused) = redeem(&server, &app, &parameter(&back, "code").unwrap(), VERIFIER).await;
    assert_eq!(refused["error"], "invalid_grant", "removing the access ends what is pending");
    assert_eq!(server.get_as("/api/v1/me", &token).await.0, 401);
}

#[tokio::test]
async fn apps_and_their_tokens_are_bounded() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.accounts.apps_per_user = 2;
        config.accounts.allowed_apps = 1;
    })
    .await;
    let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
    let (app, other) = (create(&server, &developer).await, create(&server, &developer).await);
    let (status, refused) = server.post(APPS, Some(&developer.token), json!({"name": "Third"})).await;
    assert_eq!((status, &refused["code"]), (429, &json!("too_many")));
    let mut tokens = Vec::new();
    for _ in 0..6 {
        tokens.push(token_of(&server, &app, &ada).await);
    }
    assert_eq!(server.get_as("/api/v1/me", &tokens[0]).await.0, 401, "the oldest token is replaced");
    assert_eq!(server.get_as("/api/v1/me", &tokens[1]).await.0, 200);
    let body = json!({"query": query(&other, &[]), "allow": true});
    let (status, refused) = server.post("/api/v1/oauth/authorization", Some(&ada.token), body).await;
    assert_eq!((status, &refused["code"]), (429, &json!("too_many")));

    for (body, code) in [
        (json!({"name": ""}), "bad_words"),
        (json!({"name": "Sumito official"}), "bad_name"),
        (json!({"name": "Ѕumitо"}), "bad_name"),
        (json!({"name": "App", "redirect_uris": ["http://club.example/"]}), "out_of_range"),
        (json!({"name": "App", "redirect_uris": vec![BACK; 6]}), "out_of_range"),
    ] {
        let (status, refused) = server.post(APPS, Some(&ada.token), body).await;
        assert_eq!((status, &refused["code"]), (400, &json!(code)));
    }
    let guest = server.guest().await;
    let (status, refused) = server.post(APPS, Some(&guest.token), json!({"name": "App"})).await;
    assert_eq!((status, &refused["code"]), (403, &json!("needs_account")));
}

#[tokio::test]
async fn malformed_forms_are_refused_as_oauth_says() {
    let server = TestServer::start().await;
    let developer = server.account("Developer").await;
    let app = create(&server, &developer).await;
    for (path, pairs, status, error) in [
        ("token", &[][..], 400, "invalid_request"),
        ("token", &[("grant_type", "password"), ("client_id", &app)], 400, "unsupported_grant_type"),
        ("token", &[("grant_type", "authorization_code"), ("client_id", &app)], 400, "invalid_request"),
        ("token", &[("grant_type", "a"), ("grant_type", "b")], 400, "invalid_request"),
        ("device_authorization", &[("client_id", "unknown")], 401, "invalid_client"),
        ("device_authorization", &[("client_id", &app), ("scope", "everything")], 400, "invalid_scope"),
        ("revoke", &[("client_id", &app)], 400, "invalid_request"),
    ] {
        let (got, refused) = form(&server, path, pairs).await;
        assert_eq!((got.as_u16(), &refused["error"]), (status, &json!(error)), "{path} {pairs:?}");
    }
    let (status, refused) = server.post("/api/v1/oauth/token", None, json!({})).await;
    assert_eq!((status, &refused["error"]), (400, &json!("invalid_request")));
    let (status, metadata) = server.get("/.well-known/oauth-authorization-server").await;
    assert_eq!((status.as_u16(), &metadata["code_challenge_methods_supported"]), (200, &json!(["S256"])));
    assert_eq!(metadata["token_endpoint"], server.url("/api/v1/oauth/token"));
}
