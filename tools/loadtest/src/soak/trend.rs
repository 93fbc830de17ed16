//! Detection of growth in samples.

/// The trend of a quantity: its level, its growth, and its noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Median of the values.
    pub median: f64,
    /// Growth over the whole time, by the median slope of all pairs of points (Theil and Sen), which is robust against a few peaks.
    pub growth: f64,
    /// Noise around that line: 1.4826 times the median distance, which is the standard deviation of a normal distribution.
    pub noise: f64,
}

impl Trend {
    /// Calculates the trend of points (time, value). `None` for fewer than three.
    pub fn of(points: &[(f64, f64)]) -> Option<Self> {
        let [(first, _), .., (last, _)] = points else { return None };
        if points.len() < 3 {
            return None;
        }
        let mut slopes = Vec::with_capacity(points.len() * points.len() / 2);
        for (place, (earlier, before)) in points.iter().enumerate() {
            slopes.extend(
                points[place + 1..].iter().map(|(later, after)| (after - before) / (later - earlier)),
            );
        }
        let slope = median(slopes);
        let level = median(points.iter().map(|(at, value)| value - slope * at).collect());
        let noise =
            1.4826 * median(points.iter().map(|(at, value)| (value - level - slope * at).abs()).collect());
        let median = median(points.iter().map(|(_, value)| *value).collect());
        Some(Self { median, growth: slope * (last - first), noise })
    }

    /// Returns whether the growth exceeds both the allowed amount and the noise.
    pub fn grows(&self, allowed: f64) -> bool {
        self.growth > allowed + self.noise
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values with noise of up to 10 and a slope.
    fn restless(slope: f64) -> Trend {
        let point =
            |at: u32| (f64::from(at), 1_000.0 + slope * f64::from(at) + f64::from(at * 7919 % 21) - 10.0);
        Trend::of(&(0..100).map(point).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn fluctuation_is_no_growth() {
        let trend = restless(0.0);
        assert!(!trend.grows(0.0), "{trend:?}");
        assert!((4.0..12.0).contains(&trend.noise), "{trend:?}");
    }

    #[test]
    fn growth_is_found_despite_fluctuation() {
        let trend = restless(0.5);
        assert!(trend.grows(20.0), "{trend:?}");
        assert!((trend.growth - 49.5).abs() < 5.0, "{trend:?}");
        assert!(!restless(-0.5).grows(0.0));
    }

    #[test]
    fn a_few_peaks_are_no_trend() {
        let peak = |at: u32| (f64::from(at), if at % 10 == 9 { 9_000.0 + f64::from(at) } else { 50.0 });
        let trend = Trend::of(&(0..60).map(peak).collect::<Vec<_>>()).unwrap();
        assert!(!trend.grows(0.0), "{trend:?}");
        assert_eq!(Trend::of(&[(0.0, 1.0), (1.0, 2.0)]), None);
    }
}
