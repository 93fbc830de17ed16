//! Results of the measurement, as a table.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::Usage;

/// Work and resource use of a server under mixed load.
#[derive(Debug)]
pub struct MixedReport {
    /// By kind of request.
    pub rows: Vec<Row>,
    /// Number of finished games.
    pub games: u64,
    /// Duration of the measurement.
    pub span: Duration,
    /// Resource use of the server in that time, if its process was given.
    pub usage: Option<Usage>,
}

/// Waiting times of one kind of request.
#[derive(Debug)]
pub struct Row {
    /// Name of the kind.
    pub name: &'static str,
    waits: Histogram<u64>,
}

impl Row {
    pub(super) fn new(name: &'static str, waits: Histogram<u64>) -> Self {
        Self { name, waits }
    }

    /// Number of requests.
    pub fn count(&self) -> u64 {
        self.waits.len()
    }

    /// Quantile of the wait in milliseconds for this share. It counts from the scheduled time of the request, even if the client could not
    /// send it then.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        self.waits.value_at_quantile(share) as f64 / 1e6
    }
}

impl fmt::Display for MixedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.span.as_secs_f64();
        writeln!(f, "| wait in ms for | count | a second | p50 | p99 | p99.9 | longest |")?;
        writeln!(f, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")?;
        for row in &self.rows {
            let [p50, p99, p999, max] = [0.5, 0.99, 0.999, 1.0].map(|share| row.quantile_ms(share));
            let (name, count) = (row.name, row.count());
            let rate = count as f64 / seconds;
            writeln!(f, "| {name} | {count} | {rate:.1} | {p50:.2} | {p99:.2} | {p999:.2} | {max:.2} |")?;
        }
        writeln!(f, "{} games ended in {seconds:.0} s", self.games)?;
        let Some(usage) = &self.usage else { return Ok(()) };
        writeln!(
            f,
            "server: {:.0} % of a core, {:.1} MB resident",
            100.0 * usage.cpu.as_secs_f64() / seconds,
            usage.memory as f64 / 1e6
        )
    }
}
