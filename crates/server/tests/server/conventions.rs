//! Conventions of all HTTP answers: addresses of new resources, rate limits, and pages of other origins.

use reqwest::header::{HeaderMap, HeaderName};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::database::Kind;
use crate::test_server::TestServer;

const ORIGIN: &str = "https://app.example";

fn text(headers: &HeaderMap, name: &'static str) -> Option<String> {
    headers.get(HeaderName::from_static(name)).map(|value| value.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn new_resources_have_a_location() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.account("Ada").await, server.account("Ben").await);
    let create = async |path: &str, body: serde_json::Value| {
        let request = server.http().post(server.url(&format!("/api/v1{path}"))).bearer_auth(&ada.token);
        let answer = request.json(&body).send().await.unwrap();
        let location = text(answer.headers(), "location");
        let status = answer.status();
        let body: serde_json::Value = answer.json().await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{path}: {body}");
        (location.unwrap(), body)
    };
    let (location, room) = create("/rooms", json!({})).await;
    assert_eq!(location, format!("/api/v1/rooms/{}", room["room"].as_str().unwrap()));
    for (path, id, body) in [
        (
            "/challenges",
            "/id",
            json!({"player": ben.name, "terms": {"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}}}),
        ),
        ("/clubs", "/club/id", json!({"name": "The Club"})),
        ("/studies", "/id", json!({"name": "Daisies", "from": {}})),
        (
            "/tournaments",
            "/state/id",
            json!({"settings": {
                "name": "Open", "form": {"form": "round_robin", "cycles": 1}, "start": {"kind": "by_director"},
                "clock": {"kind": "sudden_death", "initial_ms": 300_000},
            }}),
        ),
    ] {
        let (location, created) = create(path, body).await;
        let id = |body: &serde_json::Value| body.pointer(id).unwrap().as_str().unwrap().to_owned();
        assert_eq!(location, format!("/api/v1{path}/{}", id(&created)));
        let (status, shown) = server.get_as(&location, &ada.token).await;
        assert_eq!((status, id(&shown)), (200, id(&created)));
    }
    let (location, _) = create("/guests", json!({})).await;
    assert_eq!(location, "/api/v1/me");
}

#[tokio::test]
async fn answers_show_what_is_left_of_the_rate_limits() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.exempt_loopback = false;
        config.limits.rooms_per_minute = 2;
    })
    .await;
    let guest = server.guest().await;
    let create = async || {
        let request = server.http().post(server.url("/api/v1/rooms")).bearer_auth(&guest.token);
        let answer = request.json(&json!({})).send().await.unwrap();
        (answer.status().as_u16(), answer.headers().clone())
    };
    for (status, left) in [(201, 1), (201, 0), (429, 0)] {
        let (answered, headers) = create().await;
        assert_eq!(answered, status);
        let policy = text(&headers, "ratelimit-policy").unwrap();
        assert!(policy.starts_with("\"requests\";q="), "{policy}");
        assert!(policy.ends_with(", \"rooms\";q=2;w=60"), "{policy}");
        let rest = text(&headers, "ratelimit").unwrap();
        assert!(rest.contains(&format!(", \"rooms\";r={left};t=")), "{rest}");
        let seconds = text(&headers, "retry-after").map(|seconds| seconds.parse::<u32>().unwrap());
        assert_eq!(seconds.is_some_and(|seconds| (1..=30).contains(&seconds)), status == 429);
    }
}

#[tokio::test]
async fn limit_without_a_time_has_retry_after_too() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.open_rooms_per_user = 1).await;
    let guest = server.guest().await;
    let create =
        || server.http().post(server.url("/api/v1/rooms")).bearer_auth(&guest.token).json(&json!({})).send();
    assert_eq!(create().await.unwrap().status(), StatusCode::CREATED);
    let refused = create().await.unwrap();
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(text(refused.headers(), "retry-after").as_deref(), Some("60"));
}

#[tokio::test]
async fn pages_of_any_origin_may_use_a_token_but_no_cookie() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let preflight = async |wanted: &str| {
        let request = server.http().request(Method::OPTIONS, server.url("/api/v1/rooms"));
        let request = request
            .header("origin", ORIGIN)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", wanted);
        request.send().await.unwrap().headers().clone()
    };
    let headers = preflight("authorization,content-type,idempotency-key").await;
    assert_eq!(text(&headers, "access-control-allow-origin").as_deref(), Some(ORIGIN));
    assert_eq!(text(&headers, "access-control-allow-credentials"), None);
    let allowed = text(&headers, "access-control-allow-headers").unwrap();
    assert!(allowed.contains("authorization") && allowed.contains("idempotency-key"), "{allowed}");
    assert_eq!(text(&preflight("content-type").await, "access-control-allow-origin"), None);

    let send = async |method: Method, path: &str, credentials: Vec<(&'static str, String)>| {
        let request = server.http().request(method, server.url(path)).header("origin", ORIGIN);
        let request =
            credentials.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        let answer = request.json(&json!({})).send().await.unwrap();
        let origin = text(answer.headers(), "access-control-allow-origin");
        if origin.as_deref() == Some(ORIGIN) {
            let exposed = text(answer.headers(), "access-control-expose-headers").unwrap();
            let exposed: Vec<_> = exposed.split(',').map(str::trim).collect();
            for header in ["etag", "link", "location", "preference-applied", "ratelimit", "retry-after"] {
                assert!(exposed.contains(&header), "{header} is hidden from pages: {exposed:?}");
            }
        }
        (answer.status().as_u16(), origin)
    };
    let bearer = || ("authorization", format!("Bearer {}", guest.token));
    let cookie = || ("cookie", format!("sumito_session={}", guest.token));
    let granted = Some(ORIGIN.to_owned());
    let post = |credentials| send(Method::POST, "/api/v1/rooms", credentials);
    assert_eq!(post(vec![bearer()]).await, (201, granted.clone()));
    assert_eq!(post(vec![cookie()]).await, (403, None));
    assert_eq!(post(vec![bearer(), cookie()]).await, (201, None));
    assert_eq!(post(vec![("authorization", "Basic YTpi".to_owned())]).await, (403, None));
    let read = |credentials| send(Method::GET, "/api/v1/me/rooms", credentials);
    assert_eq!(read(vec![bearer()]).await, (200, granted.clone()));
    assert_eq!(read(vec![("authorization", "Bearer wrong".to_owned())]).await, (401, granted));
    assert_eq!(read(vec![cookie()]).await, (200, None));
    // Public data may still be read without credentials.
    assert_eq!(send(Method::GET, "/api/v1/layouts", vec![]).await, (200, Some("*".to_owned())));
    assert_eq!(send(Method::GET, "/api/v1/layouts", vec![cookie()]).await, (200, None));
}

#[tokio::test]
async fn times_are_text_for_a_client_that_prefers_it() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let get = async |path: &str, prefer: &'static str, tag: Option<String>| {
        let mut request =
            server.http().get(server.url(path)).bearer_auth(&ada.token).header("prefer", prefer);
        if let Some(tag) = tag {
            request = request.header("if-none-match", tag);
        }
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status(), answer.headers().clone());
        (status, headers, answer.json::<serde_json::Value>().await.unwrap_or_default())
    };
    let sessions = "/api/v1/me/sessions";
    let (_, headers, numbers) = get(sessions, "", None).await;
    assert_eq!(text(&headers, "preference-applied"), None);
    let (_, headers, texts) = get(sessions, "times=iso8601", None).await;
    assert_eq!(text(&headers, "preference-applied").as_deref(), Some("times=iso8601"));
    let micros = numbers["sessions"][0]["created_at"].as_i64().unwrap();
    let at = texts["sessions"][0]["created_at"].as_str().unwrap();
    let at = time::OffsetDateTime::parse(at, &time::format_description::well_known::Rfc3339).unwrap();
    assert_eq!(at.unix_timestamp_nanos(), i128::from(micros) * 1_000);

    // A cache distinguishes both forms.
    let rules = "/api/v1/positions/formations?mode=two&\
                 position=wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb%20b%200,0%200%200";
    let (_, plain, _) = get(rules, "", None).await;
    let (_, preferred, _) = get(rules, "times=iso8601", None).await;
    let (plain, preferred) = (text(&plain, "etag").unwrap(), text(&preferred, "etag").unwrap());
    assert_ne!(plain, preferred);
    assert_eq!(get(rules, "times=iso8601", Some(preferred)).await.0, StatusCode::NOT_MODIFIED);
    assert_eq!(get(rules, "", Some(plain)).await.0, StatusCode::NOT_MODIFIED);
}
