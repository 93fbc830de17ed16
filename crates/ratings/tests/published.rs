//! The numbers published by the authors of the methods, or calculated by hand from their formulas.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use sumito_ratings::{Rating, rate};
use sumito_rules::Mode;

fn rating(value: f64, deviation: f64) -> Rating {
    Rating { value, deviation, games: 1, ..Rating::START }
}

fn near(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} instead of {expected}");
}

/// Mark Glickman, “Example of the Glicko-2 system” (2022): 1500 with a deviation of 200 wins against 1400 (30), and loses against 1550
/// (100) and 1700 (300). The method is from a dependency, so the test checks its result for the whole example.
#[test]
fn glickmans_example() {
    let rating = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let games = [
        (rating(1400.0, 30.0), Outcomes::WIN),
        (rating(1550.0, 100.0), Outcomes::LOSS),
        (rating(1700.0, 300.0), Outcomes::LOSS),
    ];
    let after = glicko2_rating_period(&rating(1500.0, 200.0), &games, &Glicko2Config::default());
    near(after.rating, 1464.06, 0.01);
    near(after.deviation, 151.52, 0.01);
    near(after.volatility, 0.059_99, 0.000_01);
}

/// The first game of that example alone, by the formulas of the paper: μ = 0, φ = 1.1513, g = 0.9955, E = 0.639, so v = 4.3735,
/// φ* = 1.1529, φ' = 1.0094, and μ' = φ'² · g · (1 - E) = 0.3662.
#[test]
fn the_first_game_of_the_example_alone() {
    let after = rate(Mode::Two, 0, &[rating(1500.0, 200.0), rating(1400.0, 30.0)], &[true, false]);
    near(after[0].value, 1500.0 + 0.3662 * 173.7178, 0.3);
    near(after[0].deviation, 1.0094 * 173.7178, 0.1);
    near(after[0].volatility, 0.06, 0.000_1);
    assert_eq!((after[0].games, after[1].games), (2, 2));
    // A player with a certain rating loses little to a player with an uncertain one.
    assert!(after[1].value > 1395.0 && after[1].value < 1400.0, "{}", after[1].value);
}

/// Weng and Lin (2011), algorithm 1, by hand for three new players of whom the first wins: c² = 2β² + 2σ², so c/σ = √2.5; the winner gets 2
/// · σ²/c · ½, each loser σ²/c · (½ - 1) and nothing from the other loser. The variances fall by 2 · (σ/c)³ · ¼.
#[test]
fn three_newcomers_by_hand() {
    let after = rate(Mode::Three, 0, &[Rating::START; 3], &[false, true, false]);
    let step = 350.0 / 2.5_f64.sqrt();
    near(after[1].value, 1500.0 + step, 0.001);
    near(after[0].value, 1500.0 - step / 2.0, 0.001);
    near(after[2].value, 1500.0 - step / 2.0, 0.001);
    let left = 1.0 - 2.0 * 2.5_f64.powf(-1.5) / 4.0;
    for rating in after {
        near(rating.deviation, 350.0 * left.sqrt(), 0.001);
    }
}

/// The same for two teams of two new players: the team's variance is 2σ², c² = 2β² + 4σ² = 4.5σ², each partner gets half of 2σ²/c · ½, and
/// the variance of each falls by half of (2σ²/c²)^1.5 · ¼.
#[test]
fn two_teams_of_newcomers_by_hand() {
    for mode in [Mode::Four, Mode::FourConsecutive] {
        let after = rate(mode, 0, &[Rating::START; 4], &[true, false, true, false]);
        let step = 350.0 / 4.5_f64.sqrt() / 2.0;
        let left = 1.0 - (2.0_f64 / 4.5).powf(1.5) / 8.0;
        for (seat, rating) in after.iter().enumerate() {
            let expected = if seat % 2 == 0 { 1500.0 + step } else { 1500.0 - step };
            near(rating.value, expected, 0.001);
            near(rating.deviation, 350.0 * left.sqrt(), 0.001);
        }
    }
}

/// Number of games between equals until a rating is established.
#[test]
fn a_rating_counts_after_some_games() {
    let games = |mode: Mode| {
        let mut ratings = vec![Rating::START; mode.seats()];
        let mut count = 0;
        while ratings.iter().any(|rating| rating.is_provisional(mode, 0)) {
            let won: Vec<_> = (0..mode.seats())
                .map(|seat| match mode {
                    Mode::Two | Mode::Three => seat == count % mode.seats(),
                    Mode::Four | Mode::FourConsecutive => seat % 2 == count % 2,
                })
                .collect();
            ratings = rate(mode, 0, &ratings, &won);
            count += 1;
        }
        count
    };
    assert_eq!([Mode::Two, Mode::Three, Mode::Four].map(games), [14, 15, 46]);
}
