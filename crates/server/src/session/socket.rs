//! The task of one socket: reads, writes, and notices when nobody is there any more.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{FutureExt, SinkExt};
use sumito_protocol::parts::User;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tracing::{debug, trace};

use super::dispatch::Session;
use super::outbox::{CutOff, Outbox, Pickup};
use crate::app::App;
use crate::config::millis;

/// Messages that are gathered before they are written to the socket together.
const MAX_GATHERED: usize = 64;

/// Serves one socket until it closes.
pub(super) async fn run(app: App, mut socket: WebSocket, user: Option<User>) {
    let sessions = app.sessions().clone();
    let served = async {
        let (outbox, mut pickup) = Outbox::new(app.config().limits.outbox_messages);
        let mut session = Session::new(app.clone(), user, outbox);
        let _entry = app.sessions().enter(session.id(), session.outbox());
        session.greet();
        let cut_off = pickup.cut_off();
        let farewell = tokio::select! {
            biased;
            why = cut_off => why.into(),
            farewell = serve(&app, &mut session, &mut socket, &mut pickup) => farewell,
        };
        session.end(farewell == Farewell::Left).await;
        if let Farewell::Close(code, reason) = farewell {
            // What waits still goes out: the last of it says why.
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let rest = pickup.take_rest().into_iter().map(Message::Text);
            let farewell = rest.chain([Message::Close(Some(frame))]);
            // Whoever does not take it has gone.
            let _ = write(&app, &mut socket, farewell).await;
        }
    };
    sessions.tasks().track_future(served).await;
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

impl From<CutOff> for Farewell {
    fn from(why: CutOff) -> Self {
        match why {
            CutOff::Behind => Self::Close(close_code::POLICY, "you read too slowly; come back and resume"),
            CutOff::Stopping => {
                Self::Close(close_code::RESTART, "the server restarts; come back in a moment")
            }
        }
    }
}

/// Moves messages in both directions; returns what to say to the client at the end, if it is still there.
async fn serve(app: &App, session: &mut Session, socket: &mut WebSocket, pickup: &mut Pickup) -> Farewell {
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
            () = pickup.ready(MAX_GATHERED) => {
                let messages = std::iter::from_fn(|| pickup.next()).map(Message::Text);
                if let Err(farewell) = write(app, socket, messages).await {
                    return farewell;
                }
            }
            frame = socket.recv() => {
                last_heard = Instant::now();
                match frame {
                    Some(Ok(Message::Text(text))) => session.receive(text.as_str(), last_heard).await,
                    Some(Ok(Message::Binary(_))) => session.receive_binary(last_heard),
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
                if let Err(farewell) = write(app, socket, [stamped_ping(&opened)]).await {
                    return farewell;
                }
            }
        }
    }
}

/// Writes messages in one go: an answer and the event that belongs to it are one system call. A message is asked for only when
/// the socket takes it, so that a write that is broken off leaves none out.
///
/// # Errors
/// That the client has gone, or is too slow to be waited for.
async fn write(
    app: &App,
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
) -> Result<(), Farewell> {
    let mut writing = pin!(async {
        let mut messages = messages.into_iter();
        loop {
            poll_fn(|context| socket.poll_ready_unpin(context)).await?;
            let Some(message) = messages.next() else { break };
            socket.start_send_unpin(message)?;
        }
        socket.flush().await
    });
    // Nearly always the system takes all of it at once. Only what it does not take needs a watch over it.
    let outcome = match writing.as_mut().now_or_never() {
        Some(outcome) => Ok(outcome),
        None => timeout(millis(app.config().sockets.write_timeout_ms), writing).await,
    };
    match outcome {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            trace!(%error, "socket gone while writing");
            Err(Farewell::Gone)
        }
        Err(_) => {
            debug!("socket too slow");
            Err(Farewell::Gone)
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
