//! What a game changes.

use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use sumito_rules::{Color, Mode};

use crate::Rating;

/// How strongly the volatility follows the results (τ). Glickman names 0.3 to 1.2, and takes this in his example.
const GLICKO: Glicko2Config = Glicko2Config { tau: 0.5, convergence_tolerance: 0.000_001 };

/// Weng and Lin take for β half of the deviation at the start, and for κ this.
const WENG_LIN: WengLinConfig =
    WengLinConfig { beta: Rating::DEVIATION_START / 2.0, uncertainty_tolerance: 0.000_1 };

/// What each game adds to the variance where Weng and Lin alone would let it fall to nothing: `TrueSkill`'s τ, a hundredth of the
/// deviation at the start (Herbrich, Minka, Graepel 2006). Glicko-2 has its volatility for that.
const DEVIATION_PER_GAME: f64 = Rating::DEVIATION_START / 100.0;

/// The largest volatility: lichess' choice. Beyond it somebody's results vary by chance or on purpose.
const VOLATILITY_MAX: f64 = 0.1;

/// The ratings after a game that ended at the moment `at`, in microseconds since the Unix epoch. `before` are those before it and
/// `won` says who won, both in the order of the seats; where nobody did, the game is a draw.
///
/// Two players are rated by Glicko-2, with each game as a rating period. Three, and two teams, are rated by the Bradley-Terry model
/// of Weng and Lin (“A Bayesian Approximation Method for Online Ranking”, 2011, algorithm 1): those who won are first, all others
/// share the place behind them.
///
/// # Panics
/// Unless there is a rating and a word for each seat of the mode.
pub fn rate(mode: Mode, at: i64, before: &[Rating], won: &[bool]) -> Vec<Rating> {
    assert_eq!((before.len(), won.len()), (mode.seats(), mode.seats()), "one for each seat");
    // What is known before the game is less than after the last one.
    let aged: Vec<_> =
        before.iter().map(|rating| Rating { deviation: rating.deviation_at(at), ..*rating }).collect();
    let mut after = match mode {
        Mode::Two => rate_two(&aged, won),
        Mode::Three | Mode::Four | Mode::FourConsecutive => rate_teams(mode, &aged, won),
    };
    for rating in &mut after {
        rating.value = rating.value.clamp(Rating::VALUE_MIN, Rating::VALUE_MAX);
        rating.deviation = rating.deviation.min(Rating::DEVIATION_START);
        rating.volatility = rating.volatility.min(VOLATILITY_MAX);
        rating.games = rating.games.saturating_add(1);
        rating.last_at = rating.last_at.max(at);
    }
    after
}

fn rate_two(before: &[Rating], won: &[bool]) -> Vec<Rating> {
    let [one, other] =
        [before[0], before[1]].map(|Rating { value: rating, deviation, volatility, .. }| Glicko2Rating {
            rating,
            deviation,
            volatility,
        });
    let outcome = match (won[0], won[1]) {
        (true, false) => Outcomes::WIN,
        (false, true) => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    let (one, other) = glicko2(&one, &other, &outcome, &GLICKO);
    let after = |(before, after): (&Rating, Glicko2Rating)| Rating {
        value: after.rating,
        deviation: after.deviation,
        volatility: after.volatility,
        ..*before
    };
    before.iter().zip([one, other]).map(after).collect()
}

fn rate_teams(mode: Mode, before: &[Rating], won: &[bool]) -> Vec<Rating> {
    // By team: the seats, their ratings and the place in which the team came.
    let team_of: Vec<_> =
        Color::ALL.into_iter().take(mode.seats()).map(|color| mode.team_of(color).index()).collect();
    let teams: Vec<Vec<usize>> = (0..=team_of.iter().copied().max().unwrap_or(0))
        .map(|team| (0..mode.seats()).filter(|&seat| team_of[seat] == team).collect())
        .collect();
    let ratings: Vec<Vec<_>> =
        teams.iter().map(|seats| seats.iter().map(|&seat| weng_lin(&before[seat])).collect()).collect();
    let somebody_won = won.contains(&true);
    let place = |seats: &[usize]| usize::from(somebody_won && !seats.iter().any(|&seat| won[seat]));
    let game: Vec<_> = ratings
        .iter()
        .zip(&teams)
        .map(|(ratings, seats)| (ratings.as_slice(), MultiTeamOutcome::new(place(seats))))
        .collect();
    let mut after = before.to_vec();
    for (seats, ratings) in teams.iter().zip(weng_lin_multi_team(&game, &WENG_LIN)) {
        for (&seat, rating) in seats.iter().zip(ratings) {
            after[seat].value = rating.rating;
            after[seat].deviation = rating.uncertainty;
        }
    }
    after
}

fn weng_lin(rating: &Rating) -> WengLinRating {
    let uncertainty = rating.deviation.hypot(DEVIATION_PER_GAME).min(Rating::DEVIATION_START);
    WengLinRating { rating: rating.value, uncertainty }
}
