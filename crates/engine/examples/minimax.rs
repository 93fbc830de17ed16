//! A reference engine: the search of the `minimax` crate, with material and centre as evaluation, as a `uai` program for two.
//!
//! It uses all features that help it: a table, null moves, aspiration windows, countermoves, and quiescence on ejections.

mod support;

use minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Strategy as _, Winner};
use sumito_rules::{Cell, Color, Move, Position};

struct Abalone;

impl Game for Abalone {
    type S = Position;
    /// `None` passes the turn, which only the search does.
    type M = Option<Move>;

    fn generate_moves(position: &Position, moves: &mut Vec<Option<Move>>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            moves.extend(position.legal_moves().iter().map(Some));
        }
        winner
    }

    fn apply(position: &mut Position, m: Option<Move>) -> Option<Position> {
        let Some(m) = m else { return Some(position.pass_turn()) };
        let mut next = *position;
        next.play_unchecked(m);
        Some(next)
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        if let Some(team) = position.winner() {
            let is_mover = position.mode().team_of(position.turn()) == team;
            return Some(if is_mover { Winner::PlayerToMove } else { Winner::PlayerJustMoved });
        }
        (!position.has_legal_move()).then_some(Winner::PlayerJustMoved)
    }

    fn zobrist_hash(position: &Position) -> u64 {
        let captured = position.captured().iter().fold(0, |sum, &count| sum << 3 | u64::from(count));
        position.key() ^ captured.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn null_move(_: &Position) -> Option<Option<Move>> {
        Some(None)
    }

    fn table_index(m: Option<Move>) -> u16 {
        m.map_or(Move::NUMBERS, Move::number) as u16
    }

    fn max_table_index() -> u16 {
        Move::NUMBERS as u16
    }
}

struct MaterialAndCentre;

const MARBLE: i32 = 1000;
/// Value of a step towards the centre.
const STEP: i32 = 40;

impl Evaluator for MaterialAndCentre {
    type G = Abalone;

    fn evaluate(&self, position: &Position) -> Evaluation {
        let captured = |color: Color| i32::from(position.captured()[color.index()]) * MARBLE;
        let side = |color: Color| {
            captured(color) - STEP * position.marbles(color).iter().map(steps_from_centre).sum::<i32>()
        };
        let value = side(Color::Black) - side(Color::White);
        (if position.turn() == Color::Black { value } else { -value }) as Evaluation
    }

    fn generate_noisy_moves(&self, position: &Position, moves: &mut Vec<Option<Move>>) {
        let is_ejection = |&m: &Move| position.effect(m).ejected.is_some();
        moves.extend(position.legal_moves().iter().filter(is_ejection).map(Some));
    }
}

fn steps_from_centre(cell: Cell) -> i32 {
    let (row, number) = (i32::from(cell.row()) - 4, i32::from(cell.number()) - 5);
    row.abs().max(number.abs()).max((row - number).abs())
}

fn main() {
    let options = IterativeOptions::new()
        .with_table_byte_size(16 << 20)
        .with_null_move_depth(2)
        .with_countermoves()
        .with_quiescence_search_depth(6);
    let mut search = IterativeSearch::new(MaterialAndCentre, options);
    support::serve("minimax with material and centre", |root, time, _| {
        search.set_timeout(time);
        search.choose_move(root.position()).flatten()
    });
}
