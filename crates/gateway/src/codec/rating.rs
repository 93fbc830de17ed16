//! Ratings and rating changes in their wire form.

use sumito_game::Timestamp;
use sumito_protocol::{leaderboards, parts, ratings};
use sumito_ratings::{Rating, Speed};

use super::parts as wire_parts;
use sumito_rooms::SeatRating;
use sumito_services::history::rating_distribution::Distribution;
use sumito_store::{FinishedGame, LeaderRow, RatingChange, RatingPoint, RatingRow};

/// Converts a rating as of `now`.
pub(crate) fn rating(row: &RatingRow, now: Timestamp) -> ratings::PlayerRating {
    let RatingRow { pool, rating, .. } = row;
    ratings::PlayerRating {
        mode: wire_parts::mode(pool.mode),
        speed: speed(pool.speed),
        rating: Rating::shown(rating.value),
        deviation: Rating::shown(rating.deviation_at(now.0)),
        provisional: rating.is_provisional(pool.mode, now.0),
        games: rating.games,
        last_at: rating.last_at,
    }
}

/// Converts a rating for a seat.
pub(super) fn seat_rating(rating: &SeatRating) -> parts::SeatRating {
    let SeatRating { value, is_provisional, change } = *rating;
    parts::SeatRating { rating: value, provisional: is_provisional, change }
}

/// Converts a player of a leaderboard.
pub(crate) fn leader(rank: u32, leader: &LeaderRow, now: Timestamp) -> leaderboards::Leader {
    let LeaderRow { name, row } = leader;
    let user = parts::User { id: row.user.0, name: name.clone(), guest: false, bot: false, computer: None };
    leaderboards::Leader { rank, user, rating: rating(row, now) }
}

/// Converts the number of players by rating, in steps of `width` points.
pub(crate) fn distribution(distribution: &Distribution, width: u32) -> leaderboards::RatingDistribution {
    let steps = distribution.by(width).into_iter();
    leaderboards::RatingDistribution {
        players: distribution.players(),
        width,
        steps: steps.map(|(from, players)| leaderboards::RatingStep { from, players }).collect(),
    }
}

/// Converts a player's place among the players of a pool; `None` if the player has none.
pub(crate) fn standing(row: &RatingRow, distribution: &Distribution) -> Option<ratings::Standing> {
    let RatingRow { pool, rating, .. } = row;
    Some(ratings::Standing {
        mode: wire_parts::mode(pool.mode),
        speed: speed(pool.speed),
        better_than: distribution.better_than(Rating::shown(rating.value))?,
        players: distribution.players(),
    })
}

/// Converts a rating after one of the player's games.
pub(crate) fn rating_point(point: &RatingPoint) -> ratings::RatingPoint {
    ratings::RatingPoint {
        game: point.game.0,
        at: point.at.0,
        rating: Rating::shown(point.value),
        deviation: Rating::shown(point.deviation),
    }
}

/// Converts a rating change.
pub(super) fn rating_change(change: &RatingChange) -> ratings::RatingChange {
    ratings::RatingChange { before: Rating::shown(change.before), after: Rating::shown(change.after) }
}

/// Converts the rating changes of a game, by seat; empty unless the changes of all players are known.
pub(super) fn rating_changes<M>(
    game: &FinishedGame<M>,
    changes: &[RatingChange],
) -> Vec<ratings::RatingChange> {
    let of = |user| changes.iter().find(|change| change.user == user);
    let by_seat: Option<_> = game.players.iter().map(|player| of(player.id).map(rating_change)).collect();
    by_seat.unwrap_or_default()
}

/// Converts the speed with this name.
pub(crate) fn speed_from_wire(speed: ratings::Speed) -> Speed {
    match speed {
        ratings::Speed::Live => Speed::Live,
        ratings::Speed::Correspondence => Speed::Correspondence,
        ratings::Speed::Bots => Speed::Bots,
    }
}

pub(super) fn speed(speed: Speed) -> ratings::Speed {
    match speed {
        Speed::Live => ratings::Speed::Live,
        Speed::Correspondence => ratings::Speed::Correspondence,
        Speed::Bots => ratings::Speed::Bots,
    }
}
