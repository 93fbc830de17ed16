//! A training position in twenty bytes.

use sumito_rules::{Bitboard, Cell, Color, Mode, Position, Setup, SetupError};

/// A position of a game of two, with its search score and the result of the game.
pub(crate) struct Sample {
    pub(crate) position: Position,
    /// From Black's view, in hundredths of a marble.
    pub(crate) score: i16,
    /// Black's points: 1, ½ or 0.
    pub(crate) points: f32,
}

/// Bytes of a sample, lowest first: black's and white's cells as bits in the order of rows, eight bytes each, with each side's ejections in
/// the three highest bits; the score; the quiet plies; in the last byte the turn and twice the points.
pub(crate) const BYTES: usize = 20;

const CAPTURED_SHIFT: u32 = 61;

impl Sample {
    pub(crate) fn to_bytes(&self) -> [u8; BYTES] {
        let side = |color: Color| {
            let cells =
                self.position.marbles(color).iter().fold(0, |cells, cell| cells | 1u64 << cell.index());
            cells | u64::from(self.position.captured()[color.index()]) << CAPTURED_SHIFT
        };
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&side(Color::Black).to_le_bytes());
        bytes[8..16].copy_from_slice(&side(Color::White).to_le_bytes());
        bytes[16..18].copy_from_slice(&self.score.to_le_bytes());
        bytes[18] = self.position.quiet_plies().min(255) as u8;
        bytes[19] = u8::from(self.position.turn() == Color::White) | ((2.0 * self.points) as u8) << 1;
        bytes
    }

    pub(crate) fn of_bytes(bytes: &[u8; BYTES]) -> Result<Self, SetupError> {
        let word =
            |at: usize| bytes[at..at + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let cells = |bits: u64| -> Bitboard {
            Cell::ALL.into_iter().filter(|cell| bits >> cell.index() & 1 == 1).collect()
        };
        let (black, white) = (word(0), word(8));
        let position = Setup::new(Mode::Two)
            .marbles(Color::Black, cells(black))
            .marbles(Color::White, cells(white))
            .captured(&[black, white].map(|bits| (bits >> CAPTURED_SHIFT) as u8))
            .turn(if bytes[19] & 1 == 0 { Color::Black } else { Color::White })
            .quiet_plies(bytes[18].into())
            .ply(bytes[18].into())
            .position()?;
        Ok(Self {
            position,
            score: i16::from_le_bytes([bytes[16], bytes[17]]),
            points: f32::from(bytes[19] >> 1) / 2.0,
        })
    }
}
