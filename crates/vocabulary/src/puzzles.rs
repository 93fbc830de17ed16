//! Words for puzzles.

use crate::words;

words! {
    /// A property of a puzzle's position and solution.
    #[derive(PartialOrd, Ord)]
    pub enum PuzzleTheme {
        /// The marble is pushed out with the first move.
        PushOutIn1 = "push_out_in_1",
        /// The marble is pushed out with the second move.
        PushOutIn2 = "push_out_in_2",
        /// The marble is pushed out with the third move.
        PushOutIn3 = "push_out_in_3",
        /// The solution wins the game.
        Win = "win",
        /// One of the solver's marbles is in danger, and none is after the first move.
        Defence = "defence",
        /// The first move brings a marble in danger to safety.
        Escape = "escape",
        /// The first move threatens to push out two different marbles.
        DoubleThreat = "double_threat",
        /// The first move pushes nothing.
        Quiet = "quiet",
        /// The first move is a side-step.
        SideStep = "side_step",
        /// Three marbles push two.
        Sumito3To2 = "sumito_3_to_2",
        /// The first move forms three marbles in a row.
        Lance = "lance",
        /// The first move forms three marbles in a bend.
        Arc = "arc",
        /// The first move forms three marbles in a triangle.
        Shield = "shield",
    }

    /// A user's opinion of a puzzle.
    #[derive(Default)]
    pub enum PuzzleVote {
        /// The user likes it.
        Up = "up",
        /// The user does not like it.
        Down = "down",
        /// The user has no opinion.
        #[default]
        None = "none",
    }

    /// A kind of run: solving one puzzle after the other, for a score.
    pub enum RunKind {
        /// Until the first mistake; the puzzles become more and more difficult.
        Streak = "streak",
        /// As many as possible within three minutes. A mistake costs ten seconds.
        Storm = "storm",
    }
}

/// The order of the themes is stored, so new ones come last.
impl PuzzleTheme {
    /// Returns the bit of the theme in a set of themes.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Returns the themes of a set.
    pub fn of_bits(bits: u32) -> Vec<Self> {
        Self::ALL.into_iter().filter(|theme| bits & theme.bit() != 0).collect()
    }
}
