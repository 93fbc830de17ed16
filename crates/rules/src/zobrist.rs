//! Random numbers for the key of a position.

use crate::{Bitboard, Color, Mode};

/// By colour and torus number of the cell; zero for cells beyond the board.
static MARBLES: [[u64; 64]; 4] = {
    let mut keys = [[0; 64]; 4];
    let mut seed = 0x5u64;
    let mut color = 0;
    while color < 4 {
        let mut cell = 0;
        while cell < 61 {
            (seed, keys[color][cell]) = split_mix(seed);
            cell += 1;
        }
        color += 1;
    }
    keys
};

/// By colour to move, and by mode.
const TURNS: [u64; 4] = four(0x51);
const MODES: [u64; 4] = four(0x512);

const fn four(mut seed: u64) -> [u64; 4] {
    let mut keys = [0; 4];
    let mut at = 0;
    while at < 4 {
        (seed, keys[at]) = split_mix(seed);
        at += 1;
    }
    keys
}

/// The next state and number of the generator `SplitMix64` (Steele, Lea, Flood 2014).
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = state;
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, number ^ (number >> 31))
}

/// The key of a marble on the cell with this torus number.
#[inline]
pub(crate) fn marble(color: Color, cell: u8) -> u64 {
    MARBLES[color.index()][(cell & 63) as usize]
}

/// The combined key of these marbles of one colour.
#[inline]
pub(crate) fn marbles(color: Color, cells: Bitboard) -> u64 {
    cells.into_iter().fold(0, |key, cell| key ^ MARBLES[color.index()][cell.torus()])
}

#[inline]
pub(crate) const fn turn(color: Color) -> u64 {
    TURNS[color.index()]
}

#[inline]
pub(crate) const fn mode(mode: Mode) -> u64 {
    MODES[mode.index()]
}
