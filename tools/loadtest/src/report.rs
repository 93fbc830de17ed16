//! Results of a measurement.

use std::cell::RefCell;
use std::fmt;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::Usage;
use crate::play::Counts;

/// Length of windows with separate percentiles: their median excludes the few windows that a stall of the machine has affected.
const WINDOW: Duration = Duration::from_millis(200);

/// Cap for latencies: 2 minutes.
const LONGEST_NS: u64 = 120_000_000_000;

/// Work and resource use of a server during the measurement.
#[derive(Debug)]
pub struct PlayReport {
    /// Number of moves that all players of the room have seen.
    pub moves: u64,
    /// Number of finished games.
    pub games: u64,
    /// Number of evaluations returned to guests.
    pub evaluations: u64,
    /// Duration of the measurement.
    pub span: Duration,
    /// Resource use of the server in that time, if its process was given.
    pub usage: Option<Usage>,
    /// From sending a move (in the open loop, from its scheduled time) until every player has seen it.
    latency: Histogram<u64>,
    window_p99: Vec<u64>,
}

impl PlayReport {
    /// Quantile of the latency in microseconds for this share of the moves.
    pub fn quantile(&self, share: f64) -> f64 {
        self.latency.value_at_quantile(share) as f64 / 1e3
    }

    /// The median of the windows' 99th percentiles, in microseconds.
    pub fn windowed_p99(&self) -> f64 {
        let mut sorted = self.window_p99.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default() as f64 / 1e3
    }
}

impl fmt::Display for PlayReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.span.as_secs_f64();
        writeln!(
            f,
            "{} moves and {} games in {seconds:.1} s: {:.0} moves/s",
            self.moves,
            self.games,
            self.moves as f64 / seconds
        )?;
        let [p50, p90, p99, p999, max] = [0.5, 0.9, 0.99, 0.999, 1.0].map(|share| self.quantile(share));
        writeln!(
            f,
            "latency in µs: p50 {p50:.0}, p90 {p90:.0}, p99 {p99:.0}, p99.9 {p999:.0}, max {max:.0}; median of the p99 of \
             {} windows {:.0}",
            self.window_p99.len(),
            self.windowed_p99()
        )?;
        if self.evaluations > 0 {
            writeln!(f, "meanwhile {} positions were evaluated", self.evaluations)?;
        }
        let Some(usage) = &self.usage else { return Ok(()) };
        let [own, system] = usage.ticks.map(|ticks| ticks as f64);
        let each = usage.cpu.as_secs_f64() * 1e6 / self.moves.max(1) as f64;
        writeln!(
            f,
            "server: {:.0} % of a core, {each:.1} µs a move ({:.1} in its own code), {:.1} MB resident",
            100.0 * usage.cpu.as_secs_f64() / seconds,
            each * own / (own + system).max(1.0),
            usage.memory as f64 / 1e6
        )
    }
}

/// Resource use of many idle sockets or rooms.
#[derive(Debug)]
pub struct ResourceReport {
    /// Number of sockets or rooms.
    pub count: usize,
    /// Time for creating them.
    pub making: Duration,
    /// Resource use of the server before, after creating them, and after the idle time.
    pub usage: Option<[Usage; 3]>,
    /// Duration of the idle time.
    pub span: Duration,
}

impl fmt::Display for ResourceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} made in {:.1} s", self.count, self.making.as_secs_f64())?;
        let Some([before, made, after]) = &self.usage else { return Ok(()) };
        let each = |usage: &Usage| (usage.memory as f64 - before.memory as f64) / self.count.max(1) as f64;
        writeln!(
            f,
            "server: {:.0} bytes each when made, {:.0} bytes each {:.0} s later, {:.1} MB in all; {:.2} % of a core while \
             nothing happened",
            each(made),
            each(after),
            self.span.as_secs_f64(),
            after.memory as f64 / 1e6,
            100.0 * after.since(made).cpu.as_secs_f64() / self.span.as_secs_f64()
        )
    }
}

/// Records measurements while games are played.
pub(crate) struct Recorder {
    from: Instant,
    window_ends: Instant,
    window: Histogram<u64>,
    played: PlayReport,
}

impl Recorder {
    /// Creates a recorder that counts from the moment `from` on.
    pub(crate) fn new(from: Instant) -> Self {
        let histogram =
            || Histogram::new_with_bounds(1, LONGEST_NS, 3).expect("the bounds are right for three digits");
        let played = PlayReport {
            moves: 0,
            games: 0,
            evaluations: 0,
            span: Duration::ZERO,
            usage: None,
            latency: histogram(),
            window_p99: Vec::new(),
        };
        Self { from, window_ends: from + WINDOW, window: histogram(), played }
    }

    fn moved(&mut self, due: Instant) {
        let now = Instant::now();
        if now < self.from {
            return;
        }
        if now >= self.window_ends {
            if !self.window.is_empty() {
                self.played.window_p99.push(self.window.value_at_quantile(0.99));
            }
            self.window.reset();
            self.window_ends = now + WINDOW;
        }
        let latency = now.saturating_duration_since(due).as_nanos() as u64;
        self.played.latency.saturating_record(latency);
        self.window.saturating_record(latency);
        self.played.moves += 1;
    }

    fn outstanding(&mut self, due: Instant) {
        self.played.latency.saturating_record(due.elapsed().as_nanos() as u64);
    }

    fn finished(&mut self) {
        if Instant::now() >= self.from {
            self.played.games += 1;
        }
    }

    /// Returns the results, with the server's resource use.
    pub(crate) fn report(self, evaluations: u64, usage: Option<Usage>) -> PlayReport {
        PlayReport { evaluations, span: self.from.elapsed(), usage, ..self.played }
    }
}

impl Counts for RefCell<Recorder> {
    fn moved(&self, due: Instant) {
        self.borrow_mut().moved(due);
    }

    fn outstanding(&self, due: Instant) {
        self.borrow_mut().outstanding(due);
    }

    fn finished(&self) {
        self.borrow_mut().finished();
    }
}
