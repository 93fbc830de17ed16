//! Export of everything that the server has stored on a user.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, SqliteConnection};
use sumito_config::{Config, Overrides};
use sumito_store::{NOT_EXPORTED, PERSONAL, Store};

use crate::database::{BOTH, Database, Kind};
use crate::test_server::{Guest, TestServer};

/// Names of columns that refer to a user without a foreign key.
const REFERENCES: [&str; 23] = [
    "user_id",
    "other_id",
    "owner_id",
    "author_id",
    "answered_by",
    "made_by",
    "created_by",
    "asked_by",
    "reporter_id",
    "reported_id",
    "challenger_id",
    "challenged_id",
    "blocked_id",
    "followed_id",
    "opponent_id",
    "invited_by",
    "offered_to",
    "organizer_id",
    "run_id",
    // Events and texts in which users are named.
    "conditional_moves",
    "payload",
    "packed",
    "target",
];

/// Tables of rows that belong to a session, and with it to a user.
const BY_SESSION: &str = "session_id";

async fn columns(database: &Database, kind: Kind) -> Vec<(String, String)> {
    if kind == Kind::Postgres {
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        let sql = "SELECT table_name::text, column_name::text FROM information_schema.columns
                   WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'";
        return sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap();
    }
    let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
    let sql = "SELECT tables.name, columns.name FROM sqlite_master AS tables
               JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'";
    sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap()
}

/// References to users by foreign keys.
async fn foreign_keys(database: &Database) -> Vec<(String, String)> {
    let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
    let sql = "SELECT tables.name, keys.\"from\" FROM sqlite_master AS tables
               JOIN pragma_foreign_key_list(tables.name) AS keys WHERE keys.\"table\" = 'users'";
    sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap()
}

#[tokio::test]
async fn every_reference_to_a_user_is_exported_or_left_out_for_a_reason() {
    let config = Config::load(None, &Overrides::default()).unwrap();
    for kind in BOTH {
        let database = Database::new(kind).await;
        Store::connect(database.url(), &config.database).await.unwrap().close().await;
        let all = columns(&database, kind).await;
        let mut found: BTreeSet<(String, String)> = all
            .iter()
            .filter(|(_, column)| REFERENCES.contains(&column.as_str()) || column == BY_SESSION)
            .cloned()
            .collect();
        if kind == Kind::Sqlite {
            found.extend(foreign_keys(&database).await);
        }
        found.insert(("users".to_owned(), "id".to_owned()));
        let exported = PERSONAL.iter().flat_map(|part| part.by.iter().map(|column| (part.table, *column)));
        let left_out = NOT_EXPORTED.iter().map(|(table, column, _)| (*table, *column));
        let known: BTreeSet<_> =
            exported.chain(left_out).map(|(table, column)| (table.to_owned(), column.to_owned())).collect();
        let forgotten: Vec<_> = found.difference(&known).collect();
        assert!(forgotten.is_empty(), "add these to PERSONAL or NOT_EXPORTED: {forgotten:?}");
        let gone: Vec<_> = known.difference(&found).collect();
        assert!(gone.is_empty(), "these refer to no user any more: {gone:?}");
        assert!(NOT_EXPORTED.iter().all(|(_, _, reason)| reason.len() > 10));
    }
}

/// Starts a game between two users, who make one move each; returns its room.
async fn running_game(server: &TestServer, first: &Guest, second: &Guest) -> String {
    let (_, room) = server.post("/api/v1/rooms", Some(&first.token), json!({"visibility": "private"})).await;
    let room = room["room"].as_str().unwrap().to_owned();
    let commands = format!("/api/v1/rooms/{room}/commands");
    let (status, body) = server.post(&commands, Some(&second.token), json!({"type": "join"})).await;
    assert_eq!(status, 200, "{body}");
    for (ply, player) in [first, second].into_iter().enumerate() {
        let mut client = server.client_of(player).await;
        let legal = client.watch(&room).await["legal"][0].as_str().unwrap().to_owned();
        client.play(&room, ply, &legal).await.unwrap();
    }
    room
}

async fn export(server: &TestServer, user: &Guest) -> (u16, Value) {
    server.get_as("/api/v1/me/export", &user.token).await
}

#[tokio::test]
async fn a_user_gets_everything_but_secrets() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, bob) = (server.account("Ada").await, server.account("Bob").await);
        let (_, room) =
            server.post("/api/v1/rooms", Some(&ada.token), json!({"visibility": "private"})).await;
        let commands = format!("/api/v1/rooms/{}/commands", room["room"].as_str().unwrap());
        for command in [json!({"type": "join"}), json!({"type": "resign"})] {
            let (status, body) = server.post(&commands, Some(&bob.token), command).await;
            assert_eq!(status, 200, "{body}");
        }
        let put = async |path: &str, body: Option<Value>| {
            let (status, body) = server.request(reqwest::Method::PUT, path, Some(&ada.token), body).await;
            assert_eq!(status, 204, "{path}: {body}");
        };
        put("/api/v1/me/profile", Some(json!({"words": "I play on Mondays"}))).await;
        put("/api/v1/me/follows/Bob", None).await;
        let token = json!({"label": "my bot", "scopes": ["play"], "days": 3});
        let (_, token) = server.post("/api/v1/tokens", Some(&ada.token), token).await;
        let secret = token["token"].as_str().unwrap();
        let games = async || server.get_as("/api/v1/games?player=Ada", &ada.token).await.1;
        while games().await["games"].as_array().unwrap().is_empty() {}
        let running = running_game(&server, &ada, &bob).await;
        let club = json!({"name": "Mondays", "description": "We meet at eight", "joining": "open"});
        let (status, body) = server.post("/api/v1/clubs", Some(&ada.token), club).await;
        assert_eq!(status, 201, "{body}");
        let (status, data) = export(&server, &ada).await;
        assert_eq!(status, 200, "{data}");
        assert_eq!(data["user"][0]["name"], "Ada");
        assert_eq!(data["profile"][0]["words"], "I play on Mondays");
        assert_eq!(data["follows"][0]["followed_id"], json!(bob.id));
        assert_eq!(data["sessions_and_tokens"].as_array().unwrap().len(), 2);
        assert_eq!(data["game_seats"].as_array().unwrap().len(), 1, "{}", data["game_seats"]);
        assert_eq!(data["games"].as_array().unwrap().len(), 1, "the private game, too");
        let [game] = &data["running_games"].as_array().unwrap()[..] else { panic!("{data}") };
        assert_eq!((&game["room"], &game["seat"]), (&json!(running), &json!(0)), "{game}");
        assert_eq!(game["moves"].as_array().unwrap().len(), 1, "{game}");
        assert_eq!(game["moves"][0]["ply"], 0, "{game}");
        assert_eq!(data["owned_clubs"][0]["description"], "We meet at eight");
        assert_eq!(data["accepted_terms"], json!([]));
        for part in PERSONAL {
            assert!(data[part.name].is_array(), "{}", part.name);
        }
        let text = data.to_string();
        for secret in [secret, &ada.token, "argon2", "token_hash"] {
            assert!(!text.contains(secret), "{secret}");
        }
        let (_, others) = export(&server, &bob).await;
        assert_eq!(others["followers"][0]["user_id"], json!(ada.id));
        assert_eq!(others["running_games"][0]["moves"].as_array().unwrap().len(), 1, "the own moves only");
        assert!(!others.to_string().contains("Mondays"));
        let (status, body) = server.get_as("/api/v1/me/export", secret).await;
        assert_eq!((status, &body["code"]), (403, &json!("missing_scope")));
        assert_eq!(server.get("/api/v1/me/export").await.0, 401);
        for _ in 0..3 {
            assert_eq!(export(&server, &ada).await.0, 200);
        }
        assert_eq!(export(&server, &ada).await.0, 429);
    }
}
