//! What was measured, as a table.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::Usage;

/// What a server has done and used while everything happened at once.
#[derive(Debug)]
pub struct Mixed {
    /// By what was waited for.
    pub rows: Vec<Row>,
    /// Games that ended.
    pub games: u64,
    /// The time that was measured.
    pub span: Duration,
    /// What the server used in that time, where its process was named.
    pub usage: Option<Usage>,
}

/// One kind of waiting.
#[derive(Debug)]
pub struct Row {
    /// For what.
    pub name: &'static str,
    waits: Histogram<u64>,
}

impl Row {
    pub(super) fn new(name: &'static str, waits: Histogram<u64>) -> Self {
        Self { name, waits }
    }

    /// How often.
    pub fn count(&self) -> u64 {
        self.waits.len()
    }

    /// The wait in milliseconds that this share did not exceed: from when somebody wanted to ask, also where they could not yet.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        self.waits.value_at_quantile(share) as f64 / 1e6
    }
}

impl fmt::Display for Mixed {
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
