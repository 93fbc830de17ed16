//! Positions: layouts, the opening explorer, evaluations and formations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::RatingBand;
use ts_rs::TS;

use crate::parts::{Color, Mode, Score, ScoredLine};

/// `GET /layouts`: a start layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LayoutInfo {
    /// The layout's name, as in `create_room`.
    pub name: String,
    /// Number of players.
    pub players: u8,
    /// The rows of the position line, from I to A.
    pub rows: String,
}

/// `GET /explorer`: the moves played in a position, and their results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExplorerResult {
    /// The position line.
    pub position: String,
    /// Number of plies from the start that are counted; later positions have no moves.
    pub plies: u32,
    /// The moves, most frequent first.
    pub moves: Vec<ExplorerMove>,
}

/// The frequency and results of a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExplorerMove {
    /// The move in Aba-Pro notation.
    #[serde(rename = "move")]
    pub notation: String,
    /// The strength of the players.
    pub band: RatingBand,
    /// Number of games in which it was played here.
    pub games: u64,
    /// Of these, won by the mover, alone or with the team.
    pub won: u64,
    /// Of these, without a winner.
    pub drawn: u64,
    /// Of these, lost.
    pub lost: u64,
}

/// `GET /positions/evaluation`: the search result for a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PositionEvaluation {
    /// The mode for which the position was read.
    pub mode: Mode,
    /// The canonical line of the position.
    pub position: String,
    /// The evaluation for the player to move.
    pub score: Score,
    /// Points that the player to move, or their team, can expect, in thousandths.
    pub chance: u16,
    /// Search depth in plies.
    pub depth: u8,
    /// Number of searched positions.
    pub nodes: u64,
    /// The best continuation in Aba-Pro notation; empty if the game is over.
    pub line: Vec<String>,
    /// The next best lines, best first. Left out unless the request asks for several lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ScoredLine>>")]
    pub others: Vec<ScoredLine>,
}

/// `GET /positions/formations`: the named formations of a position. Cells are given by their names, such as `c3`, in the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PositionFormations {
    /// The mode for which the position was read.
    pub mode: Mode,
    /// The canonical line of the position.
    pub position: String,
    /// The colours, in the order of the seats.
    pub colors: Vec<ColorFormations>,
    /// Equal forces in line. Each is listed once, in either direction.
    pub pacs: Vec<Contact>,
    /// Superior forces in line, each pointing at the weaker team.
    pub sumitos: Vec<Contact>,
}

/// The named formations of one colour. Each marble is in exactly one of the groups from `singles` to `multiples`; the other lists name some
/// of them again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ColorFormations {
    /// The colour concerned.
    pub color: Color,
    /// The colour's team.
    pub team: u8,
    /// Marbles without a neighbour of their colour.
    pub singles: Vec<String>,
    /// Pairs of neighbours.
    pub pairs: Vec<Vec<String>>,
    /// Triplets in a row.
    pub lances: Vec<Vec<String>>,
    /// Triplets in a bend.
    pub arcs: Vec<Vec<String>>,
    /// Triplets in a triangle.
    pub shields: Vec<Vec<String>>,
    /// Groups of four or more neighbours.
    pub multiples: Vec<Vec<String>>,
    /// Groups of nine in three adjacent parallel rows of three.
    pub blocks: Vec<Vec<String>>,
    /// Marbles with opposing marbles on all sides.
    pub dets: Vec<String>,
    /// Marbles that an opponent could eject by a legal move if it were that opponent's turn.
    pub in_danger: Vec<String>,
}

/// Two teams in contact along a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Contact {
    /// The team that faces in `direction`; in a sumito, the superior one.
    pub team: u8,
    /// The direction from that team to the other.
    pub direction: Direction,
    /// The team's marbles that count, one to three, in `direction`: the last of them touches the first opposing marble.
    pub own: Vec<String>,
    /// The opposing marbles that count, in `direction`.
    pub opposing: Vec<String>,
    /// True if a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
    pub open: bool,
}

/// A direction on the board, in Black's view: row A is at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along the row towards higher numbers.
    East,
    /// To the next higher row and number.
    NorthEast,
    /// To the next higher row, with the same number.
    NorthWest,
    /// Along the row towards lower numbers.
    West,
    /// To the next lower row and number.
    SouthWest,
    /// To the next lower row, with the same number.
    SouthEast,
}
