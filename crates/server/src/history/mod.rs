//! Finished games: their projections, analyses, archive and verification.

pub mod analyses;
pub mod projections;
pub mod replay;
pub mod retention;
pub mod verify;
