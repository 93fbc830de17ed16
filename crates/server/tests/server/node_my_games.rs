//! My games, and players of rooms on another node.

use serde_json::{Value, json};

use crate::client::Client;
use crate::node_servers::Nodes;

/// Waits until the list of the client's games says whether it is the client's turn in this room.
async fn turn(client: &mut Client, room: &str, is_yours: bool) {
    client
        .next_where(|message| {
            let mut rooms = message["rooms"].as_array().into_iter().flatten();
            message["type"] == "my_games"
                && rooms.any(|listed| listed["room"] == *room && listed["your_turn"] == is_yours)
        })
        .await;
}

async fn my_games(nodes: &Nodes, number: usize, client: &Client) -> Value {
    let (status, body) = nodes[number].get_as("/api/v1/me/rooms", client.token()).await;
    assert_eq!(status, 200, "{body}");
    body["rooms"].clone()
}

#[tokio::test]
async fn my_games_follow_the_rooms_of_other_nodes() {
    let mut nodes = Nodes::start(2).await;
    let (mut black, mut white) = (nodes[0].client().await, nodes[1].client().await);
    white.request(json!({"type": "subscribe", "my_games": true})).await.unwrap();
    assert_eq!(white.next_of("my_games").await["rooms"], json!([]));
    let (room, _) = black.create_room(json!({})).await;
    white.join(&room).await.unwrap();
    turn(&mut white, &room, false).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    turn(&mut white, &room, true).await;
    white.play(&room, 1, "i5h5").await.unwrap();
    turn(&mut white, &room, false).await;
    assert_eq!(my_games(&nodes, 1, &black).await[0]["ply"], 2);

    // Messages that are lost are made up for.
    nodes.nats.stop().await;
    black.play(&room, 2, "b2c3").await.unwrap();
    nodes.nats.start_again().await;
    turn(&mut white, &room, true).await;

    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    white
        .next_where(|message| {
            let mut rooms = message["rooms"].as_array().into_iter().flatten();
            message["type"] == "my_games" && rooms.any(|listed| listed["status"] == "finished")
        })
        .await;
}

#[tokio::test]
async fn a_player_talks_in_a_room_of_another_node() {
    let nodes = Nodes::start(2).await;
    let (mut black, mut white) = (nodes[0].client().await, nodes[1].client().await);
    let (room, _) = black.create_room(json!({})).await;
    let channel = json!({"kind": "room", "room": room, "audience": "players"});
    let line = json!({"type": "chat", "channel": channel, "text": "Hello"});
    assert_eq!(white.request(line.clone()).await.unwrap_err().code, "not_seated");
    white.join(&room).await.unwrap();
    while let Err(refused) = white.request(line.clone()).await {
        assert_eq!(refused.code, "not_seated");
    }
}
