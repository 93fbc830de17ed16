//! The overview of a user, and the server's activity.

use reqwest::Method;
use serde_json::{Value, json};

use crate::database::BOTH;
use crate::node_servers::Nodes;
use crate::ratings::{Pair, changes};
use crate::test_server::TestServer;
use crate::tournaments::{Place, layout, open_games, play_out, settings, subscribe, wait_for};

async fn overview(server: &TestServer, token: &str, query: &str) -> Value {
    let (status, overview) = server.get_as(&format!("/api/v1/me/overview{query}"), token).await;
    assert_eq!(status, 200, "{overview}");
    overview
}

#[tokio::test]
async fn overview_has_what_happened_since_the_last_visit() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut pair = Pair::at(&server, &server).await;
        let [anna, berta] = [server.log_in("Anna").await, server.log_in("Berta").await];
        for (token, name) in [(&anna.token, "Berta"), (&berta.token, "Anna")] {
            let path = format!("/api/v1/me/follows/{name}");
            assert_eq!(server.request(Method::PUT, &path, Some(token), None).await.0, 204);
        }
        let game = pair.white_loses().await;
        changes(&server, &game).await;

        let all = overview(&server, &anna.token, "?since=0").await;
        let rating = &all["ratings"][0];
        assert_eq!((&rating["rating"]["rating"], &rating["change"]), (&json!(1662), &json!(162)), "{all}");
        assert_eq!(all["online"][0]["user"]["name"], "Berta");
        assert_eq!(all["games"][0]["game"]["id"], json!(game));
        assert_eq!(all["games"][0]["rating"], json!({"before": 1500, "after": 1662}));
        assert_eq!((&all["tournaments"], &all["followers"]), (&json!([]), &json!(1)));
        let lost = overview(&server, &berta.token, "").await;
        assert_eq!(
            (&lost["ratings"][0]["change"], &lost["games"][0]["game"]["id"]),
            (&json!(-162), &json!(game))
        );

        let later = i64::MAX / 2;
        let nothing = overview(&server, &anna.token, &format!("?since={later}&today={later}")).await;
        assert_eq!((&nothing["games"], &nothing["followers"]), (&json!([]), &json!(0)), "{nothing}");
        assert_eq!(
            (&nothing["ratings"][0]["rating"]["rating"], &nothing["ratings"][0]["change"]),
            (&json!(1662), &Value::Null)
        );
        drop(pair);
        let guest = server.guest().await;
        let empty = json!({"ratings": [], "online": [], "games": [], "tournaments": [], "followers": 0});
        assert_eq!(overview(&server, &guest.token, "").await, empty);
        assert_eq!(server.get("/api/v1/me/overview").await.0, 401);
        assert_eq!(server.get_as("/api/v1/me/overview?since=yesterday", &guest.token).await.0, 400);
    }
}

#[tokio::test]
async fn overview_has_the_places_in_tournaments() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id =
            place.announce(&director, layout(settings(json!({"form": "round_robin", "cycles": 1})))).await;
        let mut players = place.entered(&id, 2).await;
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        assert_eq!(overview(&server, &players[0].token, "").await["tournaments"], json!([]));
        place.command(&id, &director, json!({"type": "start"})).await;
        wait_for(&mut watcher, |message| message["games"].as_array().is_some_and(|games| !games.is_empty()))
            .await;
        let shown = place.tournament(&id).await;
        let game = &open_games(&shown)[0];
        // The player with the lower number wins.
        let loser = usize::from(game["sides"][0].as_u64() < game["sides"][1].as_u64());
        play_out(&mut players, &shown, game, loser).await;
        wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
        for (player, reached) in players.iter().zip([1, 2]) {
            let ended = &overview(&server, &player.token, "").await["tournaments"];
            assert_eq!(
                (&ended[0]["tournament"]["id"], &ended[0]["place"]),
                (&json!(id), &json!(reached)),
                "{ended}"
            );
        }
        let later = format!("?since={}", i64::MAX / 2);
        assert_eq!(overview(&server, &players[0].token, &later).await["tournaments"], json!([]));
    }
}

#[tokio::test]
async fn activity_counts_the_players_and_games_of_all_nodes() {
    let nodes = Nodes::start(2).await;
    let until = async |expected: Value| {
        for node in [&nodes[0], &nodes[1]] {
            loop {
                let (status, activity) = node.get("/api/v1/activity").await;
                assert_eq!(status, 200);
                if activity == expected {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
    };
    until(json!({"players": 0, "games": 0})).await;
    let [mut black, mut white] = [nodes[0].client().await, nodes[1].client().await];
    let (room, _) = black.create_room(json!({})).await;
    until(json!({"players": 2, "games": 0})).await;
    white.join(&room).await.unwrap();
    until(json!({"players": 2, "games": 1})).await;
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    until(json!({"players": 2, "games": 0})).await;
}
