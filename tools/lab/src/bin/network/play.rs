//! Games of the engine against itself.

use std::{error::Error, io::Write};

use fastrand::Rng;
use sumito_engine::{Limits, Root, Score, Searcher, Stop};
use sumito_rules::{Color, Layout, Mode, Move, Position};

use crate::sample::Sample;

/// Number of random plies at the start of a game, so that no two games are the same.
const CHANCE_PLIES: std::ops::RangeInclusive<u32> = 4..=14;

/// A game is drawn after this many plies without an ejection.
const QUIET_PLIES: u32 = 100;

/// In MiB: a small table for small searches, which fits into the processor's cache.
const TABLE: usize = 1;

/// Plays a game with about `nodes` positions per move, writes its quiet positions, and returns their number.
pub(crate) fn play(nodes: u64, seed: u64, out: &mut impl Write) -> Result<usize, Box<dyn Error>> {
    let mut rng = Rng::with_seed(seed);
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(Mode::Two)).collect();
    let mut root = Root::new(Position::start(Mode::Two, layouts[rng.usize(..layouts.len())])?);
    for _ in 0..rng.u32(CHANCE_PLIES) {
        let legal: Vec<Move> = root.position().legal_moves().into_iter().collect();
        let Some(&m) = legal.get(rng.usize(..legal.len().max(1))) else { return Ok(0) };
        root.play(m)?;
    }
    let mut searcher = Searcher::new(TABLE);
    let mut seen = Vec::new();
    let mut keys = vec![root.position().key()];
    let points = loop {
        let position = *root.position();
        let is_black = position.turn() == Color::Black;
        if position.quiet_plies() >= QUIET_PLIES
            || keys.iter().filter(|&&key| key == position.key()).count() > 2
        {
            break 0.5;
        }
        // Varied slightly, so that games from the same opening diverge.
        let limits = Limits::nodes(nodes / 2 + rng.u64(..nodes));
        let found = searcher.search(&root, &limits, &Stop::new(), &mut |_| {});
        let Some(best) = found.best else { break if is_black { 0.0 } else { 1.0 } };
        match found.score {
            Score::Win(_) => break if is_black { 1.0 } else { 0.0 },
            Score::Loss(_) => break if is_black { 0.0 } else { 1.0 },
            Score::Marbles(hundredths) => {
                // Tense positions are left to the search, never to the static evaluation.
                let is_quiet = position.effect(best).ejected.is_none()
                    && !position.legal_moves().iter().any(|m| position.effect(m).ejected.is_some());
                if is_quiet {
                    let score = if is_black { hundredths } else { -hundredths };
                    seen.push((position, score as i16));
                }
            }
        }
        root.play(best)?;
        keys.push(root.position().key());
    };
    for &(position, score) in &seen {
        out.write_all(&Sample { position, score, points }.to_bytes())?;
    }
    Ok(seen.len())
}
