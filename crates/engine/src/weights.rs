//! Terms of the evaluation and their weights.

/// Number of terms.
pub const TERMS: usize = 21;

/// A feature that is counted on the board for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Term {
    /// One marble ejected. Exactly one of the terms for the six marbles applies.
    Captured1,
    /// Two marbles ejected.
    Captured2,
    /// Three marbles ejected.
    Captured3,
    /// Four marbles ejected.
    Captured4,
    /// Five marbles ejected: the next ejection wins.
    Captured5,
    /// A marble in the centre.
    Centre,
    /// A marble one step from the centre.
    Ring1,
    /// A marble two steps from the centre.
    Ring2,
    /// A marble three steps from the centre.
    Ring3,
    /// A marble at the edge.
    Edge,
    /// A marble in a corner.
    Corner,
    /// Two marbles side by side.
    Pair,
    /// Three marbles in a row: a line that can push two.
    Line,
    /// A marble with own marbles on all sides.
    Core,
    /// A marble without an own neighbour.
    Single,
    /// A marble between two opposing marbles in a row, so that they cannot move together.
    Wedge,
    /// An opposing marble that can be pushed, at most two steps from the centre.
    Push,
    /// An opposing marble that can be pushed, farther out.
    PushOutside,
    /// An opposing marble that can be ejected immediately.
    Threat,
    /// An opposing marble that could be ejected if it were this side's turn.
    Promise,
    /// Having the turn.
    Tempo,
}

/// The value of each term, in thousandths of a marble, in the order of [`Term`].
pub const WEIGHTS: [i32; TERMS] = [
    1000, 1943, 3022, 4015, 5259, // ejections
    205, 215, 73, -32, -162, -236, // from the centre to the corners
    25, 46, -58, -37, 1, // formations
    90, 106, 257, 233, // pushes
    123, // tempo
];
