//! Players without a search, as `uai` programs: the lower end of the scale of levels (docs/engine.md).
//!
//! `simple random` plays any legal move. `simple greedy` ejects a marble if it can, otherwise pushes if it can, otherwise plays any move.

use std::{env, process::ExitCode};

use fastrand::Rng;
use sumito_rules::{Ejections, Move, Position};

fn any(moves: &[Move], rng: &mut Rng) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
}

fn random(position: &Position, rng: &mut Rng) -> Option<Move> {
    any(&position.legal_moves().into_iter().collect::<Vec<_>>(), rng)
}

fn greedy(position: &Position, rng: &mut Rng) -> Option<Move> {
    let legal = || position.legal_moves().into_iter();
    let ejections: Vec<Move> = Ejections::of(position).moves().collect();
    let pushes: Vec<Move> = legal().filter(|&m| !position.effect(m).pushed.is_empty()).collect();
    any(&ejections, rng).or_else(|| any(&pushes, rng)).or_else(|| random(position, rng))
}

fn main() -> ExitCode {
    let (name, choose): (_, fn(&Position, &mut Rng) -> Option<Move>) = match env::args().nth(1).as_deref() {
        Some("random") => ("random", random),
        Some("greedy") => ("greedy", greedy),
        _ => return ExitCode::FAILURE,
    };
    let mut rng = Rng::with_seed(1);
    sumito_lab::serve(name, |root, _, _| choose(root.position(), &mut rng));
    ExitCode::SUCCESS
}
