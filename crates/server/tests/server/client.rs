//! A client that implements the protocol as `docs/protocol.md` describes it, and nothing else.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

/// Timeout of every wait, so that a failing test ends instead of hanging.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Messages that came while the test waited for another one.
    waiting: VecDeque<Value>,
    next_id: u32,
    token: Option<String>,
    pub(crate) hello: Value,
}

/// Error answer to a command.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refused {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) reason: Option<String>,
    pub(crate) part: Option<String>,
}

impl Client {
    pub(crate) async fn connect(url: &str, token: Option<&str>) -> Self {
        let headers: Vec<_> =
            token.map(|token| ("authorization", format!("Bearer {token}"))).into_iter().collect();
        let mut client = Self::connect_with(url, &headers).await.unwrap();
        client.token = token.map(str::to_owned);
        client
    }

    /// Connects with the given headers.
    pub(crate) async fn connect_with(
        url: &str,
        headers: &[(&'static str, String)],
    ) -> Result<Self, tungstenite::Error> {
        let mut request = url.replacen("http", "ws", 1).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let (socket, _) = Box::pin(connect_async(request)).await?;
        let mut client =
            Self { socket, waiting: VecDeque::new(), next_id: 0, token: None, hello: Value::Null };
        client.hello = client.try_next().await.ok_or(tungstenite::Error::ConnectionClosed)?;
        assert_eq!(client.hello["type"], "hello");
        Ok(client)
    }

    /// The token with which the client connected.
    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap()
    }

    pub(crate) fn user_id(&self) -> &str {
        self.hello["user"]["id"].as_str().unwrap()
    }

    /// Returns the next message of any type; `None` when the server is gone.
    pub(crate) async fn try_next(&mut self) -> Option<Value> {
        match self.waiting.pop_front() {
            Some(message) => Some(message),
            None => self.read().await,
        }
    }

    /// Returns the messages that have come and were not taken.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Value> {
        self.waiting.iter()
    }

    /// Returns the next message of this type; earlier messages stay in the queue.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        self.next_where(|message| message["type"] == kind).await
    }

    /// Returns the next message with the presence of the player on `seat` if it is as expected; earlier messages stay in the queue.
    pub(crate) async fn presence(&mut self, seat: usize, connected: bool) -> Value {
        self.next_where(|message| {
            message["type"] == "presence" && message["seats"][seat]["connected"] == connected
        })
        .await
    }

    /// Returns the next event of this kind; earlier messages stay in the queue.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        self.next_where(|message| message["type"] == "event" && message["kind"] == kind).await
    }

    pub(crate) async fn next_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(place).unwrap();
        }
        loop {
            let message = self.read().await.expect("the socket is open");
            if wanted(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn request(&mut self, command: Value) -> Result<Value, Refused> {
        self.next_id += 1;
        let id = format!("c{}", self.next_id);
        self.ask_as(&id, command).await
    }

    /// Sends a command under an id of the caller's choice and waits for its answer.
    pub(crate) async fn ask_as(&mut self, id: &str, mut command: Value) -> Result<Value, Refused> {
        command["id"] = json!(id);
        self.send(&command.to_string()).await;
        let answers =
            |message: &Value| message["id"] == id && (message["type"] == "ok" || message["type"] == "error");
        let answer = self.next_where(answers).await;
        if answer["type"] == "ok" { Ok(answer["result"].clone()) } else { Err(refused(&answer)) }
    }

    /// Sends a command to a server that may die, under an id that no earlier socket used; `None` when the server is gone.
    pub(crate) async fn try_ask(&mut self, command: Value) -> Option<Result<Value, Refused>> {
        self.try_ask_as(&Uuid::now_v7().to_string(), command).await
    }

    /// Does the same under an id of the caller's choice, which an earlier socket may have used.
    pub(crate) async fn try_ask_as(
        &mut self,
        id: &str,
        mut command: Value,
    ) -> Option<Result<Value, Refused>> {
        command["id"] = json!(id);
        self.try_send(&command.to_string()).await.ok()?;
        let answer = self.try_next_where(|message| message["id"] == id).await?;
        Some(if answer["type"] == "ok" { Ok(answer["result"].clone()) } else { Err(refused(&answer)) })
    }

    /// Returns the next message that fulfils a condition, from a server that may die; `None` when it is gone.
    pub(crate) async fn try_next_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Option<Value> {
        if let Some(place) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(place);
        }
        loop {
            let message = self.read().await?;
            if wanted(&message) {
                return Some(message);
            }
            self.waiting.push_back(message);
        }
    }

    /// Sends text verbatim, and returns the server's refusal.
    pub(crate) async fn refusal_of(&mut self, text: &str) -> Refused {
        self.send(text).await;
        refused(&self.next_of("error").await)
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.send_frame(Message::text(text)).await;
    }

    /// Sends text to a server that may have closed the socket.
    pub(crate) async fn try_send(&mut self, text: &str) -> Result<(), tungstenite::Error> {
        self.try_send_frame(Message::text(text)).await
    }

    /// Sends a frame to a server that may have closed the socket.
    pub(crate) async fn try_send_frame(&mut self, frame: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(frame).await
    }

    pub(crate) async fn send_frame(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// Makes a room with these settings and watches it; returns its id and snapshot.
    pub(crate) async fn create_room(&mut self, mut settings: Value) -> (String, Value) {
        settings["type"] = json!("create_room");
        let made = self.request(settings).await.unwrap();
        let room = made["room"].as_str().unwrap().to_owned();
        let snapshot = self.watch(&room).await;
        (room, snapshot)
    }

    pub(crate) async fn watch(&mut self, room: &str) -> Value {
        self.request(json!({"type": "watch", "room": room, "legal": true})).await.unwrap();
        self.next_of("snapshot").await
    }

    pub(crate) async fn join(&mut self, room: &str) -> Result<Value, Refused> {
        self.request(json!({"type": "join", "room": room})).await
    }

    pub(crate) async fn play(&mut self, room: &str, ply: usize, text: &str) -> Result<Value, Refused> {
        self.request(json!({"type": "play", "room": room, "ply": ply, "move": text})).await
    }

    /// Plays a move, and repeats it while its server or the room's cannot store it: a busy machine renews no lease.
    pub(crate) async fn play_when_available(&mut self, room: &str, ply: usize, text: &str) -> Value {
        loop {
            match self.play(room, ply, text).await {
                Ok(played) => return played,
                Err(refused) => assert_eq!(refused.code, "unavailable"),
            }
        }
    }

    /// Waits until the server closes the socket; returns the close code.
    pub(crate) async fn closed(mut self) -> Option<CloseCode> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the socket closes in time") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a message comes in time")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}

fn refused(answer: &Value) -> Refused {
    let text = |key: &str| answer[key].as_str().map(str::to_owned);
    Refused {
        code: text("code").unwrap(),
        message: text("message").unwrap(),
        reason: text("reason"),
        part: text("part"),
    }
}
