//! The evaluation for two players: a small network over the rows and stars of the board (docs/adr/0028, 0086).
//!
//! For each side, the states of the 46 `patterns` and the number of ejections select entries of a table with [`UNITS`] numbers each, which
//! are summed up. The first sum is the direct value of the side; the others, clamped to the range from zero to one, are the hidden units,
//! whose weighted sum is added. A move changes a few patterns, and only these are looked up again.

mod patterns;
mod sums;
mod weights;

use std::sync::LazyLock;

use sumito_rules::MARBLES_TO_WIN;

pub(crate) use sums::AccumulatorStack;
pub use weights::{FINE, Features, ONE, UNITS, Weights};

use patterns::{Pattern, STATES};

/// Lanes of one side: its units, and the number of its marbles in danger.
const SIDE: usize = UNITS + 1;

/// Lanes of both sides, black's first.
const LANES: usize = 2 * SIDE;

/// The table entry for a state of a pattern, with black's and white's view.
type Lanes = [i16; LANES];

/// The weights, arranged for the search.
pub(crate) struct Network {
    /// By state, with black's marbles as own ones.
    patterns: Box<[Lanes]>,
    /// By colour and number of ejections.
    captured: [[Lanes; MARBLES_TO_WIN as usize + 1]; 2],
    bias: Lanes,
    /// By the side to move, black or white.
    output: [Lanes; 2],
    tempo: i32,
}

/// The output of `network` in `tools/lab`.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let features = Features::default();
    let weights = Weights::from_bytes(WEIGHTS, &features).expect("the weights were written for this network");
    Network::new(&weights, &features)
});

impl Network {
    /// The trained network.
    pub(crate) fn get() -> &'static Self {
        &NETWORK
    }

    fn new(weights: &Weights, features: &Features) -> Self {
        let both = |black: [i16; UNITS], white: [i16; UNITS], danger: [usize; 2]| -> Lanes {
            let mut lanes = [0; LANES];
            for (side, (units, danger)) in [black, white].into_iter().zip(danger).enumerate() {
                lanes[side * SIDE..][..UNITS].copy_from_slice(&units);
                lanes[side * SIDE + UNITS] = danger as i16;
            }
            lanes
        };
        let mut patterns = vec![[0; LANES]; STATES].into_boxed_slice();
        for pattern in Pattern::all() {
            let swapped = pattern.swapped();
            let units = |pattern: &Pattern| weights.features[features.of_state(pattern.state())];
            let danger = [pattern.in_danger(), swapped.in_danger()];
            patterns[pattern.state()] = both(units(&pattern), units(&swapped), danger);
        }
        let captured = [false, true].map(|is_white| {
            std::array::from_fn(|count| {
                let units = |is_other| weights.features[features.of_captured(count as u8, is_other)];
                both(units(is_white), units(!is_white), [0; 2])
            })
        });
        let [mover, other] = weights.output.map(|mut units| {
            units[0] = 0;
            units
        });
        Self {
            patterns,
            captured,
            bias: both(weights.bias, weights.bias, [0; 2]),
            output: [both(mover, other, [0; 2]), both(other, mover, [0; 2])],
            tempo: weights.tempo.into(),
        }
    }
}
