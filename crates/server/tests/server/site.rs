//! The site as its operator has set it up: name, colour, logo, texts, terms.

use base64ct::{Base64, Encoding as _};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sumito_config::Config;

use crate::database::{BOTH, Kind};
use crate::process::output_of;
use crate::test_server::{PASSWORD, TestServer};

const LOGO: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>";

fn text_of(page: &str, start: &str) -> String {
    page.split(start).nth(1).unwrap_or_default().split(['<', '"']).next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_club_site_has_its_name_colour_logo_and_texts() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let page =
        "<head><title>Sumito</title><link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.svg\"></head>";
    file("index.html", page);
    file(
        "manifest.webmanifest",
        r##"{"name": "Sumito", "theme_color": "#173a2d", "icons": [1], "id": "/"}"##,
    );
    let server = TestServer::start_with(Kind::Sqlite, |config: &mut Config| {
        config.http.client_dir = folder.path().to_owned();
        config.site.name = "Abalone-Club Köln".to_owned();
        config.site.accent = "#1d4e89".to_owned();
        config.site.logo = file("logo.svg", LOGO);
        config.site.imprint.de = file("imprint.txt", "\u{feff}# Impressum\r\n\r\nVorstand\r\n");
        config.site.terms.de = file("terms.de.txt", "Regeln");
        config.site.terms.en = file("terms.en.txt", "Rules");
        config.retention.chat_days = 7;
    })
    .await;
    let get = async |path: &str| server.http().get(server.url(path)).send().await.unwrap();
    let page = get("/rules").await.text().await.unwrap();
    assert_eq!(text_of(&page, "<title>"), "Abalone-Club Köln");
    assert_eq!(text_of(&page, "property=\"og:site_name\" content=\""), "Abalone-Club Köln");
    assert!(page.contains("href=\"/api/v1/site/logo\"") && page.contains("--felt:#1d4e89"), "{page}");
    let manifest: Value = get("/manifest.webmanifest").await.json().await.unwrap();
    assert_eq!(
        manifest,
        json!({"name": "Abalone-Club Köln", "short_name": "Abalone-Club Köln", "theme_color": "#1d4e89", "id": "/",
               "icons": [{"src": "/api/v1/site/logo", "sizes": "any", "type": "image/svg+xml"}], "lang": "en",
               "description": "Abalone for two, three and four players, in the browser.",
               "shortcuts": [{"name": "Pass and play", "url": "/local"}, {"name": "Learn the rules", "url": "/learn"}]})
    );
    let logo = get("/api/v1/site/logo").await;
    assert_eq!(
        (logo.status(), logo.headers()["content-type"].as_bytes()),
        (reqwest::StatusCode::OK, &b"image/svg+xml"[..])
    );
    assert!(logo.headers()["content-security-policy"].to_str().unwrap().contains("sandbox"));
    assert_eq!(logo.text().await.unwrap(), LOGO);
    let (_, site) = server.get("/api/v1/site").await;
    assert_eq!((&site["name"], &site["texts"]), (&json!("Abalone-Club Köln"), &json!(["imprint", "terms"])));
    assert_eq!(site["keeps"]["chat_days"], 7);
    let text = async |path: &str| server.get(&format!("/api/v1/site/texts/{path}")).await;
    assert_eq!(
        text("imprint?language=pl").await.1,
        json!({"language": "de", "text": "# Impressum\n\nVorstand"}),
        "the first of the others"
    );
    assert_eq!(text("terms?language=de").await.1["text"], "Regeln");
    assert_eq!(text("terms").await.1["text"], "Rules");
    for (path, status) in
        [("privacy", 404), ("front_page", 404), ("secrets", 404), ("terms?language=fr", 400)]
    {
        assert_eq!(text(path).await.0, status, "{path}");
    }
    for path in ["/imprint", "/privacy", "/terms"] {
        assert_eq!(get(path).await.status(), 200, "{path}");
    }
}

#[tokio::test]
async fn terms_are_accepted_at_registration() {
    let folder = tempfile::tempdir().unwrap();
    let terms = folder.path().join("terms.txt");
    std::fs::write(&terms, "Rules").unwrap();
    let server = TestServer::start_with(Kind::Sqlite, |config| config.site.terms.en = terms.clone()).await;
    for (accepts, status) in [(None, 403), (Some(false), 403), (Some(true), 201)] {
        let mut body = json!({"name": "Ada", "password": PASSWORD});
        if let Some(accepts) = accepts {
            body["accepts_terms"] = json!(accepts);
        }
        let (answered, body) = server.post("/api/v1/accounts", None, body).await;
        assert_eq!(answered, status, "{body}");
        if status == 403 {
            assert_eq!(body["code"], "terms_not_accepted");
        }
    }
    let (status, _) = server.get("/api/v1/site/logo").await;
    assert_eq!(status, 404, "the client has the logo of Sumito");
}

#[tokio::test]
async fn accepted_terms_are_recorded_with_their_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let (en, de) = (file("en.txt", "Rules"), file("de.txt", "Regeln"));
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| {
            config.site.terms.en = en.clone();
            config.site.terms.de = de.clone();
        })
        .await;
        let (_, guest) = server.post("/api/v1/guests", None, json!({})).await;
        let mut tokens = Vec::new();
        for (name, token) in [("Ada", None), ("Grace", guest["token"].as_str())] {
            let body = json!({"name": name, "password": PASSWORD, "accepts_terms": true});
            let (status, body) = server.post("/api/v1/accounts", token, body).await;
            assert_eq!(status, 201, "{body}");
            tokens.push(body["token"].as_str().unwrap().to_owned());
        }
        let texts = r#"{"de":"Regeln","en":"Rules"}"#;
        for token in tokens {
            let (_, data) = server.get_as("/api/v1/me/export", &token).await;
            let accepted = &data["accepted_terms"];
            assert_eq!(
                accepted[0]["terms_hash"],
                Base64::encode_string(&Sha256::digest(texts)),
                "{accepted}"
            );
            assert!(accepted[0]["accepted_at"].as_i64().unwrap() > 0, "{accepted}");
            let (status, body) = server
                .request(Method::DELETE, "/api/v1/me", Some(&token), Some(json!({"password": PASSWORD})))
                .await;
            assert_eq!(status, 204, "{body}");
        }
    }
}

#[tokio::test]
async fn a_bad_file_is_named_before_the_server_starts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("text"), "no picture").unwrap();
    std::fs::write(path("bytes"), b"\xff\xfe").unwrap();
    std::fs::write(path("bell"), "a\u{7}b").unwrap();
    std::fs::write(path("empty"), " \n").unwrap();
    std::fs::write(path("long"), "x".repeat(65_537)).unwrap();
    let start = async |change: &dyn Fn(&mut Config)| {
        let mut config = Config::load(None, &sumito_config::Overrides::default()).unwrap();
        "memory:".clone_into(&mut config.database_url);
        config.listen = ([127, 0, 0, 1], 0).into();
        change(&mut config);
        format!("{:#}", sumito_server::Server::start(config).await.err().unwrap())
    };
    for (name, what) in [
        ("bytes", "UTF-8"),
        ("bell", "control characters"),
        ("empty", "is empty"),
        ("long", "larger than 65536"),
        ("nowhere", "cannot read"),
    ] {
        let error = start(&|config| config.site.privacy.nl = path(name)).await;
        assert!(error.contains("site.privacy.nl") && error.contains(what), "{error}");
    }
    let error = start(&|config| config.site.logo = path("text")).await;
    assert!(error.contains("site.logo") && error.contains("SVG, PNG or WebP"), "{error}");
}

#[tokio::test]
async fn a_demo_fills_an_empty_database_once() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("demo.db").display());
    let fill = async || output_of(&["demo", "--games", "2", "--database-url", &url], &[]).await;
    let (done, printed, error) = fill().await;
    assert!(done, "{error}");
    let password = printed.trim().rsplit(' ').next().unwrap().to_owned();
    let (done, _, error) = fill().await;
    assert!(!done && error.contains("has users or games"), "{error}");
    let server = TestServer::on(crate::database::Database::at(url)).await;
    let login = json!({"name": "Anneke", "password": password});
    let (status, body) = server.post("/api/v1/sessions", None, login).await;
    assert_eq!(status, 201, "{body}");
    let (_, me) = server.get_as("/api/v1/me", body["token"].as_str().unwrap()).await;
    assert_eq!(me["role"], "admin");
    let listed = async |path: &str, list: &str| {
        let (status, body) = server.get(path).await;
        assert_eq!(status, 200, "{body}");
        body[list].as_array().unwrap().len()
    };
    assert_eq!(listed("/api/v1/games", "games").await, 2 + 2 + 6);
    assert_eq!(listed("/api/v1/clubs", "clubs").await, 1);
    assert_eq!(listed("/api/v1/studies", "studies").await, 1);
    assert_eq!(listed("/api/v1/rooms", "rooms").await, 2);
    let (_, page) = server.get("/api/v1/tournaments?over=true").await;
    let statuses: Vec<_> = page["tournaments"].as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(statuses, ["finished"]);
}
