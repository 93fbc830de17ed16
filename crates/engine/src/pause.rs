//! The state of a search that pauses, so that a program without threads hears its input.
//!
//! A pause unwinds the recursion as an end of the search does, but each position leaves a [`Frame`], and the path, the moves of the pickers
//! and the principal variations stay. The next slice descends along the frames to the position at which the search paused. Therefore a search
//! in slices has the same result as one without.

use sumito_rules::Move;

use crate::{picker::Picker, score::Value, transposition_table::Entry};

/// The pause of a search.
#[derive(Default)]
pub(crate) struct Interruption {
    /// The search unwinds, in order to go on later.
    pub(crate) is_pause: bool,
    /// The next search of the root goes on with the paused one.
    pub(crate) must_resume: bool,
    /// The attempt at a late move that was unwound last.
    pub(crate) attempt: Attempt,
    /// The positions above the one at which the search paused, the root last.
    pub(crate) frames: Vec<Frame>,
}

impl Interruption {
    /// Returns the state at the beginning of the next slice.
    pub(crate) fn resumed(mut self) -> Self {
        self.must_resume = self.is_pause;
        self.is_pause = false;
        self
    }

    /// Returns the next frame from the root; `None` at the position at which the search paused.
    pub(crate) fn next_frame(&mut self) -> Option<Frame> {
        self.must_resume = false;
        self.frames.pop()
    }
}

/// A position whose search has begun.
pub(crate) struct Frame {
    /// The entry of the table when the search of the position began.
    pub(crate) known: Option<Entry>,
    /// The loop over the moves; absent if the null move is being searched.
    pub(crate) unfinished: Option<Unfinished>,
}

/// The loop over the moves of a position.
pub(crate) struct Unfinished {
    pub(crate) depth: i32,
    pub(crate) alpha: Value,
    pub(crate) best: Value,
    pub(crate) best_move: Option<Move>,
    pub(crate) count: i32,
    pub(crate) picker: Picker,
    pub(crate) pending: Pending,
}

/// The part of a position's search that is not finished.
#[derive(Clone, Copy)]
pub(crate) enum Pending {
    Nothing,
    /// The reply of the third player.
    Other,
    Move(Move, Attempt),
}

/// The attempts at a move that is not the first one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Attempt {
    /// The null window at a reduced depth.
    #[default]
    Reduced,
    /// The null window at the full depth.
    Whole,
    /// The full window.
    Open,
}
