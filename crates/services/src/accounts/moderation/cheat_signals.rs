//! Comparison of players' thinking times with the difficulty of their moves ([ADR 0030](../../../../../docs/adr/0030-show-moderators-signals-not-verdicts.md)).
//!
//! A position is easy if a short search (1,000 nodes) chooses the same move as the analysis (500 times as many), and hard otherwise.
//! People take longer for hard positions and find fewer of their best moves. The result is a signal for a moderator who reads a report;
//! no action follows from it automatically.

use std::time::Duration;

use sumito_game::{MoveTiming, Player};

use crate::history::analyses::AnalysedPosition;
use sumito_store::FinishedGame;

/// Signals about one player of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSignals {
    /// Player of the moves.
    pub player: Player,
    /// All moves of the player.
    pub all: MoveStats,
    /// Moves in easy positions; `None` until the game is analysed.
    pub plain: Option<MoveStats>,
    /// Moves in hard positions; `None` until the game is analysed.
    pub hard: Option<MoveStats>,
}

/// Statistics of some of a player's moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveStats {
    /// Number of moves.
    pub count: u32,
    /// Number of moves that match the analysis; 0 until the game is analysed.
    pub best: u32,
    /// Quartiles of the thinking time, without the delays of network and server.
    pub quartiles: [Duration; 3],
}

/// Best moves of the analysis and of a short search, for each position in which a player moved.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpectedMoves<'a> {
    pub(super) analysis: &'a [AnalysedPosition],
    pub(super) quick_moves: &'a [String],
}

/// One move of a player.
struct MoveSample {
    took: Duration,
    is_best: bool,
    is_hard: bool,
}

/// Returns the signals of all players of a game, by seat.
pub(super) fn signals(game: &FinishedGame, expected: Option<ExpectedMoves<'_>>) -> Vec<PlayerSignals> {
    let moves: Vec<_> = game.moves.moves.split_whitespace().collect();
    let of_seat = |(seat, player): (usize, &Player)| {
        let own = game.moves.ledger.iter().enumerate().filter(|(_, timing)| timing.seat.index() == seat);
        let own: Vec<_> = own
            .map(|(ply, timing)| {
                let best = expected.and_then(|expected| expected.analysis.get(ply)?.line.first());
                let quick_move = expected.and_then(|expected| expected.quick_moves.get(ply));
                MoveSample {
                    took: thought(timing),
                    is_best: best.is_some_and(|best| moves.get(ply) == Some(&best.as_str())),
                    is_hard: best != quick_move,
                }
            })
            .collect();
        let group =
            |fits: &dyn Fn(&MoveSample) -> bool| MoveStats::of(own.iter().filter(|played| fits(played)));
        PlayerSignals {
            player: player.clone(),
            all: group(&|_| true),
            plain: expected.map(|_| group(&|played| !played.is_hard)),
            hard: expected.map(|_| group(&|played| played.is_hard)),
        }
    };
    game.players.iter().enumerate().map(of_seat).collect()
}

impl MoveStats {
    fn of<'a>(played: impl Iterator<Item = &'a MoveSample>) -> Self {
        let (mut best, mut times) = (0, Vec::new());
        for MoveSample { took, is_best, .. } in played {
            best += u32::from(*is_best);
            times.push(*took);
        }
        times.sort_unstable();
        let at = |quarters: usize| {
            let place = (times.len() * quarters).div_ceil(4).saturating_sub(1);
            times.get(place).copied().unwrap_or_default()
        };
        Self { count: times.len() as u32, best, quartiles: [1, 2, 3].map(at) }
    }
}

/// Returns the thinking time of a move.
fn thought(timing: &MoveTiming) -> Duration {
    timing.elapsed.saturating_sub(timing.server).saturating_sub(timing.forgiven)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(seconds: u64, is_best: bool) -> MoveSample {
        MoveSample { took: Duration::from_secs(seconds), is_best, is_hard: false }
    }

    #[test]
    fn quartiles_are_actual_times() {
        let moves = [played(9, true), played(1, false), played(3, true), played(5, true)];
        let found = MoveStats::of(moves.iter());
        assert_eq!((found.count, found.best), (4, 3));
        assert_eq!(found.quartiles.map(|span| span.as_secs()), [1, 3, 5]);
        assert_eq!(MoveStats::of(moves[..1].iter()).quartiles.map(|span| span.as_secs()), [9, 9, 9]);
        assert_eq!(MoveStats::of([].iter()), MoveStats::default());
    }
}
