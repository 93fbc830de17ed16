//! Positions of running rated games. The server's engine answers no user for them.
//!
//! A room sets the position of its rated game after each move, and the nodes exchange them. A game in a room that has left memory keeps its
//! position. After a restart, a game is registered again when its room is loaded. A game with a delay for spectators has the delayed
//! position: an engine that refuses a later one would reveal the moves.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use sumito_cluster::{Change, Node, Union};
use sumito_game::{RoomId, Status, Table};
use sumito_kit::node::NodeId;
use sumito_rules::{Bitboard, Mode, Position, Symmetry};

use super::serde_rules;

/// Plies of a game that belong to the opening. Games share their positions, so the engine answers for them.
const OPENING_PLIES: u32 = 16;

/// Maximum number of games. The games that have waited longest for a move are forgotten first.
const KEPT: usize = 65_536;

/// Cells that a move changes at most: three marbles step aside.
const CHANGED_CELLS: u32 = 6;

/// The positions of the running rated games of all nodes. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RatedPositions(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    union: Union<RoomId, RatedPosition>,
    known: RwLock<Known>,
}

/// The position of a game, in the form for other nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct RatedPosition(#[serde(with = "serde_rules::position")] Position);

/// A room, and the node that owns it; `None` for this node.
type Owned = (Option<NodeId>, RoomId);

#[derive(Debug, Default)]
struct Known {
    games: HashMap<Owned, (u64, Position)>,
    /// The games by the number of their last change.
    by_age: BTreeMap<u64, Owned>,
    changes: u64,
    /// Number of games with each board.
    boards: HashMap<Board, u32>,
}

/// The marbles of a position, the same for all positions that are the same question: with the board turned or reflected, and the colours
/// exchanged. The player to move and the ejected marbles do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Board {
    mode: Mode,
    marbles: [u64; 4],
}

impl Board {
    fn of(position: &Position) -> Self {
        let of = |symmetry| {
            let mut marbles = [0; 4];
            for (place, color) in marbles.iter_mut().zip(position.mode().colors()) {
                *place = image(symmetry, position.marbles(*color)).bits();
            }
            marbles.sort_unstable();
            marbles
        };
        let marbles = Symmetry::ALL.into_iter().map(of).min().unwrap_or_default();
        Self { mode: position.mode(), marbles }
    }
}

fn image(symmetry: Symmetry, marbles: Bitboard) -> Bitboard {
    marbles.iter().map(|cell| symmetry.of_cell(cell)).fold(Bitboard::EMPTY, Bitboard::with)
}

impl Known {
    fn set(&mut self, game: Owned, position: Option<Position>) {
        if let Some((change, before)) = self.games.remove(&game) {
            self.by_age.remove(&change);
            let board = Board::of(&before);
            if let Some(count) = self.boards.get_mut(&board) {
                *count -= 1;
                if *count == 0 {
                    self.boards.remove(&board);
                }
            }
        }
        let Some(position) = position else { return };
        if self.games.len() >= KEPT
            && let Some((_, &oldest)) = self.by_age.first_key_value()
        {
            self.set(oldest, None);
        }
        self.changes += 1;
        self.games.insert(game, (self.changes, position));
        self.by_age.insert(self.changes, game);
        *self.boards.entry(Board::of(&position)).or_default() += 1;
    }

    /// Returns whether a position follows from the position of a game by one legal move.
    fn follows(&self, position: &Position) -> bool {
        let board = Board::of(position);
        let images = Symmetry::ALL.map(|symmetry| image(symmetry, position.occupied()).bits());
        let same_mode = self.games.values().map(|(_, game)| game).filter(|game| game.mode() == board.mode);
        let near = same_mode.filter(|game| {
            let cells = game.occupied().bits();
            images.iter().any(|image| (image ^ cells).count_ones() <= CHANGED_CELLS)
        });
        near.into_iter().any(|game| {
            let after = game.legal_moves().into_iter().filter_map(|mv| game.play(mv).ok());
            after.into_iter().any(|played| {
                images.contains(&played.position.occupied().bits()) && Board::of(&played.position) == board
            })
        })
    }
}

impl RatedPositions {
    /// Returns the positions of no game, which this node exchanges with others.
    pub fn new(node: &Node) -> Self {
        Self(Arc::new(Shared { union: Union::new("rated_positions", node), known: RwLock::default() }))
    }

    /// Returns whether a position is on the board of a running rated game after its opening, or follows from it by one move.
    pub fn is_in_play(&self, position: &Position) -> bool {
        self.is_on_a_board(position) || self.0.known.read().follows(position)
    }

    /// Returns whether a position is on the board of a running rated game after its opening.
    pub fn is_on_a_board(&self, position: &Position) -> bool {
        let known = self.0.known.read();
        !known.boards.is_empty() && known.boards.contains_key(&Board::of(position))
    }

    /// Sets or removes the position of a room of this node. `table` is the spectators' view.
    pub(super) fn set(&self, room: RoomId, table: &Table) {
        let is_rated = table.settings().rated && table.status() == Status::Playing;
        let position = Some(*table.position()).filter(|now| is_rated && now.ply() >= OPENING_PLIES);
        // Most rooms have none.
        if position.is_some() || self.0.known.read().games.contains_key(&(None, room)) {
            self.0.union.set(&room, position.map(RatedPosition).as_ref());
            self.0.known.write().set((None, room), position);
        }
    }

    /// Exchanges the positions with the other nodes. Runs until it is dropped; returns at once if no other node can exist.
    pub(super) async fn run(&self) {
        self.0.union.run(|change| self.changed_elsewhere(change)).await;
    }

    fn changed_elsewhere(&self, Change { node, key: room, now, .. }: Change<RoomId, RatedPosition>) {
        let mut known = self.0.known.write();
        if now.is_some() && known.games.contains_key(&(None, room)) {
            // The other node owns the room now.
            self.0.union.set(&room, None);
            known.set((None, room), None);
        }
        known.set((Some(node), room), now.map(|RatedPosition(position)| position));
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Setup;

    use super::*;

    fn room(number: u8) -> RoomId {
        RoomId::from_random([number; 8])
    }

    /// A position in the middle of a game.
    fn middle(mode: Mode, seed: u64) -> Position {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = Position::start(mode, mode.default_layout()).unwrap();
        for _ in 0..40 {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            position = position.play(*random.choice(&moves).unwrap()).unwrap().position;
        }
        position
    }

    fn positions() -> RatedPositions {
        RatedPositions::new(&Node::alone())
    }

    fn set(positions: &RatedPositions, game: u8, position: Option<Position>) {
        positions.0.known.write().set((None, room(game)), position);
    }

    #[test]
    fn images_of_a_position_are_the_same_question() {
        for mode in Mode::ALL {
            let (positions, position) = (positions(), middle(mode, 7));
            set(&positions, 1, Some(position));
            for symmetry in Symmetry::ALL {
                let mut setup = Setup::new(mode);
                let colors = mode.colors();
                for (number, &color) in colors.iter().enumerate() {
                    let cells = position.marbles(color).sorted().map(|cell| symmetry.of_cell(cell));
                    setup = setup.marbles(colors[(number + 1) % colors.len()], cells);
                }
                let image = setup.turn(position.turn()).position().unwrap();
                assert!(positions.is_on_a_board(&image), "{mode} {symmetry:?}");
            }
            assert!(!positions.is_on_a_board(&middle(mode, 8)));
        }
    }

    #[test]
    fn position_after_any_move_is_in_play() {
        let (positions, position) = (positions(), middle(Mode::Two, 7));
        set(&positions, 1, Some(position));
        for mv in position.legal_moves() {
            assert!(positions.is_in_play(&position.play(mv).unwrap().position), "{mv}");
        }
        assert!(!positions.is_in_play(&middle(Mode::Two, 8)));
    }

    #[test]
    fn position_is_free_again_when_no_game_has_it() {
        let (positions, position) = (positions(), middle(Mode::Two, 7));
        set(&positions, 1, Some(position));
        set(&positions, 2, Some(position));
        set(&positions, 1, Some(middle(Mode::Two, 8)));
        assert!(positions.is_on_a_board(&position));
        set(&positions, 2, None);
        assert!(!positions.is_on_a_board(&position));
        set(&positions, 1, None);
        let known = positions.0.known.read();
        assert!(known.boards.is_empty() && known.by_age.is_empty() && known.games.is_empty());
    }

    #[test]
    fn game_belongs_to_the_node_that_has_it_last() {
        let (positions, [here, there]) = (positions(), [7, 8].map(|seed| middle(Mode::Two, seed)));
        set(&positions, 1, Some(here));
        let node = NodeId::random();
        let change =
            |now: Option<Position>| Change { node, key: room(1), before: None, now: now.map(RatedPosition) };
        positions.changed_elsewhere(change(Some(there)));
        assert!(positions.is_on_a_board(&there) && !positions.is_on_a_board(&here));
        positions.changed_elsewhere(change(None));
        assert!(!positions.is_on_a_board(&there));
    }
}
