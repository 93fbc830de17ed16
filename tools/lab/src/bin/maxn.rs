//! Three players, each for themselves: max^n (Luckhardt and Irani, 1986) with the engine's evaluation, as a `uai` program.
//!
//! The reference for the engine's search with three players (docs/adr/0023). Each player is assumed to maximise their own value minus the
//! mean of the others'. Iterative deepening, with moves ordered by their immediate value; ejections are played out at the last ply. Bounds
//! on such values prune almost nothing (Korf, 1991), so there are none.

use std::time::{Duration, Instant};

use sumito_engine::{Root, evaluate::worth_to};
use sumito_rules::{Move, Position};

/// The value of a position for each seat.
type Worths = [i32; 3];

const WIN: i32 = 30_000;
const MAX_DEPTH: u32 = 30;
/// Maximum plies below the last in which ejections are played out.
const QUIESCENCE_PLIES: u32 = 4;

struct Search {
    deadline: Instant,
    max_nodes: u64,
    nodes: u64,
    is_stopped: bool,
}

impl Search {
    fn value(&mut self, position: &Position, depth: u32, quiet: u32) -> Worths {
        self.nodes += 1;
        self.is_stopped |= self.nodes >= self.max_nodes
            || self.nodes.is_multiple_of(1024) && Instant::now() >= self.deadline;
        if self.is_stopped {
            return [0; 3];
        }
        if let Some(winner) = position.winner() {
            // A sooner win is better, and a later win of another player is the lesser evil.
            let size = WIN + depth as i32;
            let mut worths = [-size; 3];
            worths[winner.index()] = size;
            return worths;
        }
        let mover = position.turn().index();
        let (mut best, moves): (Option<Worths>, Vec<Move>) = if depth > 0 {
            (None, ordered(position))
        } else {
            let here = [0, 1, 2].map(|team| worth_to(position, team));
            let ejects = |&m: &Move| position.effect(m).ejected.is_some();
            let ejections =
                if quiet > 0 { position.legal_moves().iter().filter(ejects).collect() } else { Vec::new() };
            (Some(here), ejections)
        };
        for m in moves {
            let mut next = *position;
            next.play_unchecked(m);
            let next = with_a_move(next);
            let value =
                if depth > 0 { self.value(&next, depth - 1, quiet) } else { self.value(&next, 0, quiet - 1) };
            if best.is_none_or(|best| value[mover] > best[mover]) {
                best = Some(value);
            }
        }
        best.unwrap_or_default()
    }
}

/// Passes the turn over players who cannot move.
fn with_a_move(position: Position) -> Position {
    if position.has_legal_move() || position.winner().is_some() { position } else { position.pass_turn() }
}

/// Returns the moves, ordered by the mover's static value after them.
fn ordered(position: &Position) -> Vec<Move> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|m| {
            let mut next = *position;
            next.play_unchecked(m);
            (-worth_to(&next, position.turn().index()), m)
        })
        .collect();
    moves.sort();
    moves.into_iter().map(|(_, m)| m).collect()
}

fn choose(root: &Root, time: Duration, max_nodes: u64) -> Option<Move> {
    let position = root.position();
    let mut search = Search { deadline: Instant::now() + time, max_nodes, nodes: 0, is_stopped: false };
    let mover = position.turn().index();
    let mut moves = if position.winner().is_none() { ordered(position) } else { Vec::new() };
    for depth in 0..MAX_DEPTH {
        let mut best: Option<(i32, usize)> = None;
        for (at, &m) in moves.iter().enumerate() {
            let mut next = *position;
            next.play_unchecked(m);
            let value = search.value(&with_a_move(next), depth, QUIESCENCE_PLIES)[mover];
            if search.is_stopped {
                break;
            }
            if best.is_none_or(|(worth, _)| value > worth) {
                best = Some((value, at));
            }
        }
        // The best move of the previous depth is searched first, so an interrupted result is no worse.
        if let Some((_, at)) = best {
            moves[..=at].rotate_right(1);
        }
        if search.is_stopped {
            break;
        }
    }
    moves.first().copied()
}

fn main() {
    sumito_lab::serve("max^n", choose);
}
