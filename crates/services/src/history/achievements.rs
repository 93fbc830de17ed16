//! Achievements of players: counts of a player's public games and actions, with levels. They are computed from the other projections, so
//! that they need no separate table.

use std::collections::HashSet;

use sumito_game::UserId;
use sumito_store::{RecordDay, RunKind, Statistics, Store, StoreError};
use sumito_vocabulary::AchievementKind;

/// The counts at which the levels of a kind start, in order.
const fn levels(kind: AchievementKind) -> &'static [u64] {
    match kind {
        AchievementKind::Games => &[1, 50, 250, 1_000, 5_000],
        AchievementKind::Wins => &[1, 25, 100, 500, 2_500],
        AchievementKind::Marbles => &[6, 100, 1_000, 5_000, 25_000],
        AchievementKind::Modes => &[1, 2, 3, 4],
        AchievementKind::WinStreak => &[2, 3, 5, 10, 20],
        AchievementKind::BestWin => &[1_400, 1_600, 1_800, 2_000, 2_200],
        AchievementKind::Puzzles => &[1, 25, 100, 500, 2_000],
        AchievementKind::PuzzleStreak => &[3, 5, 10, 20, 40],
        AchievementKind::PuzzleStorm => &[3, 6, 10, 15, 25],
    }
}

/// A count of a player, and its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Achievement {
    /// Kind of the achievement.
    pub kind: AchievementKind,
    /// The value that was reached.
    pub value: u64,
    /// 0: below the first level.
    pub level: usize,
    /// Number of levels.
    pub levels: usize,
    /// The count at which the next level starts; `None` at the last.
    pub next: Option<u64>,
}

impl Achievement {
    fn new(kind: AchievementKind, value: u64) -> Self {
        let levels = levels(kind);
        let level = levels.iter().filter(|&&from| value >= from).count();
        Self { kind, value, level, levels: levels.len(), next: levels.get(level).copied() }
    }
}

/// Returns the achievements of a player, from public games and from puzzles that counted.
///
/// # Errors
/// The store is unavailable.
pub async fn of(store: &Store, user: UserId) -> Result<Vec<Achievement>, StoreError> {
    let statistics = store.statistics_of(user, false, 0).await?;
    let best_win = store.best_wins(user).await?.first().map_or(0, |best| rounded(best.win.rating));
    let solved = store.puzzle_solver(user).await?.map_or(0, |solver| solver.solved);
    let mut records = [0; RunKind::ALL.len()];
    for (record, kind) in records.iter_mut().zip(RunKind::ALL) {
        *record = u64::from(store.run_record(user, kind, RecordDay::Ever).await?.unwrap_or_default());
    }
    let [streak, storm] = records;
    let value = |kind| match kind {
        AchievementKind::BestWin => best_win,
        AchievementKind::Puzzles => solved,
        AchievementKind::PuzzleStreak => streak,
        AchievementKind::PuzzleStorm => storm,
        of_games => of_statistics(&statistics, of_games),
    };
    Ok(AchievementKind::ALL.map(|kind| Achievement::new(kind, value(kind))).into())
}

/// Returns a count of finished games; 0 for other kinds.
fn of_statistics(statistics: &Statistics, kind: AchievementKind) -> u64 {
    let totals = || statistics.played.iter().map(|(_, totals)| totals);
    match kind {
        AchievementKind::Games => totals().map(|totals| totals.tally.games).sum(),
        AchievementKind::Wins => totals().map(|totals| totals.tally.won).sum(),
        AchievementKind::Marbles => totals().map(|totals| totals.ejected).sum(),
        AchievementKind::Modes => {
            let won = statistics.played.iter().filter(|(_, totals)| totals.tally.won > 0);
            won.map(|(key, _)| key.mode).collect::<HashSet<_>>().len() as u64
        }
        AchievementKind::WinStreak => {
            statistics.streaks.iter().map(|(_, streak)| streak.longest_won).max().unwrap_or_default()
        }
        _ => 0,
    }
}

/// Returns the displayed form of a rating.
fn rounded(rating: f64) -> u64 {
    u64::try_from(sumito_ratings::Rating::shown(rating)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_begins_at_its_count() {
        let levels = [(0, 0, Some(1)), (1, 1, Some(50)), (49, 1, Some(50)), (50, 2, Some(250))];
        for (value, level, next) in levels {
            let achievement = Achievement::new(AchievementKind::Games, value);
            assert_eq!((achievement.level, achievement.next), (level, next), "{value} games");
        }
        let last = Achievement::new(AchievementKind::Games, 1_000_000);
        assert_eq!((last.level, last.levels, last.next), (5, 5, None));
    }

    #[test]
    fn levels_grow() {
        for kind in AchievementKind::ALL {
            assert!(levels(kind).is_sorted_by(|one, next| one < next), "{kind:?}");
        }
    }
}
