//! What a client's messages mean.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde::Deserialize;
use sumito_game::{self as game, Timestamp, UserId};
use sumito_protocol::client::{ClientMessage, Command, CreateRoom};
use sumito_protocol::parts::User;
use sumito_protocol::server::Outcome;
use sumito_protocol::{ErrorCode, MAX_COMMAND_ID_BYTES, RoomId, ServerMessage, VERSION};
use tokio::time::Instant;

use super::outbox::{Outbox, Reply, SessionId};
use crate::app::App;
use crate::refusal::Refusal;
use crate::rooms::{Message, Request, RoomHandle, Undelivered, WatchRequest};
use crate::token_bucket::TokenBucket;
use crate::wire;

/// How often a room that was put away just now is asked for again.
const MAX_TRIES: usize = 3;

/// What is known of one socket's client.
pub(crate) struct Session {
    app: App,
    id: SessionId,
    user: Option<User>,
    outbox: Outbox,
    watched: HashMap<RoomId, RoomHandle>,
    lobbies: HashSet<String>,
    allowance: TokenBucket,
    /// The round trip to the client, as it was measured last.
    lag: Duration,
}

impl Session {
    pub(crate) fn new(app: App, user: Option<User>, outbox: Outbox) -> Self {
        let limits = &app.config().limits;
        let burst = if limits.messages_per_second == 0 { 0 } else { limits.message_burst.max(1) };
        let span = Duration::from_secs_f64(f64::from(burst) / f64::from(limits.messages_per_second.max(1)));
        let allowance = TokenBucket::new(burst, span, Instant::now());
        let (watched, lobbies) = (HashMap::new(), HashSet::new());
        Self { app, id: SessionId::fresh(), user, outbox, watched, lobbies, allowance, lag: Duration::ZERO }
    }

    /// The first message of the connection, and the one that says who one is now.
    pub(super) fn greet(&self) {
        self.tell(&ServerMessage::Hello {
            protocol: VERSION,
            server: concat!("sumito ", env!("CARGO_PKG_VERSION")).to_owned(),
            now: self.app.time().now().0,
            user: self.user.clone(),
        });
    }

    /// Leaves everything that the socket follows; `on_purpose` tells somebody who leaves from somebody who was cut off.
    pub(crate) async fn end(&mut self, on_purpose: bool) {
        for (_, room) in self.watched.drain() {
            room.unwatch(self.id, on_purpose).await;
        }
        for lobby in self.lobbies.drain() {
            self.app.rooms().lobbies().unsubscribe(&lobby, self.id);
        }
    }

    /// Which socket it is.
    pub(super) fn id(&self) -> SessionId {
        self.id
    }

    fn user_id(&self) -> Option<UserId> {
        self.user.as_ref().map(|user| UserId(user.id))
    }

    /// What goes out to the client.
    pub(super) fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Takes in a text frame that came `now`.
    pub(crate) async fn receive(&mut self, text: &str, now: Instant) {
        match self.read(text, now) {
            Ok(ClientMessage { id, command }) => {
                let (reply, at) = (Reply::new(self.outbox.clone(), id), self.app.time().at(now));
                self.carry_out(command, reply, at).await;
            }
            Err(refusal) => Reply::new(self.outbox.clone(), id_of(text)).refuse(refusal),
        }
    }

    /// Takes in the round trip that was measured.
    pub(crate) fn measured(&mut self, round_trip: Duration) {
        self.lag = round_trip;
    }

    /// Takes in a binary frame, which nobody should send.
    pub(super) fn receive_binary(&mut self, now: Instant) {
        // It counts like any other message.
        let refusal = self
            .allow(now)
            .err()
            .unwrap_or_else(|| Refusal::new(ErrorCode::BadMessage, "send text frames: one JSON object each"));
        Reply::new(self.outbox.clone(), None).refuse(refusal);
    }

    /// Whether the client may send another message now.
    fn allow(&mut self, now: Instant) -> Result<(), Refusal> {
        if self.allowance.take(now) {
            return Ok(());
        }
        let message = "you send too many messages; wait a second and send this one again";
        Err(Refusal::new(ErrorCode::RateLimited, message))
    }

    fn read(&mut self, text: &str, now: Instant) -> Result<ClientMessage, Refusal> {
        self.allow(now)?;
        let limit = self.app.config().limits.message_bytes;
        if text.len() > limit {
            let message = format!("the message has {} bytes; at most {limit} are read", text.len());
            return Err(Refusal::new(ErrorCode::TooLarge, message));
        }
        let move_first = serde_json::from_str(text).map(PlayMessage::into_message);
        let message =
            move_first.or_else(|_| serde_json::from_str::<ClientMessage>(text)).map_err(|error| {
                if error.is_data() {
                    Refusal::new(
                        ErrorCode::BadMessage,
                        format!("this is no message of the protocol: {error}"),
                    )
                } else {
                    Refusal::new(ErrorCode::BadJson, format!("this is not one JSON object: {error}"))
                }
            })?;
        if message.id.as_ref().is_some_and(|id| id.len() > MAX_COMMAND_ID_BYTES) {
            let message = format!("`id` is longer than {MAX_COMMAND_ID_BYTES} bytes");
            return Err(Refusal::new(ErrorCode::OutOfRange, message));
        }
        Ok(message)
    }

    /// What is rare and needs much memory is boxed: a socket on which nothing happens should not keep it.
    async fn carry_out(&mut self, command: Command, reply: Reply, at: Timestamp) {
        match command {
            Command::Ping { t } => self.tell(&ServerMessage::Pong { t, now: at.0 }),
            Command::Authenticate { token } => Box::pin(self.authenticate(&token, reply)).await,
            Command::CreateRoom(wish) => Box::pin(self.create_room(wish, reply)).await,
            Command::Watch { room, since } => self.watch(room, since, reply).await,
            Command::Unwatch { room } => {
                // Taken out only afterwards: whoever is cut off meanwhile must still leave the room at the end.
                if let Some(handle) = self.watched.get(&room) {
                    handle.unwatch(self.id, true).await;
                    self.watched.remove(&room);
                }
                reply.ok(&Outcome { room: Some(room), ..Outcome::default() });
            }
            Command::Subscribe { lobby } => self.subscribe(lobby, reply),
            Command::Unsubscribe { lobby } => {
                if self.lobbies.remove(&lobby) {
                    self.app.rooms().lobbies().unsubscribe(&lobby, self.id);
                }
                reply.ok(&Outcome::default());
            }
            Command::Join { room, seat } => match seat.map(game::Seat::try_from).transpose() {
                Ok(seat) => {
                    let join = |user: &User| game::Command::Join {
                        name: user.name.clone(),
                        guest: user.guest,
                        seat,
                    };
                    self.request(room, join, reply, at).await;
                }
                Err(error) => reply.refuse(Refusal::new(ErrorCode::OutOfRange, error)),
            },
            Command::Leave { room } => self.request(room, |_| game::Command::Leave, reply, at).await,
            Command::Play { room, ply, mv } => {
                let lag = self.lag;
                self.request(room, |_| game::Command::Play { ply, text: mv, lag }, reply, at).await;
            }
            Command::Offer { room, what } => {
                self.request(room, |_| game::Command::Offer(wire::domain_offer(what)), reply, at).await;
            }
            Command::Accept { room, what } => {
                self.request(room, |_| game::Command::Accept(wire::domain_offer(what)), reply, at).await;
            }
            Command::Decline { room, what } => {
                self.request(room, |_| game::Command::Decline(wire::domain_offer(what)), reply, at).await;
            }
            Command::Resign { room } => self.request(room, |_| game::Command::Resign, reply, at).await,
            Command::Ready { room, ready } => {
                self.request(room, |_| game::Command::Ready(ready), reply, at).await;
            }
            Command::Claim { room, result } => {
                let claim = wire::domain_claim(result);
                self.request(room, |_| game::Command::Claim(claim), reply, at).await;
            }
            Command::TakeOver { room } => {
                let Some(user) = self.user_id() else { return reply.refuse(Refusal::unauthenticated()) };
                self.deliver(room, Message::TakeOver { session: self.id, user, reply }).await;
            }
            Command::Abort { room } => self.request(room, |_| game::Command::Abort, reply, at).await,
        }
    }

    async fn create_room(&self, wish: CreateRoom, reply: Reply) {
        let created = match &self.user {
            Some(user) => self.app.rooms().create(user, wish, reply.id().map(str::to_owned)).await,
            None => Err(Refusal::unauthenticated()),
        };
        match created {
            Ok(made) => reply.ok(&Outcome { room: Some(made.room), seat: Some(made.seat), seq: None }),
            Err(refusal) => reply.refuse(refusal),
        }
    }

    async fn authenticate(&mut self, token: &str, reply: Reply) {
        if self.user.is_some() {
            let message = "this socket is authenticated already; open another one to be somebody else";
            return reply.refuse(Refusal::new(ErrorCode::Forbidden, message));
        }
        match self.app.identities().user_of_token(token).await {
            Ok(Some(user)) => {
                self.user = Some(user);
                // What is followed already is followed as this user from now on.
                let rooms: Vec<_> = self.watched.keys().copied().collect();
                reply.ok(&Outcome::default());
                self.greet();
                for room in rooms {
                    self.watch(room, None, Reply::new(self.outbox.clone(), None)).await;
                }
            }
            Ok(None) => reply.refuse(Refusal::bad_token()),
            Err(refusal) => reply.refuse(refusal),
        }
    }

    async fn watch(&mut self, room: RoomId, since: Option<u64>, reply: Reply) {
        if !self.watched.contains_key(&room)
            && let Err(refusal) = self.may_follow_more()
        {
            return reply.refuse(refusal);
        }
        let (session, user, outbox) = (self.id, self.user_id(), self.outbox.clone());
        let request = Box::new(WatchRequest { session, user, outbox, since, reply });
        if let Some(handle) = self.deliver(room, Message::Watch(request)).await {
            self.watched.insert(room, handle);
        }
    }

    fn subscribe(&mut self, lobby: String, reply: Reply) {
        if !self.lobbies.contains(&lobby)
            && let Err(refusal) = self.may_follow_more()
        {
            return reply.refuse(refusal);
        }
        reply.ok(&Outcome::default());
        self.app.rooms().lobbies().subscribe(&lobby, self.id, &self.outbox);
        self.lobbies.insert(lobby);
    }

    fn may_follow_more(&self) -> Result<(), Refusal> {
        let limit = self.app.config().limits.subscriptions_per_socket;
        if self.watched.len() + self.lobbies.len() < limit {
            return Ok(());
        }
        let message =
            format!("you follow {limit} rooms and lobbies on this socket; leave some of them first");
        Err(Refusal::new(ErrorCode::TooMany, message))
    }

    /// Hands a player's command to a room.
    async fn request(
        &self,
        room: RoomId,
        command: impl FnOnce(&User) -> game::Command,
        reply: Reply,
        received_at: Timestamp,
    ) {
        let Some(user) = &self.user else { return reply.refuse(Refusal::unauthenticated()) };
        let (session, user, command) = (self.id, UserId(user.id), command(user));
        let request = Box::new(Request { session, user, command, received_at, reply });
        self.deliver(room, Message::Request(request)).await;
    }

    /// Finds the room and puts a message into its queue; returns the room, or refuses.
    async fn deliver(&self, room: RoomId, mut message: Message) -> Option<RoomHandle> {
        // A room that is watched is in memory, most often.
        let mut known = self.watched.get(&room).cloned();
        for _ in 0..MAX_TRIES {
            let handle = match known.take() {
                Some(handle) => handle,
                None => match Box::pin(self.app.rooms().get(room)).await {
                    Ok(handle) => handle,
                    Err(refusal) => {
                        refuse(message, refusal);
                        return None;
                    }
                },
            };
            match handle.send(message) {
                Ok(()) => return Some(handle),
                Err(Undelivered::Full(returned)) => {
                    message = returned;
                    break;
                }
                Err(Undelivered::Gone(returned)) => {
                    message = returned;
                    tokio::task::yield_now().await;
                }
            }
        }
        refuse(message, Refusal::busy());
        None
    }

    fn tell(&self, message: &ServerMessage) {
        self.outbox.send(wire::text(message));
    }
}

fn refuse(message: Message, refusal: Refusal) {
    if let Some(reply) = message.into_reply() {
        reply.refuse(refusal);
    }
}

/// The message that comes most often, by far. To read it as one of many costs three times as much: what stands before
/// `type` must be kept until it is known what it means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayMessage {
    #[serde(rename = "type")]
    _play: PlayTag,
    #[serde(default)]
    id: Option<String>,
    room: RoomId,
    ply: u32,
    #[serde(rename = "move")]
    mv: String,
}

#[derive(Deserialize)]
enum PlayTag {
    #[serde(rename = "play")]
    Play,
}

impl PlayMessage {
    fn into_message(self) -> ClientMessage {
        let Self { id, room, ply, mv, .. } = self;
        ClientMessage { id, command: Command::Play { room, ply, mv } }
    }
}

/// The id of a message that could not be read otherwise, so that the sender knows which one was meant.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: String,
    }
    let OnlyId { id } = serde_json::from_str(text).ok()?;
    (id.len() <= MAX_COMMAND_ID_BYTES).then_some(id)
}
