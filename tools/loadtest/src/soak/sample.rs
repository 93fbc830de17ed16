//! A sample of a server's resource use.

use std::time::Duration;

use anyhow::{Context, ensure};

use crate::Usage;
use crate::process::open_files;

/// Sampled quantities, in the order of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// Resident memory, in MB.
    Memory,
    /// Open files and sockets.
    Files,
    /// Tasks that have not finished.
    Tasks,
    /// Database connections in use.
    Connections,
    /// Rooms in memory.
    Rooms,
}

impl Quantity {
    pub(super) const ALL: [Self; 5] =
        [Self::Memory, Self::Files, Self::Tasks, Self::Connections, Self::Rooms];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory, MB",
            Self::Files => "files",
            Self::Tasks => "tasks",
            Self::Connections => "database connections",
            Self::Rooms => "rooms in memory",
        }
    }

    /// Allowed growth between the warm-up and the end of a soak, beyond the noise: a share of the median plus a fixed amount. An allocator
    /// keeps pages, and the number of connected clients varies randomly.
    pub(super) fn allowed(self, median: f64) -> f64 {
        match self {
            Self::Memory => 0.05 * median,
            Self::Files | Self::Tasks | Self::Rooms => 5.0 + 0.05 * median,
            Self::Connections => 2.0,
        }
    }
}

/// A sample of a server's resource use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sample {
    /// Time since the start.
    pub(super) at: Duration,
    /// By [`Quantity`]; `None` if the server does not report it.
    pub(super) values: [Option<f64>; 5],
}

/// Samples a server from outside, and reads its metrics.
pub(crate) struct Sampler {
    http: reqwest::Client,
    metrics: Option<String>,
    pids: Vec<u32>,
}

impl Sampler {
    pub(super) fn new(metrics: Option<String>, pids: Vec<u32>) -> anyhow::Result<Self> {
        ensure!(!pids.is_empty(), "the server's process id is required: `--pid`");
        Ok(Self { http: reqwest::Client::new(), metrics, pids })
    }

    pub(super) async fn sample(&self, at: Duration) -> anyhow::Result<Sample> {
        let memory = Usage::of(&self.pids)?.memory as f64 / 1e6;
        let files = open_files(&self.pids)? as f64;
        let page = match &self.metrics {
            Some(url) => {
                let answer =
                    self.http.get(url).send().await.with_context(|| format!("no answer from {url}"))?;
                answer.text().await?
            }
            None => String::new(),
        };
        let [tasks, connections, rooms] =
            ["sumito_tasks", "sumito_database_connections_used", "sumito_rooms"].map(|name| sum(&page, name));
        Ok(Sample { at, values: [Some(memory), Some(files), tasks, connections, rooms] })
    }
}

/// Sums a metric over its labels.
fn sum(page: &str, name: &str) -> Option<f64> {
    let values = page.lines().filter_map(|line| {
        let rest = line.strip_prefix(name)?;
        let value = if rest.starts_with('{') { rest.rsplit_once('}')?.1 } else { rest };
        value.strip_prefix(' ')?.trim().parse::<f64>().ok()
    });
    values.fold(None, |sum, value| Some(sum.unwrap_or(0.0) + value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_summed_over_its_labels() {
        let page = "# HELP sumito_rooms Rooms.\nsumito_rooms{status=\"a {b}\"} 3\nsumito_rooms{status=\"c\"} 4\n\
                    sumito_rooms_other 9\nsumito_tasks 12\n";
        assert_eq!(sum(page, "sumito_rooms"), Some(7.0));
        assert_eq!(sum(page, "sumito_tasks"), Some(12.0));
        assert_eq!(sum(page, "sumito_sockets"), None);
    }
}
