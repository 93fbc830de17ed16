//! The largest bodies that each route takes do not keep the threads busy on which games are played.

use std::fmt::Write as _;

use reqwest::header::ACCEPT_ENCODING;
use serde_json::{Value, json};
use sumito_kit::task::take_busy_polls;
use sumito_rules::{Layout, Mode, Position};

use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::test_server::{Guest, TestServer};
use crate::tournaments::{Place, settings};

/// Text that costs word filters much.
const HOSTILE: [&str; 3] = ["**x", "1a1", "ﷺ"];

/// A study in text of somewhat less than 128 KiB, with the longest comments.
fn study(part: &str) -> String {
    let start = Position::start(Mode::Two, Layout::Standard).unwrap();
    let moves: Vec<_> = start.legal_moves().iter().map(|mv| mv.to_string()).collect();
    let comment: String = part.chars().cycle().take(4_000 / part.len() * part.chars().count()).collect();
    let mut text = format!("[Layout \"standard\"]\n{}", moves[0]);
    for mv in moves.iter().skip(1).cycle().take(29) {
        write!(text, " ({mv} {{{comment}}})").unwrap();
    }
    text
}

/// A study in text of somewhat less than 128 KiB, with as many moves as possible.
fn tree() -> String {
    let mut text = String::from("[Layout \"standard\"]\n");
    let mut position = Position::start(Mode::Two, Layout::Standard).unwrap();
    while let Some(mv) = position.legal_moves().iter().last().filter(|_| text.len() < 12_000) {
        write!(text, "{mv} ").unwrap();
        position = position.play(mv).unwrap().position;
    }
    text
}

async fn edit_studies(server: &TestServer, owner: &Guest) {
    for text in HOSTILE.map(study).into_iter().chain([tree()]) {
        let new = json!({"name": "Long", "from": {"text": text}});
        let (status, created) = server.post("/api/v1/studies", Some(&owner.token), new).await;
        assert_eq!(status, 201, "{created}");
        let path = format!("/api/v1/studies/{}", created["id"].as_str().unwrap());
        let (status, added) =
            server.post(&format!("{path}/chapters"), Some(&owner.token), json!({"text": text})).await;
        assert_eq!(status, 201, "{added}");
        for (path, encoding) in [(path.clone(), "gzip"), (format!("{path}/study.txt"), "br")] {
            let request = server.http().get(server.url(&path)).bearer_auth(&owner.token);
            let answer = request.header(ACCEPT_ENCODING, encoding).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            assert!(answer.bytes().await.unwrap().len() > 10);
        }
    }
}

async fn import_tournament(server: &TestServer, director: &Guest, settings: &Value) {
    let mut trf = String::from("012 Open\r\n092 Individual: Swiss-System (FIDE Dutch)\r\nXXR 9");
    for number in 1..=1_000 {
        write!(trf, "\r\n001 {number:>4} m GM {:<33} 2000 POL {:>11}", format!("Player {number}"), 1_234_567)
            .unwrap();
    }
    let body = json!({"trf": trf, "settings": settings});
    let (status, imported) = server.post("/api/v1/tournaments/import", Some(&director.token), body).await;
    assert_eq!(status, 201, "{imported}");
    let id = imported["tournament"]["state"]["id"].as_str().unwrap();
    for format in ["trf", "json", "csv"] {
        let path = format!("/api/v1/tournaments/{id}/export?format={format}");
        assert_eq!(server.http().get(server.url(&path)).send().await.unwrap().status(), 200);
    }
}

async fn describe_tournament(server: &TestServer, director: &Guest, settings: &Value) {
    for part in HOSTILE {
        let mut settings = settings.clone();
        settings["description"] = json!(part.chars().cycle().take(4_000).collect::<String>());
        let body = json!({"settings": settings});
        let (status, created) = server.post("/api/v1/tournaments", Some(&director.token), body).await;
        assert_eq!(status, 201, "{created}");
    }
}

async fn write_profile(server: &TestServer, user: &Guest) {
    for part in HOSTILE {
        let words: String = part.chars().cycle().take(500).collect();
        let body = json!({"words": words});
        let (status, body) =
            server.request(reqwest::Method::PUT, "/api/v1/me/profile", Some(&user.token), Some(body)).await;
        assert_eq!(status, 204, "{body}");
    }
}

async fn upload_picture(server: &TestServer, user: &Guest) {
    let mut picture = Vec::new();
    let black = image::GrayImage::new(4_096, 4_096);
    black.write_to(&mut std::io::Cursor::new(&mut picture), image::ImageFormat::Png).unwrap();
    let request = server.http().put(server.url("/api/v1/me/avatar")).bearer_auth(&user.token).body(picture);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

async fn create_accounts(server: &TestServer, admin: &Guest) {
    // Names that are refused cost no password hash.
    let accounts: Vec<_> = (0..100).map(|number| json!({"name": format!("N {number}")})).collect();
    let (status, created) =
        server.post("/api/v1/admin/accounts", Some(&admin.token), json!({"accounts": accounts})).await;
    assert_eq!(status, 200, "{created}");
}

#[tokio::test]
async fn largest_bodies_keep_no_thread_of_the_runtime_busy() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = with_role(&server, "Ada", "admin").await;
        let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0});
        let settings = json!({"name": "Open", "form": {"form": "swiss", "rounds": 9}, "clock": clock,
            "start": {"kind": "by_director"}});
        // The first use of each table that is computed from the schemas and the words.
        write_profile(&server, &ada).await;
        let short = json!({"name": "Short", "from": {"text": "[Layout \"standard\"]\n"}});
        let (status, created) = server.post("/api/v1/studies", Some(&ada.token), short).await;
        assert_eq!(status, 201, "{created}");
        take_busy_polls();
        edit_studies(&server, &ada).await;
        describe_tournament(&server, &ada, &settings).await;
        import_tournament(&server, &ada, &settings).await;
        write_profile(&server, &ada).await;
        upload_picture(&server, &ada).await;
        create_accounts(&server, &ada).await;
        server.stop().await;
        assert_eq!(take_busy_polls(), []);
    }
}

/// Creates a study with two chapters from this text.
async fn create_study(server: &TestServer, owner: &Guest, text: &str) -> Value {
    let new = json!({"name": "Long", "from": {"text": text}});
    let (status, created) = server.post("/api/v1/studies", Some(&owner.token), new).await;
    assert_eq!(status, 201, "{created}");
    let path = format!("/api/v1/studies/{}", created["id"].as_str().unwrap());
    let (status, added) =
        server.post(&format!("{path}/chapters"), Some(&owner.token), json!({"text": text})).await;
    assert_eq!(status, 201, "{added}");
    let (status, study) = server.get_as(&path, &owner.token).await;
    assert_eq!(status, 200, "{study}");
    study
}

/// Edits a study over a socket, while another one follows it.
async fn edit_over_sockets(server: &TestServer, owner: &Guest, study: &Value, comment: &str) {
    let [mut editor, mut follower, mut late] =
        [server.client_of(owner).await, server.client_of(owner).await, server.client_of(owner).await];
    let (study, seq) = (&study["id"], &study["seq"]);
    for client in [&mut editor, &mut follower] {
        client.request(json!({"type": "follow_study", "study": study, "since": seq})).await.unwrap();
    }
    // It has missed all changes.
    late.request(json!({"type": "follow_study", "study": study, "since": 0})).await.unwrap();
    late.next_of("study").await;
    for change in [
        json!({"edit": "set_comment", "chapter": 1, "node": 0, "text": comment}),
        json!({"edit": "rename", "name": "Longer"}),
    ] {
        let edit = json!({"type": "edit_study", "study": study, "change": change});
        let seq = editor.request(edit).await.unwrap()["seq"].clone();
        follower.next_where(|message| message["type"] == "study" && message["seq"] == seq).await;
    }
}

/// Exports all data of a user; returns its length.
async fn export(server: &TestServer, user: &Guest) -> usize {
    let request = server.http().get(server.url("/api/v1/me/export")).bearer_auth(&user.token);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.bytes().await.unwrap().len()
}

#[tokio::test]
async fn largest_studies_keep_no_thread_busy_over_sockets_and_in_exports() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        // The first use of each table.
        let short = create_study(&server, &ada, "[Layout \"standard\"]\n").await;
        edit_over_sockets(&server, &ada, &short, "Short").await;
        export(&server, &ada).await;
        take_busy_polls();
        for part in HOSTILE {
            let comment: String =
                part.chars().cycle().take(4_000 / part.len() * part.chars().count()).collect();
            let long = create_study(&server, &ada, &study(part)).await;
            edit_over_sockets(&server, &ada, &long, &comment).await;
        }
        let long = create_study(&server, &ada, &tree()).await;
        edit_over_sockets(&server, &ada, &long, "Tree").await;
        let bytes = export(&server, &ada).await;
        assert!(bytes > 200_000, "{bytes} bytes");
        server.stop().await;
        assert_eq!(take_busy_polls(), []);
    }
}

#[tokio::test]
async fn tournament_of_a_thousand_players_is_shown_without_keeping_a_thread_busy() {
    const PLAYERS: usize = 1_000;
    let server = TestServer::start_with(Kind::Sqlite, |config| config.tournaments.clear()).await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut tournament = settings(json!({"form": "swiss", "rounds": 3}));
    // In games with days per move, players need no socket to be paired.
    tournament["clock"] = json!({"kind": "per_move", "move_ms": 259_200_000});
    tournament["entry"] = json!({"capacity": PLAYERS});
    let id = place.announce(&director, tournament).await;
    let show = async || {
        let (status, shown) = server.get(&format!("/api/v1/tournaments/{id}")).await;
        assert_eq!(status, 200, "{shown}");
        let count = |list: &str| shown[list].as_array().unwrap().len();
        (count("participants"), count("games"))
    };
    // The first use of each table.
    show().await;
    for _ in 0..PLAYERS {
        let guest = server.guest().await;
        place.command(&id, &guest.token, json!({"type": "register"})).await;
    }
    take_busy_polls();
    assert_eq!(show().await, (PLAYERS, 0));
    assert_eq!(take_busy_polls(), []);
    place.command(&id, &director, json!({"type": "start"})).await;
    while show().await.1 == 0 {}
    take_busy_polls();
    assert_eq!(show().await, (PLAYERS, PLAYERS / 2));
    assert_eq!(take_busy_polls(), []);
    server.stop().await;
}
