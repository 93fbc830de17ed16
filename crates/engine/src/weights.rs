//! What the evaluation looks at, and what each of it is worth.

/// How many terms there are.
pub const TERMS: usize = 21;

/// Something that is counted on the board for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Term {
    /// One marble pushed out, and so on: which of the six it is.
    Captured1,
    /// Two marbles pushed out.
    Captured2,
    /// Three marbles pushed out.
    Captured3,
    /// Four marbles pushed out.
    Captured4,
    /// Five marbles pushed out: one more wins.
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
    /// A marble with an own one on every side.
    Core,
    /// A marble without an own one beside it.
    Single,
    /// A marble between two opposing ones in a row, so that they cannot move as one.
    Wedge,
    /// An opposing marble that can be pushed, at most two steps from the centre.
    Push,
    /// An opposing marble that can be pushed, farther out.
    PushOutside,
    /// An opposing marble that can be pushed out at once.
    Threat,
    /// An opposing marble that could be pushed out if it were this side's turn.
    Promise,
    /// The turn.
    Tempo,
}

/// What each term is worth, in thousandths of a marble, in the order of [`Term`].
pub const WEIGHTS: [i32; TERMS] = [
    1000, 1943, 3022, 4015, 5259, // marbles pushed out
    205, 215, 73, -32, -162, -236, // from the centre to the corners
    25, 46, -58, -37, 1, // formations
    90, 106, 257, 233, // what can be pushed
    123, // tempo
];
