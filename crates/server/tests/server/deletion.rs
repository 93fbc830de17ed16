//! Names of deleted users, and of guests who have made an account since: every view uses the current name.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::BOTH;
use crate::test_server::{Guest, PASSWORD, TestServer};
use crate::tournaments::{Place, settings};

/// A name that cannot occur by chance.
const NAME: &str = "Zwrpltk";

/// Places in which a user has left their name.
struct Left {
    user: String,
    room: String,
    game: String,
    tournament: String,
}

/// Plays a public game that `one` loses; returns the room and the game.
async fn play(one: &mut Client, other: &mut Client) -> (String, String) {
    let (room, _) = one.create_room(json!({"visibility": "public"})).await;
    other.join(&room).await.unwrap();
    other.watch(&room).await;
    one.play(&room, 0, "g7f6").await.unwrap();
    one.request(json!({"type": "resign", "room": room})).await.unwrap();
    let game = other.event("finished").await["game"].as_str().unwrap().to_owned();
    (room, game)
}

/// Reads everything that needs no token, by the OpenAPI description, and the pages; returns the paths that contain the name.
async fn places_with_the_name(server: &TestServer, left: &Left) -> Vec<String> {
    let (_, api) = server.get("/openapi.json").await;
    let mut addresses = vec![
        format!("/room/{}", left.room),
        format!("/game/{}", left.game),
        format!("/embed/{}", left.game),
        format!("/tournament/{}", left.tournament),
        format!("/player/{}", left.user),
        "/".to_owned(),
    ];
    for (path, methods) in api["paths"].as_object().unwrap() {
        if methods.get("get").is_none() {
            continue;
        }
        let id = match path {
            path if path.contains("/games/{id}") => &left.game,
            path if path.contains("/rooms/{id}") => &left.room,
            path if path.contains("/tournaments/{id}") => &left.tournament,
            _ => &left.user,
        };
        let path = path.replace("{id}", id).replace("{name}", &left.user).replace("{picture}", "picture.svg");
        let path = path.replace("{mode}", "two");
        // Parameters that the path requires.
        let parameters = methods["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let required = parameters.iter().filter(|one| one["in"] == "query" && one["required"] == true);
        let mut queries = vec![String::new()];
        for one in required {
            let name = one["name"].as_str().unwrap();
            let values: Vec<_> = match one["schema"]["enum"].as_array() {
                Some(words) => words.iter().map(|word| word.as_str().unwrap().to_owned()).collect(),
                None => vec![NAME[..3].to_owned()],
            };
            let each = values.iter().flat_map(|value| queries.iter().map(move |query| (query, value)));
            queries = each.map(|(query, value)| format!("{query}&{name}={value}")).collect();
        }
        addresses.extend(queries.iter().map(|query| match query.strip_prefix('&') {
            Some(query) => format!("{path}?{query}"),
            None => path.clone(),
        }));
    }
    addresses.push("/api/v1/tournaments?over=true".to_owned());
    addresses.push(format!("/api/v1/games?player={}", left.user));
    assert!(addresses.len() > 50, "{addresses:?}");
    let mut found = Vec::new();
    for address in addresses {
        let answer = server.http().get(server.url(&address)).send().await.unwrap();
        assert!(answer.status().as_u16() != 500, "{address}");
        if String::from_utf8_lossy(&answer.bytes().await.unwrap()).contains(NAME) {
            found.push(address);
        }
    }
    found
}

/// Collects the messages of a socket that subscribes to all of it.
async fn socket_messages(socket: &mut Client, left: &Left) -> String {
    let mut messages = socket.watch(&left.room).await.to_string();
    socket.request(json!({"type": "subscribe", "tournament": left.tournament})).await.unwrap();
    messages += &socket.next_of("tournament").await.to_string();
    socket.request(json!({"type": "subscribe", "my_games": true})).await.unwrap();
    messages += &socket.next_of("my_games").await.to_string();
    messages
}

async fn delete(server: &TestServer, user: &Guest, password: Option<Value>) {
    let answer = server.request(Method::DELETE, "/api/v1/me", Some(&user.token), password).await;
    assert_eq!(answer, (204, Value::Null));
}

#[tokio::test]
async fn name_of_a_deleted_user_is_shown_nowhere() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (ada, berta) = (server.account(NAME).await, server.account("Berta").await);
        let (mut one, mut other) = (server.client_of(&ada).await, server.client_of(&berta).await);
        let (room, game) = play(&mut one, &mut other).await;
        let form = json!({"form": "round_robin", "cycles": 1});
        let tournament = place.announce(&berta.token, settings(form)).await;
        for player in [&ada, &berta] {
            place.command(&tournament, &player.token, json!({"type": "register"})).await;
        }
        place.command(&tournament, &berta.token, json!({"type": "cancel", "reason": "rain"})).await;
        let left = Left { user: ada.id.clone(), room, game, tournament };
        let before = places_with_the_name(&server, &left).await;
        assert!(before.len() > 10, "{before:?}");
        let messages = socket_messages(&mut other, &left).await;
        assert!(messages.contains(NAME), "{messages}");

        delete(&server, &ada, Some(json!({"password": PASSWORD}))).await;
        // Rooms, tournaments and lists that were in memory before, and data that the server reads anew.
        assert_eq!(places_with_the_name(&server, &left).await, Vec::<String>::new());
        let mut again = server.client_of(&berta).await;
        let messages = socket_messages(&mut again, &left).await;
        assert!(messages.contains("[deleted]") && !messages.contains(NAME), "{messages}");

        server.restart().await;
        assert_eq!(places_with_the_name(&server, &left).await, Vec::<String>::new());
        let mut again = server.client_of(&berta).await;
        let messages = socket_messages(&mut again, &left).await;
        assert!(messages.contains("[deleted]") && !messages.contains(NAME), "{messages}");
    }
}

#[tokio::test]
async fn games_of_a_guest_show_the_later_account_name() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let (mut one, mut other) = (server.client_of(&guest).await, server.client().await);
        let (room, game) = play(&mut one, &mut other).await;
        let claim = json!({"name": "Ada", "password": PASSWORD});
        assert_eq!(server.post("/api/v1/accounts", Some(&guest.token), claim).await.0, 201);
        for _ in 0..2 {
            let (_, listed) = server.get(&format!("/api/v1/players/{}/games", guest.id)).await;
            let (_, game) = server.get(&format!("/api/v1/games/{game}")).await;
            let (_, room) = server.get(&format!("/api/v1/rooms/{room}")).await;
            for player in
                [&listed["games"][0]["players"][0], &game["players"][0], &room["seats"][0]["player"]]
            {
                assert_eq!((&player["name"], &player["guest"]), (&json!("Ada"), &json!(false)), "{player}");
            }
            server.restart().await;
        }
    }
}
