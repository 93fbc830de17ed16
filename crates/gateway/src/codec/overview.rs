//! The caller's overview in its wire form.

use sumito_game::Timestamp;
use sumito_protocol::overview::{RecentGame, RecentRating, RecentTournament};
use sumito_ratings::Rating;

use super::rating::{rating, rating_change};
use super::{game_summary, tournament_summary};
use sumito_services::tournaments::Placing;
use sumito_store::{GameSummary, RatingChange, RatingRow};

/// Converts a rating with its value before the first game of the day.
pub(crate) fn recent_rating(row: &RatingRow, before: Option<f64>, now: Timestamp) -> RecentRating {
    let rating = rating(row, now);
    let change = before.map(|before| rating.rating - Rating::shown(before));
    RecentRating { rating, change }
}

/// Converts a finished game with the caller's rating change.
pub(crate) fn recent_game(game: &GameSummary, change: Option<&RatingChange>) -> RecentGame {
    RecentGame { game: game_summary(game), rating: change.map(rating_change) }
}

/// Converts a finished tournament with the caller's place.
pub(crate) fn recent_tournament(placing: &Placing) -> RecentTournament {
    RecentTournament { tournament: tournament_summary(&placing.tournament), place: placing.place }
}
