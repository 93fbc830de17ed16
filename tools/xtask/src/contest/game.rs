//! A game of a match.

use std::time::Instant;

use anyhow::{Context as _, Result};
use sumito_rules::{Mode, Position};

use super::{Limit, openings::Opening, program::Program};

/// Number of plies without an ejection after which a game is drawn: fewer than in games between people.
const QUIET_PLIES: u32 = 100;

/// Number of occurrences of a position at which the game is drawn.
const REPETITIONS: usize = 3;

/// A game of a match that has ended.
pub(crate) struct Played {
    /// A's points: 1, ½ or 0.
    pub(crate) points: f64,
    /// Length of the game, with its opening.
    pub(crate) plies: u32,
}

/// Plays a game, which has been announced. `is_a` is true for each seat of A.
///
/// # Errors
/// A program that plays an illegal move, or none in time, ends the match: its games would not count. With clocks, a player without time loses
/// the game.
pub(crate) fn play(
    opening: &Opening,
    is_a: &[bool],
    a: &mut Program,
    b: &mut Program,
    limit: &Limit,
) -> Result<Played> {
    let mut text =
        format!("position mode {} layout {} moves {}", opening.mode, opening.layout, opening.moves.join(" "));
    let mut position = opening.position;
    let mut keys = vec![position.key()];
    let mut clocks = match limit {
        Limit::Clock(clock) => vec![clock.time; opening.mode.seats()],
        _ => Vec::new(),
    };
    let ended = |points, position: &Position| Ok(Played { points, plies: position.ply() });
    loop {
        if let Some(points) = points_at_end(&mut position, is_a)? {
            return ended(points, &position);
        }
        let stood = keys.iter().filter(|&&key| key == position.key()).count();
        if stood >= REPETITIONS || position.quiet_plies() >= QUIET_PLIES {
            return ended(0.5, &position);
        }
        let turn = position.turn().index();
        let mover = if is_a[turn] { &mut *a } else { &mut *b };
        let started = Instant::now();
        let best = mover.best_move(&text, limit, &clocks).with_context(|| format!("in {text}"))?;
        if let (Limit::Clock(clock), Some(left)) = (limit, clocks.get_mut(turn)) {
            let Some(rest) = left.checked_sub(started.elapsed()) else {
                return ended(if is_a[turn] { 0.0 } else { 1.0 }, &position);
            };
            *left = rest + clock.increment;
        }
        let m = position.parse_move(&best).with_context(|| format!("{best} in {text}"))?;
        position.play_unchecked(m);
        text.push(' ');
        text.push_str(&best);
        if position.quiet_plies() == 0 {
            keys.clear();
        }
        keys.push(position.key());
    }
}

/// Returns A's points if a player has won or no player can move. Otherwise passes the turn to a player who can.
fn points_at_end(position: &mut Position, is_a: &[bool]) -> Result<Option<f64>> {
    let mode = position.mode();
    if let Some(team) = position.winner() {
        let winner = mode.colors_of(team).next().context("a team has a colour")?;
        return Ok(Some(if is_a[winner.index()] { 1.0 } else { 0.0 }));
    }
    Ok(match mode {
        _ if pass_turn(position) => None,
        // With two players, the player who cannot move loses.
        Mode::Two if is_a[position.turn().index()] => Some(0.0),
        Mode::Two => Some(1.0),
        _ => Some(0.5),
    })
}

/// Passes the turn over players who cannot move, with more than two players. Returns whether any player can.
fn pass_turn(position: &mut Position) -> bool {
    for _ in 0..position.mode().seats() {
        if position.has_legal_move() {
            return true;
        }
        if position.mode() == Mode::Two {
            return false;
        }
        *position = position.pass_turn();
    }
    false
}
