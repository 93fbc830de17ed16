//! Finished games: their projections, analyses, puzzles, archive and verification.

pub(crate) mod achievements;
pub mod analyses;
pub mod projections;
pub mod puzzles;
pub mod replay;
pub mod retention;
pub(crate) mod standings;
pub mod verify;
