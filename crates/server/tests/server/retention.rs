//! Retention periods of stored data.

use std::time::Duration;

use serde_json::json;
use sumito_cluster::Node;
use sumito_config::{Config, Overrides};
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_rooms::event_log::EventLog;
use sumito_services::history::retention;
use sumito_store::Store;
use tokio_util::sync::CancellationToken;

use crate::database::{BOTH, Database};
use crate::play::two_players;
use crate::store::{count, execute};
use crate::test_server::TestServer;

const DAY: Duration = Duration::from_hours(24);

/// Runs the retention sweep once, with default settings, as if this many days had passed.
pub(crate) async fn sweep_after(database: &Database, days: u32) {
    let config = Config::load(None, &Overrides::default()).unwrap();
    let store = Store::connect(database.url(), &config.database).await.unwrap();
    let time = TimeSource::starting_at(TimeSource::from_system().now() + DAY * days);
    let (event_log, writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
    let rooms = Rooms::new(&config, store.clone(), event_log, Node::alone());
    assert!(retention::sweep(&store, &rooms, &config.retention, &CancellationToken::new()).await);
    rooms.stop().await;
    drop(rooms);
    writer.await.unwrap();
    store.close().await;
}

/// Returns the numbers of waiting, playing and closed rooms.
async fn rooms(database: &Database) -> [i64; 3] {
    [
        count(database, "SELECT count(*) FROM rooms WHERE status = 'waiting'").await,
        count(database, "SELECT count(*) FROM rooms WHERE status = 'playing'").await,
        count(database, "SELECT count(*) FROM rooms WHERE status = 'closed'").await,
    ]
}

#[tokio::test]
async fn waiting_player_is_unseated_after_a_month() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (_black, _white, _room) = two_players(&server, json!({})).await;
        let mut alone = server.client().await;
        let (room, _) = alone.create_room(json!({})).await;
        let by_mail = json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}, "visibility": "private"});
        alone.create_room(by_mail).await;
        let database = server.stop().await;
        sweep_after(&database, 29).await;
        assert_eq!(rooms(&database).await, [2, 1, 0]);
        sweep_after(&database, 31).await;
        assert_eq!(rooms(&database).await, [0, 1, 2]);
        let left = "SELECT count(*) FROM room_events WHERE payload LIKE '%left%'";
        assert_eq!(count(&database, left).await, 2, "it is an event like any other");

        // The next player takes the seat as if the earlier one had just left.
        let server = TestServer::on(database).await;
        let mut late = server.client().await;
        late.join(&room).await.unwrap();
        let database = server.stop().await;
        assert_eq!(rooms(&database).await, [1, 1, 1]);
    }
}

#[tokio::test]
async fn chat_and_reports_are_removed_after_retention() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [ada, eve] = [server.account("Ada").await, server.account("Eve").await];
        let mut socket = server.client_of(&ada).await;
        let lobby = json!({"kind": "lobby", "lobby": "main"});
        socket.request(json!({"type": "chat", "channel": lobby, "text": "hello"})).await.unwrap();
        for words in ["she swears", "she stalls"] {
            let report = json!({"player": "Eve", "words": words});
            assert_eq!(server.post("/api/v1/reports", Some(&ada.token), report).await.0, 204);
        }
        drop((socket, eve));
        let database = server.stop().await;
        execute(&database, "UPDATE reports SET closed_at = created_at WHERE words = 'she swears'").await;
        let left = async || {
            let lines = count(&database, "SELECT count(*) FROM chat_lines").await;
            (lines, count(&database, "SELECT count(*) FROM reports").await)
        };
        sweep_after(&database, 29).await;
        assert_eq!(left().await, (1, 2));
        sweep_after(&database, 31).await;
        assert_eq!(left().await, (0, 2));
        sweep_after(&database, 366).await;
        assert_eq!(left().await, (0, 1), "an open report stays");
    }
}

#[tokio::test]
async fn guests_without_games_go_earlier() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let (_black, _white, _room) = two_players(&server, json!({})).await;
        let (quiet, used, ada) = (server.guest().await, server.guest().await, server.account("Ada").await);
        let used_id = used.id.clone();
        server
            .restart_after(async |database| {
                // An age between the retention of guests and the retention of accounts.
                let month = DAY.as_micros() * 31;
                execute(database, format!("UPDATE sessions SET last_used_at = last_used_at - {month}")).await;
                let now = format!(
                    "UPDATE sessions SET last_used_at = last_used_at + {month}
                     WHERE created_at = (SELECT max(created_at) FROM sessions WHERE user_id <> (
                         SELECT id FROM users WHERE name = 'Ada'))"
                );
                execute(database, now).await;
            })
            .await;
        while count(server.database(), "SELECT count(*) FROM users WHERE guest").await != 3 {
            tokio::task::yield_now().await;
        }
        assert_eq!(server.get_as("/api/v1/me", &quiet.token).await.0, 401);
        let (status, me) = server.get_as("/api/v1/me", &used.token).await;
        assert_eq!((status, me["user"]["id"].as_str().or(me["id"].as_str())), (200, Some(&*used_id)));
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 200);
    }
}

#[tokio::test]
async fn requests_with_a_key_are_forgotten_after_a_day() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let request = server.http().post(server.url("/api/v1/rooms")).bearer_auth(&guest.token);
        request.header("idempotency-key", "key").json(&json!({})).send().await.unwrap();
        let database = server.stop().await;
        let stored = "SELECT count(*) FROM idempotent_requests";
        for (days, left) in [(0, 1), (2, 0)] {
            sweep_after(&database, days).await;
            assert_eq!(count(&database, stored).await, left, "after {days} days");
        }
    }
}
