//! Bots: programs that play any user who requests a game the bot accepts.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::ratings::changes;
use crate::test_server::{Guest, TestServer};

async fn register(server: &TestServer, guest: &Guest, accepts: Value) -> (StatusCode, Value) {
    let put = server.http().put(server.url("/api/v1/me/bot")).bearer_auth(&guest.token);
    let answer = put.json(&accepts).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

/// Connects a bot that accepts these games.
pub(crate) async fn bot(server: &TestServer, accepts: Value) -> (Guest, Client) {
    let guest = server.guest().await;
    let (status, body) = register(server, &guest, accepts).await;
    assert_eq!((status, &body["user"]["bot"]), (StatusCode::OK, &json!(true)), "{body}");
    let client = server.client_of(&guest).await;
    (guest, client)
}

fn against(bot: &Guest) -> Value {
    json!({"type": "create_room", "bots": [{"id": bot.id}]})
}

#[tokio::test]
async fn bot_plays_any_user_within_its_preferences() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |_| {}).await;
        let (guest, mut bot) = bot(&server, json!({})).await;
        bot.request(json!({"type": "subscribe", "my_games": true})).await.unwrap();
        let mut person = server.client().await;
        let room = person.request(against(&guest)).await.unwrap()["room"].as_str().unwrap().to_owned();
        let own = bot
            .next_where(|message| message["type"] == "my_games" && message["rooms"][0]["status"] == "playing")
            .await;
        assert_eq!((&own["rooms"][0]["room"], &own["rooms"][0]["seat"]), (&json!(room), &json!(1)));
        let state = person.watch(&room).await;
        assert_eq!(
            state["seats"][1]["player"],
            json!({"id": guest.id, "name": guest.name, "guest": true, "bot": true})
        );
        person.play(&room, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
        let state = bot.watch(&room).await;
        bot.play(&room, 1, state["legal"][0].as_str().unwrap()).await.unwrap();
        bot.request(json!({"type": "resign", "room": room})).await.unwrap();
        let game = bot.event("finished").await["game"].as_str().unwrap().to_owned();
        let (_, game) = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!(game["players"][1]["bot"], true);
        assert!(game["players"][0].get("bot").is_none());
    }
}

#[tokio::test]
async fn connected_bots_are_listed_with_their_preferences() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |_| {}).await;
        let (guest, client) =
            bot(&server, json!({"modes": ["two"], "longest_s": 600, "games_at_once": 2})).await;
        register(&server, &server.guest().await, json!({})).await;
        let (_, list) = server.get("/api/v1/bots?online=true").await;
        let bots = list["bots"].as_array().unwrap();
        assert_eq!(bots.len(), 1, "one bot has no socket: {list}");
        assert_eq!(bots[0]["user"]["id"], guest.id);
        let accepts = json!({"modes": ["two"], "shortest_s": 0, "longest_s": 600, "untimed": false, "rated": false, "games_at_once": 2});
        assert_eq!((&bots[0]["accepts"], &bots[0]["games"]), (&accepts, &json!(0)));
        drop(client);
    }
}

#[tokio::test]
async fn bot_refuses_games_outside_its_preferences() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let (guest, bot) = bot(&server, json!({"modes": ["two"], "longest_s": 600, "games_at_once": 1})).await;
    let mut person = server.client().await;
    let with = |more: Value| {
        let mut request = against(&guest);
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    for (request, code) in [
        (with(json!({"mode": "three"})), "not_accepted"),
        (with(json!({"clock": {"kind": "none"}})), "not_accepted"),
        (with(json!({"clock": {"kind": "sudden_death", "initial_ms": 601_000}})), "not_accepted"),
        (with(json!({"bots": [{"id": guest.id, "seat": 9}]})), "out_of_range"),
        (with(json!({"bots": [{"id": "unknown"}]})), "bad_message"),
        (json!({"type": "create_room", "bots": [{"id": person.user_id()}]}), "forbidden"),
        (
            json!({"type": "create_room", "bots": [{"id": "01a1fcc6-b9a3-72c7-bb42-3d91f93c2644"}]}),
            "no_such_bot",
        ),
        (json!({"type": "create_room", "bots": vec![json!({"id": guest.id}); 9]}), "room_full"),
    ] {
        assert_eq!(person.request(request.clone()).await.unwrap_err().code, code, "{request}");
    }
    let twice = json!([{"id": guest.id}, {"id": guest.id, "seat": 1}]);
    assert_eq!(person.request(with(json!({"bots": twice}))).await.unwrap_err().code, "already_seated");
    let begins = person.request(with(json!({"bots": [{"id": guest.id, "seat": 0}]}))).await.unwrap();
    assert_eq!(begins["seat"], 1, "the bot has seat 0");
    person.request(json!({"type": "abort", "room": begins["room"]})).await.unwrap();
    let room = person.request(against(&guest)).await.unwrap()["room"].clone();
    assert_eq!(
        person.request(against(&guest)).await.unwrap_err().code,
        "not_accepted",
        "the bot plays one game at a time"
    );
    person.request(json!({"type": "abort", "room": room})).await.unwrap();
    drop(bot);
    // The server needs a moment to notice that the bot is away.
    loop {
        match person.request(against(&guest)).await {
            Ok(made) => {
                person.request(json!({"type": "abort", "room": made["room"]})).await.unwrap();
            }
            Err(refused) => {
                assert_eq!(refused.code, "no_such_bot");
                break;
            }
        }
    }
}

#[tokio::test]
async fn user_with_games_cannot_become_a_bot() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let guest = server.guest().await;
    server.client_of(&guest).await.create_room(json!({})).await;
    assert_eq!(register(&server, &guest, json!({})).await.1["code"], "forbidden");
    let (bot, mut client) = bot(&server, json!({})).await;
    client.create_room(json!({})).await;
    assert_eq!(
        register(&server, &bot, json!({"games_at_once": 3})).await.0,
        StatusCode::OK,
        "the bot changes its preferences"
    );
    for nonsense in [json!({"games_at_once": 0}), json!({"shortest_s": 9, "longest_s": 8})] {
        assert_eq!(register(&server, &bot, nonsense).await.1["code"], "out_of_range");
    }
    let put = server.http().put(server.url("/api/v1/me/bot")).json(&json!({}));
    assert_eq!(put.send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_bots_socket_may_do_more_than_a_persons() {
    let change = |config: &mut sumito_config::Config| {
        config.limits.subscriptions_per_socket = 1;
        config.limits.bot_subscriptions_per_socket = 2;
        config.limits.messages_per_second = 1;
        config.limits.message_burst = 4;
        config.limits.bot_messages_per_second = 0;
    };
    let server = TestServer::start_with(Kind::Memory, change).await;
    let (_, mut bot) = bot(&server, json!({})).await;
    for (lobby, is_allowed) in [("one", true), ("two", true), ("three", false)] {
        let answer = bot.request(json!({"type": "subscribe", "lobby": lobby})).await;
        assert_eq!(answer.is_ok(), is_allowed, "{lobby}");
    }
    for _ in 0..100 {
        bot.send(r#"{"type":"ping","t":1}"#).await;
    }
    for _ in 0..100 {
        bot.next_of("pong").await;
    }
}

#[tokio::test]
async fn bot_survives_a_thousand_illegal_moves() {
    let server =
        TestServer::start_with(Kind::Memory, |config| config.limits.bot_messages_per_second = 0).await;
    let (guest, mut bot) = bot(&server, json!({})).await;
    let mut person = server.client().await;
    let mut request = against(&guest);
    request["seat"] = json!(1);
    let room = person.request(request).await.unwrap()["room"].as_str().unwrap().to_owned();
    let state = bot.watch(&room).await;
    for number in 0..2_000 {
        let refused = bot.play(&room, 0, "a1a9").await.unwrap_err();
        assert!(["bad_move", "illegal_move"].contains(&refused.code.as_str()), "{number}: {refused:?}");
    }
    bot.play(&room, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
    person.watch(&room).await;
}

#[tokio::test]
async fn absent_bots_do_not_hide_connected_ones() {
    let server = TestServer::start_on(Kind::Memory).await;
    let (here, _client) = bot(&server, json!({})).await;
    for _ in 0..200 {
        let idle = server.guest().await;
        assert_eq!(register(&server, &idle, json!({})).await.0, StatusCode::OK);
    }
    let (_, list) = server.get("/api/v1/bots?online=true").await;
    let listed: Vec<_> = list["bots"].as_array().unwrap().iter().map(|bot| &bot["user"]["id"]).collect();
    assert_eq!(listed, [&json!(here.id)]);
}

/// Connects a bot with an account that accepts these games.
async fn account_bot(server: &TestServer, name: &str, accepts: Value) -> (Guest, Client) {
    let account = server.account(name).await;
    let (status, body) = register(server, &account, accepts).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let client = server.client_of(&account).await;
    (account, client)
}

/// Plays three moves of each player in a room, and lets White resign; returns the game.
async fn white_loses(black: &mut Client, white: &mut Client, room: &str) -> String {
    let moves = ["a1b2", "i5h5", "a2b3", "i6h6", "a3b4", "i7h7"];
    black.watch(room).await;
    white.watch(room).await;
    for (ply, mv) in moves.into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut *black } else { &mut *white };
        player.play(room, ply, mv).await.unwrap();
    }
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    black.event("finished").await["game"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn rated_games_with_bots_change_only_ratings_with_bots() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        assert_eq!(register(&server, &guest, json!({"rated": true})).await.1["code"], "out_of_range");
        let (fox, mut foxs) = account_bot(&server, "DeepFox", json!({"rated": true})).await;
        let (owl, owls) = account_bot(&server, "DeepOwl", json!({})).await;
        let anna = server.account("Anna").await;
        let mut annas = server.client_of(&anna).await;
        let rated = |bot: &Guest| json!({"type": "create_room", "layout": "standard", "rated": true, "bots": [{"id": bot.id}]});
        assert_eq!(annas.request(rated(&owl)).await.unwrap_err().code, "not_accepted");
        let made = annas.request(rated(&fox)).await.unwrap();
        let game = white_loses(&mut annas, &mut foxs, made["room"].as_str().unwrap()).await;
        let changes = changes(&server, &game).await;
        assert_eq!((&changes[0]["after"], &changes[1]["after"]), (&json!(1662), &json!(1338)));
        for name in ["Anna", "DeepFox"] {
            let (_, profile) = server.get(&format!("/api/v1/players/{name}")).await;
            let pools: Vec<_> =
                profile["ratings"].as_array().unwrap().iter().map(|one| &one["speed"]).collect();
            assert_eq!(pools, ["bots"], "{name}");
        }
        // A bot sits down in no rated room by its own command.
        let (room, _) = annas.create_room(json!({"rated": true, "layout": "standard"})).await;
        foxs.watch(&room).await;
        assert_eq!(foxs.join(&room).await.unwrap_err().code, "unsupported");
        drop(owls);
    }
}

#[tokio::test]
async fn bots_are_listed_by_rating_with_their_authors() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (fox, mut foxs) = account_bot(&server, "DeepFox", json!({"rated": true})).await;
        let (owl, mut owls) = account_bot(&server, "DeepOwl", json!({"rated": true})).await;
        let (crow, crows) = account_bot(&server, "DeepCrow", json!({})).await;
        let (guest, _guests) = bot(&server, json!({})).await;
        let room =
            json!({"type": "create_room", "layout": "standard", "rated": true, "bots": [{"id": owl.id}]});
        let made = foxs.request(room).await.unwrap();
        let game = white_loses(&mut foxs, &mut owls, made["room"].as_str().unwrap()).await;
        changes(&server, &game).await;
        let author = async |bot: &Guest, author: &str| {
            let body = Some(json!({"author": author}));
            server.request(Method::PUT, "/api/v1/me/bot/author", Some(&bot.token), body).await
        };
        assert_eq!(author(&fox, "A club of Ghent").await.0, 204);
        assert_eq!(author(&fox, "see http://example.org").await.1["code"], "bad_words");
        assert_eq!(author(&server.account("Anna").await, "Anna").await.1["code"], "forbidden");
        drop(crows);
        let page = async |query: &str| server.get(&format!("/api/v1/bots?{query}")).await.1;
        let mut listed = Vec::new();
        let mut query = "limit=1".to_owned();
        loop {
            let found = page(&query).await;
            listed.extend(found["bots"].as_array().unwrap().clone());
            let Some(next) = found["next"].as_str() else { break };
            query = format!("limit=1&cursor={next}");
        }
        let ids: Vec<_> = listed.iter().map(|bot| bot["user"]["id"].as_str().unwrap()).collect();
        assert_eq!(ids, [&fox.id, &owl.id, &crow.id]);
        assert_eq!(
            (&listed[0]["author"], &listed[0]["rating"]["rating"]),
            (&json!("A club of Ghent"), &json!(1662))
        );
        assert_eq!((&listed[2]["author"], &listed[2]["rating"]), (&Value::Null, &Value::Null));
        while page("").await["bots"][0]["played"] != 1 {}
        assert_eq!(page("mode=three").await["bots"][0]["rating"], Value::Null);
        // The server needs a moment to notice that a bot is away.
        loop {
            let online = page("online=true").await;
            let ids: Vec<_> = online["bots"]
                .as_array()
                .unwrap()
                .iter()
                .map(|bot| bot["user"]["id"].as_str().unwrap())
                .collect();
            if ids.len() == 3 {
                assert_eq!(ids, [&fox.id, &owl.id, &guest.id]);
                break;
            }
        }
    }
}
