//! Everything that happens on a server, at once: players, spectators, those who look at the lobby, readers of the REST interface,
//! people who ask computers, tables of all modes, and tournaments.

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

pub use report::{Mixed, Row};
pub(crate) use tally::{Kind, Tally};

/// Who is there, and for how long.
#[derive(Debug, Clone)]
pub struct MixedPlan {
    /// Rooms of two who play recorded games.
    pub rooms: usize,
    /// Their moves a second in all rooms together, whether the server keeps up or not (open loop); without it, every move follows as soon
    /// as both have seen the one before (closed loop).
    pub rate: Option<f64>,
    /// Tables of all modes, one after the other, at which clients of the SDK and computers play at the pace of people.
    pub tables: usize,
    /// Spectators, each of whom turns to another room once a second, whether the server keeps up or not. The same holds for the next two.
    pub spectators: usize,
    /// Those who look at the lobby.
    pub lobby_watchers: usize,
    /// Readers of lists, games and rooms over HTTP.
    pub readers: usize,
    /// Guests who ask computers what a position is worth, one after the other.
    pub askers: usize,
    /// A tournament, which is followed by another one.
    pub tournament: Option<TournamentPlan>,
    /// How long before anything is counted.
    pub warm_up: Duration,
    /// How long to count.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Lets all of them act, and measures how long each had to wait.
///
/// # Errors
/// When the server refuses something, or goes away.
pub async fn mix(target: &Target, plan: &MixedPlan) -> anyhow::Result<Mixed> {
    LocalSet::new().run_until(Box::pin(mix_here(target, plan))).await
}

/// The same on a [`LocalSet`] of the caller's.
pub(crate) async fn mix_here(target: &Target, plan: &MixedPlan) -> anyhow::Result<Mixed> {
    let rooms = Room::open_all(target, plan.rooms).await?;
    let ids: Rc<[_]> = rooms.iter().map(|room| room.id.clone()).collect();
    let roles = Roles::gather(target, plan, ids).await?;
    let start = Instant::now();
    let (counted_from, end) = (start + plan.warm_up, start + plan.warm_up + plan.span);
    let tally = Rc::new(Tally::new(counted_from));
    let mut everybody = JoinSet::new();
    let games: Rc<[_]> = crate::games::recorded().into();
    for (number, room) in rooms.into_iter().enumerate() {
        let pace = Pace::of_one(plan.rate, plan.rooms, number, start);
        everybody.spawn_local(room.play(Rc::clone(&games), number, pace, end, Rc::clone(&tally)));
    }
    roles.act(&mut everybody, start, &tally);
    for number in 0..plan.tables {
        everybody.spawn_local(tables::play_on(target.clone(), number, Rc::clone(&tally)));
    }
    if let Some(wish) = plan.tournament.clone() {
        everybody.spawn_local(tournaments(target.clone(), wish, Rc::clone(&tally)));
    }
    until(counted_from, &mut everybody).await?;
    let usage = || (!plan.pids.is_empty()).then(|| Usage::of(&plan.pids)).transpose();
    let before = usage()?;
    until(end, &mut everybody).await?;
    let usage = before.zip(usage()?).map(|(before, after)| after.since(&before));
    // What is asked and not answered yet counts with its wait so far.
    everybody.shutdown().await;
    Ok(tally.report(plan.span, usage))
}

/// Waits, unless somebody fails before.
async fn until(moment: Instant, everybody: &mut JoinSet<anyhow::Result<()>>) -> anyhow::Result<()> {
    loop {
        tokio::select! {
            () = sleep_until(moment.into()) => return Ok(()),
            Some(ended) = everybody.join_next() => ended??,
        }
    }
}

async fn tournaments(target: Target, plan: TournamentPlan, tally: Rc<Tally>) -> anyhow::Result<()> {
    loop {
        let begun = Instant::now();
        Box::pin(play_tournament(&target, &plan)).await?;
        drop(tally.due(Kind::Tournament, begun));
    }
}
