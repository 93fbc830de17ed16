//! Finished games: their projections, analyses, puzzles, archive and verification.

pub mod achievements;
pub mod analyses;
pub mod projections;
pub mod puzzles;
pub mod rating_distribution;
pub mod replay;
pub mod retention;
pub mod verify;
