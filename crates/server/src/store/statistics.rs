//! How players' finished games went: by what was played, against whom, and how often in a row.

use std::collections::HashMap;

use sumito_game::{Seat, UserId};
use sumito_rules::{Layout, Mode};

use super::{Store, StoreError, Visibility, each_database};

/// How a game went for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// The player won, alone or with the team.
    Won,
    /// Nobody did.
    Drawn,
    /// Somebody else did.
    Lost,
}

impl Score {
    /// As it is stored and told.
    pub fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        [Self::Won, Self::Drawn, Self::Lost].into_iter().find(|score| score.word() == word)
    }
}

/// How many games went how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// All of them.
    pub games: u64,
    /// Won, alone or with a team.
    pub won: u64,
    /// Without a winner.
    pub drawn: u64,
    /// Won by others.
    pub lost: u64,
}

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, score: Score) {
        self.games += 1;
        match score {
            Score::Won => self.won += 1,
            Score::Drawn => self.drawn += 1,
            Score::Lost => self.lost += 1,
        }
    }

    /// Counts the games of another tally.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// What was played, and on which seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Played {
    /// How many played, and in which order.
    pub mode: Mode,
    /// Where the marbles stood at the start.
    pub layout: Layout,
    /// The player's seat, and so the colour.
    pub seat: Seat,
}

/// How games of one kind went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// How they went.
    pub tally: Tally,
    /// Marbles that the player's team has pushed out.
    pub ejected: u64,
    /// Moves of everybody.
    pub plies: u64,
}

/// How often in a row public games of one mode went the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streak {
    /// How the last game went.
    pub score: Score,
    /// How many at the end went so.
    pub length: u64,
    /// The most that were won in a row.
    pub longest_won: u64,
    /// The most that were lost in a row.
    pub longest_lost: u64,
}

impl Streak {
    /// The streak after another game; `None` before the first one.
    pub(super) fn after(before: Option<Self>, score: Score) -> Self {
        let mut streak = before.unwrap_or(Self { score, length: 0, longest_won: 0, longest_lost: 0 });
        streak.length = if streak.score == score { streak.length + 1 } else { 1 };
        streak.score = score;
        match score {
            Score::Won => streak.longest_won = streak.longest_won.max(streak.length),
            Score::Lost => streak.longest_lost = streak.longest_lost.max(streak.length),
            Score::Drawn => {}
        }
        streak
    }
}

/// What some games add to the statistics of those who played them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoreStatistics {
    /// By what was played.
    pub played: HashMap<(UserId, Visibility, Played), Sums>,
    /// By opponent: the player, and then the opponent.
    pub opponents: HashMap<(UserId, Visibility, UserId), Tally>,
    /// Results of public games in their order, by player and mode.
    pub results: HashMap<(UserId, Mode), Vec<Score>>,
}

/// Somebody against whom a player has played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpponentRow {
    /// Who.
    pub user: super::UserRow,
    /// How the player's games against them went.
    pub tally: Tally,
}

/// How a player's finished games went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// By what was played.
    pub played: Vec<(Played, Sums)>,
    /// Those against whom the player has played most often, the most frequent first.
    pub opponents: Vec<OpponentRow>,
    /// By mode.
    pub streaks: Vec<(Mode, Streak)>,
}

impl Store {
    /// How a player's finished games went, with so many opponents at most. A game that has just finished may not be counted yet. Private
    /// games count only `with_private`, as the player themselves may see them; never in streaks and never among opponents.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn statistics_of(
        &self,
        user: UserId,
        with_private: bool,
        opponents: u32,
    ) -> Result<Statistics, StoreError> {
        each_database!(self, queries => queries.statistics_of(user, with_private, opponents).await)
    }

    /// How the database looks for [`statistics_of`](Self::statistics_of), in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explain_statistics(&self, user: UserId, opponents: u32) -> Result<String, StoreError> {
        each_database!(self, queries => queries.explain_statistics(user, opponents).await)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_with_another_result_and_the_longest_is_kept() {
        use Score::{Drawn, Lost, Won};
        let results = [Won, Won, Won, Lost, Won, Drawn, Lost, Lost];
        let streak = results.into_iter().fold(None, |streak, score| Some(Streak::after(streak, score)));
        assert_eq!(streak, Some(Streak { score: Lost, length: 2, longest_won: 3, longest_lost: 2 }));
    }
}
