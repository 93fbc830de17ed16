//! Difference between two series of paired measurements, with its confidence interval.

use std::fmt;

/// Number of bootstrap samples.
const DRAWS: usize = 10_000;

/// Quantiles of the 95 % interval.
const INTERVAL: [f64; 2] = [0.025, 0.975];

/// A change in per cent: the median of the pairs, and its 95 % bootstrap interval: the medians of samples with replacement, as large as the
/// series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Change {
    before: f64,
    after: f64,
    percent: f64,
    interval: [f64; 2],
}

impl Change {
    /// Calculates the change from pairs (before, after); `None` if there are none.
    pub(crate) fn of(pairs: &[(f64, f64)]) -> Option<Self> {
        let changes: Vec<_> = pairs.iter().map(|(before, after)| 100.0 * (after / before - 1.0)).collect();
        if changes.is_empty() {
            return None;
        }
        let mut rng = fastrand::Rng::with_seed(1);
        let mut medians: Vec<_> = (0..DRAWS)
            .map(|_| median(changes.iter().map(|_| changes[rng.usize(..changes.len())]).collect()))
            .collect();
        medians.sort_unstable_by(f64::total_cmp);
        Some(Self {
            before: median(pairs.iter().map(|pair| pair.0).collect()),
            after: median(pairs.iter().map(|pair| pair.1).collect()),
            percent: median(changes),
            interval: INTERVAL.map(|share| medians[(share * (DRAWS - 1) as f64) as usize]),
        })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, after, percent, interval: [low, high] } = self;
        let verdict = if *low > 0.0 || *high < 0.0 { "a difference" } else { "no significant difference" };
        write!(
            f,
            "{before:.1} before, {after:.1} after: {percent:+.1} % ({low:+.1} to {high:+.1}), {verdict}"
        )
    }
}

/// Returns the middle value; for an even number, the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { f64::midpoint(values[half - 1], values[half]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs from a machine that sometimes has twice the load, which affects both values of a pair.
    fn pairs(factor: f64) -> Vec<(f64, f64)> {
        let noise = |number: usize| 100.0 * (1.0 + (number % 3) as f64) + (number * 7919 % 11) as f64;
        (0..12).map(|number| (noise(number), factor * noise(number) + (number * 31 % 5) as f64)).collect()
    }

    #[test]
    fn change_is_found_despite_common_noise() {
        let change = Change::of(&pairs(1.1)).unwrap();
        assert!((10.0..13.0).contains(&change.percent) && change.interval[0] > 0.0, "{change}");
        assert!(change.to_string().ends_with(", a difference"), "{change}");
    }

    #[test]
    fn equal_results_are_no_difference() {
        let same: Vec<_> =
            (0..12).map(|number| (100.0, if number % 2 == 0 { 96.0 } else { 104.0 })).collect();
        let change = Change::of(&same).unwrap();
        assert!(change.percent.abs() < 1e-9, "{change}");
        assert!(change.to_string().ends_with("no significant difference"), "{change}");
        assert_eq!(Change::of(&[]), None);
    }
}
