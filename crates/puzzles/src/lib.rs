//! Puzzles: positions in which exactly one move wins marbles or the game by force.
//!
//! [`Puzzle::find`] makes a puzzle of a position by exhaustive search, [`Puzzle::attempt`] judges attempts, [`themes`] names the lessons of
//! a puzzle, and [`SymmetryKey`] recognises the same puzzle on a turned or reflected board. [`Force`] defines a gain.

mod collection;
mod finder;
mod force;
mod puzzle;
mod symmetry_key;
mod text;
mod themes;

pub use collection::collection;
pub use finder::Finder;
pub use force::Force;
pub use puzzle::{Attempt, Puzzle, Verdict, longest};
pub use sumito_vocabulary::PuzzleTheme;
pub use symmetry_key::SymmetryKey;
pub use text::PuzzleError;
pub use themes::themes;
