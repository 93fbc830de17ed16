//! A long run under mixed load, in which the server's resource use must not grow.

mod sample;
mod trend;

use std::fmt;
use std::time::{Duration, Instant};

use tokio::task::LocalSet;
use tokio::time::{MissedTickBehavior, interval};

use self::sample::{Quantity, Sample, Sampler};
use crate::mixed::mix_on_current_thread;
use crate::{MixedPlan, MixedReport, Target};

pub use trend::Trend;

/// Maximum number of printed samples.
const LINES: usize = 20;

/// The load, and the sampling interval.
#[derive(Debug, Clone)]
pub struct SoakPlan {
    /// Numbers of clients by role, and the durations. Samples from the warm-up are shown but not judged.
    pub mixed: MixedPlan,
    /// Interval between two samples.
    pub every: Duration,
    /// The address of the server's metrics page.
    pub metrics: Option<String>,
}

/// Result of a soak.
#[derive(Debug)]
pub struct SoakReport {
    /// The load and its waiting times.
    pub mixed: MixedReport,
    /// Resource use of the server over time.
    pub curve: Curve,
}

/// Samples of a server's resource use over time.
#[derive(Debug)]
pub struct Curve {
    samples: Vec<Sample>,
    warm_up: Duration,
}

impl Curve {
    /// Quantities that have grown after the warm-up by more than allowed.
    pub fn grown(&self) -> Vec<&'static str> {
        let grown = self.trends().filter(|(quantity, trend)| trend.grows(quantity.allowed(trend.median)));
        grown.map(|(quantity, _)| quantity.name()).collect()
    }

    fn trends(&self) -> impl Iterator<Item = (Quantity, Trend)> + '_ {
        Quantity::ALL.into_iter().enumerate().filter_map(|(place, quantity)| {
            let judged = self.samples.iter().filter(|sample| sample.at >= self.warm_up);
            let points = judged.filter_map(|sample| Some((sample.at.as_secs_f64(), sample.values[place]?)));
            Some((quantity, Trend::of(&points.collect::<Vec<_>>())?))
        })
    }
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Quantity::ALL.map(Quantity::name).join(" | ");
        writeln!(f, "| seconds | {names} |\n| ---: |{}", " ---: |".repeat(Quantity::ALL.len()))?;
        for sample in self.samples.iter().step_by(self.samples.len().div_ceil(LINES).max(1)) {
            write!(f, "| {:.0} |", sample.at.as_secs_f64())?;
            for value in sample.values {
                match value {
                    Some(value) => write!(f, " {value:.1} |")?,
                    None => write!(f, " |")?,
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "after the warm-up of {:.0} s:", self.warm_up.as_secs_f64())?;
        for (quantity, trend) in self.trends() {
            let Trend { median, growth, noise } = trend;
            let allowed = quantity.allowed(median);
            let verdict = if trend.grows(allowed) { "GROWS" } else { "flat" };
            writeln!(
                f,
                "{}: median {median:.1}, grew by {growth:+.1}, may by {allowed:.1}, goes up and down by {noise:.1}: {verdict}",
                quantity.name()
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.mixed, self.curve)
    }
}

/// Runs mixed load for a long time, and samples the server's resource use.
///
/// # Errors
/// Fails if the server rejects a request, becomes unreachable, or cannot be sampled.
pub async fn soak(target: &Target, plan: &SoakPlan) -> anyhow::Result<SoakReport> {
    LocalSet::new().run_until(Box::pin(soak_on_current_thread(target, plan))).await
}

async fn soak_on_current_thread(target: &Target, plan: &SoakPlan) -> anyhow::Result<SoakReport> {
    let sampler = Sampler::new(plan.metrics.clone(), plan.mixed.pids.clone())?;
    let (began, mut samples) = (Instant::now(), Vec::new());
    let mut looks = interval(plan.every);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let looking = async {
        loop {
            looks.tick().await;
            samples.push(sampler.sample(began.elapsed()).await?);
        }
    };
    let mixed = tokio::select! {
        mixed = Box::pin(mix_on_current_thread(target, &plan.mixed)) => mixed?,
        broken = looking => return broken,
    };
    Ok(SoakReport { mixed, curve: Curve { samples, warm_up: plan.mixed.warm_up } })
}
