//! Rules of the standards that the documentation names: each row names the section, and a request that shows whether the server follows it.

use base64ct::{Base64UrlUnpadded, Encoding};
use reqwest::{Method, header};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::test_server::{Guest, TestServer};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const METADATA: &str = "/.well-known/oauth-authorization-server";
const FORM: &str = "application/x-www-form-urlencoded";
/// An id of nothing.
const NOTHING: &str = "0198a1b2-0000-7000-8000-000000000000";
const JSON: &str = "application/json";

/// A rule, a request, and the expected answer.
struct Rule {
    section: &'static str,
    request: (Method, String),
    token: Option<String>,
    body: Option<(&'static str, String)>,
    status: u16,
    shows: Shows,
}

enum Shows {
    /// A header with this value.
    Header(header::HeaderName, &'static str),
    /// This value at this place of the body.
    Body(&'static str, Value),
    /// Any text at this place of the body.
    Text(&'static str),
    /// Nothing at this place of the body.
    Nothing(&'static str),
}
use Shows::{Body, Header, Nothing, Text};

fn rule(section: &'static str, method: Method, path: impl Into<String>, status: u16, shows: Shows) -> Rule {
    Rule { section, request: (method, path.into()), token: None, body: None, status, shows }
}

impl Rule {
    fn token(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    fn body(mut self, kind: &'static str, body: impl Into<String>) -> Self {
        self.body = Some((kind, body.into()));
        self
    }

    async fn check(self, server: &TestServer) {
        let Self { section, request: (method, path), token, body, status, shows } = self;
        let mut request = server.http().request(method, server.url(&path));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some((kind, body)) = &body {
            request = request.header(header::CONTENT_TYPE, *kind).body(body.clone());
        }
        let answer = request.send().await.unwrap();
        let what = format!("{section}: {path} {}", body.map(|(_, body)| body).unwrap_or_default());
        let (came, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body: Value = answer.json().await.unwrap_or_default();
        assert_eq!(came, status, "{what}: {body}");
        match shows {
            Header(name, value) => {
                let came = headers.get(&name).map(|value| value.to_str().unwrap());
                assert_eq!(came, Some(value), "{what}");
            }
            Body(place, value) => assert_eq!(body.pointer(place), Some(&value), "{what}: {body}"),
            Text(place) => assert!(body.pointer(place).is_some_and(Value::is_string), "{what}: {body}"),
            Nothing(place) => assert_eq!(body.pointer(place), None, "{what}: {body}"),
        }
    }
}

/// Creates an API token with these scopes.
async fn token(server: &TestServer, user: &Guest, scopes: &[&str]) -> String {
    let body = json!({"label": "Program", "scopes": scopes, "days": 1});
    let (status, made) = server.post("/api/v1/tokens", Some(&user.token), body).await;
    assert_eq!(status, 201, "{made}");
    made["token"].as_str().unwrap().to_owned()
}

async fn app(server: &TestServer, developer: &Guest, redirect_uris: &[&str]) -> String {
    let body = json!({"name": "Charts", "redirect_uris": redirect_uris});
    let (status, made) = server.post("/api/v1/me/apps", Some(&developer.token), body).await;
    assert_eq!(status, 201, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

/// The query of an authorization request. An empty value leaves the parameter without a value.
fn query(app: &str, redirect_uri: &str, scope: &str) -> String {
    let challenge = Base64UrlUnpadded::encode_string(&Sha256::digest(VERIFIER));
    let pairs = [
        ("response_type", "code"),
        ("client_id", app),
        ("redirect_uri", redirect_uri),
        ("scope", scope),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ];
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

fn authorization(query: &str) -> String {
    format!("/api/v1/oauth/authorization?{query}")
}

/// Scopes in the order of the metadata.
const SCOPES: [&str; 11] = [
    "read",
    "play",
    "bot",
    "tournament",
    "challenges",
    "follows",
    "studies",
    "clubs",
    "messages",
    "puzzles",
    "webhooks",
];

#[tokio::test]
async fn http_and_bearer_tokens_follow_their_standards() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let read = token(&server, &ada, &["read"]).await;
    let (me, rooms) = ("/api/v1/me", "/api/v1/rooms");
    let challenge = header::WWW_AUTHENTICATE;
    let problem = Header(header::CONTENT_TYPE, "application/problem+json");
    let room =
        |body: &str| rule("RFC 9457, 3.2", Method::POST, rooms, 400, Nothing("/nothing")).body(JSON, body);
    let pointer = |body: &str, pointer: &str| Rule {
        shows: Body("/errors/0/pointer", json!(pointer)),
        ..room(body).token(&ada.token)
    };
    for rule in [
        rule(
            "RFC 9110, 15.5.2",
            Method::GET,
            "/api/v1/tokens",
            401,
            Header(challenge.clone(), r#"Bearer realm="sumito""#),
        ),
        rule(
            "RFC 6750, 3.1",
            Method::GET,
            me,
            401,
            Header(challenge.clone(), r#"Bearer realm="sumito", error="invalid_token""#),
        )
        .token("sumito_wrong"),
        rule(
            "RFC 6750, 3.1",
            Method::POST,
            rooms,
            403,
            Header(challenge.clone(), r#"Bearer realm="sumito", error="insufficient_scope", scope="play""#),
        )
        .token(&read)
        .body(JSON, "{}"),
        rule(
            "RFC 6750, 3.1",
            Method::GET,
            "/api/v1/tokens",
            403,
            Header(challenge, r#"Bearer realm="sumito", error="insufficient_scope""#),
        )
        .token(&read),
        rule("RFC 9110, 15.5.16", Method::POST, rooms, 415, Body("/code", json!("unsupported_media_type")))
            .token(&ada.token)
            .body("text/plain", "{}"),
        rule("RFC 9110, 15.5.16", Method::POST, "/api/v1/sessions", 415, Text("/detail"))
            .body(FORM, "name=Ada"),
        rule("RFC 9110, 15.5.6", Method::DELETE, rooms, 405, Header(header::ALLOW, "GET,HEAD,POST")),
        rule("RFC 9457, 3", Method::GET, "/api/v1/nothing", 404, problem),
        rule("RFC 9457, 3.1.2", Method::GET, "/api/v1/nothing", 404, Body("/status", json!(404))),
        rule("RFC 9457, 3.1.1", Method::GET, "/api/v1/nothing", 404, Body("/type", json!("about:blank"))),
        pointer(r#"{"clock":{"kind":"fischer"}}"#, "/clock/increment_ms"),
        pointer(r#"{"clock":{"kind":"fischer","initial_ms":"x","increment_ms":0}}"#, "/clock/initial_ms"),
        pointer(r#"{"clock":{"kind":"sand"}}"#, "/clock/kind"),
        pointer(r#"{"spectator_delay_s":"x"}"#, "/spectator_delay_s"),
        pointer(r#"{"colour":1}"#, "/colour"),
        Rule { shows: Text("/errors/0/detail"), ..room(r#"{"bots":[{"id":"bob"}]}"#).token(&ada.token) },
        Rule { shows: Nothing("/errors"), ..room("{").token(&ada.token) },
    ] {
        rule.check(&server).await;
    }
}

#[tokio::test]
async fn apps_get_tokens_as_oauth_says() {
    let server = TestServer::start().await;
    let developer = server.account("Developer").await;
    let back = "https://app.example/back";
    let id = app(&server, &developer, &[back]).await;
    let ask = |section, query: String, status, shows| {
        rule(section, Method::GET, authorization(&query), status, shows)
    };
    let endpoint = |section, path: &str, status, shows, form: String| {
        rule(section, Method::POST, format!("/api/v1/oauth/{path}"), status, shows).body(FORM, form)
    };
    let well_known = |place, value| rule("RFC 8414, 2", Method::GET, METADATA, 200, Body(place, value));
    let device = "urn:ietf:params:oauth:grant-type:device_code";
    for rule in [
        ask("RFC 6749, 3.1", query(&id, back, ""), 200, Body("/consent/scopes", json!(["read"]))),
        ask(
            "RFC 6749, 3.3",
            query(&id, back, "play read"),
            200,
            Body("/consent/scopes", json!(["read", "play"])),
        ),
        ask(
            "RFC 6749, 4.1.2.1",
            query(NOTHING, back, "read"),
            400,
            Body("/code", json!("bad_authorization")),
        ),
        ask("RFC 6749, 4.1.2.1", query(&id, "https://else.example/", "read"), 400, Text("/detail")),
        ask("RFC 9700, 4.11.2", query(&id, back, "everything"), 200, Body("/kind", json!("refused"))),
        ask("RFC 6749, 4.1.2.1", query(&id, back, "everything"), 200, Body("/error", json!("invalid_scope"))),
        ask("RFC 6749, 4.1.2.1", query(&id, back, "everything"), 200, Text("/detail")),
        endpoint(
            "RFC 6749, 5.2",
            "token",
            400,
            Body("/error", json!("unsupported_grant_type")),
            format!("grant_type=client_credentials&client_id={id}"),
        ),
        endpoint(
            "RFC 6749, 5.2",
            "token",
            400,
            Text("/error_description"),
            format!("grant_type=refresh_token&client_id={id}"),
        ),
        endpoint(
            "RFC 6749, 5.2",
            "token",
            400,
            Text("/error_description"),
            format!("grant_type={device}&client_id={id}&device_code=unknown"),
        ),
        endpoint(
            "RFC 9110, 15.5.2",
            "device_authorization",
            401,
            Header(header::WWW_AUTHENTICATE, r#"Bearer realm="sumito""#),
            format!("client_id={NOTHING}"),
        ),
        endpoint(
            "RFC 6749, 5.2",
            "device_authorization",
            401,
            Text("/error_description"),
            format!("client_id={NOTHING}"),
        ),
        endpoint("RFC 7009, 2.2", "revoke", 200, Nothing("/error"), format!("client_id={id}&token=unknown")),
        endpoint(
            "RFC 6749, 3.2",
            "revoke",
            400,
            Text("/error_description"),
            format!("client_id={id}&token=%ff"),
        ),
        well_known("/grant_types_supported", json!(["authorization_code", device])),
        well_known("/token_endpoint_auth_methods_supported", json!(["none"])),
        well_known("/revocation_endpoint_auth_methods_supported", json!(["none"])),
        well_known("/response_types_supported", json!(["code"])),
        well_known("/code_challenge_methods_supported", json!(["S256"])),
        well_known("/scopes_supported", json!(SCOPES)),
        well_known("/authorization_response_iss_parameter_supported", json!(true)),
        well_known("/issuer", json!(server.url(""))),
    ] {
        rule.check(&server).await;
    }
    let (_, described) = server.get(METADATA).await;
    for (name, address) in described.as_object().unwrap() {
        if let Some(address) = address.as_str().filter(|_| name.ends_with("_endpoint")) {
            let method = if name == "authorization_endpoint" { Method::GET } else { Method::POST };
            let answer = server.http().request(method, address).send().await.unwrap();
            assert_ne!(answer.status(), 404, "RFC 8414, 2: {name} exists");
            assert_ne!(answer.status(), 405, "RFC 8414, 2: {name} exists");
        }
    }
}

/// RFC 8252, 7.3: the port of an address on this machine does not count, and everything else does.
#[tokio::test]
async fn native_apps_listen_on_any_port() {
    let server = TestServer::start().await;
    let (developer, ada) = (server.account("Developer").await, server.account("Ada").await);
    for (registered, asked, is_allowed) in [
        ("http://127.0.0.1/back", "http://127.0.0.1:18395/back", true),
        ("http://127.0.0.1/back", "http://127.0.0.1/back", true),
        ("http://127.0.0.1:8000/back", "http://127.0.0.1:9000/back", true),
        ("http://[::1]/back", "http://[::1]:18395/back", true),
        ("http://127.0.0.1/back", "http://[::1]:18395/back", false),
        ("http://127.0.0.1/back", "http://localhost:18395/back", false),
        ("http://127.0.0.1/back", "http://127.0.0.1:18395/other", false),
        ("http://127.0.0.1/back", "https://127.0.0.1:18395/back", false),
        ("http://127.0.0.1/back", "http://127.0.0.1@evil.example:80/back", false),
        ("https://app.example/back", "https://app.example:8443/back", false),
    ] {
        let id = app(&server, &developer, &[registered]).await;
        let query = query(&id, asked, "play read");
        let (status, answer) = server.get(&authorization(&query)).await;
        assert_eq!(status == 200, is_allowed, "{registered} {asked}: {answer}");
        if is_allowed {
            let body = json!({"query": query, "allow": true});
            let (status, answer) = server.post("/api/v1/oauth/authorization", Some(&ada.token), body).await;
            assert_eq!(status, 200, "{answer}");
            let to = reqwest::Url::parse(answer["to"].as_str().unwrap()).unwrap();
            let wanted = reqwest::Url::parse(asked).unwrap();
            assert_eq!((to.host(), to.port(), to.path()), (wanted.host(), wanted.port(), wanted.path()));
            let code = to.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
            let token = server.http().post(server.url("/api/v1/oauth/token")).form(&[
                ("grant_type", "authorization_code"),
                ("client_id", &id),
                ("code", &code),
                ("redirect_uri", asked),
                ("code_verifier", VERIFIER),
            ]);
            let token: Value = token.send().await.unwrap().json().await.unwrap();
            assert_eq!(token["scope"], "read play", "the order of the list of scopes: {token}");
            let access = token["access_token"].as_str().unwrap();
            assert!(access.starts_with("sumito_"), "as all API tokens begin");
            assert_eq!(server.get_as("/api/v1/me", access).await.0, 200);
            let revoke = server.http().post(server.url("/api/v1/oauth/revoke"));
            revoke.form(&[("client_id", &*id), ("token", access)]).send().await.unwrap();
            assert_eq!(server.get_as("/api/v1/me", access).await.0, 401);
        }
        assert_eq!(server.delete(&format!("/api/v1/me/apps/{id}"), &developer.token).await.0, 204);
    }
}

/// RFC 9110, 15.5.2 and RFC 6750, 3: all operations, without a token and with one that permits nothing.
#[tokio::test]
async fn every_refused_caller_learns_how_to_authenticate() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let read = token(&server, &ada, &["read"]).await;
    let (_, description) = server.get("/openapi.json").await;
    let (mut unauthenticated, mut insufficient) = (0, 0);
    for (path, operations) in description["paths"].as_object().unwrap() {
        let parts = path.split('/').map(|part| if part.starts_with('{') { NOTHING } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        for method in operations.as_object().unwrap().keys() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            for token in [None, Some(read.as_str()), Some("sumito_wrong")] {
                let mut request = server.http().request(method.clone(), server.url(&path));
                if let Some(token) = token {
                    request = request.bearer_auth(token);
                }
                let answer = request.send().await.unwrap();
                let status = answer.status();
                let challenge = answer.headers().get(header::WWW_AUTHENTICATE).cloned();
                if status != 401 && status != 403 {
                    continue;
                }
                let body: Value = answer.json().await.unwrap_or_default();
                if status == 401 {
                    assert!(
                        challenge.is_some_and(|value| value.as_bytes().starts_with(b"Bearer ")),
                        "{method} {path}"
                    );
                    unauthenticated += 1;
                } else if body["code"] == "missing_scope" {
                    let challenge = challenge.unwrap_or_else(|| panic!("{method} {path} has no challenge"));
                    assert!(challenge.to_str().unwrap().contains("insufficient_scope"), "{method} {path}");
                    insufficient += 1;
                }
            }
        }
    }
    assert!(unauthenticated > 200 && insufficient > 50, "{unauthenticated}, {insufficient}");
}
