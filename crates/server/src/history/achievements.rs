//! Achievements of players: counts of a player's public games and actions, with levels. They are computed from the other projections, so
//! that they need no separate table.

use std::collections::HashSet;

use sumito_game::UserId;
use sumito_store::{RecordDay, RunKind, Statistics, Store, StoreError};

/// A count with levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AchievementKind {
    /// Finished games, aborted ones excluded.
    Games,
    /// Games won, alone or with a team.
    Wins,
    /// Marbles pushed out by the player's team.
    Marbles,
    /// Modes in which the player has won.
    Modes,
    /// Longest series of wins in a mode.
    WinStreak,
    /// Highest rating of an opponent in a rated win.
    BestWin,
    /// Solved puzzles that counted.
    Puzzles,
    /// Best puzzle streak.
    PuzzleStreak,
    /// Best puzzle storm.
    PuzzleStorm,
}

impl AchievementKind {
    /// All kinds, in the order in which they are shown.
    const ALL: [Self; 9] = [
        Self::Games,
        Self::Wins,
        Self::Marbles,
        Self::Modes,
        Self::WinStreak,
        Self::BestWin,
        Self::Puzzles,
        Self::PuzzleStreak,
        Self::PuzzleStorm,
    ];

    /// The counts at which the levels start, in order.
    const fn levels(self) -> &'static [u64] {
        match self {
            Self::Games => &[1, 50, 250, 1_000, 5_000],
            Self::Wins => &[1, 25, 100, 500, 2_500],
            Self::Marbles => &[6, 100, 1_000, 5_000, 25_000],
            Self::Modes => &[1, 2, 3, 4],
            Self::WinStreak => &[2, 3, 5, 10, 20],
            Self::BestWin => &[1_400, 1_600, 1_800, 2_000, 2_200],
            Self::Puzzles => &[1, 25, 100, 500, 2_000],
            Self::PuzzleStreak => &[3, 5, 10, 20, 40],
            Self::PuzzleStorm => &[3, 6, 10, 15, 25],
        }
    }
}

/// A count of a player, and its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Achievement {
    pub(crate) kind: AchievementKind,
    pub(crate) value: u64,
    /// 0: below the first level.
    pub(crate) level: usize,
    /// Number of levels.
    pub(crate) levels: usize,
    /// The count at which the next level starts; `None` at the last.
    pub(crate) next: Option<u64>,
}

impl Achievement {
    fn new(kind: AchievementKind, value: u64) -> Self {
        let levels = kind.levels();
        let level = levels.iter().filter(|&&from| value >= from).count();
        Self { kind, value, level, levels: levels.len(), next: levels.get(level).copied() }
    }
}

/// Returns the achievements of a player, from public games and from puzzles that counted.
///
/// # Errors
/// The store is unavailable.
pub(crate) async fn of(store: &Store, user: UserId) -> Result<Vec<Achievement>, StoreError> {
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
            assert!(kind.levels().is_sorted_by(|one, next| one < next), "{kind:?}");
        }
    }
}
