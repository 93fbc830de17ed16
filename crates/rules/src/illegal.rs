//! Reasons why a move is illegal.

use std::{error::Error, fmt};

use crate::{Cell, Color};

/// The reason why a move is illegal, precise enough for teaching the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// A team has ejected six marbles: the game is over.
    GameOver,
    /// There is no marble on the cell that the move names.
    EmptyCell {
        /// The named cell.
        cell: Cell,
    },
    /// The marble belongs to an opponent.
    NotYours {
        /// The marble's cell.
        cell: Cell,
        /// The marble's colour.
        color: Color,
    },
    /// The trailing marble of an in-line move is the partner's; it must be the mover's own.
    TrailingNotYours {
        /// The marble's cell.
        cell: Cell,
    },
    /// A side-step names a partner's marble; it can move only own marbles.
    PartnerInSideStep {
        /// The marble's cell.
        cell: Cell,
    },
    /// The cells of a row's ends are not on a straight line, or are identical.
    NotALine,
    /// More than three marbles would move.
    TooMany,
    /// The row has a hole: its marbles do not touch.
    Gap {
        /// The free cell.
        cell: Cell,
    },
    /// A marble moves by exactly one cell.
    TooFar,
    /// A side-step was written with a direction along the row.
    AlongTheRow,
    /// A target cell of a side-step is occupied.
    Occupied {
        /// The occupied cell.
        cell: Cell,
    },
    /// Equal forces face each other in line: neither can push.
    Pac {
        /// Number of marbles on each side that count: one, two or three.
        each: usize,
    },
    /// More opposing marbles than own ones are in line.
    Outnumbered {
        /// Number of pushing marbles.
        own: usize,
        /// Number of marbles that would be pushed.
        opposing: usize,
    },
    /// The cell behind the marbles to be pushed is occupied.
    BlockedBehind {
        /// The occupied cell.
        cell: Cell,
    },
    /// An own marble, or a partner's, would leave the board.
    OverTheEdge {
        /// The marble's cell.
        cell: Cell,
    },
}

impl IllegalMove {
    /// A stable name of the reason for programs, in snake case.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::EmptyCell { .. } => "empty_cell",
            Self::NotYours { .. } => "not_yours",
            Self::TrailingNotYours { .. } => "trailing_not_yours",
            Self::PartnerInSideStep { .. } => "partner_in_side_step",
            Self::NotALine => "not_a_line",
            Self::TooMany => "too_many",
            Self::Gap { .. } => "gap",
            Self::TooFar => "too_far",
            Self::AlongTheRow => "along_the_row",
            Self::Occupied { .. } => "occupied",
            Self::Pac { .. } => "pac",
            Self::Outnumbered { .. } => "outnumbered",
            Self::BlockedBehind { .. } => "blocked_behind",
            Self::OverTheEdge { .. } => "over_the_edge",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is decided: six marbles are out"),
            Self::EmptyCell { cell } => write!(f, "there is no marble on {cell}"),
            Self::NotYours { cell, color } => write!(f, "the marble on {cell} is {color}: move your own"),
            Self::TrailingNotYours { cell } => write!(
                f,
                "the marble on {cell} is your partner's: the last marble of the line, which pushes the others, must be yours"
            ),
            Self::PartnerInSideStep { cell } => {
                write!(f, "the marble on {cell} is your partner's: only your own marbles move sideways")
            }
            Self::NotALine => f.write_str(
                "these cells are not the two ends of a row: marbles move together only in a straight line",
            ),
            Self::TooMany => f.write_str(
                "more than three marbles would move: begin with one that has at most two of yours ahead",
            ),
            Self::Gap { cell } => {
                write!(f, "the row has a hole on {cell}: marbles that move together must touch")
            }
            Self::TooFar => f.write_str("a marble moves to a neighbouring cell, no farther"),
            Self::AlongTheRow => f.write_str(
                "this goes along the row, not sideways: write only the last marble and the cell it moves to",
            ),
            Self::Occupied { cell } => {
                write!(f, "{cell} is taken: a row moves sideways only onto free cells")
            }
            Self::Pac { each } => write!(f, "pac: {each} against {each} in line, neither side can push"),
            Self::Outnumbered { own, opposing } => {
                write!(f, "{own} cannot push {opposing}: a push needs more marbles than it meets")
            }
            Self::BlockedBehind { cell } => {
                write!(f, "{cell}, behind the pushed marbles, is taken: it must be free or beyond the edge")
            }
            Self::OverTheEdge { cell } => {
                write!(
                    f,
                    "the marble on {cell} would leave the board: only opposing marbles can be pushed off"
                )
            }
        }
    }
}

impl Error for IllegalMove {}
