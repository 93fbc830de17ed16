//! Properties of any sequence of games.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::collection::vec;
use proptest::prelude::*;
use sumito_ratings::{Rating, rate};
use sumito_rules::{Color, Mode};

/// A season: the winner of each game (a team, or none) and the hours since the end of the previous game.
fn season() -> impl Strategy<Value = (Mode, Vec<(Option<usize>, i64)>)> {
    let mode = proptest::sample::select(Mode::ALL.to_vec());
    let games = vec((proptest::option::weighted(0.9, 0..3_usize), 0..20_000_i64), 1..80);
    (mode, games)
}

fn won(mode: Mode, winner: Option<usize>) -> Vec<bool> {
    let team = |seat: usize| mode.team_of(Color::ALL[seat]).index();
    let teams = (0..mode.seats()).map(team).max().unwrap() + 1;
    (0..mode.seats()).map(|seat| winner.is_some_and(|winner| team(seat) == winner % teams)).collect()
}

fn play(mode: Mode, games: &[(Option<usize>, i64)]) -> Vec<Vec<Rating>> {
    let mut at = 1_700_000_000_000_000;
    let mut ratings = vec![Rating::START; mode.seats()];
    let mut all = vec![ratings.clone()];
    for &(winner, hours) in games {
        at += hours * 3_600_000_000;
        ratings = rate(mode, at, &ratings, &won(mode, winner));
        all.push(ratings.clone());
    }
    all
}

proptest! {
    #[test]
    fn numbers_stay_within_their_bounds((mode, games) in season()) {
        for ratings in play(mode, &games) {
            for rating in ratings {
                prop_assert!((Rating::VALUE_MIN..=Rating::VALUE_MAX).contains(&rating.value), "{rating:?}");
                prop_assert!(rating.deviation > 1.0 && rating.deviation <= Rating::DEVIATION_START, "{rating:?}");
                prop_assert!(rating.volatility > 0.0 && rating.volatility <= 0.1, "{rating:?}");
            }
        }
    }

    #[test]
    fn the_same_games_give_the_same_numbers((mode, games) in season()) {
        prop_assert_eq!(play(mode, &games), play(mode, &games));
    }

    #[test]
    fn winner_never_falls_and_single_loser_never_rises((mode, games) in season()) {
        let all = play(mode, &games);
        for (step, &(winner, _)) in all.windows(2).zip(&games) {
            let won = won(mode, winner);
            for seat in (0..mode.seats()).filter(|_| winner.is_some()) {
                let change = step[1][seat].value - step[0][seat].value;
                if won[seat] {
                    prop_assert!(change >= 0.0, "{} after a win", change);
                } else if mode != Mode::Three {
                    // With three players, a loser can still be rated better than the other loser.
                    prop_assert!(change <= 0.0, "{} after a loss", change);
                }
            }
        }
    }

    #[test]
    fn time_makes_less_sure_and_games_more((mode, games) in season(), days in 1..2_000_i64) {
        let last = play(mode, &games).pop().unwrap();
        let later = last[0].last_at + days * 86_400_000_000;
        prop_assert!(last[0].deviation_at(later) >= last[0].deviation);
        let mut ratings = last;
        for game in 0..200 {
            ratings = rate(mode, later, &ratings, &won(mode, Some(game)));
        }
        prop_assert!(!ratings[0].is_provisional(mode, later));
    }
}
