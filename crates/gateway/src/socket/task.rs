//! The task of a socket: reads, writes, and detects a dead connection.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{FutureExt, SinkExt};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tracing::{debug, trace};

use super::dispatch::SocketSession;
use crate::app::App;
use crate::limits::ClientAddress;
use sumito_config::millis;
use sumito_kit::{metrics, random};
use sumito_services::accounts::identity::Caller;
use sumito_services::social::sockets::{Checks, CloseReason, Outbox, OutboxReader};

/// Maximum number of messages written to the socket in one batch.
const MAX_GATHERED: usize = 64;

/// Maximum number of frames that are read while an earlier message of the same client waits for the database. Beyond that, the client
/// waits.
const MAX_FRAMES_AHEAD: usize = 16;

/// Close code for an ended session: the same credentials cannot reconnect.
const SESSION_ENDED: u16 = 4001;
/// Close code after the user's name has changed.
const USER_CHANGED: u16 = 4002;

/// A frame from a socket and its time of arrival. A message counts from that time, whatever comes before it.
type Frame = (Option<Result<Message, axum::Error>>, Instant);

/// Serves a socket until it closes. The session of its caller was read after `checks`.
pub(crate) async fn run(
    app: App,
    mut socket: WebSocket,
    caller: Option<Caller>,
    checks: Checks,
    address: ClientAddress,
) {
    let open = app.sockets.clone();
    let user = caller.as_ref().map(|caller| caller.user.id);
    let holder = address.holder(user);
    let served = async {
        let limits = &app.config.limits;
        let (outbox, mut reader) = Outbox::new(limits.outbox_messages, limits.outbox_bytes);
        let mut session = SocketSession::new(app.clone(), caller, address, outbox);
        session.send_hello();
        let _entry = app.sockets.enter(session.id(), session.outbox(), session.owner(), checks);
        session.send_news();
        let cut_off = reader.wait_closed();
        let exit = tokio::select! {
            biased;
            why = cut_off => {
                metrics::disconnected(why.as_str());
                why.into()
            }
            exit = serve(&app, &mut session, &mut socket, &mut reader) => exit,
        };
        session.end(exit == SocketExit::ClosedByClient).await;
        if let SocketExit::ClosedByServer(code, reason) = exit {
            // Pending messages are still sent: the last of them gives the reason.
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let rest = reader.take_rest().into_iter().map(text_frame);
            let last_messages = rest.chain([Message::Close(Some(frame))]);
            // A client that does not take it has gone.
            let _ = write(&app, &mut socket, last_messages).await;
        }
    };
    open.tasks().track_future(holder.scope(served)).await;
}

/// The way in which a socket ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SocketExit {
    /// The client closed it.
    ClosedByClient,
    /// The connection failed.
    Disconnected,
    /// The server closes it with a reason.
    ClosedByServer(u16, &'static str),
}

impl From<CloseReason> for SocketExit {
    fn from(why: CloseReason) -> Self {
        match why {
            CloseReason::SlowReader => {
                Self::ClosedByServer(close_code::POLICY, "slow client; reconnect and resume")
            }
            CloseReason::TooMuch => Self::ClosedByServer(
                close_code::ERROR,
                "outbox limit exceeded; reconnect and read faster, or subscribe to less",
            ),
            CloseReason::Stopping => {
                Self::ClosedByServer(close_code::RESTART, "server restarting; reconnect shortly")
            }
            CloseReason::SessionEnded => Self::ClosedByServer(SESSION_ENDED, "session ended; log in again"),
            CloseReason::UserChanged => {
                Self::ClosedByServer(USER_CHANGED, "account changed; reconnect and resume")
            }
        }
    }
}

/// Moves messages in both directions; returns how the connection ended.
async fn serve(
    app: &App,
    session: &mut SocketSession,
    socket: &mut WebSocket,
    reader: &mut OutboxReader,
) -> SocketExit {
    let sockets = &app.config.sockets;
    // The first ping is sent at once, so that the round trip is known before the first move.
    let mut heartbeat = interval_at(Instant::now(), millis(sockets.ping_ms));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_heard = Instant::now();
    let mut ahead = VecDeque::new();
    loop {
        tokio::select! {
            // Pending writes come before reads, and frames that arrived in time count before the silence timeout.
            biased;
            () = reader.ready(MAX_GATHERED) => {
                let messages = std::iter::from_fn(|| reader.pop()).map(text_frame);
                match write(app, socket, messages).await {
                    // A long list on a slow line: nothing was read, but the client is receiving data.
                    Ok(Took::Time) => last_heard = Instant::now(),
                    Ok(Took::NoTime) => {}
                    Err(exit) => return exit,
                }
                session.lag().on_sent(Instant::now());
            }
            frame = next_frame(&mut ahead, socket) => {
                last_heard = frame.1;
                if let Err(exit) = receive_frame(session, frame, socket, &mut ahead).await {
                    return exit;
                }
            }
            _ = heartbeat.tick() => {
                if last_heard.elapsed() > millis(sockets.silence_ms) {
                    debug!("socket heartbeat timeout");
                    return SocketExit::ClosedByServer(close_code::AWAY, "heartbeat timeout");
                }
                let stamp = u64::from_be_bytes(random::bytes());
                let ping = Message::Ping(Bytes::copy_from_slice(&stamp.to_be_bytes()));
                session.lag().ping_sent(stamp, Instant::now());
                if let Err(exit) = write(app, socket, [ping]).await {
                    return exit;
                }
            }
        }
    }
}

/// Handles a frame, or the end of the connection.
async fn receive_frame(
    session: &mut SocketSession,
    (frame, read_at): Frame,
    socket: &mut WebSocket,
    ahead: &mut VecDeque<Frame>,
) -> Result<(), SocketExit> {
    let is_accepted = match frame {
        Some(Ok(Message::Text(text))) => {
            receive(session, text.as_str(), read_at, socket, ahead).await;
            true
        }
        Some(Ok(Message::Binary(_))) => {
            session.receive_binary(read_at);
            true
        }
        // tungstenite answers pings automatically.
        Some(Ok(Message::Ping(_))) => session.receive_control(read_at),
        Some(Ok(Message::Pong(stamp))) => {
            session.lag().pong_received(&stamp, read_at) || session.receive_control(read_at)
        }
        Some(Ok(Message::Close(_))) => return Err(SocketExit::ClosedByClient),
        None => return Err(SocketExit::Disconnected),
        Some(Err(error)) => {
            debug!(%error, "WebSocket read failed");
            let reason = "frame too large or not a WebSocket frame";
            return Err(SocketExit::ClosedByServer(close_code::SIZE, reason));
        }
    };
    if is_accepted { Ok(()) } else { Err(TOO_MANY_PINGS) }
}

/// Exit for a client that floods the server with pings and pongs: no answer could stop it.
const TOO_MANY_PINGS: SocketExit =
    SocketExit::ClosedByServer(close_code::POLICY, "too many ping or pong frames");

/// Returns the next frame: from the read-ahead queue, or else from the socket.
async fn next_frame(ahead: &mut VecDeque<Frame>, socket: &mut WebSocket) -> Frame {
    match ahead.pop_front() {
        Some(frame) => frame,
        None => (socket.recv().await, Instant::now()),
    }
}

/// Handles a message. If that takes time because a room must be read, later frames are read ahead, so that each counts from its time of
/// arrival.
async fn receive(
    session: &mut SocketSession,
    text: &str,
    read_at: Instant,
    socket: &mut WebSocket,
    ahead: &mut VecDeque<Frame>,
) {
    let mut receiving = pin!(session.receive(text, read_at));
    if receiving.as_mut().now_or_never().is_some() {
        return;
    }
    let mut is_open = true;
    loop {
        tokio::select! {
            biased;
            () = &mut receiving => return,
            frame = socket.recv(), if is_open && ahead.len() < MAX_FRAMES_AHEAD => {
                is_open = matches!(frame, Some(Ok(_)));
                ahead.push_back((frame, Instant::now()));
            }
        }
    }
}

/// Returns the frame of a message.
fn text_frame(text: Bytes) -> Message {
    Message::Text(Utf8Bytes::try_from(text).expect("JSON is text"))
}

/// Writes messages in one batch: an answer and its event are one system call. A message is taken from the outbox only when the socket can
/// take it, so that a cancelled write loses none.
///
/// # Errors
/// Fails if the client is gone or too slow.
async fn write(
    app: &App,
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
) -> Result<Took, SocketExit> {
    let mut messages = messages.into_iter();
    let mut took = Took::NoTime;
    loop {
        took = took.max(with_timeout(app, poll_fn(|context| socket.poll_ready_unpin(context))).await?);
        let Some(message) = messages.next() else { break };
        socket.start_send_unpin(message).map_err(|error| gone(&error))?;
    }
    Ok(took.max(with_timeout(app, socket.flush()).await?))
}

/// Whether the write had to wait for the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Took {
    NoTime,
    Time,
}

/// Waits until the socket has taken one more message. The time limit is per message, so that a long list is not bound by the limit of a
/// single message.
///
/// # Errors
/// Fails if the client is gone or too slow.
async fn with_timeout(
    app: &App,
    taking: impl Future<Output = Result<(), axum::Error>>,
) -> Result<Took, SocketExit> {
    let mut taking = pin!(taking);
    // Nearly always the write completes at once. Only a pending write needs a timeout.
    if let Some(outcome) = taking.as_mut().now_or_never() {
        return outcome.map(|()| Took::NoTime).map_err(|error| gone(&error));
    }
    let Ok(outcome) = timeout(millis(app.config.sockets.write_timeout_ms), taking).await else {
        debug!("socket write timeout");
        return Err(SocketExit::Disconnected);
    };
    outcome.map(|()| Took::Time).map_err(|error| gone(&error))
}

fn gone(error: &axum::Error) -> SocketExit {
    trace!(%error, "socket write failed");
    SocketExit::Disconnected
}
