//! Tournaments: announcement, entry, play to the end, and failures.

mod brackets;
mod clubs;
mod directing;
mod entries;
mod files;
mod imports;
mod killed;
mod luck;
mod nodes;
mod refused;
mod teams;
mod words;

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::BOTH;
use crate::process::Process;
use crate::test_server::{PASSWORD, TestServer};

/// The API of a server that runs in this process or in a separate one.
pub(crate) struct Place {
    url: String,
    http: reqwest::Client,
}

/// A participant with an open socket.
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) socket: Client,
}

impl Place {
    pub(crate) fn of(server: &TestServer) -> Self {
        Self::at(&server.url(""))
    }

    pub(crate) fn of_process(process: &Process) -> Self {
        Self::at(&process.url(""))
    }

    pub(crate) fn at(url: &str) -> Self {
        Self { url: url.to_owned(), http: reqwest::Client::new() }
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.http.get(format!("{}/api/v1{path}", self.url)).send().await.unwrap();
        answer.json().await.unwrap()
    }

    pub(crate) async fn request(
        &self,
        method: reqwest::Method,
        path: &str,
        token: &str,
        body: Value,
    ) -> (u16, Value) {
        let request = self.http.request(method, format!("{}/api/v1{path}", self.url));
        let answer = request.bearer_auth(token).json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> (u16, Value) {
        self.request(reqwest::Method::POST, path, token, body).await
    }

    /// Makes a new tournament; returns its id.
    pub(crate) async fn announce(&self, director: &str, settings: Value) -> String {
        let (status, body) = self.post("/tournaments", director, json!({"settings": settings})).await;
        assert_eq!(status, 201, "{body}");
        body["state"]["id"].as_str().unwrap().to_owned()
    }

    /// Sends a command that must succeed; returns the state of the tournament after it.
    pub(crate) async fn command(&self, id: &str, token: &str, command: Value) -> Value {
        let (status, body) = self.try_command(id, token, &command).await;
        assert_eq!(status, 200, "{command}: {body}");
        body
    }

    pub(crate) async fn try_command(&self, id: &str, token: &str, command: &Value) -> (u16, Value) {
        self.post(&format!("/tournaments/{id}/commands"), token, command.clone()).await
    }

    /// Waits until an account counts as online at this server, possibly at another one.
    pub(crate) async fn until_online(&self, account: &str, token: &str) {
        let path = format!("/players/{account}/presence");
        while self.request(reqwest::Method::GET, &path, token, Value::Null).await.1["online"] != true {}
    }

    /// Returns the tournament from a server that may fail; `None` when it is gone or unavailable.
    pub(crate) async fn try_tournament(&self, id: &str) -> Option<Value> {
        self.try_get(&format!("/tournaments/{id}"), "").await
    }

    /// Returns the answer of a server that may fail; `None` when it is gone or unavailable.
    pub(crate) async fn try_get(&self, path: &str, token: &str) -> Option<Value> {
        let mut request = self.http.get(format!("{}/api/v1{path}", self.url));
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.ok()?;
        answer.error_for_status().ok()?.json().await.ok()
    }

    pub(crate) async fn tournament(&self, id: &str) -> Value {
        self.get(&format!("/tournaments/{id}")).await
    }

    /// Makes an account; returns its id and token.
    pub(crate) async fn account(&self, name: &str) -> (String, String) {
        let claim = json!({"name": name, "password": PASSWORD});
        let answer =
            self.http.post(format!("{}/api/v1/accounts", self.url)).json(&claim).send().await.unwrap();
        let body: Value = answer.json().await.unwrap();
        let text = |pointer: &str| body.pointer(pointer).unwrap().as_str().unwrap().to_owned();
        (text("/user/id"), text("/token"))
    }

    pub(crate) async fn connect(&self, id: String, token: String) -> Player {
        let socket = Client::connect(&format!("{}/ws", self.url), Some(&token)).await;
        Player { id, token, socket }
    }

    pub(crate) async fn player(&self) -> Player {
        let answer = self.http.post(format!("{}/api/v1/guests", self.url)).send().await.unwrap();
        let body: Value = answer.json().await.unwrap();
        let text = |pointer: &str| body.pointer(pointer).unwrap().as_str().unwrap().to_owned();
        self.connect(text("/user/id"), text("/token")).await
    }

    /// Makes players and enters them.
    pub(crate) async fn entered(&self, id: &str, count: usize) -> Vec<Player> {
        let mut players = Vec::new();
        for _ in 0..count {
            let player = self.player().await;
            self.command(id, &player.token, json!({"type": "register"})).await;
            players.push(player);
        }
        players
    }
}

/// Settings of a tournament that the director starts, with a clock that does not run out during a test.
#[expect(clippy::needless_pass_by_value, reason = "as it is written where it is called")]
pub(crate) fn settings(form: Value) -> Value {
    json!({
        "name": "Club evening",
        "form": form,
        "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0},
        "start": {"kind": "by_director"},
    })
}

/// Waits for a message of a followed tournament that fulfils a condition.
pub(crate) async fn wait_for(client: &mut Client, wanted: impl Fn(&Value) -> bool) -> Value {
    client.next_where(|message| message["type"] == "tournament" && wanted(message)).await
}

pub(crate) async fn subscribe(client: &mut Client, id: &str) -> Value {
    client.request(json!({"type": "subscribe", "tournament": id})).await.unwrap();
    wait_for(client, |message| message["full"] == true).await
}

/// Returns the running games, as the tournament shows them.
pub(crate) fn open_games(tournament: &Value) -> Vec<Value> {
    let games = tournament["games"].as_array().unwrap();
    games.iter().filter(|game| game["verdict"].is_null()).cloned().collect()
}

/// Returns the player on a side of a game of two.
pub(crate) fn on_side<'a>(
    players: &'a mut [Player],
    tournament: &Value,
    game: &Value,
    side: usize,
) -> &'a mut Player {
    let number = &game["sides"][side];
    let participants = tournament["participants"].as_array().unwrap();
    let one = participants.iter().find(|one| &one["number"] == number).unwrap();
    let user = one["players"][0]["id"].as_str().unwrap();
    players.iter_mut().find(|player| player.id == user).unwrap()
}

/// Plays a move each and lets the player on `loser` resign.
pub(crate) async fn play_out(players: &mut [Player], tournament: &Value, game: &Value, loser: usize) {
    let room = game["room"].as_str().unwrap();
    for (side, mv) in [(0, "a1b2"), (1, "i5h5")] {
        let player = on_side(players, tournament, game, side);
        player.socket.watch(room).await;
        player.socket.play(room, side, mv).await.unwrap();
    }
    let loser = on_side(players, tournament, game, loser);
    loser.socket.request(json!({"type": "resign", "room": room})).await.unwrap();
}

pub(crate) fn layout(mut settings: Value) -> Value {
    settings["layout"] = json!("standard");
    settings
}

#[tokio::test]
async fn a_round_robin_is_played_from_registration_to_podium() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id =
            place.announce(&director, layout(settings(json!({"form": "round_robin", "cycles": 1})))).await;
        let mut players = place.entered(&id, 3).await;
        let listed = place.get("/tournaments").await;
        assert_eq!(listed["tournaments"][0]["participants"], json!(3), "{listed}");
        let mut watcher = server.client().await;
        let first = subscribe(&mut watcher, &id).await;
        assert_eq!(first["state"]["status"], "registering");
        assert_eq!(first["settings"]["name"], "Club evening");
        place.command(&id, &director, json!({"type": "start"})).await;
        for round in 1..=3 {
            let now = wait_for(&mut watcher, |message| message["state"]["round"] == round).await;
            assert_eq!(now["full"], false, "the server sends changes, not the whole state");
            let shown = place.tournament(&id).await;
            let games = open_games(&shown);
            assert_eq!(games.len(), 1, "{shown}");
            // The player with the lower number always wins.
            let sides = &games[0]["sides"];
            let loser = usize::from(sides[0].as_u64() < sides[1].as_u64());
            play_out(&mut players, &shown, &games[0], loser).await;
        }
        let over = wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
        let standings = &place.get(&format!("/tournaments/{id}/standings")).await["standings"];
        let places: Vec<_> = standings.as_array().unwrap().iter().map(|row| &row["participant"]).collect();
        assert_eq!(places, [&json!(1), &json!(2), &json!(3)], "{standings}");
        assert_eq!(standings[0]["points"], 2.0);
        assert_eq!(over["state"]["rounds"], 3);
        // The history contains the games, and the list of tournaments the podium.
        let games = place.get(&format!("/games?tournament={id}")).await;
        assert_eq!(games["games"].as_array().unwrap().len(), 3, "{games}");
        assert_eq!(games["games"][0]["tournament"], json!(id));
        let won = place.get(&format!("/games?tournament={id}&player={}&result=win", players[0].id)).await;
        assert_eq!(won["games"].as_array().unwrap().len(), 2, "{won}");
        let over = place.get("/tournaments?over=true").await;
        assert_eq!(over["tournaments"][0]["podium"].as_array().unwrap().len(), 3, "{over}");
        let rounds = place.get(&format!("/tournaments/{id}/rounds")).await;
        assert_eq!(rounds["games"].as_array().unwrap().len(), 3);
        assert_eq!(rounds["next"], Value::Null);
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        let kinds: Vec<_> =
            log["events"].as_array().unwrap().iter().map(|line| line["event"]["kind"].clone()).collect();
        assert_eq!(
            (kinds.first(), kinds.last()),
            (Some(&json!("created")), Some(&json!("finished"))),
            "{kinds:?}"
        );
    }
}

#[tokio::test]
async fn its_rooms_know_their_tournament_and_its_rules() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let form = json!({"form": "arena", "duration_s": 600, "closing_s": 0, "wave_s": 1, "berserk": true});
    let id = place.announce(&director, layout(settings(form))).await;
    let mut players = place.entered(&id, 2).await;
    let mut watcher = server.client().await;
    subscribe(&mut watcher, &id).await;
    place.command(&id, &director, json!({"type": "start"})).await;
    wait_for(&mut watcher, |message| message["games"].as_array().is_some_and(|games| !games.is_empty()))
        .await;
    let shown = place.tournament(&id).await;
    let game = open_games(&shown).remove(0);
    let room = game["room"].as_str().unwrap().to_owned();
    let black = on_side(&mut players, &shown, &game, 0);
    let snapshot = black.socket.watch(&room).await;
    assert_eq!((&snapshot["tournament"], &snapshot["status"]), (&json!(id), &json!("playing")));
    assert_eq!((&snapshot["can_go_berserk"], &snapshot["game"]), (&json!(true), &game["game"]));
    let abort = black.socket.request(json!({"type": "abort", "room": room})).await;
    assert_eq!(abort.unwrap_err().code, "in_tournament");
    black.socket.request(json!({"type": "berserk", "room": room})).await.unwrap();
    let event = black.socket.event("berserk").await;
    assert_eq!((&event["seat"], &event["clocks"]["remaining_ms"][1]), (&json!(0), &json!(300_000)));
    assert!(event["clocks"]["remaining_ms"][0].as_u64() <= Some(150_000), "{event}");
    let again = black.socket.request(json!({"type": "berserk", "room": room})).await;
    assert_eq!(again.unwrap_err().code, "too_late");
    let stranger = server.client().await.join(&room).await;
    assert_eq!(stranger.unwrap_err().code, "room_full");
    play_out(&mut players, &shown, &game, 1).await;
    let number = game["number"].clone();
    let ended = wait_for(&mut watcher, |message| {
        let games = message["games"].as_array().unwrap();
        games.iter().any(|game| game["number"] == number && !game["verdict"].is_null())
    })
    .await;
    let received = ended["games"].as_array().unwrap().iter().find(|game| game["number"] == number).unwrap();
    assert_eq!(received["berserk"], json!([0]), "{received}");
}

#[tokio::test]
async fn paired_players_are_notified_of_their_room() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let form = json!({"form": "round_robin", "cycles": 1});
        let id = place.announce(&director, layout(settings(form))).await;
        let mut players = place.entered(&id, 2).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let mut rooms = Vec::new();
        for player in &mut players {
            let received = player.socket.next_of("notification").await;
            let notification = &received["notification"];
            assert_eq!(notification["kind"], "game_started", "{received}");
            assert_eq!(notification["tournament"], json!(id), "{received}");
            rooms.push(notification["room"].clone());
        }
        let shown = place.tournament(&id).await;
        assert_eq!(rooms, vec![shown["games"][0]["room"].clone(); 2]);
        // They find the game in their own list.
        let snapshot = players[0].socket.watch(rooms[0].as_str().unwrap()).await;
        assert_eq!((&snapshot["status"], &snapshot["tournament"]), (&json!("playing"), &json!(id)));
    }
}

#[tokio::test]
async fn tournament_for_three_needs_no_entry_settings() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut wish = settings(json!({"form": "round_robin", "cycles": 1}));
    wish["mode"] = json!("three");
    let id = place.announce(&director, wish.clone()).await;
    assert_eq!(place.tournament(&id).await["settings"]["entry"]["minimum"], 3);
    wish["entry"] = json!({"minimum": 2});
    let (status, body) = place.post("/tournaments", &director, json!({"settings": wish})).await;
    assert_eq!(status, 400, "{body}");
    assert!(body["detail"].as_str().unwrap().contains("`minimum`"), "{body}");
}

#[tokio::test]
async fn byes_tell_their_points() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    for (form, points) in
        [(json!({"form": "round_robin", "cycles": 1}), 0.0), (json!({"form": "swiss", "rounds": 2}), 1.0)]
    {
        let id = place.announce(&director, settings(form)).await;
        let _present = place.entered(&id, 3).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let shown = place.tournament(&id).await;
        let [bye] = shown["rounds"][0]["byes"].as_array().unwrap().as_slice() else { panic!("{shown}") };
        assert_eq!((&bye["kind"], &bye["points"]), (&json!("full"), &json!(points)), "{shown}");
    }
}
