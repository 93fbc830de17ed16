//! The sums of the network, updated incrementally from position to position.

use sumito_rules::{Bitboard, Color, Position};

use super::{
    FINE, Lanes, Network, ONE, SIDE, UNITS,
    patterns::{EMPTY, PATTERNS, PLACES},
};
use crate::{
    evaluate::StaticEval,
    score::{MAX_PLY, Value},
};

/// Maximum absolute static value.
const MAX: Value = 20_000;

/// The sums of one position.
#[derive(Clone, Copy)]
struct Accumulator {
    marbles: [Bitboard; 2],
    captured: [u8; 2],
    /// States of the patterns, and the state of no pattern.
    states: [u16; PATTERNS + 1],
    lanes: Lanes,
}

/// The sums of the positions on the path to the current one, by ply.
pub(crate) struct AccumulatorStack {
    network: &'static Network,
    sums: Vec<Accumulator>,
}

impl AccumulatorStack {
    pub(crate) fn new() -> Self {
        let network = Network::get();
        let mut lanes = network.bias;
        for &state in &EMPTY[..PATTERNS] {
            add(&mut lanes, &network.patterns[usize::from(state)]);
        }
        add(&mut lanes, &network.captured[0][0]);
        add(&mut lanes, &network.captured[1][0]);
        let empty = Accumulator { marbles: [Bitboard::EMPTY; 2], captured: [0; 2], states: EMPTY, lanes };
        Self { network, sums: vec![empty; MAX_PLY + 2] }
    }

    /// Returns the static evaluation for the side to move, `ply` plies after the root. The previous ply may have any position: the fewer
    /// the differences, the faster it is.
    #[inline]
    pub(crate) fn static_eval(&mut self, position: &Position, ply: usize) -> StaticEval {
        let mut sums = self.sums[ply.saturating_sub(1)];
        sums.become_those_of(position, self.network);
        self.sums[ply] = sums;
        sums.static_eval(position.turn(), self.network)
    }
}

impl Accumulator {
    #[inline]
    fn become_those_of(&mut self, position: &Position, network: &Network) {
        let marbles = [position.marbles(Color::Black), position.marbles(Color::White)];
        let before = self.states;
        let mut changed = 0u64;
        for (side, digit) in [(0, 1u16), (1, 2)] {
            let mut change = |cells: Bitboard, digit: u16| {
                let mut bits = cells.bits();
                while bits != 0 {
                    for place in PLACES[bits.trailing_zeros() as usize] {
                        let state = &mut self.states[usize::from(place.pattern)];
                        *state = state.wrapping_add(digit.wrapping_mul(place.power));
                        changed |= 1 << place.pattern;
                    }
                    bits &= bits - 1;
                }
            };
            change(marbles[side] - self.marbles[side], digit);
            change(self.marbles[side] - marbles[side], digit.wrapping_neg());
        }
        self.marbles = marbles;
        changed &= (1 << PATTERNS) - 1;
        let mut lanes = self.lanes;
        while changed != 0 {
            let pattern = changed.trailing_zeros() as usize;
            subtract(&mut lanes, &network.patterns[usize::from(before[pattern])]);
            add(&mut lanes, &network.patterns[usize::from(self.states[pattern])]);
            changed &= changed - 1;
        }
        let captured = [position.captured()[0], position.captured()[1]];
        if captured != self.captured {
            for side in 0..2 {
                let by_count = &network.captured[side];
                subtract(&mut lanes, &by_count[usize::from(self.captured[side])]);
                add(&mut lanes, &by_count[usize::from(captured[side])]);
            }
            self.captured = captured;
        }
        self.lanes = lanes;
    }

    #[inline]
    fn static_eval(&self, turn: Color, network: &Network) -> StaticEval {
        let is_white = turn == Color::White;
        let output = &network.output[usize::from(is_white)];
        let hidden: i32 = self
            .lanes
            .iter()
            .zip(output)
            .map(|(lane, &weight)| i32::from((*lane).clamp(0, ONE)) * i32::from(weight))
            .sum();
        let sides = Value::from(self.lanes[0]) - Value::from(self.lanes[SIDE]);
        let worth = if is_white { -sides } else { sides };
        let value = worth + hidden / (FINE * i32::from(ONE)) + network.tempo;
        let danger = self.lanes[UNITS + if is_white { SIDE } else { 0 }];
        StaticEval { value: value.clamp(-MAX, MAX), is_tense: danger > 0 }
    }
}

#[inline]
fn add(lanes: &mut Lanes, more: &Lanes) {
    for (lane, more) in lanes.iter_mut().zip(more) {
        *lane = lane.wrapping_add(*more);
    }
}

#[inline]
fn subtract(lanes: &mut Lanes, less: &Lanes) {
    for (lane, less) in lanes.iter_mut().zip(less) {
        *lane = lane.wrapping_sub(*less);
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use sumito_rules::{Cell, Layout, Mode, Setup};

    use super::*;

    /// Returns the positions of a random game.
    fn positions(seed: u64) -> Vec<Position> {
        let mut rng = Rng::with_seed(seed);
        let mut position = Position::start(Mode::Two, Layout::BelgianDaisy).unwrap();
        let mut positions = vec![position];
        while positions.len() < MAX_PLY {
            // A player who can eject a marble does, so that games have ejections.
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let Some(&any) = moves.get(rng.usize(..moves.len().max(1))) else { break };
            let ejection = moves.iter().find(|&&m| position.effect(m).ejected.is_some());
            position.play_unchecked(*ejection.unwrap_or(&any));
            positions.push(position);
        }
        positions
    }

    fn anew(position: &Position) -> StaticEval {
        AccumulatorStack::new().static_eval(position, 0)
    }

    /// Returns the same position with mapped cells.
    fn moved(position: &Position, map: impl Fn(Cell) -> Cell) -> Position {
        let setup = [Color::Black, Color::White].into_iter().fold(Setup::new(Mode::Two), |setup, color| {
            setup.marbles(color, position.marbles(color).iter().map(&map))
        });
        setup.captured(position.captured()).turn(position.turn()).ply(position.ply()).position().unwrap()
    }

    #[test]
    fn sums_are_the_same_whatever_was_looked_at_before() {
        for seed in 0..10 {
            let mut stack = AccumulatorStack::new();
            for (ply, position) in positions(seed).iter().enumerate() {
                assert_eq!(stack.static_eval(position, ply), anew(position), "{position}");
            }
            for position in positions(seed + 10) {
                assert_eq!(stack.static_eval(&position, 0), anew(&position), "{position}");
            }
        }
    }

    #[test]
    fn a_position_is_worth_the_same_however_the_board_is_turned() {
        let mirrored = |cell: Cell| Cell::new(cell.number() - 1, cell.row() + 1).unwrap();
        let turned = |cell: Cell| Cell::from_index(60 - cell.index()).unwrap();
        let turned_a_sixth =
            |cell: Cell| Cell::new(cell.number() - 1, cell.number() + 4 - cell.row()).unwrap();
        for position in positions(1).iter().filter(|position| position.winner().is_none()) {
            let eval = anew(position);
            assert_eq!(anew(&moved(position, mirrored)), eval, "{position}");
            assert_eq!(anew(&moved(position, turned)), eval, "{position}");
            assert_eq!(anew(&moved(position, turned_a_sixth)), eval, "{position}");
        }
    }

    #[test]
    fn a_position_is_worth_the_same_with_the_colours_changed() {
        for position in positions(2).iter().filter(|position| position.winner().is_none()) {
            let [black, white] = [position.captured()[0], position.captured()[1]];
            let changed = Setup::new(Mode::Two)
                .marbles(Color::Black, position.marbles(Color::White))
                .marbles(Color::White, position.marbles(Color::Black))
                .captured(&[white, black])
                .turn(Mode::Two.next(position.turn()))
                .position()
                .unwrap();
            assert_eq!(anew(&changed), anew(position), "{position}");
        }
    }

    #[test]
    fn tense_is_where_the_other_side_could_push_out() {
        let mut tense = 0;
        for position in (0..20).flat_map(positions).filter(|position| position.winner().is_none()) {
            let other = position.pass_turn();
            let is_tense = other.legal_moves().iter().any(|m| other.effect(m).ejected.is_some());
            assert_eq!(anew(&position).is_tense, is_tense, "{position}");
            tense += u32::from(is_tense);
        }
        assert!(tense > 100, "{tense}");
    }
}
