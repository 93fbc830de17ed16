//! Rating changes by a game.

use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use sumito_rules::{Color, Mode};

use crate::Rating;

/// The influence of results on the volatility (τ). Glickman recommends 0.3 to 1.2, and uses this value in his example.
const GLICKO: Glicko2Config = Glicko2Config { tau: 0.5, convergence_tolerance: 0.000_001 };

/// Weng and Lin use half of the initial deviation for β, and this value for κ.
const WENG_LIN: WengLinConfig =
    WengLinConfig { beta: Rating::DEVIATION_START / 2.0, uncertainty_tolerance: 0.000_1 };

/// Variance added by each game, because the method of Weng and Lin alone would reduce it to zero: `TrueSkill`'s τ, a hundredth of the
/// initial deviation (Herbrich, Minka, Graepel 2006). Glicko-2 has its volatility for that.
const DEVIATION_PER_GAME: f64 = Rating::DEVIATION_START / 100.0;

/// Maximum volatility: lichess' choice. Beyond it, a player's results vary randomly or deliberately.
const VOLATILITY_MAX: f64 = 0.1;

/// Returns the ratings after a game that ended at `at`, in microseconds since the Unix epoch. `before` has the previous ratings and `won`
/// marks the winners, both in the order of the seats; without a winner, the game is a draw.
///
/// Two players are rated by Glicko-2, with each game as a rating period. Three players, and two teams, are rated by the Bradley-Terry model
/// of Weng and Lin (“A Bayesian Approximation Method for Online Ranking”, 2011, algorithm 1): the winners are first, all others share the
/// next place.
///
/// # Panics
/// Panics unless there is a rating and a result for each seat of the mode.
pub fn rate(mode: Mode, at: i64, before: &[Rating], won: &[bool]) -> Vec<Rating> {
    assert_eq!((before.len(), won.len()), (mode.seats(), mode.seats()), "one for each seat");
    // The uncertainty has grown since the last game.
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
    // By team: the seats, their ratings and the place of the team.
    let team_of: Vec<_> =
        Color::ALL.into_iter().take(mode.seats()).map(|color| mode.team_of(color).index()).collect();
    let teams: Vec<Vec<usize>> = (0..=team_of.iter().copied().max().unwrap_or(0))
        .map(|team| (0..mode.seats()).filter(|&seat| team_of[seat] == team).collect())
        .collect();
    let ratings: Vec<Vec<_>> =
        teams.iter().map(|seats| seats.iter().map(|&seat| weng_lin(&before[seat])).collect()).collect();
    let has_winner = won.contains(&true);
    let place = |seats: &[usize]| usize::from(has_winner && !seats.iter().any(|&seat| won[seat]));
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
