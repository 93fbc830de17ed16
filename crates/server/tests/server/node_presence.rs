//! Presence of users whose sockets are open on several nodes.

use serde_json::{Value, json};

use crate::client::Client;
use crate::node_servers::Nodes;

/// Returns a condition for a message with the presence of the player on the second seat of this room.
fn presence(room: &str, connected: bool) -> impl Fn(&Value) -> bool {
    move |message| {
        message["type"] == "presence"
            && message["room"] == *room
            && message["seats"][1]["connected"] == connected
    }
}

#[tokio::test]
async fn a_player_who_moves_to_another_node_is_not_absent() {
    let nodes = Nodes::start(2).await;
    let (anne, eve) = (nodes[1].guest().await, nodes[1].guest().await);
    let mut black = nodes[0].client().await;
    let (room, _) = black.create_room(json!({})).await;
    let (marker, _) = black.create_room(json!({})).await;
    let mut there = nodes[1].client_of(&anne).await;
    there.join(&room).await.unwrap();
    black.next_where(presence(&room, true)).await;
    let mut eve = nodes[1].client_of(&eve).await;
    eve.join(&marker).await.unwrap();
    black.next_where(presence(&marker, true)).await;
    // Both may have counted as absent until this node received the presence of their sockets.
    let absences = |black: &Client| black.waiting().filter(|message| presence(&room, false)(message)).count();
    let before = absences(&black);

    let here = nodes[0].client_of(&anne).await;
    drop(there);
    drop(eve);
    black.next_where(presence(&marker, false)).await;
    assert_eq!(absences(&black), before, "she is on this node");
    drop(here);
    black.next_where(presence(&room, false)).await;
}

#[tokio::test]
async fn a_player_of_a_dead_node_leaves_and_comes_back_on_another() {
    let mut nodes = Nodes::start(2).await;
    let anne = nodes[1].guest().await;
    let mut black = nodes[0].client().await;
    let (room, _) = black.create_room(json!({})).await;
    let mut white = nodes[1].client_of(&anne).await;
    white.join(&room).await.unwrap();
    black.next_where(presence(&room, true)).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    nodes.kill(1).await;
    let is_claimable = |message: &Value| message["seats"][1]["claimable_at"].is_i64();
    black.next_where(|message| presence(&room, false)(message) && is_claimable(message)).await;

    let mut white = nodes[0].client_of(&anne).await;
    black.next_where(presence(&room, true)).await;
    assert_eq!(white.watch(&room).await["seats"][1]["connected"], true);
}
