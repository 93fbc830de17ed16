//! Openings and seat assignments.

use fastrand::Rng;
use sumito_rules::{Layout, Mode, Position};

/// The start of a game with its random first moves.
pub(crate) struct Opening {
    pub(crate) mode: Mode,
    pub(crate) layout: Layout,
    pub(crate) moves: Vec<String>,
    pub(crate) position: Position,
}

/// Random moves for each seat.
const MOVES_A_SEAT: usize = 2;

/// The most common layouts of two players.
const LAYOUTS: [Layout; 5] =
    [Layout::BelgianDaisy, Layout::Standard, Layout::GermanDaisy, Layout::DutchDaisy, Layout::SwissDaisy];

/// Returns the seeds of the programs in a group of games.
pub(crate) fn seeds(seed: u64, group: usize) -> Rng {
    Rng::with_seed(seed.wrapping_mul(1_000_003) ^ ((group as u64) << 32))
}

/// Returns the opening of a group of games, which depends only on the number and the seed.
pub(crate) fn opening(mode: Mode, seed: u64, group: usize) -> Opening {
    let layout = if mode == Mode::Two { LAYOUTS[group % LAYOUTS.len()] } else { mode.default_layout() };
    let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003) ^ group as u64);
    loop {
        let mut position = Position::start(mode, layout).expect("the layout is one of the mode");
        let mut moves = Vec::new();
        for _ in 0..MOVES_A_SEAT * mode.seats() {
            let legal: Vec<_> = position.legal_moves().into_iter().collect();
            let m = legal[rng.usize(..legal.len())];
            moves.push(m.to_string());
            position.play_unchecked(m);
        }
        if position.captured().iter().all(|&count| count == 0) {
            return Opening { mode, layout, moves, position };
        }
    }
}

/// The seats of A in each game of a group: all assignments that treat both programs equally. With three seats, A sits alone at each of
/// them, and then B.
pub(crate) fn assignments(mode: Mode) -> Vec<Vec<bool>> {
    let by_team =
        |team: usize| mode.colors().iter().map(|&color| mode.team_of(color).index() == team).collect();
    let alone: Vec<Vec<bool>> = (0..mode.teams()).map(by_team).collect();
    if mode.teams() == 2 {
        return alone;
    }
    let others = alone.iter().map(|seats| seats.iter().map(|is_a| !is_a).collect());
    alone.iter().cloned().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_programs_sit_everywhere_as_often() {
        for mode in Mode::ALL {
            let games = assignments(mode);
            for seat in 0..mode.seats() {
                assert_eq!(games.iter().filter(|seats| seats[seat]).count() * 2, games.len(), "{mode}");
            }
        }
    }

    #[test]
    fn openings_differ_and_can_be_repeated() {
        let text = |group| opening(Mode::Two, 1, group).position.to_string();
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(8), "the same layout, other moves");
    }
}
