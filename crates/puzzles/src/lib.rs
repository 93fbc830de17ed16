//! Puzzles: positions in which exactly one move wins marbles or the game by force.
//!
//! [`Puzzle::find`] makes a puzzle of a position by exhaustive search, [`Puzzle::attempt`] judges attempts, [`themes`] names the lessons of
//! a puzzle, and [`Likeness`] recognises the same puzzle on a turned or reflected board. [`Force`] defines a gain.

mod collection;
mod finder;
mod force;
mod likeness;
mod puzzle;
mod text;
mod themes;

pub use collection::collection;
pub use finder::Finder;
pub use force::Force;
pub use likeness::Likeness;
pub use puzzle::{Attempt, Puzzle, Verdict, longest};
pub use sumito_vocabulary::PuzzleTheme;
pub use text::PuzzleError;
pub use themes::themes;
