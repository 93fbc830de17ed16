//! Streams: the messages of a socket as lines or events of an HTTP response, for programs without WebSocket. A stream counts as a socket of
//! its user.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use sumito_game::UserId;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::dispatch::{register_for_notifications, register_presence};
use super::subscription::SocketSubscription;
use crate::app::App;
use crate::codec::ApiError;
use crate::http::accept::prefers;
use crate::http::{Credentials, json_lines, require_own_origin};
use crate::limits::{ClientAddress, SlotPermit};
use sumito_config::millis;
use sumito_kit::encoded::Encoding;
use sumito_kit::metrics;
use sumito_kit::task;
use sumito_kit::topic::SubscriberId;
use sumito_rooms::{PresenceGuard, Reply, RoomError, RoomHandle, Watch};
use sumito_services::accounts::identity::Caller;
use sumito_services::social::notifications::NotificationGuard;
use sumito_services::social::sockets::{CloseReason, Outbox, OutboxReader};

/// Maximum number of messages that are taken from the outbox at once.
const MAX_GATHERED: usize = 64;
/// The content type of server-sent events.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";
/// Instructs proxies not to hold lines back.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Form of the messages of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Framing {
    /// A line of JSON for each message.
    Lines,
    /// A server-sent event for each message (HTML Standard, "Server-sent events"). Events have no ids: a reopened stream begins with the
    /// current state.
    Events,
}

impl Framing {
    fn of(headers: &HeaderMap) -> Self {
        if prefers(headers, EVENT_STREAM, json_lines::CONTENT_TYPE) { Self::Events } else { Self::Lines }
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::Lines => json_lines::CONTENT_TYPE,
            Self::Events => EVENT_STREAM,
        }
    }

    /// Returns a message in this form. Its JSON has no line breaks.
    fn message(self, text: &[u8]) -> Bytes {
        match self {
            Self::Lines => [text, b"\n"].concat().into(),
            Self::Events => [b"data: ".as_slice(), text, b"\n\n"].concat().into(),
        }
    }

    /// Returns an empty line or a comment, which shows proxies and the client that the stream is open.
    const fn keep_alive(self) -> Bytes {
        Bytes::from_static(match self {
            Self::Lines => b"\n",
            Self::Events => b":\n\n",
        })
    }
}

/// Topic of a stream.
pub(crate) enum StreamTopic {
    /// The caller's rooms and notifications.
    MyGames,
    /// A room, with or without the legal moves.
    Room(RoomHandle, Encoding),
}

/// A subscription that writes into an outbox, as a socket does.
struct Stream {
    app: App,
    id: SubscriberId,
    user: UserId,
    outbox: Outbox,
    topic: StreamTopic,
    framing: Framing,
    stay: Option<PresenceGuard>,
    reachable: Option<NotificationGuard>,
    _places: (SlotPermit<ClientAddress>, SlotPermit<UserId>),
}

/// Opens a stream of the caller. It ends with the caller's session, with the server, and when the client reads too slowly.
///
/// # Errors
/// `forbidden` for a page of another origin, `unauthenticated`, `rate_limited` or `too_many`, `unavailable` if the server is stopping, and the errors of the topic.
pub(crate) async fn open(
    app: App,
    address: ClientAddress,
    credentials: &Credentials,
    headers: &HeaderMap,
    topic: StreamTopic,
) -> Result<Response, ApiError> {
    if credentials.are_ambient() {
        require_own_origin(&app, headers)?;
    }
    if app.stopping.is_cancelled() || app.rooms.drain().is_here() {
        return Err(ApiError::unavailable());
    }
    let place = app.address_limits.socket(address)?;
    let checks = app.sockets.checks();
    let caller = credentials.caller(&app).await?.ok_or_else(ApiError::unauthenticated)?;
    let places = (place, app.address_limits.stream(caller.user.id)?);
    let (outbox, reader) = Outbox::new(app.config.limits.outbox_messages, app.config.limits.outbox_bytes);
    let framing = Framing::of(headers);
    let mut stream = Stream::new(app.clone(), &caller, outbox, (topic, framing), places);
    let owner = Some((caller.user.id, caller.session));
    let entry = app.sockets.enter(stream.id, &stream.outbox, owner, checks);
    stream.subscribe().await?;
    let (lines, mut written) = mpsc::channel(1);
    app.sockets.tasks().spawn(task::watched(async move {
        let _entry = entry;
        stream.run(reader, lines).await;
    }));
    let body = poll_fn(move |context| written.poll_recv(context).map(|line| line.map(Ok::<_, Infallible>)));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(framing.content_type())),
        (header::VARY, HeaderValue::from_static("accept")),
        (BUFFERING, HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

impl Stream {
    fn new(
        app: App,
        caller: &Caller,
        outbox: Outbox,
        (topic, framing): (StreamTopic, Framing),
        places: (SlotPermit<ClientAddress>, SlotPermit<UserId>),
    ) -> Self {
        let id = SubscriberId::fresh();
        let stay = register_presence(&app, caller);
        let reachable = matches!(topic, StreamTopic::MyGames)
            .then(|| register_for_notifications(&app, caller, id, &outbox));
        Self { app, id, user: caller.user.id, outbox, topic, framing, stay, reachable, _places: places }
    }

    /// Subscribes to the topic: the current state comes first, then every update.
    async fn subscribe(&mut self) -> Result<(), ApiError> {
        let answered = match &self.topic {
            StreamTopic::MyGames => {
                let (reply, answer) = oneshot::channel();
                let subscriber = Box::new(SocketSubscription::new(&self.outbox));
                // The caller may have gone.
                let reply = move |outcome| drop(reply.send(outcome));
                self.app.my_games.subscribe(self.user, self.id, subscriber, reply).await;
                answer.await
            }
            StreamTopic::Room(room, form) => {
                let (reply, answer) = Reply::channel();
                let subscriber = Box::new(SocketSubscription::with_encoding(&self.outbox, *form));
                let watch = Watch { id: self.id, user: Some(self.user), subscriber, since: None, reply };
                room.watch(watch).await;
                answer.await.map(|answer| answer.map(drop))
            }
        };
        Ok(answered.map_err(|_| RoomError::Busy)??)
    }

    /// Passes the messages on, until the client leaves or the stream is cut off.
    async fn run(mut self, mut reader: OutboxReader, lines: mpsc::Sender<Bytes>) {
        let sockets = &self.app.config.sockets;
        if let Some(why) = pass_on(&mut reader, &lines, self.framing, millis(sockets.ping_ms)).await {
            metrics::disconnected(why.as_str());
            let rest = send_each(reader.take_rest(), &lines, self.framing);
            // A client that does not take it has gone.
            let _ = timeout(millis(sockets.write_timeout_ms), rest).await;
        }
        self.end().await;
    }

    async fn end(&mut self) {
        match &self.topic {
            StreamTopic::MyGames => self.app.my_games.unsubscribe(self.user, self.id).await,
            StreamTopic::Room(room, _) => room.unwatch(self.id).await,
        }
        self.reachable = None;
        if let Some(stay) = self.stay.take() {
            stay.end(false);
        }
    }
}

/// Passes messages on, and a sign of life after each pause. Returns why the stream is cut off, or `None` if the client has left.
async fn pass_on(
    reader: &mut OutboxReader,
    lines: &mpsc::Sender<Bytes>,
    framing: Framing,
    pause: Duration,
) -> Option<CloseReason> {
    let mut cut_off = pin!(reader.wait_closed());
    loop {
        tokio::select! {
            biased;
            () = lines.closed() => return None,
            why = &mut cut_off => return Some(why),
            () = reader.ready(MAX_GATHERED) => {}
            () = sleep(pause) => {
                // If there is no room, the client still has something to read.
                let _ = lines.try_send(framing.keep_alive());
                continue;
            }
        }
        loop {
            // A message is taken only when there is room for it, so that none is lost when the stream is cut off.
            let place = tokio::select! {
                biased;
                why = &mut cut_off => return Some(why),
                place = lines.reserve() => place.ok()?,
            };
            let Some(text) = reader.pop() else { break };
            place.send(framing.message(&text));
        }
    }
}

/// Sends messages, as long as the client takes them.
async fn send_each(messages: impl IntoIterator<Item = Bytes>, lines: &mpsc::Sender<Bytes>, framing: Framing) {
    for text in messages {
        if lines.send(framing.message(&text)).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn slow_reader_is_cut_off_and_gets_what_was_queued() {
        let (outbox, mut reader) = Outbox::new(2, 99);
        let (lines, mut written) = mpsc::channel(1);
        assert!(outbox.send("1".into()));
        let passing = pass_on(&mut reader, &lines, Framing::Lines, PAUSE);
        let filling = async {
            // The first line is written, and the second waits for the reader of the response.
            while lines.capacity() > 0 {
                tokio::task::yield_now().await;
            }
            while outbox.send("more".into()) {}
        };
        let (why, ()) = tokio::join!(passing, filling);
        assert_eq!(why, Some(CloseReason::SlowReader));
        let rest = send_each(reader.take_rest(), &lines, Framing::Lines);
        let reading = async { [written.recv().await, written.recv().await, written.recv().await] };
        let ((), read) = tokio::join!(rest, reading);
        assert_eq!(read, ["1\n", "more\n", "more\n"].map(|line| Some(Bytes::from(line))));
    }

    #[tokio::test(start_paused = true)]
    async fn quiet_stream_has_signs_of_life_until_the_client_leaves() {
        for (framing, sign) in [(Framing::Lines, "\n"), (Framing::Events, ":\n\n")] {
            let (_outbox, mut reader) = Outbox::new(2, 99);
            let (lines, mut written) = mpsc::channel(1);
            let reading = async move { [written.recv().await, written.recv().await] };
            let (why, read) = tokio::join!(pass_on(&mut reader, &lines, framing, PAUSE), reading);
            assert_eq!((why, read), (None, [sign, sign].map(|sign| Some(Bytes::from(sign)))));
        }
    }
}
