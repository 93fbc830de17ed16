//! Activity of players, and their public details, in wire form.

use sumito_protocol::{achievements, players, ratings, statistics};
use sumito_ratings::Rating;
use time::{Duration, OffsetDateTime};

use super::statistics::tally;
use super::{parts, rating};
use sumito_game::UserId;
use sumito_rules::Mode;
use sumito_services::history::achievements::Achievement;
use sumito_store::{ActiveDay, BestWin, FaceRow, FollowCounts, RatingDay, ResultCounts};

/// Maximum number of days of a pool.
const MAX_DAYS: usize = 600;

/// Converts the details shown next to a player's name.
pub(crate) fn face((user, face): (UserId, FaceRow)) -> players::Face {
    players::Face { user: user.0, country: face.country, avatar: face.avatar }
}

/// Converts the number of follows around a player.
pub(crate) fn follow_counts(counts: FollowCounts) -> players::FollowCounts {
    let FollowCounts { following, followers, friends } = counts;
    players::FollowCounts { following, followers, friends }
}

/// Converts the results of two players' games of a mode.
pub(crate) fn pair_counts((mode, counts): &(Mode, ResultCounts)) -> statistics::ModeCounts {
    let ResultCounts { games, won, drawn, lost } = *counts;
    statistics::ModeCounts { mode: parts::mode(*mode), games, won, drawn, lost }
}

/// Converts a player's activity.
pub(crate) fn activity(days: &[ActiveDay], wins: &[BestWin]) -> statistics::PlayerActivity {
    statistics::PlayerActivity {
        days: days.iter().map(active_day).collect(),
        best_wins: wins.iter().map(best_win).collect(),
    }
}

fn active_day(active: &ActiveDay) -> statistics::ActiveDay {
    let date = OffsetDateTime::UNIX_EPOCH.date().saturating_add(Duration::days(active.day));
    statistics::ActiveDay { day: date.to_string(), tally: tally(active.tally) }
}

fn best_win(BestWin { win, opponent }: &BestWin) -> statistics::BestWin {
    statistics::BestWin {
        game: win.game.0,
        mode: parts::mode(win.pool.mode),
        speed: rating::speed(win.pool.speed),
        at: win.at.0,
        opponent: parts::user(opponent),
        rating: Rating::shown(win.rating),
    }
}

/// Converts a player's achievements.
pub(crate) fn achievements(achievements: &[Achievement]) -> achievements::AchievementList {
    let achievement = |&Achievement { kind, value, level, levels, next }: &Achievement| {
        achievements::Achievement { kind, value, level: level as u32, levels: levels as u32, next }
    };
    achievements::AchievementList { achievements: achievements.iter().map(achievement).collect() }
}

/// Converts the ratings at the end of days, which are in order by pool. Of many days, some at equal distances stay, with the last.
pub(crate) fn rating_days(days: &[RatingDay]) -> ratings::RatingDays {
    let pool = |days: &[RatingDay]| {
        let first = days.first()?;
        let every = days.len().div_ceil(MAX_DAYS);
        let day = |day: &RatingDay| ratings::RatingDay { at: day.at.0, rating: Rating::shown(day.value) };
        let mut some: Vec<_> = days.iter().rev().step_by(every).map(day).collect();
        some.reverse();
        Some(ratings::PoolDays {
            mode: parts::mode(first.pool.mode),
            speed: rating::speed(first.pool.speed),
            days: some,
        })
    };
    ratings::RatingDays {
        pools: days.chunk_by(|one, other| one.pool == other.pool).filter_map(pool).collect(),
    }
}

#[cfg(test)]
mod tests {
    use sumito_game::Timestamp;
    use sumito_ratings::{Pool, Speed};

    use super::*;

    #[test]
    fn many_days_become_fewer_and_keep_the_last() {
        let day = |mode, number: i64| RatingDay {
            pool: Pool { mode, speed: Speed::Live },
            at: Timestamp(number),
            value: 1_500.0,
        };
        let mut days: Vec<_> = (0..1_501).map(|number| day(Mode::Two, number)).collect();
        days.push(day(Mode::Three, 7));
        let pools = rating_days(&days).pools;
        assert_eq!(pools.iter().map(|pool| pool.days.len()).collect::<Vec<_>>(), [501, 1]);
        assert_eq!(pools[0].days.last().map(|day| day.at), Some(1_500));
        assert_eq!(pools[1].days[0].at, 7);
    }
}
