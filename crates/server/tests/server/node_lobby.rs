//! Lists of lobbies with rooms and seeks on several nodes.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::node_servers::Nodes;
use crate::test_server::TestServer;
use crate::tournaments::{Place, layout, on_side, open_games, settings};

/// Connects a visitor who follows the main lobby; returns the list, too.
async fn visitor(server: &TestServer) -> (Client, Value) {
    let mut visitor = Client::connect(&server.url("/ws"), None).await;
    visitor.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let list = visitor.next_of("lobby").await;
    (visitor, list)
}

/// Waits until the lobby lists the room with this status.
async fn listed(visitor: &mut Client, room: &str, status: &str) {
    visitor
        .next_where(|message| {
            let mut rooms = message["rooms"].as_array().into_iter().flatten();
            rooms.any(|listed| listed["room"] == *room && listed["status"] == status)
        })
        .await;
}

/// Waits until the lobby no longer lists the room.
async fn gone(visitor: &mut Client, room: &str) {
    visitor.next_where(|message| message["gone"] == json!([room])).await;
}

#[tokio::test]
async fn rooms_and_seeks_of_all_nodes_are_listed() {
    let mut nodes = Nodes::start(2).await;
    let (mut lobby, _) = visitor(&nodes[1]).await;
    let mut black = nodes[0].client().await;
    let (room, _) = black.create_room(json!({})).await;
    listed(&mut lobby, &room, "waiting").await;
    let (_, list) = nodes[1].get("/api/v1/rooms").await;
    assert_eq!(list["rooms"][0]["room"], *room);
    let mut white = nodes[1].client().await;
    white.join(&room).await.unwrap();
    listed(&mut lobby, &room, "playing").await;

    // A node that joins reads the lists.
    let third = nodes.join().await;
    let (mut late, list) = visitor(&nodes[third]).await;
    if list["rooms"] == json!([]) {
        listed(&mut late, &room, "playing").await;
    }
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    gone(&mut lobby, &room).await;
    gone(&mut late, &room).await;

    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
    black.request(json!({"type": "seek", "clock": clock})).await.unwrap();
    let sought = |message: &Value| message["seeks"][0]["user"]["id"] == *black.user_id();
    lobby.next_where(sought).await;
    late.next_where(sought).await;
}

#[tokio::test]
async fn rooms_of_a_dead_node_are_no_longer_listed_unless_they_wait_for_days() {
    let mut nodes = Nodes::start_with(2, |config| config.rooms.idle_ms = 0).await;
    let (mut lobby, _) = visitor(&nodes[1]).await;
    let mut black = nodes[0].client().await;
    let days = json!({"kind": "per_move", "move_ms": 86_400_000});
    let mut rooms = Vec::new();
    for clock in [days, json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000})] {
        let made = black.request(json!({"type": "create_room", "clock": clock})).await.unwrap();
        let room = made["room"].as_str().unwrap().to_owned();
        listed(&mut lobby, &room, "waiting").await;
        rooms.push(room);
    }
    nodes.kill(0).await;
    lobby
        .next_where(|message| message["gone"].as_array().into_iter().flatten().any(|gone| *gone == *rooms[1]))
        .await;
    let (_, list) = nodes[1].get("/api/v1/rooms").await;
    if !list["rooms"].to_string().contains(&rooms[0]) {
        listed(&mut lobby, &rooms[0], "waiting").await;
    }
}

#[tokio::test]
async fn live_boards_show_the_games_of_other_nodes() {
    let nodes = Nodes::start(2).await;
    let of = json!({"kind": "lobby", "lobby": "main"});
    let mut viewer = Client::connect(&nodes[1].url("/ws"), None).await;
    viewer.request(json!({"type": "subscribe", "boards": of})).await.unwrap();
    let (mut black, mut white) = (nodes[0].client().await, nodes[0].client().await);
    let (room, _) = black.create_room(json!({"layout": "standard"})).await;
    white.join(&room).await.unwrap();
    black.play(&room, 0, "a1b2").await.unwrap();
    viewer
        .next_where(|message| {
            let mut boards = message["boards"].as_array().into_iter().flatten();
            boards.any(|board| board["room"]["room"] == *room && board["last"] == "a1b2")
        })
        .await;
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    viewer.next_where(|message| message["type"] == "boards" && message["gone"] == json!([room])).await;
}

#[tokio::test]
async fn live_boards_of_a_tournament_are_shown_on_a_node_that_does_not_run_it() {
    let nodes = Nodes::start(2).await;
    let place = Place::of(&nodes[0]);
    let (_, director) = place.account("Ada").await;
    let id = place.announce(&director, layout(settings(json!({"form": "swiss", "rounds": 1})))).await;
    let mut players = place.entered(&id, 2).await;
    let mut viewer = Client::connect(&nodes[1].url("/ws"), None).await;
    let of = json!({"kind": "tournament", "tournament": id});
    viewer.request(json!({"type": "subscribe", "boards": of})).await.unwrap();
    assert_eq!(viewer.next_of("boards").await["of"], of);
    place.command(&id, &director, json!({"type": "start"})).await;
    let owner = sqlx::query_scalar::<_, Uuid>("SELECT node FROM claims WHERE key LIKE 'tournament/%'");
    assert_eq!(owner.fetch_one(&mut nodes.admin().await).await.unwrap(), nodes.id(0));

    let begun = viewer.next_where(|message| message["boards"][0]["turn"] == 0).await;
    let room = begun["boards"][0]["room"]["room"].as_str().unwrap().to_owned();
    let shown = place.tournament(&id).await;
    let game = open_games(&shown).remove(0);
    assert_eq!(game["room"], *room);
    on_side(&mut players, &shown, &game, 0).socket.play(&room, 0, "a1b2").await.unwrap();
    viewer.next_where(|message| message["boards"][0]["last"] == "a1b2").await;
    let white = &mut on_side(&mut players, &shown, &game, 1).socket;
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    viewer.next_where(|message| message["type"] == "boards" && message["gone"] == json!([room])).await;
}
