//! Spectators of one room, and their effect on the players.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use sumito_protocol::{Command, RoomId};
use tokio::sync::{oneshot, watch};
use tokio::task::{JoinSet, LocalSet};

use crate::Target;
use crate::play::{PlayPlan, Room, play_in};
use crate::report::PlayReport;
use crate::socket::Socket;

/// Number of spectators, and the games played for them.
#[derive(Debug, Clone)]
pub struct SpectatePlan {
    /// Number of concurrent rooms, with two players each. Spectators watch the first of them.
    pub rooms: usize,
    /// Moves per second in all rooms together.
    pub rate: f64,
    /// Number of anonymous sockets that watch the first room.
    pub spectators: usize,
    /// Warm-up before each measurement.
    pub warm_up: Duration,
    /// Duration of each measurement.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Measurements of the players in all rooms: without spectators, with them, and without them again, in one run.
#[derive(Debug)]
pub struct SpectateReport {
    /// Before the spectators came.
    pub before: PlayReport,
    /// While the spectators watched.
    pub during: PlayReport,
    /// After the spectators left.
    pub after: PlayReport,
    /// Number of spectators who watched to the end.
    pub spectators: usize,
    /// Total number of messages sent to them.
    pub messages: u64,
}

impl fmt::Display for SpectateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "without spectators: {}", self.before)?;
        writeln!(f, "with {} that received {} messages: {}", self.spectators, self.messages, self.during)?;
        writeln!(f, "without again: {}", self.after)
    }
}

/// Plays in the same way without, with and without spectators. A separate thread reads the spectators' sockets.
///
/// # Errors
/// Fails if the server rejects a command, or closes a spectator's socket.
pub async fn spectate(target: &Target, plan: &SpectatePlan) -> anyhow::Result<SpectateReport> {
    let tasks = LocalSet::new();
    tasks.run_until(Box::pin(spectate_on_current_thread(target, plan))).await
}

async fn spectate_on_current_thread(target: &Target, plan: &SpectatePlan) -> anyhow::Result<SpectateReport> {
    let playing = PlayPlan {
        rooms: plan.rooms,
        rate: Some(plan.rate),
        warm_up: plan.warm_up,
        span: plan.span,
        askers: 0,
        pids: plan.pids.clone(),
        nodes: Vec::new(),
        apart: false,
    };
    let before = play_in(target, Room::open_all(target, plan.rooms).await?, &playing).await?;
    let rooms = Room::open_all(target, plan.rooms).await?;
    let room = rooms.first().context("at least one room")?.id.clone();
    let crowd = SpectatorThread::gather(target.socket_url(), room, plan.spectators).await?;
    let during = play_in(target, rooms, &playing).await?;
    let messages = crowd.close().await?;
    let after = play_in(target, Room::open_all(target, plan.rooms).await?, &playing).await?;
    Ok(SpectateReport { before, during, after, spectators: plan.spectators, messages })
}

/// Spectators on a separate thread.
struct SpectatorThread {
    leave: watch::Sender<bool>,
    left: oneshot::Receiver<anyhow::Result<()>>,
    messages: Arc<AtomicU64>,
}

impl SpectatorThread {
    /// Returns when all spectators watch.
    async fn gather(url: String, room: RoomId, count: usize) -> anyhow::Result<Self> {
        let (leave, leaving) = watch::channel(false);
        let (there, all_there) = oneshot::channel();
        let (done, left) = oneshot::channel();
        let messages = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&messages);
        thread::Builder::new().name("spectators".to_owned()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let watching = async |there| watch_all(&url, &room, count, &counter, leaving, there).await;
            let outcome = match runtime {
                Ok(runtime) => LocalSet::new().block_on(&runtime, watching(there)),
                Err(error) => Err(error.into()),
            };
            // There is no receiver if the run has failed.
            let _ = done.send(outcome);
        })?;
        match all_there.await {
            Ok(()) => Ok(Self { leave, left, messages }),
            Err(_) => match left.await {
                Ok(Err(error)) => Err(error),
                _ => Err(anyhow!("the spectators' thread panicked")),
            },
        }
    }

    /// Disconnects the spectators; returns the number of their messages.
    async fn close(self) -> anyhow::Result<u64> {
        self.leave.send_replace(true);
        self.left.await.context("the spectators' thread panicked")??;
        Ok(self.messages.load(Ordering::Relaxed))
    }
}

async fn watch_all(
    url: &str,
    room: &RoomId,
    count: usize,
    messages: &Arc<AtomicU64>,
    mut leaving: watch::Receiver<bool>,
    there: oneshot::Sender<()>,
) -> anyhow::Result<()> {
    let mut watching = JoinSet::new();
    for number in 0..count {
        let socket = Socket::connect(url, None).await;
        let mut socket = socket.with_context(|| format!("spectator number {number}; see `ulimit -n`"))?;
        socket.send(None, Command::Watch { room: room.clone(), since: None, legal: false }).await?;
        socket.until_type("snapshot").await?;
        let messages = Arc::clone(messages);
        watching.spawn_local(async move { socket.count(&messages).await });
    }
    // There is no receiver if the run has failed.
    let _ = there.send(());
    tokio::select! {
        Some(broken) = watching.join_next() => Err(broken.context("a spectator's task panicked")?),
        _ = leaving.wait_for(|leaving| *leaving) => Ok(()),
    }
}
