//! Three players as two sides, without refinements: alpha-beta with the engine's evaluation, as a `uai` program.
//!
//! The reference for the engine's search with three players (docs/adr/0074). The two others are assumed to play together against the
//! player to move. Iterative deepening, with moves ordered by their immediate value; ejections are played out at the last ply. There is no
//! table, no reduction, no null move.

use std::time::{Duration, Instant};

use sumito_engine::{Root, evaluate::worth_to};
use sumito_rules::{Ejections, Mode, Move, Position, Team};

const WIN: i32 = 30_000;
const INFINITE: i32 = 40_000;
const MAX_DEPTH: i32 = 30;

struct Search {
    team: Team,
    deadline: Instant,
    max_nodes: u64,
    nodes: u64,
    is_stopped: bool,
}

impl Search {
    /// Returns the value of a position for the team, within a window.
    fn value(&mut self, position: &Position, depth: i32, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        self.is_stopped |= self.nodes >= self.max_nodes
            || self.nodes.is_multiple_of(1024) && Instant::now() >= self.deadline;
        if self.is_stopped {
            return 0;
        }
        if let Some(winner) = position.winner() {
            // A sooner win is better, and a later loss.
            let size = WIN + depth;
            return if winner == self.team { size } else { -size };
        }
        let is_ours = position.mode().team_of(position.turn()) == self.team;
        let (mut best, moves) = if depth > 0 {
            (if is_ours { -INFINITE } else { INFINITE }, ordered(position))
        } else {
            (worth_to(position, self.team.index()), Ejections::of(position).moves().collect())
        };
        if depth <= 0 {
            (alpha, beta) = if is_ours { (alpha.max(best), beta) } else { (alpha, beta.min(best)) };
        }
        for m in moves {
            if alpha >= beta {
                break;
            }
            let value = self.value(&after(position, m), depth - 1, alpha, beta);
            if is_ours {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
        }
        best
    }
}

/// Returns the position after a move, with the turn at a player who can move, if there is one.
fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(m);
    for _ in 0..next.mode().seats() {
        if next.winner().is_some() || next.mode() == Mode::Two || next.has_legal_move() {
            break;
        }
        next = next.pass_turn();
    }
    next
}

/// Returns the moves, ordered by the mover's static value after them.
fn ordered(position: &Position) -> Vec<Move> {
    let mover = position.mode().team_of(position.turn()).index();
    let mut moves: Vec<_> =
        position.legal_moves().iter().map(|m| (-worth_to(&after(position, m), mover), m)).collect();
    moves.sort();
    moves.into_iter().map(|(_, m)| m).collect()
}

fn choose(root: &Root, time: Duration, max_nodes: u64) -> Option<Move> {
    let position = root.position();
    let mut search = Search {
        team: position.mode().team_of(position.turn()),
        deadline: Instant::now() + time,
        max_nodes,
        nodes: 0,
        is_stopped: false,
    };
    let mut moves = if position.winner().is_none() { ordered(position) } else { Vec::new() };
    for depth in 0..MAX_DEPTH {
        let (mut alpha, mut best) = (-INFINITE, None);
        for (at, &m) in moves.iter().enumerate() {
            let value = search.value(&after(position, m), depth, alpha, INFINITE);
            if search.is_stopped {
                break;
            }
            if value > alpha {
                (alpha, best) = (value, Some(at));
            }
        }
        // The best move of the previous depth is searched first, so an interrupted result is no worse.
        if let Some(at) = best {
            moves[..=at].rotate_right(1);
        }
        if search.is_stopped {
            break;
        }
    }
    moves.first().copied()
}

fn main() {
    sumito_lab::serve("plain alpha-beta", choose);
}
