//! Waits of players, while a node of the cluster is stopped or killed.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures_util::future::try_join;
use futures_util::{StreamExt, TryStreamExt, stream};
use sumito_client::{Error, Room};
use sumito_protocol::ErrorCode;
use sumito_protocol::client::CreateRoom;
use sumito_protocol::parts::Clock;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{sleep, timeout_at};

use crate::Target;

/// Number of tables that are opened at the same time.
const AT_ONCE: usize = 32;

/// Pause before a command is resent that the server could not handle.
const AGAIN_AFTER: Duration = Duration::from_millis(20);

/// Games with rooms on one node and players on others.
#[derive(Debug, Clone)]
pub struct PausesPlan {
    /// Number of rooms, with two players each.
    pub rooms: usize,
    /// Nodes of the players. They must live until the end.
    pub nodes: Vec<Target>,
    /// Pause of a player before each move. Short ones show each interruption, long ones leave a machine free for many rooms.
    pub thinking: Duration,
    /// Duration of the games.
    pub span: Duration,
}

/// The longest wait of a player in each room with a game that lasted until the end.
#[derive(Debug)]
pub struct PausesReport {
    /// Number of accepted moves.
    pub moves: u64,
    /// The longest waits from the first try of a move until it was accepted, sorted.
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
            "{} moves in {} rooms; longest wait for a move of a room in ms: p50 {:.0}, p90 {:.0}, max {:.0}",
            self.moves,
            self.pauses.len(),
            at(0.5),
            at(0.9),
            at(1.0)
        )
    }
}

/// Plays games in rooms that `owner` makes, and measures how long players wait until a move is accepted. Moves without an answer are sent
/// again. Calls `started` when all players are at their tables.
///
/// # Errors
/// Fails if a room cannot be created, or a move is rejected.
pub async fn measure_pauses(
    owner: &Target,
    plan: &PausesPlan,
    started: impl FnOnce(),
) -> anyhow::Result<PausesReport> {
    LocalSet::new().run_until(measure_on_current_thread(owner, plan, started)).await
}

async fn measure_on_current_thread(
    owner: &Target,
    plan: &PausesPlan,
    started: impl FnOnce(),
) -> anyhow::Result<PausesReport> {
    let node = |number: usize| &plan.nodes[number % plan.nodes.len()];
    let tables =
        stream::iter(0..plan.rooms).map(|number| Table::open(owner, [node(number), node(number + 1)]));
    let tables: Vec<_> = tables.buffer_unordered(AT_ONCE).try_collect().await?;
    let end = Instant::now() + plan.span;
    let mut playing = JoinSet::new();
    for table in tables {
        playing.spawn_local(table.play(plan.thinking, end));
    }
    started();
    let mut report = PausesReport { moves: 0, pauses: Vec::new() };
    while let Some(played) = playing.join_next().await {
        let (moves, pause) = played.context("a room's task panicked")??;
        report.moves += moves;
        report.pauses.extend(pause);
    }
    report.pauses.sort_unstable();
    Ok(report)
}

/// A room in its two players' views.
struct Table([Room; 2]);

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
        Ok(Self([clients[0].watch(&id).await?, clients[1].watch(&id).await?]))
    }

    /// Plays random moves until `end`; returns their number and the longest wait, or `None` if the game ended before.
    async fn play(self, thinking: Duration, end: Instant) -> anyhow::Result<(u64, Option<Duration>)> {
        let Self([black, white]) = self;
        let players = try_join(moves_of(black, thinking, end), moves_of(white, thinking, end));
        let (black, white) = players.await?;
        let longest = black.longest_wait.max(white.longest_wait);
        Ok((black.count + white.count, (!black.is_over && !white.is_over).then_some(longest)))
    }
}

/// Moves of a player.
#[derive(Default)]
struct Moves {
    count: u64,
    longest_wait: Duration,
    /// Whether the game ended.
    is_over: bool,
}

/// Plays the moves of a player until `end`, or until the game is over.
async fn moves_of(mut room: Room, thinking: Duration, end: Instant) -> anyhow::Result<Moves> {
    let mut moves = Moves::default();
    // When the move that is not accepted yet was sent first.
    let mut tried: Option<Instant> = None;
    while Instant::now() < end {
        if room.state().result.is_some() {
            return Ok(Moves { is_over: true, ..moves });
        }
        if room.is_my_turn() {
            let since = if let Some(since) = tried {
                since
            } else {
                sleep(thinking.mul_f64(0.5 + fastrand::f64())).await;
                *tried.insert(Instant::now())
            };
            let legal: Vec<_> = room.state().position()?.legal_moves().into_iter().collect();
            match room.play(legal[fastrand::usize(..legal.len())]).await {
                Ok(_) => {
                    moves.count += 1;
                    moves.longest_wait = moves.longest_wait.max(since.elapsed());
                    tried = None;
                }
                Err(error) if is_temporary(&error) => sleep(AGAIN_AFTER).await,
                Err(error) if error.is(ErrorCode::NotPlaying) => return Ok(Moves { is_over: true, ..moves }),
                Err(error) => return Err(error.into()),
            }
        } else {
            // A move with a lost answer has been accepted.
            if let Some(since) = tried.take() {
                moves.count += 1;
                moves.longest_wait = moves.longest_wait.max(since.elapsed());
            }
            if timeout_at(end.into(), room.next()).await.is_err() {
                break;
            }
        }
    }
    moves.longest_wait = moves.longest_wait.max(tried.map(|since| since.elapsed()).unwrap_or_default());
    Ok(moves)
}

/// Returns whether a command may succeed when it is resent: its room has no owner at the moment, or the answer was lost.
fn is_temporary(error: &Error) -> bool {
    let codes = [ErrorCode::Unavailable, ErrorCode::Busy, ErrorCode::StalePly, ErrorCode::NotYourTurn];
    matches!(error, Error::Disconnected | Error::OutcomeUnknown)
        || codes.into_iter().any(|code| error.is(code))
}
