//! The evaluation for two players: a small network over the rows of the board (docs/adr/0028).
//!
//! For each side, what lies in each of the 27 rows and how much was pushed out is looked up in a table of [`UNITS`] numbers, and
//! these are summed up. The first sum is what the side is worth; the others, cut off below zero and above one, are the hidden
//! units, whose weighted sum is added. A move changes a few rows, and only these are looked up anew.

mod rows;
mod sums;
mod weights;

use std::sync::LazyLock;

use sumito_rules::MARBLES_TO_WIN;

pub(crate) use sums::Stack;
pub use weights::{FINE, Features, ONE, UNITS, Weights};

use rows::{Row, STATES};

/// Of one side: its units, and how many of its marbles are in danger.
const SIDE: usize = UNITS + 1;

/// Of both sides, black's first.
const LANES: usize = 2 * SIDE;

/// What is looked up for a state of a row, as black's marbles and white's make it.
type Lanes = [i16; LANES];

/// The weights as a search looks them up.
pub(crate) struct Network {
    /// By state, black's marbles being own ones.
    rows: Box<[Lanes]>,
    /// By colour and how many marbles it has pushed out.
    captured: [[Lanes; MARBLES_TO_WIN as usize + 1]; 2],
    bias: Lanes,
    /// By who is to move, black or white.
    output: [Lanes; 2],
    tempo: i32,
}

/// What `examples/network` has written.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let features = Features::default();
    let weights = Weights::from_bytes(WEIGHTS, &features).expect("the weights were written for this network");
    Network::new(&weights, &features)
});

impl Network {
    /// The one that was learned.
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
        let mut rows = vec![[0; LANES]; STATES].into_boxed_slice();
        for row in Row::all() {
            let swapped = row.swapped();
            let units = |row: &Row| weights.features[features.of_state(row.state())];
            rows[row.state()] = both(units(&row), units(&swapped), [row.in_danger(), swapped.in_danger()]);
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
            rows,
            captured,
            bias: both(weights.bias, weights.bias, [0; 2]),
            output: [both(mover, other, [0; 2]), both(other, mover, [0; 2])],
            tempo: weights.tempo.into(),
        }
    }
}
