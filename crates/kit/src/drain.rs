//! Drain mode of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Drain mode: while it is on, the server takes no new games (no rooms, seeks, or tournament starts), and running games continue. Cheap
/// to clone.
#[derive(Debug, Clone, Default)]
pub struct Drain(Arc<AtomicBool>);

impl Drain {
    /// Returns whether drain mode is on.
    pub fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Turns drain mode on or off. Returns whether the mode has changed.
    pub fn set(&self, on: bool) -> bool {
        self.0.swap(on, Ordering::Relaxed) != on
    }
}
