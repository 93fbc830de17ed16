//! Statistics of players in their wire form.

use sumito_protocol::statistics;

use super::parts;
use sumito_store::{GameKey, GameTotals, OpponentRow, ResultCounts, Score, Statistics};

/// Converts the statistics of a player's finished games.
pub(crate) fn statistics(statistics: &Statistics) -> statistics::PlayerStatistics {
    let Statistics { played: all, opponents, streaks } = statistics;
    statistics::PlayerStatistics {
        played: all.iter().map(played).collect(),
        opponents: opponents.iter().map(opponent).collect(),
        streaks: streaks
            .iter()
            .map(|(mode, streak)| statistics::StreakStatistics {
                mode: parts::mode(*mode),
                result: score(streak.score),
                length: streak.length,
                longest_won: streak.longest_won,
                longest_lost: streak.longest_lost,
            })
            .collect(),
    }
}

fn played((played, sums): &(GameKey, GameTotals)) -> statistics::PlayedStatistics {
    statistics::PlayedStatistics {
        mode: parts::mode(played.mode),
        layout: played.layout.to_string(),
        color: parts::color(played.seat.color()),
        tally: tally(sums.tally),
        ejected: sums.ejected,
        plies: sums.plies,
    }
}

fn opponent(row: &OpponentRow) -> statistics::OpponentStatistics {
    statistics::OpponentStatistics { user: parts::user(&row.user), tally: tally(row.tally) }
}

pub(super) fn tally(ResultCounts { games, won, drawn, lost }: ResultCounts) -> statistics::Tally {
    statistics::Tally { games, won, drawn, lost }
}

fn score(score: Score) -> statistics::GameScore {
    match score {
        Score::Won => statistics::GameScore::Won,
        Score::Drawn => statistics::GameScore::Drawn,
        Score::Lost => statistics::GameScore::Lost,
    }
}
