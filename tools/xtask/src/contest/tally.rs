//! The score of a match, with its confidence interval.

use std::{fmt, str::FromStr};

use anyhow::{Context as _, Result, ensure};

use super::game::Played;

/// The results of groups of games with the same opening and swapped seats. A group is one sample, because its games are not independent: an
/// opening that favours a seat is in all of them.
#[derive(Default)]
pub(crate) struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
    /// A's mean points in each group.
    groups: Vec<f64>,
    /// Length of all games together, and the number of long ones.
    plies: u64,
    long: usize,
}

/// Plies from which on a game is a long one.
const LONG: u32 = 200;

/// Number of standard errors of a 95 % interval of a normal distribution.
const NORMAL_95: f64 = 1.96;

impl Tally {
    /// Adds the games of a group.
    pub(crate) fn add(&mut self, games: &[Played]) {
        self.plies += games.iter().map(|game| u64::from(game.plies)).sum::<u64>();
        self.long += games.iter().filter(|game| game.plies >= LONG).count();
        let points: Vec<f64> = games.iter().map(|game| game.points).collect();
        self.wins += points.iter().filter(|&&point| point > 0.75).count();
        self.losses += points.iter().filter(|&&point| point < 0.25).count();
        self.draws = self.draws + points.len()
            - points.iter().filter(|&&point| !(0.25..=0.75).contains(&point)).count();
        self.groups.push(points.iter().sum::<f64>() / points.len() as f64);
    }

    fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    fn mean(&self) -> f64 {
        self.groups.iter().sum::<f64>() / self.groups.len() as f64
    }

    /// Variance of a group. Half a point added on each side keeps it above zero when all groups have equal results.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let padded = self.groups.iter().copied().chain([0.0, 1.0]);
        padded.map(|points| (points - mean).powi(2)).sum::<f64>() / (self.groups.len() + 1) as f64
    }

    /// Half the width of the 95 % interval of the share of points.
    fn margin(&self) -> f64 {
        NORMAL_95 * (self.variance() / self.groups.len() as f64).sqrt()
    }
}

/// The Elo difference at which this share of points is expected.
fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The expected share of points at an Elo difference.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl fmt::Display for Tally {
    /// `12 games: +8 =1 -3, 70.8 % ± 20.1 %, Elo +154 (-5 to +400), 98 plies, 1 of 200 or more`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mean, margin) = (self.mean(), self.margin());
        write!(
            f,
            "{} games: +{} ={} -{}, {:.1} % ± {:.1} %, Elo {:+.0} ({:+.0} to {:+.0}), {} plies, {} of {LONG} or more",
            self.games(),
            self.wins,
            self.draws,
            self.losses,
            100.0 * mean,
            100.0 * margin,
            elo(mean),
            elo(mean - margin),
            elo(mean + margin),
            self.plies / self.games().max(1) as u64,
            self.long
        )
    }
}

/// A sequential test between two Elo differences (Wald's, with the normal approximation that is usual for matches of programs: the
/// likelihood ratio of two means, with the variance estimated from the same games).
#[derive(Clone, Debug)]
pub(crate) struct Sprt {
    elo: [f64; 2],
}

/// The error probability in either direction.
const ERROR: f64 = 0.05;

impl Sprt {
    fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let [less, more] = self.elo.map(share);
        tally.groups.len() as f64 * (more - less) * (2.0 * tally.mean() - less - more)
            / (2.0 * tally.variance())
    }

    /// Returns whether the greater difference is accepted; `None` while it is undecided.
    pub(crate) fn verdict(&self, tally: &Tally) -> Option<bool> {
        if tally.groups.is_empty() {
            return None;
        }
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let ratio = self.log_likelihood_ratio(tally);
        (ratio.abs() >= bound).then_some(ratio > 0.0)
    }

    pub(crate) fn describe(&self, tally: &Tally) -> String {
        let ratio = self.log_likelihood_ratio(tally);
        match self.verdict(tally) {
            None => format!(", log likelihood ratio {ratio:.2}"),
            Some(more) => format!(", decided for Elo {}", self.elo[usize::from(more)]),
        }
    }
}

impl FromStr for Sprt {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (less, more) = text.split_once(',').context("write two numbers with a comma, as in 0,10")?;
        let elo: [f64; 2] = [less.trim().parse()?, more.trim().parse()?];
        ensure!(elo[0] < elo[1], "the smaller difference comes first");
        Ok(Self { elo })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(groups: &[[f64; 2]]) -> Tally {
        let mut tally = Tally::default();
        for points in groups {
            tally.add(&points.map(|points| Played { points, plies: 100 }));
        }
        tally
    }

    #[test]
    fn elo_and_share_belong_together() {
        for difference in [-300.0, -10.0, 0.0, 191.0] {
            assert!((elo(share(difference)) - difference).abs() < 1e-6);
        }
        assert!((share(191.0) - 0.75).abs() < 1e-3);
    }

    #[test]
    fn more_games_make_it_surer() {
        let few = tally(&[[1.0, 0.0], [1.0, 0.5]]);
        let many = tally(&[[1.0, 0.0], [1.0, 0.5]].repeat(50));
        assert!(many.margin() < few.margin() / 3.0);
        assert_eq!((many.wins, many.draws, many.losses), (100, 50, 50));
    }

    #[test]
    fn a_test_decides_for_the_stronger_and_not_too_soon() {
        let sprt: Sprt = "0,50".parse().unwrap();
        assert_eq!(sprt.verdict(&Tally::default()), None);
        assert_eq!(sprt.verdict(&tally(&[[1.0, 0.5]])), None);
        assert_eq!(sprt.verdict(&tally(&[[1.0, 0.5], [1.0, 0.0]].repeat(60))), Some(true));
        assert_eq!(sprt.verdict(&tally(&[[1.0, 0.0], [0.0, 0.5]].repeat(60))), Some(false));
        assert!("5".parse::<Sprt>().is_err() && "9,1".parse::<Sprt>().is_err());
    }
}
