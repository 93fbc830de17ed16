//! Whether the server takes new games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the server takes no new games for now: no rooms, no seeks, no starts of tournaments. What is under way goes on. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Drain(Arc<AtomicBool>);

impl Drain {
    /// Whether it takes none.
    pub fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// From now on it takes none, or some again. Returns whether that was otherwise before.
    pub fn set(&self, on: bool) -> bool {
        self.0.swap(on, Ordering::Relaxed) != on
    }
}
