//! Playing by plain HTTP: streams of lines, and commands to rooms.

use std::collections::VecDeque;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::database::{BOTH, Kind};
use crate::test_server::{Guest, TestServer};

/// The lines of a stream.
struct Lines {
    answer: reqwest::Response,
    rest: Vec<u8>,
    read: VecDeque<String>,
}

impl Lines {
    async fn open(server: &TestServer, path: &str, token: &str) -> Self {
        let answer = server.http().get(server.url(path)).bearer_auth(token).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
        Self { answer, rest: Vec::new(), read: VecDeque::new() }
    }

    /// Returns the next line, also an empty one; `None` at the end of the stream.
    async fn line(&mut self) -> Option<String> {
        while self.read.is_empty() {
            let chunk = self.answer.chunk().await.unwrap()?;
            self.rest.extend(chunk);
            while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<_> = self.rest.drain(..=end).collect();
                self.read.push_back(String::from_utf8(line).unwrap().trim_end().to_owned());
            }
        }
        self.read.pop_front()
    }

    async fn message(&mut self) -> Value {
        loop {
            let line = self.line().await.expect("the stream is open");
            if !line.is_empty() {
                return serde_json::from_str(&line).unwrap();
            }
        }
    }

    async fn message_where(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.message().await;
            if is_wanted(&message) {
                return message;
            }
        }
    }

    async fn event(&mut self, kind: &str) -> Value {
        self.message_where(|message| message["type"] == "event" && message["kind"] == kind).await
    }

    /// Waits until the server ends the stream.
    async fn until_end(mut self) {
        while self.line().await.is_some() {}
    }
}

async fn command(server: &TestServer, by: &Guest, room: &str, command: Value) -> (u16, Value) {
    server.post(&format!("/api/v1/rooms/{room}/commands"), Some(&by.token), command).await
}

async fn create_room(server: &TestServer, by: &Guest, settings: Value) -> String {
    let (status, body) = server.post("/api/v1/rooms", Some(&by.token), settings).await;
    assert_eq!(status, 201, "{body}");
    body["room"].as_str().unwrap().to_owned()
}

fn stream_of(room: &str) -> String {
    format!("/api/v1/rooms/{room}/stream?legal=true")
}

#[tokio::test]
async fn a_game_is_played_by_http_alone() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [black, white] = [server.guest().await, server.guest().await];
        let mut own = Lines::open(&server, "/api/v1/me/stream", &white.token).await;
        let list = own.message().await;
        assert_eq!(
            (&list["type"], &list["full"], &list["rooms"]),
            (&json!("my_games"), &json!(true), &json!([]))
        );
        let room = create_room(&server, &black, json!({})).await;
        let mut seen = Lines::open(&server, &stream_of(&room), &black.token).await;
        assert_eq!(seen.message().await["type"], "snapshot");
        let (status, done) = command(&server, &white, &room, json!({"type": "join"})).await;
        assert_eq!((status, &done["seat"]), (200, &json!(1)));
        let started =
            |message: &Value| message["type"] == "my_games" && message["rooms"][0]["status"] == "playing";
        assert_eq!(own.message_where(started).await["rooms"][0]["room"], room);
        let play = |ply, text: &str| json!({"type": "play", "ply": ply, "move": text});
        let (status, problem) = command(&server, &white, &room, play(0, "i5h5")).await;
        assert_eq!((status, &problem["code"]), (409, &json!("not_your_turn")));
        assert_eq!(command(&server, &black, &room, play(0, "a1b2")).await.0, 200);
        assert_eq!(seen.event("moved").await["move"], "a1b2");
        let turn = |message: &Value| message["rooms"][0]["your_turn"] == true;
        assert_eq!(own.message_where(turn).await["rooms"][0]["ply"], 1);
        let (_, problem) = command(&server, &white, &room, play(0, "i5h5")).await;
        assert_eq!(problem["code"], "stale_ply");
        let line = json!({"type": "chat", "audience": "players", "preset": "good_luck"});
        let (status, said) = command(&server, &white, &room, line).await;
        assert_eq!(status, 200, "{said}");
        assert!(said["line"].is_string());
        assert_eq!(command(&server, &white, &room, json!({"type": "offer", "what": "draw"})).await.0, 200);
        assert_eq!(command(&server, &black, &room, json!({"type": "decline", "what": "draw"})).await.0, 200);
        assert_eq!(command(&server, &white, &room, json!({"type": "resign"})).await.0, 200);
        let finished = seen.event("finished").await;
        let game = finished["game"].as_str().unwrap();
        let (status, _) = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!(status, StatusCode::OK);
        let over =
            |message: &Value| message["type"] == "my_games" && !message["rooms"][0]["result"].is_null();
        own.message_where(over).await;
    }
}

#[tokio::test]
async fn browsers_read_streams_as_server_sent_events() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.sockets.ping_ms = 10).await;
    let guest = server.guest().await;
    let room = create_room(&server, &guest, json!({})).await;
    let open = server.http().get(server.url(&stream_of(&room))).bearer_auth(&guest.token);
    let answer = open.header("accept", "text/event-stream").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let vary = answer.headers().get_all("vary").iter().any(|names| names == "accept");
    assert!(vary, "{:?}", answer.headers());
    let mut events = Lines { answer, rest: Vec::new(), read: VecDeque::new() };
    let mut next = async || [events.line().await.unwrap(), events.line().await.unwrap()];
    let message = |[line, end]: [String; 2]| -> Value {
        assert_eq!(end, "");
        serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap()
    };
    assert_eq!(message(next().await)["type"], "snapshot");
    loop {
        let [line, end] = next().await;
        if line == ":" {
            assert_eq!(end, "");
            break;
        }
        message([line, end]);
    }
}

#[tokio::test]
async fn own_stream_has_challenges() {
    let server = TestServer::start().await;
    let (anne, ben) = (server.account("Anne").await, server.account("Ben").await);
    let mut own = Lines::open(&server, "/api/v1/me/stream", &ben.token).await;
    own.message().await;
    let (status, made) = server.post("/api/v1/challenges", Some(&anne.token), json!({"player": "Ben", "terms": {"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}}})).await;
    assert_eq!(status, 201, "{made}");
    let told = own.message_where(|message| message["type"] == "notification").await;
    assert_eq!(told["notification"]["challenge"]["id"], made["id"]);
    let path = format!("/api/v1/challenges/{}/accept", made["id"].as_str().unwrap());
    let (status, accepted) = server.post(&path, Some(&ben.token), json!({"round": made["round"]})).await;
    assert_eq!(status, 200, "{accepted}");
    let started = |message: &Value| message["notification"]["kind"] == "game_started";
    assert_eq!(own.message_where(started).await["notification"]["room"], accepted["room"]);
}

#[tokio::test]
async fn stream_keeps_its_user_present() {
    let server = TestServer::start().await;
    let [black, white] = [server.guest().await, server.guest().await];
    let room = create_room(&server, &black, json!({})).await;
    command(&server, &white, &room, json!({"type": "join"})).await;
    let mut watching = server.client_of(&black).await;
    watching.watch(&room).await;
    let stream = Lines::open(&server, &stream_of(&room), &white.token).await;
    watching.presence(1, true).await;
    drop(stream);
    watching.presence(1, false).await;
}

#[tokio::test]
async fn stream_is_refused_with_a_reason() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    for (path, token, status, code) in [
        ("/api/v1/rooms/0123456789ab/stream", Some(&guest.token), 404, "no_such_room"),
        ("/api/v1/rooms/0123456789ab/stream", None, 401, "unauthenticated"),
        ("/api/v1/me/stream", None, 401, "unauthenticated"),
        ("/api/v1/me/stream", Some(&"wrong".to_owned()), 401, "bad_token"),
    ] {
        let (answered, problem) = server.request(Method::GET, path, token.map(String::as_str), None).await;
        assert_eq!((answered, problem["code"].as_str()), (status, Some(code)), "{path}");
    }
    let foreign = server.http().get(server.url("/api/v1/me/stream")).header("origin", "https://app.example");
    let answer = foreign.header("cookie", format!("sumito_session={}", guest.token)).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    let ada = server.account("Ada").await;
    let token = json!({"label": "reader", "scopes": ["read"], "days": 1});
    let (_, token) = server.post("/api/v1/tokens", Some(&ada.token), token).await;
    let reader = Guest { token: token["token"].as_str().unwrap().to_owned(), ..ada.clone() };
    let room = create_room(&server, &ada, json!({})).await;
    let mut seen = Lines::open(&server, &stream_of(&room), &reader.token).await;
    assert_eq!(seen.message().await["type"], "snapshot");
    let (status, problem) = command(&server, &reader, &room, json!({"type": "resign"})).await;
    assert_eq!((status, &problem["code"]), (403, &json!("missing_scope")));
}

#[tokio::test]
async fn stream_ends_with_its_token_and_with_the_server() {
    let mut server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let body = json!({"label": "bot", "scopes": ["play"], "days": 1});
    let (_, token) = server.post("/api/v1/tokens", Some(&ada.token), body).await;
    let mut of_token = Lines::open(&server, "/api/v1/me/stream", token["token"].as_str().unwrap()).await;
    let mut of_session = Lines::open(&server, "/api/v1/me/stream", &ada.token).await;
    assert_eq!(of_token.message().await["type"], "my_games");
    assert_eq!(of_session.message().await["type"], "my_games");
    server.delete(&format!("/api/v1/tokens/{}", token["id"].as_str().unwrap()), &ada.token).await;
    of_token.until_end().await;
    let stopping = server.take();
    tokio::join!(stopping.stop(), of_session.until_end());
}

#[tokio::test]
async fn user_has_a_bounded_number_of_streams() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.streams_per_user = 2).await;
    let [guest, other] = [server.guest().await, server.guest().await];
    let first = Lines::open(&server, "/api/v1/me/stream", &guest.token).await;
    let _second = Lines::open(&server, "/api/v1/me/stream", &guest.token).await;
    let (status, problem) = server.get_as("/api/v1/me/stream", &guest.token).await;
    assert_eq!((status, &problem["code"]), (429, &json!("too_many")));
    let _others = Lines::open(&server, "/api/v1/me/stream", &other.token).await;
    drop(first);
    loop {
        let again = server.http().get(server.url("/api/v1/me/stream")).bearer_auth(&guest.token);
        if again.send().await.unwrap().status() == StatusCode::OK {
            break;
        }
    }
}

#[tokio::test]
async fn quiet_stream_has_empty_lines() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.sockets.ping_ms = 10).await;
    let guest = server.guest().await;
    let mut own = Lines::open(&server, "/api/v1/me/stream", &guest.token).await;
    while !own.line().await.expect("the stream is open").is_empty() {}
}

#[tokio::test]
async fn spectators_stream_is_delayed() {
    let server = TestServer::start().await;
    let [black, white, spectator] = [server.guest().await, server.guest().await, server.guest().await];
    let room = create_room(&server, &black, json!({"spectator_delay_s": 600})).await;
    command(&server, &white, &room, json!({"type": "join"})).await;
    command(&server, &black, &room, json!({"type": "play", "ply": 0, "move": "a1b2"})).await;
    let mut player = Lines::open(&server, &stream_of(&room), &black.token).await;
    assert_eq!(player.message().await["ply"], 1);
    let mut late = Lines::open(&server, &stream_of(&room), &spectator.token).await;
    let state = late.message().await;
    assert_eq!((&state["type"], &state["ply"]), (&json!("snapshot"), &json!(0)), "{state}");
}
