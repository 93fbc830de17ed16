//! Training on samples.

use std::{error::Error, fs, path::PathBuf};

use fastrand::Rng;
use sumito_engine::network::{Features, Weights};
use sumito_rules::{Color, Mode};

use crate::{net::Net, sample::Sample};

/// Parameters of the training.
#[derive(clap::Args)]
pub(crate) struct Learning {
    /// Weights to start with, in place of random ones
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 2)]
    rounds: usize,
    /// Initial learning rate
    #[arg(long, default_value_t = 0.03)]
    rate: f32,
    /// Weight of the search's score in the target; the rest is the result of the game
    #[arg(long, default_value_t = 0.7)]
    score: f32,
    /// Seed of the order of positions and of the initial weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One in this many stretches of samples is held out for validation. Positions of one game are adjacent, so whole stretches are held out.
const HELD_BACK: usize = 20;
const STRETCH: usize = 500;

/// Trains a network and returns its weights.
pub(crate) fn train(samples: &[Sample], options: &Learning) -> Result<Weights, Box<dyn Error>> {
    let (held, mut learned): (Vec<_>, Vec<_>) = samples
        .chunks(STRETCH)
        .enumerate()
        .flat_map(|(number, stretch)| stretch.iter().map(move |sample| (number, sample)))
        .partition(|(number, _)| number.is_multiple_of(HELD_BACK));
    let (logit, error) = best_logit(held.iter().map(|&(_, sample)| sample));
    eprintln!("{} positions; the search's scores predict results with an error of {error:.5}", samples.len());

    let features = Features::default();
    let mut rng = Rng::with_seed(options.seed);
    let mut lists = Lists::default();
    let mut net = match &options.from {
        None => Net::new(features.count(), &mut rng),
        Some(path) => {
            let weights = Weights::from_bytes(&fs::read(path)?, &features)
                .ok_or("the weights to begin with are those of another network")?;
            Net::of(&weights, logit)
        }
    };
    if options.from.is_some() {
        // Unchanged, so that the well-trained weights of frequent features then change little.
        for (_, sample) in &learned {
            let both = lists.of(sample, &features);
            let slope = slope(&mut net, both, sample, target(sample, logit, options.score));
            net.learn(both, slope, 0.0);
        }
    }
    let steps = options.rounds * learned.len();
    let mut step = 0;
    for round in 1..=options.rounds {
        rng.shuffle(&mut learned);
        for (_, sample) in &learned {
            let both = lists.of(sample, &features);
            let slope = slope(&mut net, both, sample, target(sample, logit, options.score));
            // The rate falls to a thirtieth.
            let rate = options.rate * (1.0 - 0.97 * step as f32 / steps as f32);
            net.learn(both, slope, rate);
            step += 1;
        }
        let (mut target_error, mut result_error) = (0.0, 0.0);
        for (_, sample) in &held {
            let predicted = share(net.value(lists.of(sample, &features)) * fading(sample));
            target_error += f64::from(predicted - target(sample, logit, options.score)).powi(2);
            result_error += f64::from(predicted - points(sample)).powi(2);
        }
        let count = held.len() as f64;
        eprintln!(
            "round {round}: of those held back, error {:.5}; of results, {:.5}",
            target_error / count,
            result_error / count
        );
    }
    Ok(net.rounded(logit))
}

/// Returns the gradient of the cross entropy for a sample.
fn slope(net: &mut Net, features: [&[usize]; 2], sample: &Sample, target: f32) -> f32 {
    let fading = fading(sample);
    (share(net.value(features) * fading) - target) * fading
}

/// The features of a position from each side's view.
#[derive(Default)]
struct Lists([Vec<usize>; 2]);

impl Lists {
    /// Returns the features, the side to move first.
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

/// The expected share of points for a value in logits.
fn share(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Factor by which the search reduces a value after this many plies without an ejection.
fn fading(sample: &Sample) -> f32 {
    1.0 - sample.position.quiet_plies().min(128) as f32 / 256.0
}

/// The points of the side to move.
fn points(sample: &Sample) -> f32 {
    if sample.position.turn() == Color::Black { sample.points } else { 1.0 - sample.points }
}

/// The target value of the network.
fn target(sample: &Sample, logit: f32, part: f32) -> f32 {
    let score = f32::from(sample.score) * if sample.position.turn() == Color::Black { 1.0 } else { -1.0 };
    part * share(10.0 * score / logit) + (1.0 - part) * points(sample)
}

/// Returns the value of a logit, in thousandths of a marble, with which scores predict results best, and the mean squared error.
fn best_logit<'a>(samples: impl Iterator<Item = &'a Sample>) -> (f32, f64) {
    let samples: Vec<_> = samples.collect();
    let error = |logit: f32| {
        let errors =
            samples.iter().map(|sample| f64::from(target(sample, logit, 1.0) - points(sample)).powi(2));
        errors.sum::<f64>() / samples.len() as f64
    };
    let tried = (5..100).map(|step| 50.0 * step as f32).map(|logit| (logit, error(logit)));
    tried.min_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or((1000.0, 0.0))
}
