//! Metrics, and the files of rules and dashboards that use them.

use std::path::Path;

use serde_json::json;
use sumito_kit::metrics::{ALL, Kind as MetricKind};

use crate::database::Kind;
use crate::node_servers::Nodes;
use crate::play::two_players;
use crate::test_server::TestServer;
use crate::tournaments::{Place, settings};

/// Returns the current metrics text.
async fn metrics(server: &TestServer) -> String {
    let url = format!("http://{}/metrics", server.metrics_address());
    let answer = server.http().get(url).send().await.unwrap();
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/plain; version=0.0.4"));
    answer.text().await.unwrap()
}

#[tokio::test]
async fn commands_games_and_requests_are_counted() {
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.metrics.listen = "127.0.0.1:0".to_owned()).await;
    let (mut black, white, room) = two_players(&server, json!({})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    black.play(&room, 0, "a1b2").await.unwrap_err();
    black.request(json!({"type": "watch", "room": room, "since": 1})).await.unwrap();
    let (status, _) = server.get("/api/v1/rooms").await;
    assert_eq!(status, 200);
    let while_playing = metrics(&server).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    drop(white);
    let text = metrics(&server).await;
    for line in [
        "sumito_commands_total{type=\"play\"} 2",
        "sumito_refusals_total{code=\"not_your_turn\"} 1",
        "sumito_resumes_total{told=\"events\"} 1",
        "sumito_games_finished_total{mode=\"two\",reason=\"resignation\"} 1",
        "sumito_http_seconds_count{route=\"/api/v1/rooms\",status=\"2xx\"} 1",
        "sumito_storage_up 1",
        "sumito_rooms{status=\"finished\"} 1",
    ] {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
    assert!(while_playing.contains("sumito_rooms{status=\"playing\"} 1\n"), "{while_playing}");
    for name in [
        "sumito_command_seconds_count",
        "sumito_event_log_flush_seconds_count",
        "sumito_projection_lag_games",
        "process_open_fds",
    ] {
        assert!(text.contains(name), "{name} is missing in {text}");
    }
    // Metrics are not on the public listener.
    let answer = server.http().get(server.url("/metrics")).send().await.unwrap();
    assert_eq!(answer.status(), 404);
}

#[tokio::test]
async fn counters_are_there_before_anything_is_counted() {
    let server =
        TestServer::start_with(Kind::Memory, |config| config.metrics.listen = "127.0.0.1:0".to_owned()).await;
    let text = metrics(&server).await;
    for line in [
        "sumito_sockets_cut_off_total{why=\"behind\"} ",
        "sumito_commands_total{type=\"berserk\"} ",
        "sumito_refusals_total{code=\"cooldown\"} ",
        "sumito_resumes_total{told=\"room\"} ",
        "sumito_searches_total{purpose=\"analysis\"} ",
        "sumito_pushes_total{result=\"given_up\"} ",
        "sumito_chat_lines_total{place=\"tournament\"} ",
        "sumito_chat_refusals_total{why=\"muted\"} ",
        "sumito_archived_bytes_total{form=\"packed\"} ",
        "sumito_games_finished_total{mode=\"four\",reason=\"repetition\"} ",
    ] {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
}

#[tokio::test]
async fn seeks_and_chat_lines_are_counted() {
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.metrics.listen = "127.0.0.1:0".to_owned()).await;
    let [anne, ben] = [server.account("Anne").await, server.account("Ben").await];
    let mut socket = server.client_of(&anne).await;
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
    socket.request(json!({"type": "seek", "clock": clock})).await.unwrap();
    let lobby = json!({"kind": "lobby", "lobby": "main"});
    let line = json!({"type": "chat", "channel": lobby, "text": "hello"});
    socket.request(line.clone()).await.unwrap();
    socket.request(line).await.unwrap_err();
    let challenge = json!({"player": ben.id, "terms": {"clock": clock}});
    assert_eq!(server.post("/api/v1/challenges", Some(&anne.token), challenge).await.0, 201);
    Place::of(&server).announce(&anne.token, settings(json!({"form": "round_robin", "cycles": 1}))).await;
    let text = metrics(&server).await;
    for line in [
        "sumito_seeks_waiting{lobby=\"main\"} 1",
        "sumito_challenges_open 1",
        "sumito_tournaments{status=\"registering\"} 1",
        "sumito_chat_lines_total{place=\"lobby\"} 1",
        "sumito_chat_refusals_total{why=\"repeated\"} 1",
        "sumito_queue_used{queue=\"event_log\"} 0",
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line} is missing in {text}");
    }
    assert!(
        !text.contains("sumito_http_connections 0\n") && text.contains("sumito_http_connections "),
        "{text}"
    );
}

/// Reads the metrics until they have a line.
async fn until_metrics_have(server: &TestServer, line: &str) {
    while !metrics(server).await.contains(&format!("{line}\n")) {}
}

#[tokio::test]
async fn nodes_of_a_cluster_report_the_bus_their_lease_and_their_duties() {
    let mut nodes = Nodes::start_with(2, |config| config.metrics.listen = "127.0.0.1:0".to_owned()).await;
    for line in [
        "sumito_nodes 2",
        "sumito_bus_up 1",
        "sumito_duties{duty=\"retention\"} 1",
        "sumito_bus_requests_failed_total{why=\"timed_out\"} 0",
        "sumito_bus_dropped_total{why=\"too_large\"} 0",
    ] {
        until_metrics_have(&nodes[0], line).await;
    }
    let text = metrics(&nodes[0]).await;
    let age = text.lines().find_map(|line| line.strip_prefix("sumito_lease_age_seconds ")).unwrap();
    assert!(age.parse::<f64>().unwrap() < 3.0, "{age}");
    nodes.nats.stop().await;
    until_metrics_have(&nodes[0], "sumito_bus_up 0").await;
    nodes.nats.start_again().await;
    until_metrics_have(&nodes[0], "sumito_bus_up 1").await;
    nodes.kill(1).await;
    until_metrics_have(&nodes[0], "sumito_nodes 1").await;
}

/// Returns the names of metrics in a file of rules or in a dashboard.
fn named(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c: char| !is_name(c)).filter(|word| word.starts_with("sumito_")).collect()
}

#[test]
fn rules_and_dashboard_use_existing_metrics() {
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    let [alerts, dashboard] = ["prometheus/alerts.yml", "grafana/sumito.json"]
        .map(|file| std::fs::read_to_string(packaging.join(file)).unwrap());
    let exists = |name: &str| {
        ALL.iter().any(|metric| match metric.kind {
            MetricKind::Histogram => {
                ["_bucket", "_sum", "_count"].iter().any(|end| name.strip_suffix(end) == Some(metric.name))
            }
            MetricKind::Counter | MetricKind::Gauge => name == metric.name,
        })
    };
    for name in named(&alerts).into_iter().chain(named(&dashboard)) {
        assert!(exists(name), "there is no metric {name}");
    }
    // Every metric is on the dashboard.
    for metric in ALL {
        assert!(
            named(&dashboard).iter().any(|name| name.starts_with(metric.name)),
            "{} is not on the dashboard",
            metric.name
        );
    }
}
