//! The client's pages as the server renders them: their status, and their title and description.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::database::Kind;
use crate::play::two_players;
use crate::test_server::TestServer;

struct Page {
    status: u16,
    policy: String,
    html: String,
}

impl Page {
    /// Returns the content of a `meta` of the page; empty if there is none.
    fn says(&self, name: &str) -> &str {
        let Some((_, rest)) = self.html.split_once(&format!("=\"{name}\" content=\"")) else { return "" };
        rest.split_once('"').unwrap().0
    }
}

async fn page_as(server: &TestServer, path: &str, token: Option<&str>) -> Page {
    let mut request = server.http().get(server.url(path));
    if let Some(token) = token {
        request = request.header("cookie", format!("sumito_session={token}"));
    }
    let answer = request.send().await.unwrap();
    let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8", "{path}");
    assert_eq!(answer.headers()["cache-control"], "no-cache", "{path}");
    let status = answer.status().as_u16();
    Page { status, policy, html: answer.text().await.unwrap() }
}

async fn page(server: &TestServer, path: &str) -> Page {
    page_as(server, path, None).await
}

#[tokio::test]
async fn missing_resource_gets_404_with_the_page() {
    let server = TestServer::start().await;
    let nowhere = [
        "/elsewhere",
        "/room",
        "/room/0123456789ab",
        "/room/nonsense",
        "/games/nonsense",
        "/games/00000000-0000-0000-0000-000000000000",
        "/embed/game/nonsense",
        "/puzzles/nonsense",
        "/learn/a/b",
    ];
    for path in nowhere {
        let page = page(&server, path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.html.contains("<script"), "{path}");
        assert_eq!(page.says("og:title"), "Sumito", "{path}");
    }
    for path in [
        "/",
        "/new",
        "/games?player=1",
        "/games/",
        "/analysis?mode=two",
        "/local",
        "/learn",
        "/learn/pac",
        "/rules",
        "/glossary",
        "/settings",
    ] {
        let page = page(&server, path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(
            page.says("og:image").ends_with(" b 0,0 0 0") || page.says("og:image").contains("position="),
            "{path}"
        );
    }
}

#[tokio::test]
async fn page_names_its_build() {
    let server = TestServer::start().await;
    let socket = server.client().await;
    let build = socket.hello["client"].as_str().unwrap();
    assert_eq!(build.len(), 16);
    assert_eq!(page(&server, "/").await.says("sumito-client"), build);
}

#[tokio::test]
async fn link_previews_name_the_players() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        "https://abalone.example/".clone_into(&mut config.public_url);
    })
    .await;
    let guests = [server.guest().await, server.guest().await];
    let mut black = server.client_of(&guests[0]).await;
    let mut white = server.client_of(&guests[1]).await;
    let settings = json!({"layout": "standard", "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 2_000}});
    let (room, _) = black.create_room(settings).await;
    let path = format!("/room/{room}");
    let waiting = page(&server, &path).await;
    assert_eq!(waiting.says("og:title"), format!("Play Abalone with {}", guests[0].name));
    assert!(
        waiting.html.contains(&format!("<title>Play Abalone with {}</title>", guests[0].name)),
        "{}",
        waiting.html
    );
    assert_eq!(waiting.says("og:description"), "Two players · Standard · 5 + 2. Tap to join.");
    assert_eq!(waiting.says("og:url"), format!("https://abalone.example{path}"));
    assert_eq!(waiting.says("og:image"), format!("https://abalone.example/api/v1/rooms/{room}/picture.png"));
    assert_eq!(waiting.says("twitter:card"), "summary_large_image");
    let description = format!("content=\"{}\"", waiting.says("og:description"));
    assert_eq!(
        waiting.html.matches(&description).count(),
        2,
        "the page's own description is the same: {}",
        waiting.html
    );
    assert_eq!((waiting.says("og:image:width"), waiting.says("og:image:height")), ("1200", "630"));

    white.join(&room).await.unwrap();
    let versus = format!("{} – {} · Abalone", guests[0].name, guests[1].name);
    let playing = page(&server, &path).await;
    assert_eq!(playing.says("og:title"), versus);
    assert!(playing.says("og:description").ends_with("Live: 0–0 in marbles pushed off."));
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let finished = black.event("finished").await;
    let game = finished["game"].as_str().unwrap();
    let won = format!("{} won by resignation.", guests[1].name);
    assert!(page(&server, &path).await.says("og:description").ends_with(&won));
    let replay = page(&server, &format!("/games/{game}?ply=0")).await;
    assert_eq!((replay.status, replay.says("og:title")), (200, &*versus));
    assert!(replay.says("og:image").ends_with(&format!("/api/v1/games/{game}/picture.png?ply=0")));
}

#[tokio::test]
async fn previews_and_the_manifest_are_in_the_readers_language() {
    let server = TestServer::start().await;
    let mut black = server.client().await;
    let (room, _) = black.create_room(json!({"layout": "standard"})).await;
    let get = async |path: &str, language: &str| {
        let request = server.http().get(server.url(path)).header("accept-language", language);
        let answer = request.send().await.unwrap();
        assert!(answer.headers()["vary"].to_str().unwrap().contains("accept-language"), "{path}");
        answer.text().await.unwrap()
    };
    let room = format!("/room/{room}");
    for (language, join, site, local) in [
        (
            "de-AT,de;q=0.9",
            "Tippe hier, um mitzuspielen.",
            "Spiel Abalone kostenlos online",
            "An einem Gerät",
        ),
        ("pl", "Dotknij, aby dołączyć.", "Graj w Abalone online za darmo", "Na jednym urządzeniu"),
        ("nl-BE", "Tik om mee te doen.", "Speel gratis Abalone online", "Op één apparaat"),
        ("fr", "Tap to join.", "Play Abalone online for free", "Pass and play"),
    ] {
        assert!(get(&room, language).await.contains(join), "{language}");
        assert!(get("/", language).await.contains(site), "{language}");
        assert!(get("/manifest.webmanifest", language).await.contains(local), "{language}");
    }
}

#[tokio::test]
async fn private_game_preview_is_for_its_players_only() {
    let server = TestServer::start().await;
    let (mut black, _white, room) = two_players(&server, json!({"visibility": "private"})).await;
    black.request(json!({"type": "abort", "room": room})).await.unwrap();
    let path = format!("/games/{}", black.event("finished").await["game"].as_str().unwrap());
    assert_eq!(page(&server, &path).await.status, 404);
    let own = page_as(&server, &path, Some(black.token())).await;
    assert!(own.status == 200 && own.says("og:description").contains("Game aborted."), "{}", own.html);
}

#[tokio::test]
async fn only_embedded_pages_may_be_framed() {
    let server = TestServer::start().await;
    let (mut black, _white, room) = two_players(&server, json!({})).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let game = black.event("finished").await["game"].as_str().unwrap().to_owned();
    let embedded = page(&server, &format!("/embed/game/{game}")).await;
    assert!(embedded.status == 200 && embedded.policy.ends_with("frame-ancestors *"), "{}", embedded.policy);
    let puzzle = page(&server, "/embed/puzzle").await;
    assert!(puzzle.status == 200 && puzzle.policy.ends_with("frame-ancestors *"), "{}", puzzle.policy);
    for path in ["/".to_owned(), format!("/games/{game}"), format!("/room/{room}"), "/embed/game".to_owned()]
    {
        let policy = page(&server, &path).await.policy;
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn rate_limited_pages_have_no_preview() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.limits.exempt_loopback = false;
        config.http.requests_per_second = 1;
        config.http.request_burst = 20;
    })
    .await;
    let (_black, _white, room) = two_players(&server, json!({})).await;
    let mut titles = Vec::new();
    while titles.last().is_none_or(|title| title != "Sumito") {
        let page = page(&server, &format!("/room/{room}")).await;
        assert_eq!(page.status, 200);
        titles.push(page.says("og:title").to_owned());
    }
    assert!(titles.len() > 1 && titles[0].ends_with(" · Abalone"), "{titles:?}");
}

#[tokio::test]
async fn a_page_does_not_wait_for_a_database_that_hangs() {
    let server =
        TestServer::start_with(Kind::Postgres, |config| config.database.statement_timeout_ms = 3_600_000)
            .await;
    let (mut black, _white, room) = two_players(&server, json!({})).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let path = format!("/games/{}", black.event("finished").await["game"].as_str().unwrap());
    let title = page(&server, &path).await.says("og:title").to_owned();
    let mut other = PgConnection::connect(server.database().url()).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE games").execute(&mut other).await.unwrap();
    let hasty = page(&server, &path).await;
    assert_eq!((hasty.status, hasty.says("og:title")), (200, "Sumito"));
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(page(&server, &path).await.says("og:title"), title);
}

#[tokio::test]
async fn service_worker_and_manifest_are_revalidated() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.http.client_dir = folder.path().to_owned();
    })
    .await;
    for (file, kind) in [
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("offline.html", "text/html; charset=utf-8"),
    ] {
        std::fs::write(folder.path().join(file), "{}").unwrap();
        let answer = server.http().get(server.url(&format!("/{file}"))).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(
            (answer.headers()["content-type"].as_bytes(), answer.headers()["cache-control"].as_bytes()),
            (kind.as_bytes(), &b"no-cache"[..])
        );
    }
    let mut socket = crate::client::Client::connect(&server.url("/ws"), None).await;
    assert_eq!(socket.hello["client"], Value::Null, "there is no page yet");
    socket.send(r#"{"type":"ping","t":1}"#).await;
    socket.next_of("pong").await;
}
