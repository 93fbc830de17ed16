//! Vacations: the clock of a player on vacation is stopped, in games that allow it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};
use crate::node_servers::Nodes;
use crate::process::Process;
use crate::store::execute;
use crate::test_server::{Guest, TestServer};

const DAY_US: i64 = 86_400_000_000;

/// Starts a correspondence game that both players watch; the first of the two is to move.
async fn game(black: &mut Client, white: &mut Client, vacations: bool) -> String {
    let clock = json!({"kind": "per_move", "move_ms": 86_400_000});
    let settings = json!({"clock": clock, "layout": "standard", "vacations": vacations});
    let (room, snapshot) = black.create_room(settings).await;
    assert_eq!(snapshot["vacations"].as_bool().unwrap_or(false), vacations);
    white.join(&room).await.unwrap();
    white.watch(&room).await;
    black.event("started").await;
    room
}

async fn begin(server: &TestServer, who: &Guest, days: u32) -> (u16, Value) {
    server.request(Method::PUT, "/api/v1/me/vacation", Some(&who.token), Some(json!({"days": days}))).await
}

/// Waits for the presence in which the player on `seat` is on vacation, or is not.
async fn on_vacation(client: &mut Client, seat: usize, is_on: bool) -> Value {
    let presence = client.next_where(|message| {
        message["type"] == "presence" && message["seats"][seat]["vacation_until"].is_i64() == is_on
    });
    presence.await["seats"][seat]["vacation_until"].clone()
}

#[tokio::test]
async fn clock_stands_still_until_the_vacation_ends() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        let (mut hers, mut his) = (server.client_of(&anne).await, server.client_of(&ben).await);
        let room = game(&mut hers, &mut his, true).await;
        let (status, vacation) = begin(&server, &anne, 3).await;
        assert_eq!(status, 200, "{vacation}");
        let (began, until) = (vacation["began_at"].as_i64().unwrap(), vacation["until"].as_i64().unwrap());
        assert_eq!((until - began, vacation["days_per_year"].as_u64()), (3 * DAY_US, Some(30)));
        assert_eq!(on_vacation(&mut his, 0, true).await, json!(until));
        let clock = his.next_of("clock").await;
        assert_eq!(clock["clocks"]["running"], Value::Null);
        assert_eq!(begin(&server, &anne, 9).await.1["until"], json!(until), "it is the same vacation");

        // She moves during her vacation, and he gets the turn.
        hers.play(&room, 0, "a1b2").await.unwrap();
        let moved = his.event("moved").await;
        assert_eq!(moved["clocks"]["running"], json!(1));
        his.play(&room, 1, "i9h8").await.unwrap();
        let snapshot = his.watch(&room).await;
        assert_eq!(snapshot["clocks"]["running"], Value::Null, "her clock stands still at once");
        let left = snapshot["clocks"]["remaining_ms"][0].as_u64().unwrap();

        let (status, ended) = server.delete("/api/v1/me/vacation", &anne.token).await;
        assert_eq!((status, &ended["until"]), (200, &Value::Null));
        on_vacation(&mut his, 0, false).await;
        let clock =
            his.next_where(|message| message["type"] == "clock" && message["clocks"]["running"] == 0).await;
        let now_left = clock["clocks"]["remaining_ms"][0].as_u64().unwrap();
        assert!(now_left <= left && left - now_left < 5_000, "{left} {now_left}");
        hers.play(&room, 2, "b2c3").await.unwrap();
        let time = hers.next_where(|message| message["kind"] == "moved" && message["ply"] == 3).await["time"]
            .clone();
        assert!(time["server_ms"].as_u64() > Some(0), "{time}");
    }
}

#[tokio::test]
async fn only_games_that_allow_vacations_heed_them() {
    let server = TestServer::start().await;
    let [anne, ben] = [server.account("anne").await, server.account("ben").await];
    let (mut hers, mut his) = (server.client_of(&anne).await, server.client_of(&ben).await);
    let room = game(&mut hers, &mut his, false).await;
    begin(&server, &anne, 1).await;
    let snapshot = his.watch(&room).await;
    assert_eq!(
        (&snapshot["clocks"]["running"], &snapshot["seats"][0]["vacation_until"]),
        (&json!(0), &Value::Null)
    );

    let live = json!({"type": "create_room", "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}, "vacations": true});
    assert_eq!(hers.request(live).await.unwrap_err().code, "unsupported");
    let guest = server.guest().await;
    assert_eq!(begin(&server, &guest, 1).await.1["code"], "needs_account");
    assert_eq!(begin(&server, &ben, 0).await.1["code"], "out_of_range");
}

#[tokio::test]
async fn days_of_a_year_are_limited() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let anne = server.account("anne").await;
        let vacation = begin(&server, &anne, 365).await.1;
        let span = vacation["until"].as_i64().unwrap() - vacation["began_at"].as_i64().unwrap();
        assert_eq!((span, &vacation["left_s"]), (30 * DAY_US, &json!(0)));
        // Coming back early gives the rest back, but a vacation counts at least one day.
        let ended = server.delete("/api/v1/me/vacation", &anne.token).await.1;
        assert_eq!(ended["left_s"], json!(29 * 86_400));
        for _ in 0..29 {
            assert_eq!(begin(&server, &anne, 1).await.0, 200);
            server.delete("/api/v1/me/vacation", &anne.token).await;
        }
        let (status, refused) = begin(&server, &anne, 1).await;
        assert_eq!((status, &refused["code"]), (429, &json!("too_many")));
        // Vacations of more than a year ago do not count.
        execute(server.database(), format!("UPDATE vacations SET ends_at = ends_at - {}", 366 * DAY_US))
            .await;
        assert_eq!(begin(&server, &anne, 1).await.0, 200);
    }
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.correspondence.vacation_days_per_year = 0).await;
    let anne = server.account("anne").await;
    assert_eq!(begin(&server, &anne, 1).await.1["code"], "unsupported");
}

#[tokio::test]
async fn vacation_survives_a_crash() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let server = TestServer::on(database).await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        let database = server.stop().await;
        let process = Process::start(database.url()).await;
        let (mut hers, mut his) = (process.client(&anne.token).await, process.client(&ben.token).await);
        let room = game(&mut hers, &mut his, true).await;
        process.kill().await;
        // The vacation starts, and no room is notified.
        let until = i64::MAX / 2;
        let user = anne.id.replace('-', "");
        let id = if kind == Kind::Postgres { format!("'{}'", anne.id) } else { format!("x'{user}'") };
        execute(&database, format!("INSERT INTO vacations VALUES ({id}, 1, {until})")).await;

        let process = Process::start(database.url()).await;
        let mut his = process.client(&ben.token).await;
        let snapshot = his.watch(&room).await;
        assert_eq!(snapshot["clocks"]["running"], Value::Null);
        assert_eq!(snapshot["seats"][0]["vacation_until"], json!(until));
        assert_eq!(snapshot["clocks"]["remaining_ms"][0], json!(86_400_000), "it began before the turn");
        process.kill().await;
    }
}

#[tokio::test]
async fn rooms_of_other_nodes_learn_of_a_vacation() {
    let mut nodes = Nodes::start(2).await;
    let [anne, ben] = [nodes[1].account("anne").await, nodes[1].account("ben").await];
    let (mut hers, mut his) = (nodes[0].client_of(&anne).await, nodes[1].client_of(&ben).await);
    let room = game(&mut hers, &mut his, true).await;
    begin(&nodes[1], &anne, 2).await;
    on_vacation(&mut his, 0, true).await;
    nodes.stop(0).await;
    let snapshot = nodes[1].client_of(&ben).await.watch(&room).await;
    assert_eq!(snapshot["clocks"]["running"], Value::Null, "the next owner knows it too");
}
