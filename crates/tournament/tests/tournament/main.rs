//! Stories of tournaments, told with the words of `scene`.

mod arena;
mod knockout;
mod round_robin;
mod running;
mod scene;
mod simulation;
mod swiss;
