//! Background work of several nodes: each duty runs on one of them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::analyses::{finished, request};
use crate::client::Client;
use crate::node_servers::Nodes;
use crate::ratings::Pair;
use crate::smtp::Smtp;
use crate::test_server::PASSWORD;

#[tokio::test]
async fn a_rated_game_counts_once_and_is_shown_on_all_nodes() {
    let nodes = Nodes::start(2).await;
    let rating = nodes.with_duty("projections/ratings").await;
    // The room is in the memory of the other node.
    let mut pair = Pair::at(&nodes[1 - rating], &nodes[rating]).await;
    let game = pair.white_loses().await;
    let seat = |rating: i32, change: i32| json!({"rating": rating, "provisional": true, "change": change});
    let seats = json!([seat(1662, 162), seat(1338, -162)]);
    for player in [&mut pair.black, &mut pair.white] {
        assert_eq!(player.next_of("ratings").await["seats"], seats);
    }
    let changes = json!([{"before": 1500, "after": 1662}, {"before": 1500, "after": 1338}]);
    for node in [0, 1] {
        assert_eq!(nodes[node].get(&format!("/api/v1/games/{game}")).await.1["ratings"], changes);
    }
}

#[tokio::test]
async fn a_mail_is_sent_once_however_many_nodes_are_asked() {
    static SMTP: OnceLock<String> = OnceLock::new();
    let mut smtp = Smtp::start().await;
    SMTP.set(smtp.url()).unwrap();
    let nodes = Nodes::start_with(2, |config| {
        "http://abalone.example/".clone_into(&mut config.public_url);
        config.mail.smtp_url = SMTP.get().unwrap().clone().into();
        "Sumito <noreply@abalone.example>".clone_into(&mut config.mail.from);
        config.limits.mails_per_account_per_hour = 1;
    })
    .await;
    for name in ["Ada", "Berta"] {
        let (account, address) = (nodes[0].account(name).await, format!("{name}@mail.example"));
        let body = json!({"address": address, "password": PASSWORD, "language": "en"});
        let put = nodes[0].request(reqwest::Method::PUT, "/api/v1/me/mail", Some(&account.token), Some(body));
        assert_eq!(put.await.0, 202);
        let code = json!({"code": smtp.next().await.code()});
        let confirm = nodes[1].post("/api/v1/me/mail/confirmation", Some(&account.token), code);
        assert_eq!(confirm.await.0, 204);
    }
    for name in ["Ada", "Berta"] {
        let body = json!({"to": name, "language": "en"});
        assert_eq!(nodes[0].post("/api/v1/recovery/mail", None, body.clone()).await.0, 202);
        assert_eq!(smtp.next().await.to, format!("{name}@mail.example"));
        assert_eq!(nodes[1].post("/api/v1/recovery/mail", None, body).await.0, 429);
    }
}

/// Follows an analysis until it is done; returns the plies of its positions.
async fn analysed_plies(client: &mut Client, game: &str) -> Vec<u64> {
    client.request(json!({"type": "subscribe", "analysis": game})).await.unwrap();
    let mut plies = Vec::new();
    loop {
        let update = client.next_of("analysis").await;
        if update["full"] == true {
            plies.clear();
        }
        let positions = update["positions"].as_array().unwrap();
        plies.extend(positions.iter().map(|at: &Value| at["ply"].as_u64().unwrap()));
        if update["done"] == true {
            plies.sort_unstable();
            return plies;
        }
    }
}

#[tokio::test]
async fn an_analysis_is_followed_at_another_node() {
    let nodes = Nodes::start_with(2, |config| config.computers.analysis_nodes = 20_000).await;
    let (game, guest) = finished(&nodes[0], json!({})).await;
    request(&nodes[0], &game, &guest).await;
    assert_eq!(analysed_plies(&mut nodes[1].client().await, &game).await, [0, 1, 2, 3, 4]);
}

#[tokio::test]
async fn an_analysis_of_a_dead_node_is_finished_by_another_one() {
    // At the first node, the search of a position would take an hour.
    static ANALYSIS_NODES: AtomicU64 = AtomicU64::new(u64::MAX);
    let mut nodes = Nodes::start_with(1, |config| {
        config.computers.analysis_nodes = ANALYSIS_NODES.load(Ordering::Relaxed);
        config.computers.analyses_per_user = 1;
    })
    .await;
    ANALYSIS_NODES.store(2_000, Ordering::Relaxed);
    nodes.join().await;
    let (game, guest) = finished(&nodes[0], json!({})).await;
    let (other, _) = finished(&nodes[0], json!({})).await;
    assert_eq!(request(&nodes[0], &game, &guest).await.0, StatusCode::ACCEPTED);
    assert_eq!(request(&nodes[1], &other, &guest).await.0, StatusCode::TOO_MANY_REQUESTS);
    let (status, analysis) = request(&nodes[1], &game, &guest).await;
    assert_eq!((status, &analysis["done"]), (StatusCode::ACCEPTED, &json!(false)));

    let mut watcher = nodes[1].client().await;
    watcher.request(json!({"type": "subscribe", "analysis": game})).await.unwrap();
    nodes.kill(0).await;
    watcher.next_where(|message| message["type"] == "analysis" && message["done"] == true).await;
    let address = format!("/api/v1/games/{game}/analysis");
    assert_eq!(nodes[1].get(&address).await.1["positions"].as_array().unwrap().len(), 5);
}
