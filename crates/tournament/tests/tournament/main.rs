//! Scenarios of tournaments, built with `scene`.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod arena;
mod counting;
mod directing;
mod double_elimination;
mod dutch;
mod entries;
mod export;
mod groups;
mod import;
mod knockout;
mod round_robin;
mod running;
mod scene;
mod simulation;
mod swiss;
mod swiss_of_three;
mod teams;
mod yardstick;
