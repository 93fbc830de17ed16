//! The server in simulated time on a simulated store, and under invalid inputs.

#![expect(clippy::print_stderr, reason = "a failing run prints its seed")]

mod fuzz;
mod simulation;
