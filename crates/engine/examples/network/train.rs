//! Learning from samples.

use fastrand::Rng;
use sumito_engine::network::{Features, Weights};
use sumito_rules::{Color, Mode};

use crate::{net::Net, sample::Sample};

/// How to learn.
#[derive(clap::Args)]
pub(crate) struct Learning {
    /// How often all positions are gone through
    #[arg(long, default_value_t = 2)]
    rounds: usize,
    /// By how much a weight changes at first
    #[arg(long, default_value_t = 0.03)]
    rate: f32,
    /// What part of what is learned is the search's score; the rest is how the game ended
    #[arg(long, default_value_t = 0.7)]
    score: f32,
    /// What the order of positions and the first weights depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One in so many stretches of samples is not learned from, but shows whether what was learned holds elsewhere. Positions of one game
/// follow each other, so whole stretches are held back.
const HELD_BACK: usize = 20;
const STRETCH: usize = 500;

/// Trains a network and gives its weights.
pub(crate) fn train(samples: &[Sample], wish: &Learning) -> Weights {
    let (held, mut learned): (Vec<_>, Vec<_>) = samples
        .chunks(STRETCH)
        .enumerate()
        .flat_map(|(number, stretch)| stretch.iter().map(move |sample| (number, sample)))
        .partition(|(number, _)| number.is_multiple_of(HELD_BACK));
    let (logit, error) = best_logit(held.iter().map(|&(_, sample)| sample));
    eprintln!(
        "{} positions; the search's scores foretell results with an error of {error:.5}",
        samples.len()
    );

    let features = Features::default();
    let mut rng = Rng::with_seed(wish.seed);
    let mut net = Net::new(features.count(), &mut rng);
    let mut lists = Lists::default();
    let steps = wish.rounds * learned.len();
    let mut step = 0;
    for round in 1..=wish.rounds {
        rng.shuffle(&mut learned);
        for (_, sample) in &learned {
            let both = lists.of(sample, &features);
            let fading = fading(sample);
            let foretold = share(net.value(both) * fading);
            // The slope of the cross entropy. The rate falls to a thirtieth.
            let rate = wish.rate * (1.0 - 0.97 * step as f32 / steps as f32);
            net.learn(both, (foretold - wished(sample, logit, wish.score)) * fading, rate);
            step += 1;
        }
        let (mut of_wished, mut of_points) = (0.0, 0.0);
        for (_, sample) in &held {
            let foretold = share(net.value(lists.of(sample, &features)) * fading(sample));
            of_wished += f64::from(foretold - wished(sample, logit, wish.score)).powi(2);
            of_points += f64::from(foretold - points(sample)).powi(2);
        }
        let count = held.len() as f64;
        eprintln!(
            "round {round}: of those held back, error {:.5}; of results, {:.5}",
            of_wished / count,
            of_points / count
        );
    }
    net.rounded(logit)
}

/// The features of a position as either side sees it.
#[derive(Default)]
struct Lists([Vec<usize>; 2]);

impl Lists {
    /// Those of the side to move first.
    fn of(&mut self, sample: &Sample, features: &Features) -> [&[usize]; 2] {
        let position = &sample.position;
        let colors = [position.turn(), Mode::Two.next(position.turn())];
        for (list, [own, other]) in self.0.iter_mut().zip([colors, [colors[1], colors[0]]]) {
            let captured = [own, other].map(|color: Color| position.captured()[color.index()]);
            list.clear();
            list.extend(features.list(position.marbles(own), position.marbles(other), captured));
        }
        [&self.0[0], &self.0[1]]
    }
}

/// The share of points that a value in logits foretells.
fn share(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// What the search leaves of a value after so many plies without an ejection.
fn fading(sample: &Sample) -> f32 {
    1.0 - sample.position.quiet_plies().min(128) as f32 / 256.0
}

/// The points of the side to move.
fn points(sample: &Sample) -> f32 {
    if sample.position.turn() == Color::Black { sample.points } else { 1.0 - sample.points }
}

/// What the network is to foretell.
fn wished(sample: &Sample, logit: f32, part: f32) -> f32 {
    let score = f32::from(sample.score) * if sample.position.turn() == Color::Black { 1.0 } else { -1.0 };
    part * share(10.0 * score / logit) + (1.0 - part) * points(sample)
}

/// How many thousandths of a marble are a logit so that scores foretell results best, and the mean square of the error then.
fn best_logit<'a>(samples: impl Iterator<Item = &'a Sample>) -> (f32, f64) {
    let samples: Vec<_> = samples.collect();
    let error = |logit: f32| {
        let errors =
            samples.iter().map(|sample| f64::from(wished(sample, logit, 1.0) - points(sample)).powi(2));
        errors.sum::<f64>() / samples.len() as f64
    };
    let tried = (5..100).map(|step| 50.0 * step as f32).map(|logit| (logit, error(logit)));
    tried.min_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or((1000.0, 0.0))
}
