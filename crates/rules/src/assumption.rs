//! Assumptions about texts of other programs.

use std::fmt;

use crate::Layout;

/// Something that a text does not say, or says in a way that a game cannot hold: the reader's choice in its place. Users see all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Assumption {
    /// The text names no start: the moves are legal from this layout.
    Layout(Layout),
    /// The position does not say whose turn it is: Black's.
    Turn,
    /// The position has no counts: no marble has been pushed out.
    Score,
    /// Moves are in the notation of `PlayStrategy` or Nacre.
    FarMoves,
    /// The result after the moves differs from the tag `Result`, which counts.
    ResultToken {
        /// The ignored token.
        token: String,
    },
    /// The result `1-0` or `0-1` contradicts the board, which counts.
    Result {
        /// The ignored result.
        result: String,
    },
    /// The tag `Position` differs from the layout of the tag `Variant`, and counts.
    Variant {
        /// The ignored layout.
        name: String,
    },
    /// The day of the game is not known.
    Date,
    /// The time control is not known.
    Clock {
        /// The ignored time control.
        text: String,
    },
    /// The reason for the end is not one of the known ones.
    Termination {
        /// The reason in the text.
        text: String,
        /// The reason in its place.
        reason: String,
    },
    /// Marks such as `!?` and `$2` are not kept.
    Marks,
    /// A line before the moves is ignored.
    Heading {
        /// The ignored line.
        text: String,
    },
    /// Variations are not kept: only the main line is.
    Variations,
    /// Only the first game of the text is read.
    FirstGame,
    /// The text is not Unicode.
    Encoding {
        /// The encoding in its place, as in `windows-1252`.
        name: &'static str,
    },
}

impl Assumption {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Layout(_) => "layout",
            Self::Turn => "turn",
            Self::Score => "score",
            Self::FarMoves => "far_moves",
            Self::ResultToken { .. } => "result_token",
            Self::Result { .. } => "result",
            Self::Variant { .. } => "variant",
            Self::Date => "date",
            Self::Clock { .. } => "clock",
            Self::Termination { .. } => "termination",
            Self::Marks => "marks",
            Self::Heading { .. } => "heading",
            Self::Variations => "variations",
            Self::FirstGame => "first_game",
            Self::Encoding { .. } => "encoding",
        }
    }

    /// The layout, the encoding, the reason in place of another, or the ignored text; empty if there is none.
    pub fn value(&self) -> &str {
        match self {
            Self::Layout(layout) => layout.name(),
            Self::ResultToken { token: text }
            | Self::Result { result: text }
            | Self::Variant { name: text }
            | Self::Clock { text }
            | Self::Termination { reason: text, .. }
            | Self::Heading { text } => text,
            Self::Encoding { name } => name,
            Self::Turn
            | Self::Score
            | Self::FarMoves
            | Self::Date
            | Self::Marks
            | Self::Variations
            | Self::FirstGame => "",
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(layout) => write!(f, "layout assumed: {layout}"),
            Self::Turn => f.write_str("turn assumed: black"),
            Self::Score => f.write_str("score assumed: 0:0"),
            Self::FarMoves => f.write_str("notation assumed: PlayStrategy or Nacre"),
            Self::ResultToken { token } => {
                write!(f, "result {token} after the moves ignored: the tag Result differs")
            }
            Self::Result { result } => write!(f, "result {result} ignored: the board decides otherwise"),
            Self::Variant { name } => write!(f, "variant {name} ignored: the tag Position differs"),
            Self::Date => f.write_str("date unknown"),
            Self::Clock { text } => write!(f, "time control {text:?} ignored"),
            Self::Termination { text, reason } => write!(f, "termination {text:?} read as {reason}"),
            Self::Marks => f.write_str("marks such as !? and $2 ignored"),
            Self::Heading { text } => write!(f, "line before the moves ignored: {text:?}"),
            Self::Variations => f.write_str("variations ignored"),
            Self::FirstGame => f.write_str("only the first game read"),
            Self::Encoding { name } => write!(f, "encoding assumed: {name}"),
        }
    }
}
