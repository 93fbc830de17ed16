//! `sumito import`: games from other servers.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::database::{BOTH, Database, Kind};
use crate::export::export;
use crate::play::{recorded_game, two_players};
use crate::process::output_of;
use crate::test_server::TestServer;

const TEXT: &str = "[Date \"2026-11-21\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n[Layout \"standard\"]\n[Result \"black\"]\n\
                    [Termination \"resignation\"]\n\n1. a1b2 i5h5 { well played }\n";

/// Runs the import of a text; returns whether it succeeded, and its output.
async fn import(database: &Database, text: &str) -> (bool, String) {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let path = file.path().to_str().unwrap();
    let (well, stdout, stderr) = output_of(&["import", path, "--database-url", database.url()], &[]).await;
    (well, format!("{stdout}{stderr}"))
}

/// Starts a server with games of all results, among two and three players.
async fn played(kind: Kind) -> TestServer {
    let server = TestServer::start_on(kind).await;
    let (layout, moves) = recorded_game();
    let clock = json!({"kind": "fischer", "initial_ms": 600_000, "increment_ms": 2_000});
    let (mut black, mut white, room) = two_players(&server, json!({"layout": layout, "clock": clock})).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    black.event("finished").await;
    let (mut black, mut white, room) = two_players(&server, json!({})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    black.event("finished").await;
    server
}

fn lines(games: &[Value]) -> String {
    games.iter().fold(String::new(), |lines, game| lines + &game.to_string() + "\n")
}

#[tokio::test]
async fn export_and_import_round_trip_between_servers() {
    for (from, into) in [(BOTH[0], BOTH[1]), (BOTH[1], BOTH[0])] {
        let exported = export(&Box::pin(played(from)).await, "").await;
        assert_eq!(exported.len(), 2);
        let database = TestServer::start_on(into).await.stop().await;
        let (well, text) = import(&database, &lines(&exported)).await;
        assert!(well && text.starts_with("imported 2 games, skipped 0 "), "{text}");
        let (well, text) = import(&database, &lines(&exported)).await;
        assert!(well && text.starts_with("imported 0 games, skipped 2 "), "{text}");
        let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(well && stdout.contains(" 2 finished games: no errors"), "{stdout}{stderr}");
        let server = TestServer::on(database).await;
        assert_eq!(export(&server, "").await, exported);
        let (_, game) = server.get(&format!("/api/v1/games/{}", exported[0]["id"].as_str().unwrap())).await;
        assert_eq!(game["imported"], true);
        let (status, _) = server.get("/api/v1/rooms/000000000000").await;
        assert_eq!(status, 404, "imported games have no room");
        let winner = exported[0]["players"][0]["id"].as_str().unwrap();
        let (_, found) = server.get(&format!("/api/v1/games?player={winner}&result=win")).await;
        assert_eq!(found["games"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn import_derives_a_missing_result_from_the_board() {
    for kind in BOTH {
        let database = TestServer::start_on(kind).await.stop().await;
        let open = TEXT.replace("[Result \"black\"]\n[Termination \"resignation\"]", "[Result \"*\"]");
        let (layout, moves) = recorded_game();
        let won = format!(
            "[Black \"Eve\"]\n[White \"Finn\"]\n[Layout \"{layout}\"]\n[Result \"*\"]\n\n{}\n",
            moves.join(" ")
        );
        let (well, text) = import(&database, &format!("{open}\n\n{won}")).await;
        assert!(well && text.starts_with("imported 2 games"), "{text}");
        let server = TestServer::on(database).await;
        let (_, listed) = server.get("/api/v1/games").await;
        let listed = listed["games"].as_array().unwrap();
        assert_eq!((listed.len(), &listed[0]["result"]["reason"]), (1, &json!("ejections")), "{listed:?}");
        let (_, aborted) = server.get("/api/v1/games?reason=aborted").await;
        assert_eq!(aborted["games"][0]["plies"], 2, "{aborted}");
        let (_, counts) = server.get("/api/v1/players/Ada/counts").await;
        assert_eq!(counts["modes"].as_array().map(Vec::len).unwrap_or_default(), 0, "{counts}");
    }
}

#[tokio::test]
async fn imported_players_are_found_by_name() {
    let database = TestServer::start_on(Kind::Sqlite).await.stop().await;
    let mut compressed = GzEncoder::new(NamedTempFile::new().unwrap(), Compression::fast());
    compressed.write_all(TEXT.as_bytes()).unwrap();
    let file = compressed.finish().unwrap();
    let path = file.path().to_str().unwrap();
    let (well, stdout, stderr) = output_of(&["import", path, "--database-url", database.url()], &[]).await;
    assert!(well && stdout.starts_with("imported 1 games"), "{stdout}{stderr}");
    let server = TestServer::on(database).await;
    let (_, found) = server.get("/api/v1/games?player=Ada&result=win").await;
    assert_eq!(found["games"].as_array().unwrap().len(), 1, "{found}");
    let (status, player) = server.get("/api/v1/players/Ada").await;
    assert_eq!((status.as_u16(), &player["user"]["name"]), (200, &json!("Ada")));
    // A new account with that name takes the name from the imported player.
    let guest = server.guest().await;
    let account = json!({"name": "Ada", "password": "correct horse battery"});
    let url = server.url("/api/v1/accounts");
    let made = server.http().post(url).bearer_auth(&guest.token).json(&account).send().await.unwrap();
    assert!(made.status().is_success());
    let (_, found) = server.get("/api/v1/games?player=Ada").await;
    assert_eq!(found["games"], json!([]));
}

#[tokio::test]
async fn text_is_imported_once_in_every_spelling() {
    for kind in BOTH {
        let database = TestServer::start_on(kind).await.stop().await;
        let other = TEXT.replace("[Black \"Ada\"]", "[Black \"Cleo\"]");
        let (well, text) = import(&database, &format!("{TEXT}\n\n{other}")).await;
        assert!(well && text.starts_with("imported 2 games"), "{text}");
        let spelled = TEXT.replace("1. a1b2 i5h5 { well played }", "a1b2\ni5h5");
        let (well, text) = import(&database, &spelled).await;
        assert!(well && text.starts_with("imported 0 games, skipped 1 "), "{text}");
        let server = TestServer::on(database).await;
        let games = export(&server, "").await;
        assert_eq!(games.len(), 2);
        assert_eq!(
            games[0]["players"][1]["id"], games[1]["players"][1]["id"],
            "the player Bo is the same in both"
        );
        assert_eq!(games[0]["finished_at"], json!(1_795_219_200_000_000_i64));
        let path = format!("/api/v1/games/{}/game.txt", games[0]["id"].as_str().unwrap());
        let text = server.http().get(server.url(&path)).send().await.unwrap().text().await.unwrap();
        assert!(text.ends_with("[Termination \"resignation\"]\n\n1. a1b2 i5h5\n"), "{text}");
    }
}

/// Games of the archive Abalassembly, with other names, in UTF-8 and in an encoding of Windows, and of PlayStrategy.
#[tokio::test]
async fn games_of_other_programs_are_imported_and_assumptions_printed() {
    let database = TestServer::start().await.stop().await;
    let head = "[Event \"ARCHIVE 1\"]\n[Date \"2016.09.19\"]\n[Black \"Renée\"]\n[White \"Player Two\"]\n";
    let archive = format!(
        "{head}[Variant \"belgian\"]\n[Result \"0-1\"]\n[Notation \"Aba-Pro\"]\n[Termination \"Abandon\"]\n[Plies \"4\"]\n\n1. i9h8 i6h6 2. i8h7 a5b5 0-1\n\n"
    );
    let fen = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1";
    let other = format!("{head}[Variant \"Abalone\"]\n[FEN \"{fen}\"]\n\n1. a1d4 i5f5 1-0\n");
    let (well, said) = import(&database, &format!("\u{feff}{archive}{other}")).await;
    assert!(well && said.starts_with("imported 2 games"), "{said}");
    assert!(said.contains("\nnotation assumed: PlayStrategy or Nacre (1 games)\n"), "{said}");
    assert!(said.contains("\ntermination \"Abandon\" read as resignation (1 games)\n"), "{said}");
    let mut windows = NamedTempFile::new().unwrap();
    let latin: Vec<u8> = archive.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    windows.write_all(&latin).unwrap();
    let path = windows.path().to_str().unwrap();
    let (well, said, stderr) = output_of(&["import", path, "--database-url", database.url()], &[]).await;
    assert!(well && said.starts_with("imported 0 games, skipped 1 "), "{said}{stderr}");
    assert!(said.contains("\nencoding assumed: windows-1252 (1 games)\n"), "{said}");
    let server = TestServer::on(database).await;
    let games = export(&server, "").await;
    let of_archive = games.iter().find(|game| game["result"]["winners"] == json!([1])).unwrap();
    assert!(games.iter().any(|game| game["result"]["winners"] == json!([0])), "{games:?}");
    let text = async |format: &str| {
        let path = format!("/api/v1/games/{}/game.txt?format={format}", of_archive["id"].as_str().unwrap());
        server.http().get(server.url(&path)).send().await.unwrap().text().await.unwrap()
    };
    assert!(text("apgn").await.ends_with("\n\n1. i9h8 i6h6 2. i8h7 a5b5 0-1\n"));
    assert!(text("playstrategy").await.contains(&format!("[FEN \"{fen}\"]\n")));
}

#[tokio::test]
async fn import_error_names_the_line_and_keeps_earlier_games() {
    let games = export(&Box::pin(played(Kind::Sqlite)).await, "").await;
    let database = TestServer::start().await.stop().await;
    let changed = |pointer: &str, value: Value| {
        let mut game = games[0].clone();
        *game.pointer_mut(pointer).unwrap() = value;
        format!("{}\n{game}\n", games[1])
    };
    let texts = [
        (
            "line 9: column 9: more than three",
            format!("\n{}", TEXT.replace("[Result", "\n[Result").replace("i5h5", "i5i6"))
                .trim_start()
                .to_owned(),
        ),
        ("line 5: Result", TEXT.replace("\"black\"", "\"2-0\"")),
        ("line 1: missing tag White", TEXT.replace("[White \"Bo\"]\n", "")),
        ("line 1:", "nonsense".to_owned()),
        ("line 1: not an exported game", "{\"id\":7}".to_owned()),
        ("line 2: move 1, i5h5", changed("/moves", json!(["i5h5"]))),
        ("line 2: `plies`", changed("/plies", json!(7))),
        ("line 2: `final_position`", changed("/final_position", json!("nowhere"))),
        ("line 2: `score`", changed("/result/score", json!([5, 0]))),
        ("line 2: the sixth ejected marble", changed("/result/reason", json!("ejections"))),
        ("line 2: this mode has", changed("/players", json!([]))),
        ("line 2: a player's name", changed("/players/0/name", json!("\u{7}"))),
        ("line 2: `started_at`", changed("/finished_at", json!(-1))),
        ("line 2: no layout", changed("/layout", json!("pyramid"))),
        ("line 2: not an exported game", changed("/result/winners", json!([-1]))),
        ("line 2: seat 9 does not exist", changed("/result/winners", json!([9]))),
    ];
    for (expected, text) in texts {
        let (well, said) = import(&database, &text).await;
        assert!(!well && said.contains(expected), "{expected}: {said}");
    }
    let (well, said) = import(&database, &lines(&games)).await;
    assert!(well && said.starts_with("imported 1 games, skipped 1 "), "{said}");
    let (well, _, stderr) = output_of(&["import", "/nowhere", "--database-url", database.url()], &[]).await;
    assert!(!well && stderr.contains("cannot open /nowhere"), "{stderr}");
}
