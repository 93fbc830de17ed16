//! The task of one socket: reads, writes, and notices when nobody is there any more.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;
use sumito_protocol::parts::User;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tracing::{debug, trace};

use super::dispatch::Session;
use super::outbox::Outbox;
use crate::app::App;
use crate::config::millis;

/// Messages that are gathered before they are written to the socket together.
const MAX_GATHERED: usize = 64;

/// Serves one socket until it closes.
pub(super) async fn run(app: App, mut socket: WebSocket, user: Option<User>) {
    let tracker = app.sessions().clone();
    tracker
        .track_future(async {
            // One sign for both, since it is looked at whenever anything happens: the server stops, or the outbox overflows.
            let cut_off = app.sessions_stopping().child_token();
            let (outbox, mut messages) = Outbox::new(app.config().limits.outbox_messages, cut_off.clone());
            let mut session = Session::new(app.clone(), user, outbox);
            session.greet();
            let farewell = tokio::select! {
                biased;
                () = cut_off.cancelled() => {
                    if app.sessions_stopping().is_cancelled() {
                        Farewell::Close(close_code::RESTART, "the server restarts; come back in a moment")
                    } else {
                        Farewell::Close(close_code::POLICY, "you read too slowly; come back and resume")
                    }
                }
                farewell = serve(&app, &mut session, &mut socket, &mut messages) => farewell,
            };
            session.end(farewell == Farewell::Left).await;
            if let Farewell::Close(code, reason) = farewell {
                // What waits still goes out: the last of it says why.
                while let Ok(text) = messages.try_recv() {
                    if !write(&app, &mut socket, Message::Text(text)).await {
                        break;
                    }
                }
                let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
                write(&app, &mut socket, Message::Close(Some(frame))).await;
            }
        })
        .await;
}

/// How a socket came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Farewell {
    /// The client closed it.
    Left,
    /// It broke.
    Gone,
    /// The server closes it, and says why.
    Close(u16, &'static str),
}

/// Moves messages in both directions; returns what to say to the client at the end, if it is still there.
async fn serve(
    app: &App,
    session: &mut Session,
    socket: &mut WebSocket,
    messages: &mut mpsc::Receiver<Utf8Bytes>,
) -> Farewell {
    let sockets = &app.config().sockets;
    let opened = Instant::now();
    // The first ping goes out at once: how long the network takes is known before the first move.
    let mut heartbeat = interval_at(opened, millis(sockets.ping_ms));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_heard = Instant::now();
    loop {
        tokio::select! {
            // What waits is written before more is read, and what was said in time counts before silence does.
            biased;
            Some(first) = messages.recv() => {
                if !write_gathered(app, socket, first, messages).await {
                    return Farewell::Gone;
                }
            }
            frame = socket.recv() => {
                last_heard = Instant::now();
                match frame {
                    Some(Ok(Message::Text(text))) => session.receive(text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => session.receive_binary(),
                    // tungstenite answers pings by itself.
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(Message::Pong(stamp))) => {
                        if let Some(round_trip) = round_trip(&opened, &stamp) {
                            session.measured(round_trip);
                        }
                    }
                    Some(Ok(Message::Close(_))) => return Farewell::Left,
                    None => return Farewell::Gone,
                    Some(Err(error)) => {
                        debug!(%error, "socket broke");
                        return Farewell::Close(close_code::SIZE, "the frame is too long or not a WebSocket frame");
                    }
                }
            }
            _ = heartbeat.tick() => {
                if last_heard.elapsed() > millis(sockets.silence_ms) {
                    debug!("socket silent");
                    return Farewell::Close(close_code::AWAY, "nothing was heard from you for long");
                }
                if !write(app, socket, stamped_ping(&opened)).await {
                    return Farewell::Gone;
                }
            }
        }
    }
}

/// Writes what there is in one go: an answer and the event that belongs to it are one system call.
async fn write_gathered(
    app: &App,
    socket: &mut WebSocket,
    first: Utf8Bytes,
    messages: &mut mpsc::Receiver<Utf8Bytes>,
) -> bool {
    let writing = async {
        socket.feed(Message::Text(first)).await?;
        for _ in 1..MAX_GATHERED {
            let Ok(next) = messages.try_recv() else { break };
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    in_time(app, writing).await
}

async fn write(app: &App, socket: &mut WebSocket, message: Message) -> bool {
    in_time(app, socket.send(message)).await
}

/// Whether a write came to an end, and a good one, before the client counted as too slow.
async fn in_time(app: &App, writing: impl Future<Output = Result<(), axum::Error>>) -> bool {
    match timeout(millis(app.config().sockets.write_timeout_ms), writing).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            trace!(%error, "socket gone while writing");
            false
        }
        Err(_) => {
            debug!("socket too slow");
            false
        }
    }
}

/// A ping that carries when it was sent, in microseconds since the socket was opened.
fn stamped_ping(opened: &Instant) -> Message {
    let sent = opened.elapsed().as_micros() as u64;
    Message::Ping(Bytes::copy_from_slice(&sent.to_be_bytes()))
}

/// How long a ping and its pong took; `None` for a pong that answers no ping of ours.
fn round_trip(opened: &Instant, stamp: &[u8]) -> Option<Duration> {
    let sent = Duration::from_micros(u64::from_be_bytes(stamp.try_into().ok()?));
    opened.elapsed().checked_sub(sent)
}
