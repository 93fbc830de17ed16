//! All kinds of load together: players, spectators, lobby visitors, readers of the REST interface, requests for evaluations, tables of all
//! modes, and tournaments.

mod report;
mod roles;
mod tally;

use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep_until;

use self::roles::Roles;
use crate::pace::Pace;
use crate::play::Room;
use crate::tournament::TournamentPlan;
use crate::{Target, Usage, play_tournament, tables};

pub use report::{MixedReport, Row};
pub(crate) use tally::{Kind, Tally};

/// Numbers of clients by role, and the durations.
#[derive(Debug, Clone)]
pub struct MixedPlan {
    /// Rooms of two that play recorded games.
    pub rooms: usize,
    /// Moves per second in all these rooms together, even if the server does not keep up (open loop); without it, every move follows as
    /// soon as both players have seen the previous one (closed loop).
    pub rate: Option<f64>,
    /// Sequences of tables of all modes, at which clients of the SDK and computers play at a human pace.
    pub tables: usize,
    /// Spectators, each of whom switches to another room once per second, even if the server does not keep up. The same rate applies to the
    /// next two roles.
    pub spectators: usize,
    /// Visitors of the lobby.
    pub lobby_watchers: usize,
    /// Readers of lists, games and rooms over HTTP.
    pub readers: usize,
    /// Guests who request position evaluations, one after the other.
    pub askers: usize,
    /// A tournament, which is repeated.
    pub tournament: Option<TournamentPlan>,
    /// Warm-up before the measurement.
    pub warm_up: Duration,
    /// Duration of the measurement.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Runs all roles, and measures their waiting times.
///
/// # Errors
/// Fails if the server rejects a request or becomes unreachable.
pub async fn mix(target: &Target, plan: &MixedPlan) -> anyhow::Result<MixedReport> {
    LocalSet::new().run_until(Box::pin(mix_on_current_thread(target, plan))).await
}

/// The same on the caller's [`LocalSet`].
pub(crate) async fn mix_on_current_thread(target: &Target, plan: &MixedPlan) -> anyhow::Result<MixedReport> {
    let rooms = Room::open_all(target, plan.rooms).await?;
    let ids: Rc<[_]> = rooms.iter().map(|room| room.id.clone()).collect();
    let roles = Roles::gather(target, plan, ids).await?;
    let start = Instant::now();
    let (counted_from, end) = (start + plan.warm_up, start + plan.warm_up + plan.span);
    let tally = Rc::new(Tally::new(counted_from));
    let mut clients = JoinSet::new();
    let games: Rc<[_]> = crate::games::recorded().into();
    for (number, room) in rooms.into_iter().enumerate() {
        let pace = Pace::of_one(plan.rate, plan.rooms, number, start);
        clients.spawn_local(room.play(Rc::clone(&games), number, pace, end, Rc::clone(&tally)));
    }
    roles.spawn(&mut clients, start, &tally);
    for number in 0..plan.tables {
        clients.spawn_local(tables::play_on(target.clone(), number, Rc::clone(&tally)));
    }
    if let Some(settings) = plan.tournament.clone() {
        clients.spawn_local(tournaments(target.clone(), settings, Rc::clone(&tally)));
    }
    until(counted_from, &mut clients).await?;
    let usage = || (!plan.pids.is_empty()).then(|| Usage::of(&plan.pids)).transpose();
    let before = usage()?;
    until(end, &mut clients).await?;
    let usage = before.zip(usage()?).map(|(before, after)| after.since(&before));
    // Unanswered requests count with their wait so far.
    clients.shutdown().await;
    Ok(tally.report(plan.span, usage))
}

/// Waits until `moment`, or until a task fails.
async fn until(moment: Instant, clients: &mut JoinSet<anyhow::Result<()>>) -> anyhow::Result<()> {
    loop {
        tokio::select! {
            () = sleep_until(moment.into()) => return Ok(()),
            Some(ended) = clients.join_next() => ended??,
        }
    }
}

async fn tournaments(target: Target, plan: TournamentPlan, tally: Rc<Tally>) -> anyhow::Result<()> {
    loop {
        let begun = Instant::now();
        Box::pin(play_tournament(&target, &plan)).await?;
        drop(tally.start_wait(Kind::Tournament, begun));
    }
}
