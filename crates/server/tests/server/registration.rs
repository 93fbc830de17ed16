//! Registration: open, by invitation, closed; sites without guests; accounts that administrators create and list.

use reqwest::Method;
use serde_json::{Value, json};
use sumito_config::{Config, Overrides};
use sumito_game::{Timestamp, UserId};
use sumito_store::{AccountSearch, Store};
use sumito_vocabulary::Registration;
use uuid::Uuid;

use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::process::output_of;
use crate::smtp::Smtp;
use crate::test_server::{Guest, PASSWORD, TestServer};

const LINKS: &str = "/api/v1/admin/registration-links";
const ACCOUNTS: &str = "/api/v1/admin/accounts";

/// A server on which `Ada` is an administrator, and which is then restarted with other settings.
async fn club(kind: Kind, change: impl FnOnce(&mut Config)) -> (TestServer, Guest) {
    let mut server = TestServer::start_with(kind, |config| config.limits.accounts_per_minute = 0).await;
    let ada = with_role(&server, "Ada", "admin").await;
    change(server.config_mut());
    server.restart().await;
    (server, ada)
}

async fn sign_up(server: &TestServer, name: &str, code: Option<&str>) -> (u16, Value) {
    let mut body = json!({"name": name, "password": PASSWORD});
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    let (status, body) = server.post("/api/v1/accounts", None, body).await;
    (status, body["code"].clone())
}

async fn link(server: &TestServer, admin: &Guest, body: Value) -> (String, String) {
    let (status, body) = server.post(LINKS, Some(&admin.token), body).await;
    assert_eq!(status, 201, "{body}");
    (body["code"].as_str().unwrap().to_owned(), body["link"]["id"].as_str().unwrap().to_owned())
}

async fn links(server: &TestServer, admin: &Guest) -> Vec<Value> {
    server.get_as(LINKS, &admin.token).await.1["links"].as_array().unwrap().clone()
}

#[tokio::test]
async fn invited_visitors_register_once_per_use() {
    for kind in BOTH {
        let (server, ada) =
            club(kind, |config| config.accounts.registration = Registration::Invitation).await;
        for wrong in [None, Some(""), Some("0123"), Some(&*"x".repeat(10_000))] {
            assert_eq!(sign_up(&server, "Bob", wrong).await, (403, json!("invitation_needed")));
        }
        // Without a link, a caller cannot find out which names exist.
        assert_eq!(sign_up(&server, "Ada", None).await, (403, json!("invitation_needed")));
        let (code, _) = link(&server, &ada, json!({"uses": 2})).await;
        assert_eq!(sign_up(&server, "Ada", Some(&code)).await, (409, json!("name_taken")));
        assert_eq!(links(&server, &ada).await[0]["uses_left"], 2, "a refused name uses nothing up");
        let guest = server.guest().await;
        let body = json!({"name": "Bob", "password": PASSWORD, "code": code});
        assert_eq!(server.post("/api/v1/accounts", Some(&guest.token), body).await.0, 201, "a guest");
        let [cleo, dan] = ["Cleo", "Dan"];
        let both = tokio::join!(sign_up(&server, cleo, Some(&code)), sign_up(&server, dan, Some(&code)));
        let mut statuses = [both.0.0, both.1.0];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 403], "one use was left");
        assert!(links(&server, &ada).await.is_empty());
        let (code, id) = link(&server, &ada, json!({})).await;
        let revoked = server.delete(&format!("{LINKS}/{id}"), &ada.token).await;
        assert_eq!(revoked.0, 204);
        assert_eq!(server.delete(&format!("{LINKS}/{id}"), &ada.token).await.0, 404);
        assert_eq!(sign_up(&server, "Eve", Some(&code)).await, (403, json!("invitation_needed")));
        assert_eq!(server.log_in("Bob").await.id, guest.id);
    }
}

#[tokio::test]
async fn links_end_with_the_role_of_their_maker_and_are_bounded() {
    for kind in BOTH {
        let (server, ada) = club(kind, |config| {
            config.accounts.registration = Registration::Invitation;
            config.limits.registration_links = 2;
        })
        .await;
        for body in [json!({"uses": 0}), json!({"uses": 1_001}), json!({"days": 0}), json!({"days": 91})] {
            let (status, body) = server.post(LINKS, Some(&ada.token), body).await;
            assert_eq!((status, &body["code"]), (400, &json!("out_of_range")));
        }
        let (code, _) = link(&server, &ada, json!({"uses": 1_000, "days": 90})).await;
        link(&server, &ada, json!({})).await;
        let (status, body) = server.post(LINKS, Some(&ada.token), json!({})).await;
        assert_eq!((status, &body["code"]), (429, &json!("too_many")));
        let database = ["--database-url", server.database().url()];
        assert!(output_of(&[&["admin", "role", "Ada", "moderator"][..], &database].concat(), &[]).await.0);
        assert_eq!(sign_up(&server, "Bob", Some(&code)).await, (403, json!("invitation_needed")));
        for (method, path) in [(Method::GET, LINKS), (Method::POST, LINKS), (Method::GET, ACCOUNTS)] {
            let body = (method == Method::POST).then(|| json!({}));
            let (status, body) = server.request(method, path, Some(&ada.token), body).await;
            assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{path}");
        }
        let (done, printed, error) =
            output_of(&[&["accounts", "link", "--uses", "1"][..], &database].concat(), &[]).await;
        assert!(done, "{error}");
        let (_, code) = printed.lines().next().unwrap().split_once("/signup#").unwrap();
        let (_, listed, _) = output_of(&[&["accounts", "links"][..], &database].concat(), &[]).await;
        assert!(listed.contains("1 left") && listed.contains("command line"), "{listed}");
        assert_eq!(sign_up(&server, "Bob", Some(code)).await.0, 201);
    }
}

#[tokio::test]
async fn registration_is_refused_while_it_is_closed() {
    let (server, ada) =
        club(Kind::Sqlite, |config| config.accounts.registration = Registration::Closed).await;
    let (code, _) = link(&server, &ada, json!({})).await;
    for code in [None, Some(&*code)] {
        assert_eq!(sign_up(&server, "Bob", code).await, (403, json!("registration_closed")));
    }
    assert_eq!(server.get("/api/v1/site").await.1["registration"], "closed");
    server.log_in("Ada").await;
}

#[tokio::test]
async fn visitors_without_an_account_only_look_where_there_are_no_guests() {
    for kind in BOTH {
        let mut server = TestServer::start_with(kind, |_| {}).await;
        let earlier = server.guest().await;
        server.config_mut().accounts.guests = false;
        server.restart().await;
        let (status, body) = server.post("/api/v1/guests", None, json!({})).await;
        assert_eq!((status, &body["code"]), (403, &json!("no_guests")));
        assert_eq!(server.get("/api/v1/site").await.1["guests"], false);
        for path in ["/api/v1/games", "/api/v1/rooms", "/api/v1/players?prefix=a", "/"] {
            assert_eq!(server.http().get(server.url(path)).send().await.unwrap().status(), 200, "{path}");
        }
        let mut socket = crate::client::Client::connect(&server.url("/ws"), None).await;
        assert_eq!(socket.hello["user"], Value::Null);
        let refused = socket.request(json!({"type": "create_room"})).await.unwrap_err();
        assert_eq!(refused.code, "unauthenticated");
        // Guests of the time before keep their games, and may become accounts.
        let mut socket = server.client_of(&earlier).await;
        let (room, _) = socket.create_room(json!({})).await;
        assert_eq!(server.get_as(&format!("/api/v1/rooms/{room}"), &earlier.token).await.0, 200);
        server.account("Ada").await;
    }
}

#[tokio::test]
async fn administrators_create_accounts_in_bulk() {
    for kind in BOTH {
        let (server, ada) = club(kind, |config| config.accounts.registration = Registration::Closed).await;
        let accounts = json!([{"name": "Bob"}, {"name": "b.o.b"}, {"name": "x"}, {"name": "Cleo", "mail": "cleo@club.example"},
                              {"name": "Dan", "mail": "nowhere"}]);
        let create = async || server.post(ACCOUNTS, Some(&ada.token), json!({"accounts": accounts})).await;
        let (status, body) = create().await;
        assert_eq!(status, 200, "{body}");
        let outcomes = |body: &Value| {
            let rows = body["accounts"].as_array().unwrap();
            rows.iter().map(|row| row["outcome"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(&body), ["created", "exists", "invalid", "created", "invalid"]);
        assert!(body["accounts"][2]["detail"].as_str().unwrap().contains("3 to 20"), "{body}");
        assert_eq!(outcomes(&create().await.1), ["exists", "exists", "invalid", "exists", "invalid"]);
        // No password fits until the user has chosen one.
        for password in ["", "0000000000", PASSWORD] {
            let login = json!({"name": "Bob", "password": password});
            assert_eq!(server.post("/api/v1/sessions", None, login).await.0, 403);
        }
        let code = &body["accounts"][0]["code"];
        let recover = json!({"name": "Bob", "code": code, "password": PASSWORD});
        assert_eq!(server.post("/api/v1/recovery", None, recover.clone()).await.0, 201);
        assert_eq!(server.post("/api/v1/recovery", None, recover).await.0, 403, "once");
        let bob = server.log_in("Bob").await;
        assert_eq!(server.get_as("/api/v1/me", &bob.token).await.1["user"]["guest"], false);
        let many: Vec<_> = (0..301).map(|number| json!({"name": format!("Player{number}")})).collect();
        for accounts in [json!([]), json!(many)] {
            let (status, body) = server.post(ACCOUNTS, Some(&ada.token), json!({"accounts": accounts})).await;
            assert_eq!((status, &body["code"]), (400, &json!("out_of_range")));
        }
        let mailed = json!({"accounts": [{"name": "Eve"}], "mail": "de"});
        assert_eq!(server.post(ACCOUNTS, Some(&ada.token), mailed).await.1["code"], "unsupported");
        let (_, log) = server.get_as("/api/v1/moderation/log", &ada.token).await;
        assert_eq!(
            (&log["deeds"][0]["action"], &log["deeds"][0]["words"]),
            (&json!("create_accounts"), &json!("Bob, Cleo"))
        );
    }
}

#[tokio::test]
async fn codes_of_new_accounts_go_by_mail() {
    let mut smtp = Smtp::start().await;
    let (server, ada) = club(Kind::Sqlite, |config| {
        "http://abalone.example/".clone_into(&mut config.public_url);
        config.mail.smtp_url = smtp.url().into();
        "Club <noreply@abalone.example>".clone_into(&mut config.mail.from);
        "Abalone-Club".clone_into(&mut config.site.name);
    })
    .await;
    let accounts = json!([{"name": "Bob"}, {"name": "Cleo", "mail": "Cleo@club.example"}]);
    let request = json!({"accounts": accounts, "mail": "de"});
    let (status, body) = server.post(ACCOUNTS, Some(&ada.token), request).await;
    assert_eq!(status, 200, "{body}");
    assert!(body["accounts"][0]["code"].is_string() && body["accounts"][0]["mailed"] == false);
    assert!(body["accounts"][1]["code"].is_null() && body["accounts"][1]["mailed"] == true);
    let letter = smtp.next().await;
    assert_eq!(letter.to, "Cleo@club.example");
    let text = letter.decoded();
    assert!(text.contains("Abalone-Club: dein Konto") && text.contains("Hallo Cleo"), "{text}");
    let code = text.split("/recover#Cleo/").nth(1).unwrap().split_whitespace().next().unwrap();
    let recover = json!({"name": "Cleo", "code": code, "password": PASSWORD});
    assert_eq!(server.post("/api/v1/recovery", None, recover).await.0, 201);
    let cleo = server.log_in("Cleo").await;
    let (_, mail) = server.get_as("/api/v1/me/mail", &cleo.token).await;
    assert_eq!(mail["address"], "Cleo@club.example", "the administrator vouches for it");
}

#[tokio::test]
async fn an_operator_creates_accounts_from_a_file() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("club.csv");
        std::fs::write(&file, "\u{feff}name;mail\r\nJürgen;juergen@club.example\r\nBob;\r\nadmin;\r\n")
            .unwrap();
        let args = ["accounts", "create", file.to_str().unwrap(), "--database-url", server.database().url()];
        let (done, printed, error) = output_of(&args, &[]).await;
        assert!(!done && error.contains("invalid lines: 1"), "{error}");
        let lines: Vec<Vec<_>> = printed.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(
            (lines[0][0], lines[0][1], lines[1][0], lines[1][1]),
            ("Jürgen", "created", "Bob", "created")
        );
        assert!(lines[2][1].contains("invalid") && lines.len() == 3, "{printed}");
        assert!(lines[0][3].ends_with(&format!("/recover#J%C3%BCrgen/{}", lines[0][2])), "{printed}");
        let recover = json!({"name": "Bob", "code": lines[1][2], "password": PASSWORD});
        assert_eq!(server.post("/api/v1/recovery", None, recover).await.0, 201);
        let (_, printed, _) = output_of(&args, &[]).await;
        assert!(printed.starts_with("Jürgen,exists,,\nBob,exists,,\n"), "{printed}");
        std::fs::write(&file, b"\xc5ke\taake@club.example\r\n").unwrap();
        let (done, _, error) = output_of(&args, &[]).await;
        assert!(!done && error.contains("--encoding windows-1252"), "{error}");
        let encoded = [&args[..], &["--encoding", "windows-1252"]].concat();
        let (done, printed, error) = output_of(&encoded, &[]).await;
        assert!(done && printed.starts_with("Åke,created,"), "{printed} {error}");
        let mailed = [&args[..], &["--encoding", "windows-1252", "--mail"]].concat();
        let (done, _, error) = output_of(&mailed, &[]).await;
        assert!(!done && error.contains("mail.smtp_url"), "{error}");
    }
}

#[tokio::test]
async fn administrators_search_and_page_accounts() {
    for kind in BOTH {
        let (server, ada) = club(kind, |_| {}).await;
        let accounts: Vec<_> = (1..=5_u8)
            .map(|number| json!({"name": format!("Player{}", char::from(b'@' + number)), "mail": format!("Same@club{}.example", number / 4)}))
            .collect();
        server.post(ACCOUNTS, Some(&ada.token), json!({"accounts": accounts})).await;
        server.guest().await;
        let page = async |query: &str| {
            let (status, body) = server.get_as(&format!("{ACCOUNTS}?{query}"), &ada.token).await;
            assert_eq!(status, 200, "{body}");
            body
        };
        let all = async |query: &str| {
            let (mut names, mut cursor) = (Vec::new(), None::<String>);
            loop {
                let from = cursor.map_or_else(String::new, |cursor| format!("&cursor={cursor}"));
                let body = page(&format!("limit=2{query}{from}")).await;
                let rows = body["accounts"].as_array().unwrap();
                names.extend(rows.iter().map(|row| row["user"]["name"].as_str().unwrap().to_owned()));
                let Some(next) = body["next"].as_str() else { return names };
                cursor = Some(next.to_owned());
            }
        };
        let newest = ["PlayerE", "PlayerD", "PlayerC", "PlayerB", "PlayerA", "Ada"];
        assert_eq!(all("").await, newest);
        let mut by_name = newest[..5].to_vec();
        by_name.reverse();
        assert_eq!(all("&name=pLaY").await, by_name);
        assert_eq!(all("&mail=same%40").await, by_name, "equal addresses in the order of the users");
        assert_eq!(all("&mail=same%40club1").await, ["PlayerD", "PlayerE"]);
        assert_eq!(all("&name=Zoe").await, Vec::<String>::new());
        let found = page("name=ada").await;
        let row = &found["accounts"][0];
        assert_eq!(
            (&row["role"], &row["state"], &row["mail"]),
            (&json!("admin"), &json!("active"), &Value::Null)
        );
        assert!(row["seen_at"].is_i64() && row["created_at"].is_i64(), "{row}");
        let found = page("name=playera").await;
        assert_eq!(
            (&found["accounts"][0]["seen_at"], &found["accounts"][0]["mail"]),
            (&Value::Null, &json!("Same@club0.example"))
        );
        let ban =
            json!({"kind": "ban", "user": found["accounts"][0]["user"]["id"], "reason": "spam", "days": 1});
        let (status, body) = server.post("/api/v1/moderation/sanctions", Some(&ada.token), ban).await;
        assert_eq!(status, 204, "{body}");
        assert_eq!(page("name=playera").await["accounts"][0]["state"], "banned");
        for query in ["name=a&mail=b", "limit=0", "limit=201", "name="] {
            let (status, body) = server.get_as(&format!("{ACCOUNTS}?{query}"), &ada.token).await;
            assert_eq!((status, &body["code"]), (400, &json!("out_of_range")), "{query}");
        }
    }
}

#[tokio::test]
async fn each_page_of_accounts_is_read_in_an_index() {
    let config = Config::load(None, &Overrides::default()).unwrap();
    for kind in BOTH {
        let database = crate::database::Database::new(kind).await;
        let store = Store::connect(database.url(), &config.database).await.unwrap();
        let prefix = || "a".to_owned();
        for search in [
            AccountSearch::Newest(Some(UserId(Uuid::nil()))),
            AccountSearch::Name { prefix: prefix(), after: Some(prefix()) },
            AccountSearch::Mail { prefix: prefix(), after: Some((prefix(), UserId(Uuid::nil()))) },
        ] {
            let plan = store.explain_list_accounts(&search, Timestamp(0), 51).await.unwrap();
            if kind == Kind::Sqlite {
                let scans = plan.lines().filter(|line| line.starts_with("SCAN")).count();
                assert_eq!(scans, 0, "{search:?}: {plan}");
            }
        }
        store.close().await;
    }
}
