//! The trained weights, in their stored form.

use sumito_rules::{Bitboard, MARBLES_TO_WIN};

use super::patterns::{EMPTY, PATTERNS, PLACES, Pattern, STATES};

/// Number of sums for each side: first its direct value, then the hidden units.
pub const UNITS: usize = 7;

/// The value of a fully activated hidden unit. Its output is clamped to the range from zero to this.
pub const ONE: i16 = 256;

/// Weights of the hidden units' sum are in thousandths of a marble, divided by this and by [`ONE`].
pub const FINE: i32 = 16;

/// Number of ejections without a win, none to five.
const CAPTURED: usize = MARBLES_TO_WIN as usize;

/// The weights of the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By [`feature`](Features): the amount added to each sum of a side.
    pub features: Vec<[i16; UNITS]>,
    /// The initial values of the sums.
    pub bias: [i16; UNITS],
    /// The weights of the hidden units, of the side to move and of the other. The first of each is not used: the direct values of the sides
    /// are subtracted.
    pub output: [[i16; UNITS]; 2],
    /// The value of having the turn, in thousandths of a marble.
    pub tempo: i16,
}

/// The numbers of features: the contents of a pattern, equal for its images, and the ejections.
pub struct Features {
    /// Feature numbers by state.
    numbers: Vec<u16>,
    count: usize,
}

impl Default for Features {
    fn default() -> Self {
        let mut numbers = vec![0; STATES];
        let mut count = 0;
        for pattern in Pattern::all() {
            let state = pattern.state();
            let first = pattern.images().iter().map(Pattern::state).min().unwrap_or(state);
            numbers[state] = if first < state {
                numbers[first]
            } else {
                count += 1;
                count as u16 - 1
            };
        }
        Self { numbers, count }
    }
}

impl Features {
    /// Total number of features.
    pub const fn count(&self) -> usize {
        self.count + 2 * CAPTURED
    }

    /// The feature of a pattern's state.
    pub(crate) fn of_state(&self, state: usize) -> usize {
        usize::from(self.numbers[state])
    }

    /// The feature of this many ejections, by the side itself or by the other.
    pub(crate) fn of_captured(&self, captured: u8, is_other: bool) -> usize {
        self.count + usize::from(is_other) * CAPTURED + usize::from(captured).min(CAPTURED - 1)
    }

    /// Returns the features of a position from one side's view: its own marbles, the other's, and the ejections of each.
    pub fn list(
        &self,
        own: Bitboard,
        other: Bitboard,
        captured: [u8; 2],
    ) -> impl Iterator<Item = usize> + use<'_> {
        let mut states = EMPTY;
        for (marbles, digit) in [(own, 1), (other, 2)] {
            for cell in marbles {
                for place in PLACES[Bitboard::of(cell).bits().trailing_zeros() as usize] {
                    states[usize::from(place.pattern)] += digit * place.power;
                }
            }
        }
        let captured = [self.of_captured(captured[0], false), self.of_captured(captured[1], true)];
        states.into_iter().take(PATTERNS).map(|state| self.of_state(usize::from(state))).chain(captured)
    }
}

impl Weights {
    /// Serialises the weights: all numbers in the order of the fields, the lower byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.features.iter().flatten().chain(&self.bias).chain(self.output.iter().flatten());
        numbers.chain([&self.tempo]).flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Parses the output of [`to_bytes`](Self::to_bytes); `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8], features: &Features) -> Option<Self> {
        let (numbers, []) = bytes.as_chunks() else { return None };
        let mut numbers = numbers.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut units = || -> Option<[i16; UNITS]> {
            let mut units = [0; UNITS];
            for unit in &mut units {
                *unit = numbers.next()?;
            }
            Some(units)
        };
        let features = (0..features.count()).map(|_| units()).collect::<Option<_>>()?;
        let (bias, output) = (units()?, [units()?, units()?]);
        let tempo = numbers.next()?;
        numbers.next().is_none().then_some(Self { features, bias, output, tempo })
    }
}
