//! Statistics of players in their wire form.

use sumito_protocol::rest;

use super::parts;
use sumito_store::{GameKey, GameTotals, OpponentRow, ResultCounts, Score, Statistics};

/// Converts the statistics of a player's finished games.
pub(crate) fn statistics(statistics: &Statistics) -> rest::PlayerStatistics {
    let Statistics { played: all, opponents, streaks } = statistics;
    rest::PlayerStatistics {
        played: all.iter().map(played).collect(),
        opponents: opponents.iter().map(opponent).collect(),
        streaks: streaks
            .iter()
            .map(|(mode, streak)| rest::StreakStatistics {
                mode: parts::mode(*mode),
                result: score(streak.score),
                length: streak.length,
                longest_won: streak.longest_won,
                longest_lost: streak.longest_lost,
            })
            .collect(),
    }
}

fn played((played, sums): &(GameKey, GameTotals)) -> rest::PlayedStatistics {
    rest::PlayedStatistics {
        mode: parts::mode(played.mode),
        layout: played.layout.to_string(),
        color: parts::color(played.seat.color()),
        tally: tally(sums.tally),
        ejected: sums.ejected,
        plies: sums.plies,
    }
}

fn opponent(row: &OpponentRow) -> rest::OpponentStatistics {
    rest::OpponentStatistics { user: parts::user(&row.user), tally: tally(row.tally) }
}

pub(super) fn tally(ResultCounts { games, won, drawn, lost }: ResultCounts) -> rest::Tally {
    rest::Tally { games, won, drawn, lost }
}

fn score(score: Score) -> rest::GameScore {
    match score {
        Score::Won => rest::GameScore::Won,
        Score::Drawn => rest::GameScore::Drawn,
        Score::Lost => rest::GameScore::Lost,
    }
}
