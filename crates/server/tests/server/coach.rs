//! Games with a coach.

use serde_json::{Value, json};
use sumito_services::history::projections::catch_up;
use sumito_store::{Projection, Store};

use crate::database::{BOTH, Kind};
use crate::node_servers::Nodes;
use crate::process::output_of;
use crate::store::settings;
use crate::test_server::TestServer;

fn room() -> Value {
    json!({"coach": true, "computers": [{"level": 2}]})
}

#[tokio::test]
async fn a_game_with_a_coach_is_kept_and_counts_in_no_statistics() {
    for kind in BOTH {
        let mut server = TestServer::start_with(kind, |config| config.computers.pause_ms = 0).await;
        let mut client = server.client().await;
        let (room, state) = client.create_room(room()).await;
        assert_eq!(state["coach"], true);
        let token = client.token().to_owned();
        // The room is read from its events.
        server.restart().await;
        let mut client = server.client_with_token(&token).await;
        let state = client.watch(&room).await;
        assert_eq!(state["coach"], true);
        client.play(&room, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
        client.next_where(|message| message["kind"] == "moved" && message["turn"] == 0).await;
        // The computer agrees to take back.
        client.request(json!({"type": "offer", "room": room, "what": "takeback"})).await.unwrap();
        client.event("taken_back").await;
        client.request(json!({"type": "resign", "room": room})).await.unwrap();
        let id = client.event("finished").await["game"].as_str().unwrap().to_owned();
        let (_, game) = server.get(&format!("/api/v1/games/{id}")).await;
        assert_eq!(game["coach"], true);
        let player = client.user_id().to_owned();
        let database = server.stop().await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        for projection in Projection::ALL {
            catch_up(&store, projection).await.unwrap();
        }
        let user = sumito_game::UserId(player.parse().unwrap());
        assert_eq!(store.player_counts(user, true).await.unwrap(), []);
        assert!(store.statistics_of(user, true, 20).await.unwrap().played.is_empty());
        store.close().await;
        let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(well, "{stdout}{stderr}");
    }
}

#[tokio::test]
async fn a_coach_helps_one_person_in_unrated_games_only() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let mut client = server.client().await;
    let rated = json!({"type": "create_room", "coach": true, "rated": true});
    assert_eq!(client.request(rated).await.unwrap_err().code, "unsupported");
    let (room, state) = client.create_room(json!({"coach": true})).await;
    assert_eq!(state["status"], "waiting");
    let mut other = server.client().await;
    other.watch(&room).await;
    let refused = other.request(json!({"type": "join", "room": room})).await.unwrap_err();
    assert!(refused.code == "unsupported" && refused.message.contains("only computers"), "{refused:?}");
    client.request(json!({"type": "add_computer", "room": room, "level": 1})).await.unwrap();
    client.event("started").await;
    let (_, state) = other.create_room(json!({})).await;
    assert!(state.get("coach").is_none(), "left out where there is none");
}

#[tokio::test]
async fn a_room_with_a_coach_is_the_same_on_another_node() {
    let nodes = Nodes::start(2).await;
    let mut client = nodes[0].client().await;
    let (room, _) = client.create_room(json!({"coach": true})).await;
    let mut other = nodes[1].client().await;
    assert_eq!(other.watch(&room).await["coach"], true);
    assert_eq!(other.request(json!({"type": "join", "room": room})).await.unwrap_err().code, "unsupported");
}
