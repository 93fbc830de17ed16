//! The network during training: the same as `src/network`, in floating point.

use fastrand::Rng;
use sumito_engine::network::{FINE, ONE, UNITS, Weights};

type Units = [f32; UNITS];

/// Jointly trained weights, with the sum of their squared gradients so far: the more a weight was changed, the less the next sample changes
/// it (Duchi, Hazan and Singer, "Adaptive subgradient methods", 2011). Rare features need that.
#[derive(Clone, Copy)]
struct Learned {
    weights: Units,
    squares: Units,
}

impl Learned {
    const fn new(weights: Units) -> Self {
        Self { weights, squares: [0.0; UNITS] }
    }

    fn learn(&mut self, slopes: &Units, rate: f32) {
        for ((weight, square), slope) in self.weights.iter_mut().zip(&mut self.squares).zip(slopes) {
            *square += slope * slope;
            *weight -= rate * slope / (square.sqrt() + 1e-8);
        }
    }
}

/// Values are logits of the share of points here.
pub(crate) struct Net {
    features: Vec<Learned>,
    bias: Learned,
    /// Weights for the side to move and for the other side.
    output: [Learned; 2],
    /// Only the first entry is used.
    tempo: Learned,
    /// The sums of both sides for the last evaluated position.
    sums: [Units; 2],
}

/// Fills the hidden units with numbers; the first entry, the direct value of a side, is zero.
fn hidden(mut number: impl FnMut() -> f32) -> Units {
    std::array::from_fn(|unit| if unit == 0 { 0.0 } else { number() })
}

/// Fills the first entry only.
fn only_first(number: f32) -> Units {
    std::array::from_fn(|unit| if unit == 0 { number } else { 0.0 })
}

impl Net {
    /// Creates an untrained network.
    pub(crate) fn new(features: usize, rng: &mut Rng) -> Self {
        let mut about = |max: f32| hidden(|| (2.0 * rng.f32() - 1.0) * max);
        Self {
            features: (0..features).map(|_| Learned::new(about(0.03))).collect(),
            bias: Learned::new(hidden(|| 0.4)),
            output: [Learned::new(about(0.3)), Learned::new(about(0.3))],
            tempo: Learned::new([0.0; UNITS]),
            sums: [[0.0; UNITS]; 2],
        }
    }

    /// Creates a network with the weights of another one; the inverse of [`rounded`](Self::rounded).
    pub(crate) fn of(weights: &Weights, logit: f32) -> Self {
        let units = |units: &[i16; UNITS]| {
            let unit = |unit: usize| f32::from(units[unit]) / if unit == 0 { logit } else { f32::from(ONE) };
            Learned::new(std::array::from_fn(unit))
        };
        let output = |units: &[i16; UNITS]| {
            Learned::new(units.map(|weight| f32::from(weight) / (logit * FINE as f32)))
        };
        Self {
            features: weights.features.iter().map(units).collect(),
            bias: units(&weights.bias),
            output: [output(&weights.output[0]), output(&weights.output[1])],
            tempo: Learned::new(only_first(f32::from(weights.tempo) / logit)),
            sums: [[0.0; UNITS]; 2],
        }
    }

    /// Returns the value for the side to move, from its own features and the other side's.
    pub(crate) fn value(&mut self, features: [&[usize]; 2]) -> f32 {
        for (sums, features) in self.sums.iter_mut().zip(features) {
            *sums = self.bias.weights;
            for &feature in features {
                let weights = &self.features[feature].weights;
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let [own, other] = self.sums;
        let mut value = own[0] - other[0] + self.tempo.weights[0];
        for (sums, output) in self.sums.iter().zip(&self.output) {
            value += (1..UNITS).map(|unit| sums[unit].clamp(0.0, 1.0) * output.weights[unit]).sum::<f32>();
        }
        value
    }

    /// Updates the weights by the gradient of the error for the last evaluated position.
    pub(crate) fn learn(&mut self, features: [&[usize]; 2], slope: f32, rate: f32) {
        self.tempo.learn(&only_first(slope), rate);
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let sums = &self.sums[side];
            let output = &mut self.output[side];
            let mut slopes: Units = std::array::from_fn(|unit| {
                let is_between = sums[unit] > 0.0 && sums[unit] < 1.0;
                if is_between { slope * output.weights[unit] } else { 0.0 }
            });
            slopes[0] = sign * slope;
            let mut of_output: Units = std::array::from_fn(|unit| slope * sums[unit].clamp(0.0, 1.0));
            of_output[0] = 0.0;
            output.learn(&of_output, rate);
            self.bias.learn(&slopes, rate);
            for &feature in features[side] {
                self.features[feature].learn(&slopes, rate);
            }
        }
    }

    /// Returns the weights as integers; `logit` is the value of a logit in thousandths of a marble.
    pub(crate) fn rounded(&self, logit: f32) -> Weights {
        let round = |number: f32| number.round().clamp(-f32::from(i16::MAX), f32::from(i16::MAX)) as i16;
        let units = |learned: &Learned| -> [i16; UNITS] {
            std::array::from_fn(|unit| {
                round(learned.weights[unit] * if unit == 0 { logit } else { f32::from(ONE) })
            })
        };
        let output = |learned: &Learned| learned.weights.map(|weight| round(weight * logit * FINE as f32));
        Weights {
            features: self.features.iter().map(units).collect(),
            bias: units(&self.bias),
            output: [output(&self.output[0]), output(&self.output[1])],
            tempo: round(self.tempo.weights[0] * logit),
        }
    }
}
