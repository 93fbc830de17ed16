//! Players who seek games at a fixed rate.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use sumito_protocol::Command;
use sumito_protocol::client::SeekRequest;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{sleep, sleep_until, timeout};

use crate::socket::Socket;
use crate::{Target, Usage};

/// Waiting time for the last seeks. With an odd number, one player stays alone.
const LAST_WAIT: Duration = Duration::from_secs(2);
/// Delay between the opening of all sockets and the first seek.
const BEGIN_AFTER: Duration = Duration::from_millis(500);
/// Cap for latencies: 2 minutes.
const LONGEST_US: u64 = 120_000_000;

/// Number and rate of the seeks.
#[derive(Debug, Clone)]
pub struct SeeksPlan {
    /// Number of players, each with a socket.
    pub players: usize,
    /// Seeks per second, even if the server does not keep up.
    pub rate: f64,
    /// Duration of the measurement.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Waiting times of the seeks.
#[derive(Debug)]
pub struct SeeksReport {
    /// Number of seeks that led to a game.
    pub seeks: u64,
    /// Duration of the measurement.
    pub span: Duration,
    /// Resource use of the server in that time, if its process was given.
    pub usage: Option<Usage>,
    latency: Histogram<u64>,
}

impl SeeksReport {
    /// Quantile of the latency in milliseconds for this share of the seeks: from the scheduled time of a seek until its player was notified
    /// of the game.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        self.latency.value_at_quantile(share) as f64 / 1e3
    }
}

impl fmt::Display for SeeksReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.span.as_secs_f64();
        writeln!(f, "{} seeks led to a game: {:.0} a second", self.seeks, self.seeks as f64 / seconds)?;
        let [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1.0].map(|share| self.quantile_ms(share));
        writeln!(f, "from seek to game in ms: p50 {p50:.1}, p90 {p90:.1}, p99 {p99:.1}, max {max:.1}")?;
        let Some(usage) = &self.usage else { return Ok(()) };
        let each = usage.cpu.as_secs_f64() * 1e6 / self.seeks.max(1) as f64;
        writeln!(
            f,
            "server: {:.0} % of a core, {each:.0} µs a seek",
            100.0 * usage.cpu.as_secs_f64() / seconds
        )
    }
}

/// Lets players seek games.
///
/// # Errors
/// Fails if the server rejects a seek, or a socket cannot be opened.
pub async fn seek_games(target: &Target, plan: &SeeksPlan) -> anyhow::Result<SeeksReport> {
    LocalSet::new().run_until(seek_games_on_current_thread(target, plan)).await
}

async fn seek_games_on_current_thread(target: &Target, plan: &SeeksPlan) -> anyhow::Result<SeeksReport> {
    let usage = || (!plan.pids.is_empty()).then(|| Usage::of(&plan.pids)).transpose();
    let mut sockets = Vec::with_capacity(plan.players);
    for _ in 0..plan.players {
        sockets.push(Socket::connect(&target.socket_url(), Some(&target.guest().await?)).await?);
    }
    let latency = Histogram::new_with_bounds(1, LONGEST_US, 3)?;
    let latency = Rc::new(RefCell::new(latency));
    let begin = Instant::now() + BEGIN_AFTER;
    let end = begin + plan.span;
    let mut players = JoinSet::new();
    for (number, mut socket) in sockets.into_iter().enumerate() {
        let (latency, plan) = (Rc::clone(&latency), plan.clone());
        players.spawn_local(async move {
            let every = Duration::from_secs_f64(plan.players as f64 / plan.rate);
            let mut due = begin + every.mul_f64(number as f64 / plan.players as f64);
            while due < end {
                sleep_until(due.into()).await;
                socket.send(None, Command::Seek(SeekRequest::default())).await?;
                socket.until_type("notification").await?;
                latency.borrow_mut().saturating_record(due.elapsed().as_micros() as u64);
                due += every;
            }
            anyhow::Ok(())
        });
    }
    sleep(begin.saturating_duration_since(Instant::now())).await;
    let before = usage()?;
    let all = async {
        while let Some(ended) = players.join_next().await {
            ended??;
        }
        anyhow::Ok(())
    };
    let span = end.saturating_duration_since(Instant::now());
    if let Ok(ended) = timeout(span + LAST_WAIT, all).await {
        ended?;
    }
    let usage = before.zip(usage()?).map(|(before, after)| after.since(&before));
    let latency = latency.borrow().clone();
    Ok(SeeksReport { seeks: latency.len(), span: plan.span, usage, latency })
}
