//! Pauses of games, while a node of the cluster is stopped or killed.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures_util::future::try_join;
use sumito_client::{Client, Error};
use sumito_protocol::client::CreateRoom;
use sumito_protocol::parts::Clock;
use sumito_protocol::{ErrorCode, RoomId};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{sleep, timeout_at};

use crate::Target;

/// Pause of a player before each move: less is the resolution of the measurement, more is load.
const THINKING: Duration = Duration::from_millis(20);

/// Pause before a command is sent again that the server could not handle.
const AGAIN_AFTER: Duration = Duration::from_millis(20);

/// Games whose rooms are on one node and whose players are on others.
#[derive(Debug, Clone)]
pub struct PausesPlan {
    /// Number of rooms, with two players each.
    pub rooms: usize,
    /// Nodes of the players. They must live until the end.
    pub nodes: Vec<Target>,
    /// Duration of the games.
    pub span: Duration,
}

/// The longest pause between two moves of each room whose game lasted until the end.
#[derive(Debug)]
pub struct PausesReport {
    /// Number of accepted moves.
    pub moves: u64,
    /// The longest pauses, sorted.
    pub pauses: Vec<Duration>,
}

impl fmt::Display for PausesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |share: f64| {
            let place = (share * self.pauses.len().saturating_sub(1) as f64).round() as usize;
            self.pauses.get(place).copied().unwrap_or_default().as_secs_f64() * 1e3
        };
        writeln!(
            f,
            "{} moves in {} rooms; longest pause of a room in ms: p50 {:.0}, p90 {:.0}, max {:.0}",
            self.moves,
            self.pauses.len(),
            at(0.5),
            at(0.9),
            at(1.0)
        )
    }
}

/// Plays games in rooms that `owner` makes, and measures the longest pause between two accepted moves of each room. Commands without an
/// answer are sent again.
///
/// # Errors
/// Fails if a room cannot be created, or a move is rejected.
pub async fn measure_pauses(owner: &Target, plan: &PausesPlan) -> anyhow::Result<PausesReport> {
    LocalSet::new().run_until(measure_on_current_thread(owner, plan)).await
}

async fn measure_on_current_thread(owner: &Target, plan: &PausesPlan) -> anyhow::Result<PausesReport> {
    let mut tables = Vec::with_capacity(plan.rooms);
    for number in 0..plan.rooms {
        let node = |player: usize| &plan.nodes[(number + player) % plan.nodes.len()];
        tables.push(Table::open(owner, [node(0), node(1)]).await?);
    }
    let end = Instant::now() + plan.span;
    let mut playing = JoinSet::new();
    for table in tables {
        playing.spawn_local(table.play(end));
    }
    let mut report = PausesReport { moves: 0, pauses: Vec::new() };
    while let Some(played) = playing.join_next().await {
        let (moves, pause) = played.context("a room's task panicked")??;
        report.moves += moves;
        report.pauses.extend(pause);
    }
    report.pauses.sort_unstable();
    Ok(report)
}

/// A room with a client of each player.
struct Table {
    id: RoomId,
    clients: [Client; 2],
}

impl Table {
    /// Creates a room on the node `owner`, with a player on each of these nodes.
    async fn open(owner: &Target, nodes: [&Target; 2]) -> anyhow::Result<Self> {
        let request = CreateRoom {
            clock: Clock::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
            ..CreateRoom::default()
        };
        let tokens = [owner.guest().await?, owner.guest().await?];
        let id = owner.room(&tokens[0], &request).await?;
        let [black, white] = tokens;
        let clients = [nodes[0].client_of(black).await?, nodes[1].client_of(white).await?];
        clients[1].join(&id, None).await?;
        Ok(Self { id, clients })
    }

    /// Plays random moves until `end`; returns their number and the longest pause, or `None` if the game ended before.
    async fn play(self, end: Instant) -> anyhow::Result<(u64, Option<Duration>)> {
        let Self { id, clients } = self;
        let [black, white] = &clients;
        let (black, white) = try_join(moves_of(black, &id, end), moves_of(white, &id, end)).await?;
        let mut times = [black.times, white.times].concat();
        times.sort_unstable();
        let pauses = times.windows(2).map(|pair| pair[1] - pair[0]);
        let last = times.last().map(|last| end.saturating_duration_since(*last));
        let longest = pauses.chain(last).max().filter(|_| !black.is_over && !white.is_over);
        Ok((times.len() as u64, longest))
    }
}

/// Moves of a player.
struct Moves {
    /// Times at which they were accepted.
    times: Vec<Instant>,
    /// Whether the game ended.
    is_over: bool,
}

/// Plays the moves of a player until `end`, or until the game is over.
async fn moves_of(client: &Client, room: &RoomId, end: Instant) -> anyhow::Result<Moves> {
    let mut times = Vec::new();
    let mut room = client.watch(room).await?;
    while Instant::now() < end {
        if room.state().result.is_some() {
            return Ok(Moves { times, is_over: true });
        }
        if room.is_my_turn() {
            let moves: Vec<_> = room.state().position()?.legal_moves().into_iter().collect();
            let mv = moves[fastrand::usize(..moves.len())];
            sleep(THINKING).await;
            match room.play(mv).await {
                Ok(_) => times.push(Instant::now()),
                Err(error) if is_temporary(&error) => sleep(AGAIN_AFTER).await,
                Err(error) if error.is(ErrorCode::NotPlaying) => return Ok(Moves { times, is_over: true }),
                Err(error) => return Err(error.into()),
            }
        } else if timeout_at(end.into(), room.next()).await.is_err() {
            break;
        }
    }
    Ok(Moves { times, is_over: false })
}

/// Returns whether a command may succeed when it is sent again: its room has no owner at the moment, or the answer was lost.
fn is_temporary(error: &Error) -> bool {
    let codes = [ErrorCode::Unavailable, ErrorCode::Busy, ErrorCode::StalePly, ErrorCode::NotYourTurn];
    matches!(error, Error::Disconnected | Error::OutcomeUnknown)
        || codes.into_iter().any(|code| error.is(code))
}
