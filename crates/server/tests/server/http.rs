//! Other HTTP resources: health, OpenAPI description, the web client's files, rooms.

use std::fs;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::database::{BOTH, Kind};
use crate::test_server::TestServer;

#[tokio::test]
async fn health_and_readiness_are_served() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        for path in ["/healthz", "/readyz"] {
            let answer = server.http().get(server.url(path)).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
        }
    }
}

#[tokio::test]
async fn openapi_description_is_served() {
    let server = TestServer::start().await;
    let (_, description) = server.get("/openapi.json").await;
    for path in ["/api/v1/guests", "/api/v1/games", "/api/v1/games/{id}", "/api/v1/rooms", "/readyz"] {
        assert!(description["paths"].get(path).is_some(), "{path}");
    }
}

#[tokio::test]
async fn every_page_path_serves_the_client() {
    let server = TestServer::start().await;
    for path in ["/", "/games", "/players/ada"] {
        let answer = server.http().get(server.url(path)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self'"), "{policy}");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'; style-src"), "{policy}");
        assert!(policy.contains("worker-src 'self'; manifest-src 'self'"), "{policy}");
        assert!(policy.ends_with("frame-ancestors 'none'"), "{policy}");
        let etag = answer.headers()["etag"].clone();
        let again = server.http().get(server.url(path)).header("if-none-match", etag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }
    let (status, problem) = server.get("/missing.png").await;
    assert_eq!((status, &problem["code"]), (StatusCode::NOT_FOUND, &json!("not_found")));
    let posted = server.http().post(server.url("/games")).send().await.unwrap();
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn only_the_embeddable_board_may_be_framed() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let policy = async |path: &str| {
        let answer = server.http().get(server.url(path)).send().await.unwrap();
        answer.headers()["content-security-policy"].to_str().unwrap().to_owned()
    };
    let framed = policy("/embed/game/01a1fcc6-ba4e-71e8-9582-3b04b4b05e36").await;
    let usual = policy("/games/01a1fcc6-ba4e-71e8-9582-3b04b4b05e36").await;
    assert!(framed.ends_with("; frame-ancestors *"), "{framed}");
    assert_eq!(framed.replace("frame-ancestors *", "frame-ancestors 'none'"), usual);
    for part in ["worker-src 'self'", "manifest-src 'self'", "img-src 'self' data: blob:", "font-src 'self'"]
    {
        assert!(usual.split("; ").any(|other| other == part), "{usual}");
    }
    for path in
        ["/", "/room/0123456789ab", "/embed/game/", "/favicon.svg", "/api/v1/layouts", "/api/v1/nothing"]
    {
        assert_eq!(policy(path).await, usual, "{path}");
    }
}

#[tokio::test]
async fn files_without_hashed_names_are_revalidated() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    for (path, content_type) in [
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/appearance.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/favicon.svg", "image/svg+xml; charset=utf-8"),
        ("/icons/192.png", "image/png"),
    ] {
        let get = || server.http().get(server.url(path));
        let answer = get().send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(answer.headers()["content-type"], content_type, "{path}");
        assert_eq!(answer.headers()["cache-control"], "no-cache", "{path}");
        // The server writes the manifest anew, in the reader's language.
        let is_written = path.contains("manifest");
        let vary = if is_written { "accept-encoding, accept-language" } else { "accept-encoding" };
        assert_eq!(answer.headers()["vary"], vary, "{path}");
        let etag = answer.headers()["etag"].clone();
        let again = get().header("if-none-match", etag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        let encoded = get().header("accept-encoding", "br").send().await.unwrap();
        let encoding = encoded.headers().get("content-encoding").map(|value| value.to_str().unwrap());
        assert_eq!(
            encoding,
            if is_written || path.contains("/icons/") { None } else { Some("br") },
            "{path}"
        );
    }
}

#[tokio::test]
async fn client_folder_serves_the_latest_build() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.http.client_dir = folder.path().to_owned();
    })
    .await;
    let get = async |path: &str| {
        let answer = server.http().get(server.url(path)).send().await.unwrap();
        let caching = answer.headers().get("cache-control").map(|value| value.to_str().unwrap().to_owned());
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
        (answer.status().as_u16(), caching.unwrap_or_default(), answer.text().await.unwrap())
    };
    assert_eq!(get("/").await.0, 503, "nothing is built yet");
    for text in ["first", "second"] {
        fs::write(folder.path().join("index.html"), text).unwrap();
        let (status, caching, body) = get("/").await;
        assert_eq!((status, &*caching), (200, "no-cache"));
        assert!(body.contains(text), "{body}");
    }
    fs::create_dir(folder.path().join("assets")).unwrap();
    fs::write(folder.path().join("assets/app-1.js"), "1").unwrap();
    let (_, caching, script) = get("/assets/app-1.js").await;
    assert_eq!((&*caching, &*script), ("public, max-age=31536000, immutable", "1"));
    assert_eq!(get("/favicon.svg").await.0, 404, "the embedded file is not served");
}

#[tokio::test]
async fn rooms_can_be_made_and_looked_at() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let make = |body: Value| {
        server.http().post(server.url("/api/v1/rooms")).bearer_auth(&guest.token).json(&body).send()
    };
    let made = make(json!({"layout": "standard", "seat": 1})).await.unwrap();
    assert_eq!(made.status(), StatusCode::CREATED);
    let made: Value = made.json().await.unwrap();
    assert_eq!(made["seat"], 1);
    let (_, snapshot) = server.get(&format!("/api/v1/rooms/{}", made["room"].as_str().unwrap())).await;
    assert_eq!(snapshot["seats"][1]["player"]["id"], json!(guest.id));

    let wrong = make(json!({"colour": "red"})).await.unwrap();
    assert_eq!(wrong.status(), StatusCode::BAD_REQUEST);
    assert_eq!(wrong.headers()["content-type"], "application/problem+json");
    let wrong: Value = wrong.json().await.unwrap();
    assert!(wrong["detail"].as_str().unwrap().contains("colour"), "{wrong}");
    let without_token =
        server.http().post(server.url("/api/v1/rooms")).json(&json!({})).send().await.unwrap();
    assert_eq!(without_token.status(), StatusCode::UNAUTHORIZED);
    let huge = make(json!({"layout": "x".repeat(20_000)})).await.unwrap();
    assert_eq!(huge.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let broken = server
        .http()
        .post(server.url("/api/v1/rooms"))
        .bearer_auth(&guest.token)
        .header("content-type", "application/json")
        .body("{")
        .send()
        .await
        .unwrap();
    let broken: Value = broken.json().await.unwrap();
    assert_eq!(broken["code"], "bad_json");
}

#[tokio::test]
async fn layouts_are_listed() {
    let server = TestServer::start().await;
    let (_, body) = server.get("/api/v1/layouts").await;
    let layouts = body["layouts"].as_array().unwrap();
    assert_eq!(layouts.len(), 22);
    let standard =
        json!({"name": "standard", "players": 2, "rows": "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb"});
    assert!(layouts.contains(&standard));
}
