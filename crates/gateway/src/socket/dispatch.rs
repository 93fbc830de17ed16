//! Dispatch of a client's messages.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use sumito_game::{self as game, RoomId, Timestamp, UserId};
use sumito_protocol::chat::{ChatChannel, Preset};
use sumito_protocol::client::{ClientMessage, Command, CreateRoom};
use sumito_protocol::server::Outcome;
use sumito_protocol::{ErrorCode, MAX_COMMAND_ID_BYTES, RoomId as WireRoomId, ServerMessage, VERSION};
use sumito_web_assets::ClientFiles;
use tokio::time::Instant;

use super::answer::{Handled, Responder};
use super::lag::LatencyEstimator;
use super::subscription::SocketSubscription;
use super::topics::FollowedTopics;
use crate::app::App;
use crate::codec::schemas;
use crate::codec::{self, ApiError};
use crate::limits::{ClientAddress, Limit};
use sumito_config as config;
use sumito_kit::encoded::Encoding;
use sumito_kit::metrics;
use sumito_kit::telemetry::TraceSpan;
use sumito_kit::token_bucket::TokenBucket;
use sumito_kit::topic::SubscriberId;
use sumito_rooms::{self as rooms, PresenceGuard, Request, RoomError, RoomHandle, RoomPlan, Watch};
use sumito_services::accounts::identity::Caller;
use sumito_services::social::chat::{Channel, LineText};
use sumito_services::social::notifications::NotificationGuard;
use sumito_services::social::sockets::{Outbox, SocketOwner};
use sumito_store::UserRow;
use sumito_vocabulary::Scope;

/// State of a socket's client.
pub(crate) struct SocketSession {
    pub(super) app: App,
    pub(super) id: SubscriberId,
    pub(super) caller: Option<Caller>,
    /// Keeps the user online while the socket is open, if they may play.
    stay: Option<PresenceGuard>,
    /// Registration for the user's notifications.
    reachable: Option<NotificationGuard>,
    pub(super) address: ClientAddress,
    pub(super) outbox: Outbox,
    watched: HashMap<RoomId, WatchedRoom>,
    /// The topics other than rooms that the socket follows.
    pub(super) followed: FollowedTopics,
    allowance: TokenBucket,
    lag: LatencyEstimator,
}

/// A room that the socket follows.
struct WatchedRoom {
    room: RoomHandle,
    /// Whether the client wants legal moves.
    form: Encoding,
}

impl SocketSession {
    pub(crate) fn new(app: App, caller: Option<Caller>, address: ClientAddress, outbox: Outbox) -> Self {
        let allowance = message_rate_limit(&app.config.limits, caller.as_ref());
        let stay = caller.as_ref().and_then(|caller| register_presence(&app, caller));
        let id = SubscriberId::fresh();
        if let Some(caller) = &caller {
            app.engine_pool.seen(caller.user.id, address.network());
        }
        Self {
            app,
            id,
            caller,
            stay,
            reachable: None,
            address,
            outbox,
            watched: HashMap::new(),
            followed: FollowedTopics::default(),
            allowance,
            lag: LatencyEstimator::unknown(),
        }
    }

    /// Sends the first message of the connection, with the current identity. No message may come before it.
    pub(super) fn send_hello(&self) {
        self.send(&ServerMessage::Hello {
            protocol: VERSION,
            server: concat!("sumito ", env!("CARGO_PKG_VERSION")).to_owned(),
            client: ClientFiles::of(&self.app.config.http.client_dir).build(),
            now: self.app.time.now().0,
            user: self.caller.as_ref().map(|caller| codec::user(&caller.user)),
        });
    }

    /// Sends the current announcement, if any, and the notifications of the caller from now on.
    pub(crate) fn send_news(&mut self) {
        if let Some(announcement) = self.app.administration.announcement() {
            self.outbox.send(codec::announcement(Some(&announcement)));
        }
        self.reachable = self
            .caller
            .as_ref()
            .map(|caller| register_for_notifications(&self.app, caller, self.id, &self.outbox));
    }

    /// Ends all subscriptions of the socket; `on_purpose` is true if the user left, and false if the connection was lost.
    pub(crate) async fn end(&mut self, on_purpose: bool) {
        for (_, watched) in self.watched.drain() {
            watched.room.unwatch(self.id).await;
        }
        self.leave_topics().await;
        self.reachable = None;
        if let Some(stay) = self.stay.take() {
            stay.end(on_purpose);
        }
    }

    /// Returns the subscriber id of the socket.
    pub(super) fn id(&self) -> SubscriberId {
        self.id
    }

    /// Returns the identity of the socket's user.
    pub(super) fn owner(&self) -> Option<SocketOwner> {
        self.caller.as_ref().map(|caller| (caller.user.id, caller.session))
    }

    /// Returns the outbox of the socket.
    pub(super) fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Returns the network lag of the client.
    pub(super) fn lag(&mut self) -> &mut LatencyEstimator {
        &mut self.lag
    }

    /// Sets the measured round trip to the client.
    #[cfg(feature = "simulated")]
    pub(crate) fn set_round_trip(&mut self, round_trip: Duration) {
        self.lag.set_measured(round_trip);
    }

    /// Handles a text frame that arrived at `now`.
    pub(crate) async fn receive(&mut self, text: &str, now: Instant) {
        let traced = TraceSpan::command();
        match self.read(text, now) {
            Ok(ClientMessage { id, command }) => {
                let kind: &'static str = (&command).into();
                metrics::command(kind);
                traced.record("command", kind);
                let answer = self.responder(id).traced(traced);
                let at = self.app.time.at(now);
                if matches!(command, Command::Play { .. }) {
                    self.lag.move_received(now);
                }
                if matches!(command, Command::Chat { .. } | Command::EditStudy { .. })
                    && let Err(refusal) = self.app.address_limits.stored(self.address, text.len())
                {
                    return answer.refuse(refusal);
                }
                self.handle(command, answer, at).await;
            }
            Err(refusal) => self.responder(id_of(text)).traced(traced).refuse(refusal),
        }
    }

    pub(super) fn responder(&self, id: Option<String>) -> Responder {
        Responder::new(self.outbox.clone(), self.app.rooms.drain().clone(), id)
    }

    /// Rejects a binary frame; the protocol has none.
    pub(super) fn receive_binary(&mut self, now: Instant) {
        // It counts as a message.
        let refusal = self.allow(now).err().unwrap_or_else(|| {
            ApiError::new(
                ErrorCode::BadMessage,
                "binary frames are not supported; send one JSON object per text frame",
            )
        });
        self.responder(None).refuse(refusal);
    }

    /// Counts a control frame as a message; returns whether the client may send another one now.
    pub(super) fn receive_control(&mut self, now: Instant) -> bool {
        self.allow(now).is_ok()
    }

    /// Returns whether the client may send another message now.
    fn allow(&mut self, now: Instant) -> Result<(), ApiError> {
        if self.allowance.take(now) {
            return Ok(());
        }
        Err(ApiError::too_often("too many messages", self.allowance.wait()))
    }

    fn read(&mut self, text: &str, now: Instant) -> Result<ClientMessage, ApiError> {
        self.allow(now)?;
        let limit = self.app.config.limits.message_bytes;
        if text.len() > limit {
            let message = format!("message too large: {} bytes (limit {limit})", text.len());
            return Err(ApiError::new(ErrorCode::TooLarge, message));
        }
        let message = match PlayMessage::read(text) {
            Some(message) => {
                codec::check_json(text.as_bytes())?;
                message
            }
            None => schemas::decode_message(text.as_bytes())?,
        };
        if message.id.as_ref().is_some_and(|id| id.len() > MAX_COMMAND_ID_BYTES) {
            let message = format!("`id` exceeds {MAX_COMMAND_ID_BYTES} bytes");
            return Err(ApiError::new(ErrorCode::OutOfRange, message));
        }
        Ok(message)
    }

    async fn handle(&mut self, command: Command, answer: Responder, at: Timestamp) {
        let handled = self.execute(command, &answer, at).await;
        answer.finish(handled);
    }

    /// Rare branches that need much memory are boxed: an idle socket should not keep that memory.
    async fn execute(&mut self, command: Command, answer: &Responder, at: Timestamp) -> Handled {
        match command {
            Command::Ping { t } => {
                self.send(&ServerMessage::Pong { t, now: at.0 });
                Ok(None)
            }
            Command::Authenticate { token } => Box::pin(self.authenticate(&token, answer)).await,
            Command::CreateRoom(request) => Box::pin(self.create_room(request, answer.id())).await,
            Command::Watch { room, since, legal } => {
                let form = if legal { Encoding::WithLegal } else { Encoding::Plain };
                self.watch(&room, since, form, answer).await
            }
            Command::Unwatch { room } => {
                // Removed only afterwards: a session that is cancelled before must still leave the room at the end.
                if let Ok(id) = codec::room_id(&room.0)
                    && let Some(watched) = self.watched.get(&id)
                {
                    watched.room.unwatch(self.id).await;
                    self.watched.remove(&id);
                }
                Ok(Some(Outcome { room: Some(room), ..Outcome::default() }))
            }
            Command::Subscribe { since, .. } => self.subscribe(command, since, answer).await,
            Command::Unsubscribe { .. } => self.unsubscribe(command).await,
            Command::Seek(request) => Box::pin(self.seek(request, answer)).await,
            Command::TakeSeek { seek } => Box::pin(self.take_seek(seek, answer)).await,
            Command::CancelSeek {} => self.cancel_seek().await,
            Command::Chat { channel, text, preset } => self.say(channel, text, preset, answer).await,
            Command::FollowStudy { study, since } => Box::pin(self.follow_study(study, since, answer)).await,
            Command::UnfollowStudy { study } => self.unfollow_study(study).await,
            Command::PointInStudy { study, chapter, node } => {
                Box::pin(self.point_in_study(study, (chapter, node), answer)).await
            }
            Command::EditStudy { study, change } => Box::pin(self.edit_study(study, change, answer)).await,
            Command::TakeOver { room } => self.take_over(&room, answer).await,
            Command::Join { room, seat } => {
                let seat = seat.map(codec::seat_from_wire).transpose()?;
                let join = |user: &UserRow| game::Command::Join {
                    name: user.name.clone(),
                    guest: user.guest,
                    bot: user.bot,
                    chosen: false,
                    seat,
                };
                self.request(&room, join, answer, at).await
            }
            Command::Play { room, ply, mv } => {
                let lag = self.lag.round_trip();
                self.request(&room, |_| game::Command::Play { ply, text: mv, lag }, answer, at).await
            }
            Command::SetConditionalMoves { room, ply, lines } => {
                let set = |_: &UserRow| game::Command::SetConditionalMoves { ply, lines };
                self.request(&room, set, answer, at).await
            }
            Command::AddComputer { room, level, seat } => {
                let seat = seat.map(codec::seat_from_wire).transpose()?;
                Box::pin(self.may_add_computer(&room)).await?;
                self.request(&room, |_| game::Command::AddComputer { level, seat }, answer, at).await
            }
            Command::RemoveComputer { room, seat } => {
                let seat = codec::seat_from_wire(seat)?;
                self.request(&room, |_| game::Command::RemoveComputer(seat), answer, at).await
            }
            Command::Leave { room } => self.request(&room, |_| game::Command::Leave, answer, at).await,
            Command::Offer { room, what } => {
                self.request(&room, |_| game::Command::Offer(what), answer, at).await
            }
            Command::Accept { room, what } => {
                self.request(&room, |_| game::Command::Accept(what), answer, at).await
            }
            Command::Decline { room, what } => {
                self.request(&room, |_| game::Command::Decline(what), answer, at).await
            }
            Command::Resign { room } => self.request(&room, |_| game::Command::Resign, answer, at).await,
            Command::Berserk { room } => self.request(&room, |_| game::Command::Berserk, answer, at).await,
            Command::Ready { room, ready } => {
                self.request(&room, |_| game::Command::Ready(ready), answer, at).await
            }
            Command::Claim { room, result } => {
                self.request(&room, |_| game::Command::Claim(result), answer, at).await
            }
            Command::Abort { room } => self.request(&room, |_| game::Command::Abort, answer, at).await,
        }
    }

    async fn create_room(&self, request: CreateRoom, id: Option<&str>) -> Handled {
        let plan = self.plan(self.player()?, request, id).await?;
        self.app.address_limits.room(self.address, plan.has_computers())?;
        let rooms::Created { room, seats } = self.app.rooms.create(plan).await?;
        Ok(Some(Outcome {
            room: Some(WireRoomId(room.id().to_string())),
            seat: seats.first().copied().map(u8::from),
            ..Outcome::default()
        }))
    }

    async fn plan(
        &self,
        user: &UserRow,
        request: CreateRoom,
        id: Option<&str>,
    ) -> Result<RoomPlan, ApiError> {
        let bots = codec::bots_from_wire(&request.bots)?;
        let mut plan = codec::room_plan(user, request, id.map(str::to_owned))?;
        self.app.matchmaking.check_room(&plan)?;
        self.app.bots.seat(&mut plan, &bots).await?;
        Ok(plan)
    }

    /// Checks whether the user may seek now: a match opens a room.
    pub(super) fn may_seek(&self) -> Result<(), ApiError> {
        self.app.address_limits.room(self.address, false)
    }

    /// Sends a user's line to the chat, which answers.
    async fn say(
        &self,
        channel: ChatChannel,
        text: Option<String>,
        preset: Option<Preset>,
        answer: &Responder,
    ) -> Handled {
        let (channel, author, words) = self.line(channel, text, preset).await?;
        self.app.chat.say(channel, author, words, answer.id(), Box::new(answer.clone().into_said()));
        Ok(None)
    }

    /// Builds the chat line: its author, channel and content, as far as they can be checked before the chat.
    async fn line(
        &self,
        channel: ChatChannel,
        text: Option<String>,
        preset: Option<Preset>,
    ) -> Result<(Channel, &UserRow, LineText), ApiError> {
        let words = codec::words(text, preset)?;
        let channel = codec::channel_from_wire(channel)?;
        let caller = self.acting_with(writing_scope(&channel))?;
        self.app.address_limits.count(Limit::ChatLines, self.address)?;
        if let Channel::Tournament(id) = channel {
            self.app.tournaments.check_talks(id, caller).await?;
        }
        Ok((channel, &caller.user, words))
    }

    async fn may_add_computer(&self, room: &WireRoomId) -> Result<(), ApiError> {
        let user = self.player()?.id;
        self.app.address_limits.count(Limit::ComputerRooms, self.address)?;
        Ok(self.app.rooms.check_computer_rooms(user, Some(codec::room_id(&room.0)?)).await?)
    }

    async fn authenticate(&mut self, token: &str, answer: &Responder) -> Handled {
        if self.caller.is_some() {
            let message = "already authenticated; open another socket to use another account";
            return Err(ApiError::new(ErrorCode::Forbidden, message));
        }
        let checks = self.app.sockets.checks();
        let caller = self.app.identities.caller(token).await?.ok_or_else(ApiError::bad_token)?;
        self.stay = register_presence(&self.app, &caller);
        self.allowance = message_rate_limit(&self.app.config.limits, Some(&caller));
        self.app.sockets.identify(self.id, (caller.user.id, caller.session), checks);
        self.app.engine_pool.seen(caller.user.id, self.address.network());
        self.caller = Some(caller);
        // All subscriptions continue as this user.
        let watched: Vec<_> = self.watched.iter().map(|(id, watched)| (*id, watched.form)).collect();
        answer.clone().ok(Outcome::default());
        self.send_hello();
        self.send_news();
        for (room, form) in watched {
            let room = WireRoomId(room.to_string());
            let answer = self.responder(None);
            let handled = self.watch(&room, None, form, &answer).await;
            answer.finish(handled);
        }
        self.resubscribe_chats().await;
        Ok(None)
    }

    async fn watch(
        &mut self,
        room: &WireRoomId,
        since: Option<u64>,
        form: Encoding,
        answer: &Responder,
    ) -> Handled {
        let id = codec::room_id(&room.0)?;
        if !self.watched.contains_key(&id) {
            self.may_follow_more()?;
            let room = Box::pin(self.app.rooms.get(id)).await?;
            self.watched.insert(id, WatchedRoom { room, form });
        }
        let user = self.user_id();
        let Some(watched) = self.watched.get_mut(&id) else { return Ok(None) };
        watched.form = form;
        let subscriber = Box::new(SocketSubscription::with_encoding(&self.outbox, form));
        let watch = Watch { id: self.id, user, subscriber, since, reply: answer.clone().into_reply() };
        watched.room.watch(watch).await;
        Ok(None)
    }

    async fn take_over(&self, room: &WireRoomId, answer: &Responder) -> Handled {
        let user = self.player()?.id;
        self.room(room).await?.take_over(self.id, user, answer.clone().into_reply()).await;
        Ok(None)
    }

    pub(super) fn may_follow_more(&self) -> Result<(), ApiError> {
        let limits = &self.app.config.limits;
        let is_bot = self.caller.as_ref().is_some_and(|caller| caller.user.bot);
        let limit =
            if is_bot { limits.bot_subscriptions_per_socket } else { limits.subscriptions_per_socket };
        if self.watched.len() + self.followed.count() < limit {
            return Ok(());
        }
        let message =
            format!("subscription limit of this socket reached ({limit}); unsubscribe from some first");
        Err(ApiError::new(ErrorCode::TooMany, message))
    }

    /// Sends a player's command to a room.
    async fn request(
        &self,
        room: &WireRoomId,
        command: impl FnOnce(&UserRow) -> game::Command,
        answer: &Responder,
        received_at: Timestamp,
    ) -> Handled {
        let user = self.player()?;
        let command = command(user);
        if rooms::can_start_game(&command) {
            Box::pin(self.check_cooldown(room, user.id)).await?;
        }
        let request = || Request {
            through: Some(self.id),
            user: user.id,
            command,
            id: answer.id().map(Into::into),
            received_at,
            reply: answer.clone().into_reply(),
        };
        // A room that the socket follows needs no lookup.
        match codec::room_id(&room.0).ok().and_then(|id| self.watched.get(&id)) {
            Some(watched) => watched.room.request(request()).await,
            None => self.room(room).await?.request(request()).await,
        }
        Ok(None)
    }

    /// Checks whether `user` may start another game in the room that the client names.
    async fn check_cooldown(&self, room: &WireRoomId, user: UserId) -> Result<(), ApiError> {
        Ok(self.room(room).await?.check_cooldown(user).await?)
    }

    /// Returns the room that the client names.
    async fn room(&self, room: &WireRoomId) -> Result<RoomHandle, ApiError> {
        let id = codec::room_id(&room.0)?;
        if let Some(watched) = self.watched.get(&id) {
            return Ok(watched.room.clone());
        }
        Box::pin(self.app.rooms.get(id)).await.map_err(|error: RoomError| error.into())
    }

    pub(super) fn user_id(&self) -> Option<UserId> {
        self.caller.as_ref().map(|caller| caller.user.id)
    }

    /// Returns the user that acts, if they may.
    pub(super) fn player(&self) -> Result<&UserRow, ApiError> {
        Ok(&self.acting()?.user)
    }

    /// Returns the caller that acts, with their credentials, if they may.
    pub(super) fn acting(&self) -> Result<&Caller, ApiError> {
        self.acting_with(Scope::Play)
    }

    /// Returns the caller that acts, if their credentials permit `scope`.
    pub(super) fn acting_with(&self, scope: Scope) -> Result<&Caller, ApiError> {
        let caller = self.caller.as_ref().ok_or_else(ApiError::unauthenticated)?;
        if caller.may(scope) { Ok(caller) } else { Err(ApiError::missing_scope(scope)) }
    }

    fn send(&self, message: &ServerMessage) {
        self.outbox.send(codec::text(message));
    }
}

/// Returns the scope that permits writing in a channel.
fn writing_scope(channel: &Channel) -> Scope {
    match channel {
        Channel::Club(_) => Scope::Clubs,
        _ if channel.pair().is_some() => Scope::Messages,
        _ => Scope::Play,
    }
}

/// Marks the caller as online. Read-only tokens do not count as online.
pub(super) fn register_presence(app: &App, caller: &Caller) -> Option<PresenceGuard> {
    caller.may(Scope::Play).then(|| app.rooms.attendance().enter(caller.user.id))
}

/// Registers a socket for its user's notifications.
pub(super) fn register_for_notifications(
    app: &App,
    caller: &Caller,
    id: SubscriberId,
    outbox: &Outbox,
) -> NotificationGuard {
    let subscription = Box::new(SocketSubscription::new(outbox));
    app.notifications.enter(caller.user.id, id, subscription)
}

/// Returns the rate limit for messages: bots get more, since a bot plays all its games on one socket.
fn message_rate_limit(limits: &config::Limits, caller: Option<&Caller>) -> TokenBucket {
    let is_bot = caller.is_some_and(|caller| caller.user.bot);
    let per_second = if is_bot { limits.bot_messages_per_second } else { limits.messages_per_second };
    let burst = if per_second == 0 { 0 } else { limits.message_burst.max(per_second) };
    let span = Duration::from_secs_f64(f64::from(burst) / f64::from(per_second.max(1)));
    TokenBucket::new(burst, span, Instant::now())
}

/// By far the most frequent message. Parsing it as a variant of the tagged enum costs three times as much, because serde must buffer the
/// fields before `type` until it has read the tag.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayMessage<'text> {
    #[serde(rename = "type")]
    kind: &'text str,
    #[serde(default)]
    id: Option<String>,
    room: WireRoomId,
    ply: u32,
    #[serde(rename = "move")]
    mv: String,
}

impl PlayMessage<'_> {
    /// Reads a move; `None` if the message is another one, or must be examined. serde would accept an array of field values.
    fn read(text: &str) -> Option<ClientMessage> {
        if !text.trim_start().starts_with('{') {
            return None;
        }
        let PlayMessage { kind, id, room, ply, mv } = serde_json::from_str(text).ok()?;
        (kind == "play").then_some(ClientMessage { id, command: Command::Play { room, ply, mv } })
    }
}

/// Returns the id of a malformed message, so that the sender can identify it.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct OnlyId {
        id: String,
    }
    let OnlyId { id } = serde_json::from_str(text).ok()?;
    (id.len() <= MAX_COMMAND_ID_BYTES).then_some(id)
}
