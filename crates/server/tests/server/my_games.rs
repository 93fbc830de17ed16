//! The list of a user's games.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::play::two_players;
use crate::test_server::TestServer;

async fn listed(server: &TestServer, token: &str) -> Vec<Value> {
    let answer = server.http().get(server.url("/api/v1/me/rooms")).bearer_auth(token).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let body: Value = answer.json().await.unwrap();
    body["rooms"].as_array().unwrap().clone()
}

fn ids(rooms: &Value) -> Vec<&str> {
    rooms.as_array().unwrap().iter().map(|room| room["room"].as_str().unwrap()).collect()
}

/// Subscribes to the list; returns it.
async fn subscribe(client: &mut Client) -> Value {
    client.request(json!({"type": "subscribe", "my_games": true})).await.unwrap();
    let list = client.next_of("my_games").await;
    assert_eq!(list["full"], json!(true));
    list["rooms"].clone()
}

/// Waits for an update of this room that fulfils a condition.
async fn news(client: &mut Client, room: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let of_room = |message: &Value| {
        let rooms = message["rooms"].as_array().into_iter().flatten();
        rooms.filter(|listed| listed["room"] == room).find(|listed| wanted(listed)).cloned()
    };
    let message =
        client.next_where(|message| message["type"] == "my_games" && of_room(message).is_some()).await;
    assert_eq!(message["full"], json!(false));
    of_room(&message).unwrap()
}

#[tokio::test]
async fn rooms_waiting_for_the_user_come_first() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut me = server.client().await;
        let mut other = server.client().await;
        let (waiting, _) = me.create_room(json!({"visibility": "private"})).await;
        let (mine, _) = me.create_room(json!({})).await;
        other.join(&mine).await.unwrap();
        let (theirs, _) = other.create_room(json!({})).await;
        me.join(&theirs).await.unwrap();
        other.request(json!({"type": "offer", "room": theirs, "what": "draw"})).await.unwrap();
        let (days, _) =
            other.create_room(json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}})).await;
        me.join(&days).await.unwrap();

        let rooms = listed(&server, me.token()).await;
        assert_eq!(rooms.len(), 4, "{rooms:?}");
        let first: Vec<_> = rooms[..2].iter().map(|room| room["room"].as_str().unwrap()).collect();
        assert!(
            first.contains(&&*mine) && first.contains(&&*theirs),
            "rooms with the user's turn or an open offer come first: {rooms:?}"
        );
        assert_eq!((&rooms[2]["room"], &rooms[3]["room"]), (&json!(days), &json!(waiting)));
        let find = |id: &str| rooms.iter().find(|room| room["room"] == id).unwrap();
        let room = find(&mine);
        assert_eq!([&room["your_turn"], &room["waits_for_you"]], [true, true]);
        assert_eq!((&room["seat"], &room["turn"], &room["ply"]), (&json!(0), &json!(0), &json!(0)));
        assert!(room["turn_ends_at"].as_i64() > room["updated_at"].as_i64(), "{room}");
        assert_eq!(room["seats"][1]["player"]["id"], other.user_id());
        assert!(room["position"].as_str().unwrap().ends_with(" b 0,0 0 0"), "{room}");
        let room = find(&theirs);
        assert_eq!([&room["your_turn"], &room["waits_for_you"]], [false, true]);
        assert_eq!((&room["seat"], &room["offers"][0]["what"]), (&json!(1), &json!("draw")));
        let room = find(&days);
        assert_eq!([&room["your_turn"], &room["waits_for_you"]], [false, false]);
        let left = room["turn_ends_at"].as_i64().unwrap() - room["updated_at"].as_i64().unwrap();
        assert!((86_400_000_000 - 1_000_000..=86_400_000_000 + 1_000_000).contains(&left), "{left}");
        let room = find(&waiting);
        assert_eq!((&room["status"], &room["visibility"]), (&json!("waiting"), &json!("private")));
        assert_eq!(
            (&room["turn"], &room["turn_ends_at"], &room["game"]),
            (&Value::Null, &Value::Null, &Value::Null)
        );

        me.request(json!({"type": "leave", "room": waiting})).await.unwrap();
        let without_token = server.http().get(server.url("/api/v1/me/rooms")).send().await.unwrap();
        assert_eq!(without_token.status(), StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn subscriber_of_my_games_receives_changes() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let mut page = server.client_of(&guest).await;
        assert_eq!(subscribe(&mut page).await, json!([]));
        let mut me = server.client_of(&guest).await;
        let (room, _) = me.create_room(json!({"ready": true})).await;
        assert_eq!(
            news(&mut page, &room, |_| true).await["waits_for_you"],
            json!(false),
            "no other player has a seat"
        );
        let mut other = server.client().await;
        other.join(&room).await.unwrap();
        let asked = news(&mut page, &room, |room| room["waits_for_you"] == json!(true)).await;
        assert_eq!((&asked["status"], &asked["seats"][0]["ready"]), (&json!("waiting"), &json!(false)));
        for player in [&mut me, &mut other] {
            player.request(json!({"type": "ready", "room": room, "ready": true})).await.unwrap();
        }
        news(&mut page, &room, |room| room["your_turn"] == json!(true)).await;
        me.play(&room, 0, "a1b2").await.unwrap();
        let theirs = news(&mut page, &room, |room| room["ply"] == 1).await;
        assert_eq!((&theirs["your_turn"], &theirs["turn"]), (&json!(false), &json!(1)));
        assert_eq!(
            ids(&subscribe(&mut page).await),
            [room.as_str()],
            "a second subscription sends the whole list again"
        );
        other.request(json!({"type": "resign", "room": room})).await.unwrap();
        let ended = news(&mut page, &room, |room| room["status"] == "finished").await;
        assert_eq!((&ended["result"]["winners"], &ended["turn_ends_at"]), (&json!([0]), &Value::Null));
        other.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
        news(&mut page, &room, |room| room["waits_for_you"] == json!(true)).await;

        let (left, _) = me.create_room(json!({})).await;
        news(&mut page, &left, |_| true).await;
        me.request(json!({"type": "leave", "room": left})).await.unwrap();
        page.next_where(|message| message["type"] == "my_games" && message["gone"] == json!([left])).await;
        page.request(json!({"type": "unsubscribe", "my_games": true})).await.unwrap();
    }
}

#[tokio::test]
async fn rooms_that_are_not_in_memory_are_listed_too() {
    for kind in BOTH {
        let mut server = TestServer::start_with(kind, |config| config.rooms.idle_ms = 0).await;
        let settings = json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}});
        let (mut black, white, room) = two_players(&server, settings).await;
        black.play(&room, 0, "a1b2").await.unwrap();
        let (waiting, _) = black.create_room(json!({"visibility": "private"})).await;
        let (ended, _) = black.create_room(json!({})).await;
        let mut third = server.client().await;
        third.join(&ended).await.unwrap();
        third.request(json!({"type": "abort", "room": ended})).await.unwrap();
        let before = [listed(&server, black.token()).await, listed(&server, white.token()).await];
        assert_eq!(before[0].len(), 3);
        assert_eq!(before[1][0]["your_turn"], json!(true));
        let tokens = [black.token().to_owned(), white.token().to_owned()];
        drop((black, white, third));
        server.restart().await;
        for (token, before) in tokens.iter().zip(before) {
            let mut after = listed(&server, token).await;
            for (after, before) in after.iter_mut().zip(&before) {
                // No clock is charged for the time without a server; the time for storing the move is lost at the restart.
                let ends_at = |room: &Value| room["turn_ends_at"].as_i64();
                let later = ends_at(after).zip(ends_at(before)).map(|(after, before)| after - before);
                assert!(later.is_none_or(|later| later > -1_000_000), "{after} {before}");
                after["turn_ends_at"] = before["turn_ends_at"].clone();
            }
            assert_eq!(after, before);
        }
        let mut back = Client::connect(&server.url("/ws"), Some(&tokens[1])).await;
        assert_eq!(ids(&subscribe(&mut back).await), [room.as_str()]);
        let mut black = Client::connect(&server.url("/ws"), Some(&tokens[0])).await;
        let rooms = subscribe(&mut black).await;
        assert!(ids(&rooms).contains(&&*waiting) && ids(&rooms).contains(&&*ended), "{rooms}");
        back.play(&room, 1, "i5h5").await.unwrap();
        assert_eq!(news(&mut black, &room, |room| room["ply"] == 2).await["your_turn"], json!(true));
    }
}

#[tokio::test]
async fn a_list_that_cannot_be_followed_is_refused() {
    let server =
        TestServer::start_with(Kind::Memory, |config| config.limits.subscriptions_per_socket = 1).await;
    let own = json!({"type": "subscribe", "my_games": true});
    let mut spectator = Client::connect(&server.url("/ws"), None).await;
    assert_eq!(spectator.request(own.clone()).await.unwrap_err().code, "unauthenticated");
    let mut client = server.client().await;
    for neither in
        [json!({"type": "subscribe"}), json!({"type": "subscribe", "lobby": "main", "my_games": true})]
    {
        assert_eq!(client.request(neither).await.unwrap_err().code, "bad_message");
    }
    assert_eq!(
        client.request(json!({"type": "subscribe", "rooms": "all"})).await.unwrap_err().code,
        "bad_message"
    );
    client.request(own.clone()).await.unwrap();
    let refused = client.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap_err();
    assert_eq!(refused.code, "too_many");
    client.request(own).await.unwrap();
    client.request(json!({"type": "unsubscribe", "my_games": true})).await.unwrap();
    client.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
}

#[tokio::test]
async fn unsubscribe_before_the_list_loads_is_answered() {
    let server = TestServer::start().await;
    let mut client = server.client().await;
    client.send(r#"{"id":"comes","type":"subscribe","my_games":true}"#).await;
    client.send(r#"{"id":"goes","type":"unsubscribe","my_games":true}"#).await;
    for id in ["comes", "goes"] {
        client.next_where(|message| message["id"] == id && message["type"] == "ok").await;
    }
}
