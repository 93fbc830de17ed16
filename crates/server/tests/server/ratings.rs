//! Rated games: eligible players, and changes of ratings.

mod projection;

use serde_json::{Value, json};
use sumito_config::Config;
use sumito_rules::{Layout, Mode, Position};
use sumito_services::history::projections::rebuild;
use sumito_store::{CanonicalPosition, Projection, RatingRow, Store};
use uuid::Uuid;

use crate::client::Client;
use crate::database::BOTH;
use crate::explorer::explored;
use crate::moderation::with_role;
use crate::store::settings;
use crate::test_server::{Guest, TestServer};

fn rated() -> Value {
    rated_as(true)
}

fn rated_as(rated: bool) -> Value {
    json!({"rated": rated, "layout": "standard", "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}})
}

/// Two players with accounts and a socket each.
pub(crate) struct Pair {
    accounts: [Guest; 2],
    pub(crate) black: Client,
    pub(crate) white: Client,
}

impl Pair {
    async fn new(server: &TestServer) -> Self {
        Self::at(server, server).await
    }

    /// Connects the players to two servers. Black creates the rooms.
    pub(crate) async fn at(of_black: &TestServer, of_white: &TestServer) -> Self {
        let accounts = [of_black.account("Anna").await, of_white.account("Berta").await];
        let black = of_black.client_of(&accounts[0]).await;
        let white = of_white.client_of(&accounts[1]).await;
        Self { accounts, black, white }
    }

    /// Starts a rated game; returns its room.
    async fn start(&mut self) -> String {
        let (room, snapshot) = self.black.create_room(rated()).await;
        assert_eq!(snapshot["rated"], true);
        self.white.watch(&room).await;
        self.white.join(&room).await.unwrap();
        self.black.event("started").await;
        room
    }

    /// White resigns a rated game that is just long enough to count; returns its id.
    pub(crate) async fn white_loses(&mut self) -> String {
        self.white_loses_after(MOVES.len()).await
    }

    /// White resigns a rated game after this many plies; returns its id.
    async fn white_loses_after(&mut self, plies: usize) -> String {
        let room = self.start().await;
        self.play(&room, plies).await;
        self.white.request(json!({"type": "resign", "room": room})).await.unwrap();
        let finished = self.black.event("finished").await;
        finished["game"].as_str().unwrap().to_owned()
    }

    /// Plays the first plies, this many of them.
    async fn play(&mut self, room: &str, plies: usize) {
        for (ply, mv) in MOVES.into_iter().take(plies).enumerate() {
            let player = if ply % 2 == 0 { &mut self.black } else { &mut self.white };
            player.play(room, ply, mv).await.unwrap();
        }
    }
}

/// Three moves of each player: the minimum for a game that counts.
const MOVES: [&str; 6] = ["a1b2", "i5h5", "a2b3", "i6h6", "a3b4", "i7h7"];

/// Waits until a game has changed ratings; returns the changes.
pub(crate) async fn changes(server: &TestServer, game: &str) -> Value {
    loop {
        let (status, game) = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!((status.as_u16(), &game["rated"]), (200, &json!(true)));
        if game["ratings"].is_array() {
            return game["ratings"].clone();
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn rated_game_changes_ratings_once() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let mut pair = Pair::new(&server).await;
        let game = pair.white_loses().await;
        let first = changes(&server, &game).await;
        // Glicko-2 for two newcomers, by the formulas of the paper.
        assert_eq!(first, json!([{"before": 1500, "after": 1662}, {"before": 1500, "after": 1338}]));
        drop((pair.black, pair.white));
        server.restart().await;
        assert_eq!(changes(&server, &game).await, first);
        // The other player makes the room: the new clients number their commands from the start, and a repeated command makes no second
        // room.
        pair.black = server.client_of(&pair.accounts[1]).await;
        pair.white = server.client_of(&pair.accounts[0]).await;
        let game = pair.white_loses().await;
        let second = changes(&server, &game).await;
        assert_eq!((&second[0]["before"], &second[1]["before"]), (&json!(1338), &json!(1662)));
        drop((pair.black, pair.white));

        let database = server.stop().await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        let ids = pair.accounts.map(|account| sumito_game::UserId(account.id.parse::<Uuid>().unwrap()));
        let all = async || -> Vec<RatingRow> {
            let [one, other] = ids.map(|id| store.ratings_of(id));
            [one.await.unwrap(), other.await.unwrap()].concat()
        };
        let before = all().await;
        assert_eq!(before.iter().map(|row| row.rating.games).collect::<Vec<_>>(), [2, 2]);
        rebuild(&store, Projection::Ratings).await.unwrap();
        // The same numbers to the last bit.
        assert_eq!(all().await, before);
        store.close().await;
    }
}

#[tokio::test]
async fn room_shows_ratings_and_their_changes() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut pair = Pair::new(&server).await;
        let game = pair.white_loses().await;
        let update = pair.black.next_of("ratings").await;
        let seat =
            |rating: i32, change: i32| json!({"rating": rating, "provisional": true, "change": change});
        assert_eq!(update["seats"], json!([seat(1662, 162), seat(1338, -162)]), "{update}");
        let (_, snapshot) = server.get(&format!("/api/v1/rooms/{}", update["room"].as_str().unwrap())).await;
        assert_eq!((&snapshot["game"], &snapshot["seats"][1]["rating"]), (&json!(game), &seat(1338, -162)));

        // In another room the ratings are the same, without changes. The server looks up ratings a moment after a player arrives.
        let (room, _) = pair.black.create_room(rated_as(false)).await;
        pair.white.join(&room).await.unwrap();
        let update = loop {
            let update = pair.black.next_of("ratings").await;
            if update["room"] == room.as_str() && !update["seats"][1].is_null() {
                break update;
            }
        };
        let seat = |rating: i32| json!({"rating": rating, "provisional": true});
        assert_eq!(update["seats"], json!([seat(1662), seat(1338)]));
        loop {
            // The server updates lists a few times a second.
            let (_, list) = server.get("/api/v1/rooms?lobby=main").await;
            if list["rooms"][0]["room"] == room.as_str() && !list["rooms"][0]["seats"][1]["rating"].is_null()
            {
                assert_eq!(list["rooms"][0]["seats"][0]["rating"], seat(1662));
                break;
            }
            tokio::task::yield_now().await;
        }

        // Correspondence games have their own ratings, and guests have no rating.
        let by_mail = json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}});
        let (room, _) = pair.black.create_room(by_mail).await;
        let mut guest = server.client().await;
        guest.join(&room).await.unwrap();
        pair.black.event("started").await;
        let (_, snapshot) = server.get(&format!("/api/v1/rooms/{room}")).await;
        assert_eq!([&snapshot["seats"][0]["rating"], &snapshot["seats"][1]["rating"]], [&Value::Null; 2]);
    }
}

#[tokio::test]
async fn explorer_filters_games_by_rating() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut pair = Pair::new(&server).await;
        let first = pair.white_loses().await;
        changes(&server, &first).await;
        pair.white_loses().await;
        let (room, _) = pair.black.create_room(rated_as(false)).await;
        pair.white.join(&room).await.unwrap();
        pair.black.play(&room, 0, "a5b5").await.unwrap();
        pair.white.request(json!({"type": "resign", "room": room})).await.unwrap();
        // In the first game both players were unrated; the last one is the mirror image of the others, and unrated.
        let row = |band: &str, games: u64| json!({"move": "a1b2", "band": band, "games": games, "won": games, "drawn": 0, "lost": 0});
        assert_eq!(explored(&server, "", 3).await, json!([row("from_1400", 2), row("unrated", 1)]));

        let database = server.stop().await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        let start =
            CanonicalPosition::of(Layout::Standard, &Position::start(Mode::Two, Layout::Standard).unwrap());
        let before = store.explored(start.position).await.unwrap();
        for consumer in [Projection::Ratings, Projection::Explorer] {
            assert_eq!(rebuild(&store, consumer).await.unwrap(), 3);
            assert_eq!(store.explored(start.position).await.unwrap(), before);
        }
        store.close().await;
    }
}

#[tokio::test]
async fn leaving_a_rated_game_penalises_only_the_leaver() {
    for kind in BOTH {
        let configure = |config: &mut Config| {
            (config.ratings.breaches, config.policy.absence_percent) = (1, 1);
        };
        let server = TestServer::start_with(kind, configure).await;
        let mut pair = Pair::new(&server).await;
        let room = pair.start().await;
        pair.play(&room, MOVES.len()).await;
        pair.black.play(&room, MOVES.len(), "b2a1").await.unwrap();
        drop(pair.white);
        pair.black.presence(1, false).await;
        let claim = json!({"type": "claim", "room": room, "result": "win"});
        while let Err(refused) = pair.black.request(claim.clone()).await {
            assert_eq!(refused.code, "nobody_away");
        }
        let finished = pair.black.event("finished").await;
        assert_eq!(
            (&finished["result"]["reason"], &finished["result"]["winners"]),
            (&json!("abandoned"), &json!([0]))
        );
        let game = finished["game"].as_str().unwrap();
        assert_eq!(changes(&server, game).await[0]["after"], 1662, "the game counts");

        // The server stores conduct violations with the ratings.
        let mut white = server.client_of(&pair.accounts[1]).await;
        let mut request = rated();
        request["type"] = json!("create_room");
        assert_eq!(white.request(request).await.unwrap_err().code, "cooldown");
        pair.black.create_room(rated()).await;
    }
}

#[tokio::test]
async fn games_that_are_not_rated_change_nothing() {
    let server = TestServer::start().await;
    let mut pair = Pair::new(&server).await;
    let (room, _) = pair.black.create_room(json!({})).await;
    pair.white.join(&room).await.unwrap();
    pair.white.request(json!({"type": "resign", "room": room})).await.unwrap();
    let casual = pair.black.event("finished").await["game"].as_str().unwrap().to_owned();
    let counted = pair.white_loses().await;
    // Games are rated one after the other.
    assert_eq!(changes(&server, &counted).await[0]["before"], 1500);
    let (_, casual) = server.get(&format!("/api/v1/games/{casual}")).await;
    assert_eq!((&casual["rated"], &casual["ratings"]), (&json!(false), &Value::Null));
}

#[tokio::test]
async fn only_people_with_accounts_play_rated_games() {
    let server = TestServer::start().await;
    let mut pair = Pair::new(&server).await;
    let (room, _) = pair.black.create_room(rated()).await;
    let mut guest = server.client().await;
    let refused = guest.join(&room).await.unwrap_err();
    assert_eq!(refused.code, "needs_account");
    assert!(refused.message.contains("create one, or play unrated"), "{}", refused.message);
    let mut request = rated();
    request["type"] = json!("create_room");
    assert_eq!(guest.request(request.clone()).await.unwrap_err().code, "needs_account");
    let computer = json!({"type": "add_computer", "room": room, "level": 1});
    assert_eq!(pair.black.request(computer).await.unwrap_err().code, "unsupported");
    request["computers"] = json!([{"level": 1}]);
    assert_eq!(pair.black.request(request.clone()).await.unwrap_err().code, "unsupported");
    request["computers"] = json!([]);
    request["clock"] = json!({"kind": "none"});
    assert_eq!(pair.black.request(request).await.unwrap_err().code, "unsupported");
    // The rejected commands seated no player.
    pair.white.join(&room).await.unwrap();
}

#[tokio::test]
async fn nothing_is_taken_back_in_a_rated_game() {
    let server = TestServer::start().await;
    let mut pair = Pair::new(&server).await;
    let room = pair.start().await;
    pair.black.play(&room, 0, "a1b2").await.unwrap();
    let takeback = json!({"type": "offer", "room": room, "what": "takeback"});
    assert_eq!(pair.black.request(takeback).await.unwrap_err().code, "unsupported");
}

#[tokio::test]
async fn repeated_aborts_cause_a_cooldown() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.ratings.breaches = 2).await;
        let mut pair = Pair::new(&server).await;
        let request = || {
            let mut request = rated();
            request["type"] = json!("create_room");
            request
        };
        for _ in 0..2 {
            let room = pair.start().await;
            // Without a command id: the store must record the player without one.
            pair.white.send(&json!({"type": "abort", "room": room}).to_string()).await;
            pair.black.event("finished").await;
        }
        // Once the server has counted the aborted games, it rejects new rated ones; a room made before that is left again.
        let refused = loop {
            match pair.white.request(request()).await {
                Ok(made) => {
                    pair.white.request(json!({"type": "leave", "room": made["room"]})).await.unwrap();
                }
                Err(refused) => break refused,
            }
        };
        assert_eq!(refused.code, "cooldown");
        assert!(refused.message.contains("10 minutes"), "{}", refused.message);
        // The opponent may make a room, but the penalised player cannot join it.
        let (room, _) = pair.black.create_room(rated()).await;
        assert_eq!(pair.white.join(&room).await.unwrap_err().code, "cooldown");
        let (room, _) = pair.black.create_room(json!({})).await;
        pair.white.join(&room).await.unwrap();
    }
}

#[tokio::test]
async fn game_with_fewer_than_three_moves_changes_nothing() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut pair = Pair::new(&server).await;
        let mut short = Vec::new();
        for plies in [1, 5] {
            short.push(pair.white_loses_after(plies).await);
        }
        let counted = pair.white_loses().await;
        // Games are rated one after the other.
        assert_eq!(changes(&server, &counted).await[0], json!({"before": 1500, "after": 1662}));
        for game in short {
            let (_, game) = server.get(&format!("/api/v1/games/{game}")).await;
            assert_eq!((&game["ratings"], &game["unrated"]), (&Value::Null, &json!("too_short")), "{game}");
        }
        let (_, counted) = server.get(&format!("/api/v1/games/{counted}")).await;
        assert_eq!(counted["unrated"], Value::Null);
    }
}

#[tokio::test]
async fn repeated_games_on_a_day_count_less() {
    let server = TestServer::start().await;
    let mut pair = Pair::new(&server).await;
    let mut gained = Vec::new();
    for _ in 0..9 {
        let game = pair.white_loses().await;
        let change = changes(&server, &game).await[0].clone();
        gained.push(change["after"].as_i64().unwrap() - change["before"].as_i64().unwrap());
    }
    // Without this rule the last winner gained 20 points and more.
    assert!(gained[8] <= 2, "{gained:?}");
    drop((pair.black, pair.white));
    let database = server.stop().await;
    let store = Store::connect(database.url(), &settings()).await.unwrap();
    let ids = pair.accounts.map(|account| sumito_game::UserId(account.id.parse::<Uuid>().unwrap()));
    let before = store.ratings_of(ids[0]).await.unwrap();
    rebuild(&store, Projection::Ratings).await.unwrap();
    assert_eq!(store.ratings_of(ids[0]).await.unwrap(), before);
    store.close().await;
}

#[tokio::test]
async fn rated_game_requires_a_minimum_clock() {
    let server = TestServer::start().await;
    let account = server.account("Anna").await;
    let mut client = server.client_of(&account).await;
    let request = |clock: Value, rated: bool| json!({"type": "create_room", "rated": rated, "clock": clock});
    let fast = json!({"kind": "sudden_death", "initial_ms": 1_000});
    for clock in [
        fast.clone(),
        json!({"kind": "fischer", "initial_ms": 19_000, "increment_ms": 1_000}),
        json!({"kind": "per_move", "move_ms": 1_000}),
        json!({"kind": "per_game", "limit_ms": 119_000}),
    ] {
        let refused = client.request(request(clock, true)).await.unwrap_err();
        assert_eq!(refused.code, "out_of_range");
        assert!(refused.message.contains("at least 60 seconds"), "{}", refused.message);
    }
    client
        .request(request(json!({"kind": "fischer", "initial_ms": 20_000, "increment_ms": 1_000}), true))
        .await
        .unwrap();
    client.request(request(fast.clone(), false)).await.unwrap();
    // The rule applies to games of a tournament, too.
    let form = json!({"form": "arena", "duration_s": 600, "closing_s": 0, "wave_s": 1, "berserk": false});
    let mut arena = crate::tournaments::settings(form);
    (arena["clock"], arena["rated"]) = (fast, json!(true));
    arena["entry"] = json!({"accounts_only": true});
    let address = server.url("/api/v1/tournaments");
    let made = server
        .http()
        .post(address)
        .bearer_auth(&account.token)
        .json(&json!({"settings": arena}))
        .send()
        .await
        .unwrap();
    let body = made.text().await.unwrap();
    assert!(body.contains("out_of_range") && body.contains("at least 60 seconds"), "{body}");
}

#[tokio::test]
async fn private_games_show_only_in_own_rating_history() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut pair = Pair::new(&server).await;
        let mut settings = rated();
        settings["visibility"] = json!("private");
        let (room, _) = pair.black.create_room(settings).await;
        pair.white.join(&room).await.unwrap();
        pair.black.event("started").await;
        pair.play(&room, MOVES.len()).await;
        pair.white.request(json!({"type": "resign", "room": room})).await.unwrap();
        let private = pair.black.event("finished").await["game"].as_str().unwrap().to_owned();
        let public = pair.white_loses().await;
        changes(&server, &public).await;
        let address = "/api/v1/players/Anna/ratings?mode=two&speed=live";
        let games = |history: &Value| -> Vec<String> {
            let points = history["points"].as_array().unwrap();
            points.iter().map(|point| point["game"].as_str().unwrap().to_owned()).collect()
        };
        let of = async |guest: &Guest| -> Value {
            let request = server.http().get(server.url(address)).bearer_auth(&guest.token);
            request.send().await.unwrap().json().await.unwrap()
        };
        assert_eq!(games(&server.get(address).await.1), std::slice::from_ref(&public));
        assert_eq!(games(&of(&pair.accounts[1]).await), std::slice::from_ref(&public));
        assert_eq!(games(&of(&pair.accounts[0]).await), [public, private]);
    }
}

#[tokio::test]
async fn only_moderators_see_signals_of_unfair_play() {
    const SIGNALS: &str = "/api/v1/moderation/signals";
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.ratings.signals_minutes = 0).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let mut pair = Pair::new(&server).await;
        let signals = async || -> Vec<Value> {
            let (status, body) = server.get_as(SIGNALS, &moderator.token).await;
            assert_eq!(status, 200, "{body}");
            body["signals"].as_array().unwrap().clone()
        };
        let found = async |games: u64| -> Value {
            loop {
                let signals = signals().await;
                if let Some(signal) = signals.iter().find(|signal| signal["evidence"]["games"] == games) {
                    assert_eq!(signals.len(), 1, "{signals:?}");
                    return signal.clone();
                }
                tokio::task::yield_now().await;
            }
        };
        let mut games = Vec::new();
        for _ in 0..8 {
            games.push(pair.white_loses().await);
        }
        let signal = found(8).await;
        let evidence = &signal["evidence"];
        let users = signal["users"].as_array().unwrap();
        let winner = users.iter().position(|user| user["name"] == "Anna").unwrap();
        assert_eq!((&evidence["gained"][winner], &evidence["gained"][1 - winner]), (&json!(8), &json!(0)));
        assert_eq!((&evidence["kind"], &evidence["plies"]), (&json!("farming"), &json!(6)));
        assert!(evidence["same_network"].is_boolean(), "{signal}");
        assert_eq!(
            (evidence["latest"].as_array().unwrap().len(), &evidence["latest"][0]),
            (5, &json!(games[7]))
        );
        for path in [SIGNALS, "/api/v1/moderation/overview"] {
            assert_eq!(server.get_as(path, &pair.accounts[0].token).await.0, 403);
            assert_eq!(server.get(path).await.0, 401);
        }
        let record = format!("/api/v1/moderation/players/{}", pair.accounts[1].id);
        assert_eq!(server.get_as(&record, &moderator.token).await.1["signals"][0]["id"], signal["id"]);

        let dismiss = format!("{SIGNALS}/{}/dismiss", signal["id"].as_str().unwrap());
        let reason = json!({"reason": "they practise together"});
        assert_eq!(server.post(&dismiss, Some(&pair.accounts[0].token), reason.clone()).await.0, 403);
        assert_eq!(server.post(&dismiss, Some(&moderator.token), json!({"reason": ""})).await.0, 400);
        assert_eq!(server.post(&dismiss, Some(&moderator.token), reason.clone()).await.0, 204);
        assert_eq!(server.post(&dismiss, Some(&moderator.token), reason).await.0, 404, "once");
        assert!(signals().await.is_empty());
        // It returns with as many games after the dismissal.
        for _ in 0..8 {
            changes(&server, &pair.white_loses().await).await;
        }
        let again = found(8).await;
        assert!(!again["evidence"]["latest"].as_array().unwrap().contains(&json!(games[7])), "{again}");
    }
}
